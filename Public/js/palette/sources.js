// What the palette lists on every page: commands, dumps, apps and their settings.
import { commands } from "../commands.js";
import { score } from "./fuzzy.js";

/** @typedef {import("../commands.js").Entry} Entry */
/** @typedef {import("../commands.js").Source} Source */

/** @param {string} url */
async function json(url) {
  const response = await fetch(url, { credentials: "same-origin", headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`The server answered ${response.status} to ${url}.`);
  return response.json();
}

/**
 * Those that fit, best first.
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {Entry[]}
 */
function fitting(entries, query) {
  if (!query) return entries;
  return entries
    .map((entry) => ({ ...entry, score: Math.max(score(entry.title, query), score(`${entry.title} ${entry.note ?? ""}`, query) * 0.8) }))
    .filter((entry) => entry.score > 0)
    .sort((one, other) => other.score - one.score);
}

/** @type {Source} */
const commandSource = {
  title: "Commands",
  find: (query) => fitting(
    commands.all.filter(({ run, hidden, when }) => run && !hidden && when?.() !== false).map((command) => ({
      title: command.title, icon: command.icon ?? "command", keys: command.keys?.[0], checked: command.checked?.(), run: command.run,
    })),
    query,
  ),
};

/**
 * Asks once, however often the palette opens.
 * @template T
 * @param {() => Promise<T>} ask
 */
function once(ask) {
  /** @type {Promise<T> | undefined} */ let answer;
  return () => (answer ??= ask().catch((error) => {
    answer = undefined;
    throw error;
  }));
}

const dumps = once(async () => {
  /** @type {Entry[]} */ const entries = [];
  for (const dump of (await json("/api/v1/dumps?limit=1000")).dumps) {
    const here = location.pathname === `/dumps/${encodeURIComponent(dump.id)}`;
    if (!here) entries.push({ title: dump.name, note: `${dump.viewCount.toLocaleString("en")} views`, icon: "canvas", href: `/dumps/${encodeURIComponent(dump.id)}` });
  }
  return entries;
});

const apps = once(async () => (await json("/api/v1/apps")).apps);

const panes = once(async () => {
  /** @type {Entry[]} */ const entries = [];
  for (const app of await apps()) {
    const base = `/apps/${encodeURIComponent(app.id)}`;
    entries.push({ title: app.name, note: app.version ?? "", icon: "app", href: base });
    if (!app.panes) continue;
    // An app whose settings cannot be read is still listed itself.
    entries.push({ title: `Findings of ${app.name}`, note: "", icon: "warning", href: `${base}/lint` });
    const deep = await json(`/api/v1${base}/settings?deep=true`).catch(() => ({ panes: {} }));
    for (const [name, pane] of Object.entries(deep.panes)) {
      const isRoot = name === "Root";
      entries.push({
        title: isRoot ? `${app.name} settings` : pane.title || name, note: isRoot ? "" : `${app.name} settings`, icon: "gear",
        href: isRoot ? `${base}/settings` : `${base}/settings/${name.split("/").map(encodeURIComponent).join("/")}`,
      });
    }
  }
  return entries;
});

const domains = once(async () => {
  /** @type {Entry[]} */ const entries = [{ title: "Defaults", note: "all domains", icon: "defaults", href: "/defaults" }];
  for (const { name, keys } of (await json("/api/v1/defaults")).domains) {
    const href = `/defaults/${encodeURIComponent(name)}`;
    if (location.pathname !== href) entries.push({ title: name, note: keys === 1 ? "1 key" : `${keys} keys`, icon: "defaults", href });
  }
  return entries;
});

/**
 * The sources of this page, the first one first.
 * @returns {Source[]}
 */
export function sources() {
  return [
    ...commands.sources,
    commandSource,
    { title: "Dumps", find: async (query) => fitting(await dumps(), query) },
    { title: "Defaults", find: async (query) => (query ? fitting(await domains(), query) : []) },
    { title: "Apps and settings", find: async (query) => (query ? fitting(await panes(), query) : []) },
  ];
}

export { commandSource };
