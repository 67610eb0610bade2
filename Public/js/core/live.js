// Tells a page what changes on the server, over one connection for all tabs of a browser: a browser opens six to a
// host, and an event stream takes one for as long as it lasts.
//
// One tab leads: it has the lock, holds the stream for what all visible tabs listen to, and passes the events on.
// When it closes, the next in line takes over. Without Web Locks every tab leads itself.
import { getJSON, sendJSON, showFailure } from "./api.js";
import { announce as tell } from "./ui.js";

/**
 * @typedef {{ dump: string } | { domain: string } | { live: string } | { library: true }} Topic
 * @typedef {object} Change
 * @property {"edit" | "marks" | "change" | "library" | "live" | "gone"} type
 * @property {number} [revision] where the dump, domain or library is now; absent when it is gone
 * @property {number[]} [changed] ids of views
 * @property {string[]} [keys]
 * @property {number} [marks] where the pins and notes of a dump are now
 * @property {number} [layers] the version of a domain's layers, while any holds something
 * @property {boolean} [truncated] more has changed than is listed
 * @typedef {{ from: string, wants?: string[], ask?: boolean, topic?: string, change?: Change }} Message
 */

const NAME = "vitrine-live";
/** Milliseconds in which changes of what is wanted are gathered. */
const PAUSE = 50;
/** The most topics of one stream. */
const MOST = 32;
/** Milliseconds before a stream that the server refused is tried again. */
const RETRY = 5000;

const me = crypto.getRandomValues(new Uint32Array(2)).join("-");
const locks = navigator.locks;
const channel = locks ? new BroadcastChannel(NAME) : null;
/** @type {Map<string, Set<(change: Change) => void>>} */
const listeners = new Map();
/**
 * What the tabs want, as far as this one leads.
 * @type {Map<string, string[]>}
 */
const wanted = new Map();
let leads = !locks;
let waiting = false;
/** @type {EventSource | null} */
let source = null;
let open = "";
let timer = 0;

/**
 * Calls back with every change of a dump, a domain or the library, first with where it is when the stream begins. The callback
 * compares the revision with what it shows: after a pause the first event may tell of changes that were missed.
 * @param {Topic} topic
 * @param {(change: Change) => void} callback
 * @returns {() => void} stops listening
 */
export function listen(topic, callback) {
  const name = "dump" in topic ? `dump/${topic.dump}` : "domain" in topic ? `defaults/${topic.domain}`
    : "live" in topic ? `live/${topic.live}` : "library";
  const callbacks = listeners.get(name) ?? new Set();
  listeners.set(name, callbacks.add(callback));
  queueForLead();
  announce(true);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0 && listeners.get(name) === callbacks) listeners.delete(name);
    announce();
  };
}

/** Gets in line for the lead, once; the lock is kept until the page goes away. */
function queueForLead() {
  if (leads || waiting) return;
  waiting = true;
  locks.request(NAME, () => {
    leads = true;
    send({ from: me, ask: true });
    announce();
    return new Promise(() => {});
  });
}

/**
 * Tells the leader what this tab wants: nothing while nobody sees it.
 * @param {boolean} [anew]
 */
function announce(anew = false) {
  const wants = document.visibilityState === "visible" ? [...listeners.keys()] : [];
  want(me, wants, anew);
  send({ from: me, wants, ask: anew || undefined });
}

/** @param {Message} message */
function send(message) {
  channel?.postMessage(message);
}

/**
 * Notes what a tab wants.
 * @param {string} tab
 * @param {string[]} wants
 * @param {boolean} [anew]
 */
function want(tab, wants, anew) {
  if (wants.length > 0) wanted.set(tab, wants);
  else wanted.delete(tab);
  // Who begins to listen has to be told where things are, which a stream does when it begins.
  if (anew) open = "";
  if (!leads) return;
  clearTimeout(timer);
  timer = setTimeout(connect, PAUSE);
}

/** Opens the stream for what is wanted, unless it is open. */
function connect() {
  const topics = [...new Set([...wanted.values()].flat())].sort().slice(0, MOST);
  const names = (/** @type {string} */ kind) => topics.filter((topic) => topic.startsWith(kind)).map((topic) => topic.slice(kind.length));
  const query = new URLSearchParams();
  for (const [key, kind] of [["dumps", "dump/"], ["domains", "defaults/"], ["live", "live/"]]) {
    if (names(kind).length > 0) query.set(key, names(kind).join(","));
  }
  if (topics.includes("library")) query.set("library", "true");
  const address = topics.length > 0 ? `/api/v1/events?${query}` : "";
  if (address === open && source && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = null;
  open = address;
  if (!address) return;
  const stream = new EventSource(address);
  source = stream;
  for (const type of ["edit", "marks", "change", "library", "live", "gone"]) {
    stream.addEventListener(type, (event) => pass(/** @type {MessageEvent} */ (event)));
  }
  // A browser comes back by itself after a broken stream, but not after an answer that is none.
  stream.addEventListener("error", () => {
    if (stream !== source || stream.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    timer = setTimeout(connect, RETRY);
  });
}

/**
 * Hands an event to the listeners of all tabs.
 * @param {MessageEvent} event
 */
function pass(event) {
  const { dump, domain, library, live, ...data } = JSON.parse(event.data);
  const change = /** @type {Change} */ ({ type: event.type, ...data });
  const topic = library ? "library" : live !== undefined ? `live/${live}` : dump === undefined ? `defaults/${domain}` : `dump/${dump}`;
  call(topic, change);
  send({ from: me, topic, change });
}

/**
 * @param {string} topic
 * @param {Change} change
 */
function call(topic, change) {
  for (const callback of listeners.get(topic) ?? []) callback(change);
  if (change.type === "gone" && listeners.delete(topic)) announce();
}

channel?.addEventListener("message", ({ data }) => {
  const message = /** @type {Message} */ (data);
  if (message.topic && message.change) return call(message.topic, message.change);
  if (message.wants) want(message.from, message.wants, message.ask);
  else if (message.ask) announce();
});
document.addEventListener("visibilitychange", () => announce(document.visibilityState === "visible"));
addEventListener("pagehide", () => {
  send({ from: me, wants: [] });
  source?.close();
  source = null;
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) announce(true);
});

// Domains of defaults

/**
 * Keeps what a page shows of a domain up to date, the layers above and below it too: they change without a new revision.
 * @param {string} domain
 * @param {object} page
 * @param {() => DOMStringMap} page.shown what the page shows, by its `revision` and, where it has any, `layers`
 * @param {() => Promise<unknown>} page.refresh
 * @param {(work: () => Promise<unknown>) => Promise<unknown>} [page.inTurn] waits for what is on its way from here
 * @returns {() => void} stops
 */
export function followDomain(domain, { shown, refresh, inTurn = (work) => work() }) {
  let latest = shown().revision;
  let isBehind = false;
  const follow = () => inTurn(async () => {
    const { revision, layers } = shown();
    if (latest === revision && !isBehind
      && (layers === undefined || String((await getJSON(`/api/v1/defaults/${encodeURIComponent(domain)}/layers`)).version) === layers)) return;
    isBehind = true;
    await refresh();
    isBehind = false;
    tell("Updated");
  }).catch((error) => showFailure(error, follow));
  return listen({ domain }, ({ revision }) => {
    if (revision !== undefined) latest = String(revision);
    follow();
  });
}

/**
 * Takes back what a revision changed.
 * @param {string} domain
 * @param {number} revision
 * @throws {import("./api.js").APIError} with the server's own sentence when that cannot be
 */
export async function undoRevision(domain, revision) {
  await sendJSON("POST", `/api/v1/defaults/${encodeURIComponent(domain)}/undo`, { revision });
}
