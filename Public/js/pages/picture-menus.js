// The menus of pictures on boards and films: scenes, devices, steps, snapshots.
import { offerMenu } from "../core/menu.js";
import { copy, save } from "../core/ui.js";

/** @typedef {import("../core/menu.js").Item} Item */

const go = (/** @type {string} */ address) => location.assign(address);

/**
 * The dump that an address is about; empty for none.
 * @param {string} address
 */
const dumpOf = (address) => /^\/dumps\/([^/]+)/.exec(new URL(address, location.href).pathname)?.[1] ?? "";

/**
 * What goes for each picture: a link, the picture as a file, another dump beside it.
 * @param {{ link: string, picture: HTMLImageElement | SVGImageElement | null, name: string, dump: string }} what
 * @returns {(Item | null)[]}
 */
function common({ link, picture, name, dump }) {
  const source = picture instanceof HTMLImageElement ? picture.src : picture?.href.baseVal ?? "";
  return [
    { title: "Copy link", icon: "link", run: () => copy(new URL(link, location.href).href, "Link copied") },
    { title: "Save picture", icon: "download", isPossible: source !== "", why: "There is no picture of it",
      run: () => save(source, `${name.replace(/[\\/:*?"<>|]+/g, " ").trim() || "screen"}.svg`) },
    { title: "Compare with another dump…", icon: "compare", isPossible: dump !== "", why: "It is no dump of this server",
      run: () => go(`/diff?from=${dump}`) },
  ];
}

const pictureIn = (/** @type {Element} */ element) => /** @type {HTMLImageElement | SVGImageElement | null} */ (element.querySelector("img, image"));

/** @param {string} from @param {string} to */
const diff = (from, to) => `/diff?from=${from}&to=${to}`;

/**
 * The cells of a board of devices.
 * @param {HTMLElement} list
 */
export function offerCells(list) {
  offerMenu(list, "[data-cell]", (cell) => {
    const link = /** @type {HTMLAnchorElement | null} */ (cell.querySelector("a[href]"));
    if (!link) return null;
    const address = new URL(link.href), dump = dumpOf(link.href), name = cell.querySelector("h2")?.textContent?.trim() ?? "";
    const device = address.searchParams.get("device") ?? "", scene = cell.dataset.cell?.split(" ")[0] ?? "";
    const findings = `/dumps/${dump}/lint${device ? `?devices=${encodeURIComponent(device)}` : ""}`;
    const alone = new URLSearchParams([["scene", scene], ["device", device], ["orientation", address.searchParams.get("orientation") ?? "portrait"]]);
    return { title: name, items: [
      { title: "Open in the inspector", icon: "canvas", run: () => go(link.href) },
      { title: "Show alone", icon: "focus", isPossible: device !== "", why: "It is the device of the dump",
        run: () => go(`/dumps/${dump}/devices?${alone}`) },
      { title: "Why are there findings?", icon: "warning", isPossible: cell.querySelector("[data-count='0']") === null, why: "Nothing was found on this device",
        run: () => go(findings) },
      null,
      { title: "Copy as a command", icon: "copy", isPossible: device !== "", why: "It is the device of the dump",
        run: () => copy(`vitrine layout Main.storyboard --device ${device}`) },
      ...common({ link: link.href, picture: pictureIn(cell), name, dump }),
    ] };
  });
}

/**
 * The scenes of a board; by a key that of the chosen one.
 * @param {HTMLElement} board @param {() => HTMLElement | null | undefined} chosen @param {(scene: HTMLElement) => void} showAlone
 */
export function offerScenes(board, chosen, showAlone) {
  offerMenu(board, ".board-scene", (scene) => {
    const href = /** @type {HTMLAnchorElement | null} */ (scene.querySelector("h2 a"))?.href ?? "", dump = href ? dumpOf(href) : "";
    const name = scene.querySelector("h2")?.textContent?.trim() ?? "", link = new URL(location.href);
    link.searchParams.set("scene", scene.dataset.scene ?? "");
    const identifier = scene.querySelector(".board-class")?.textContent?.split(" · ")[1]?.trim() ?? "";
    const isInitial = scene.querySelector(".initial") !== null, noDump = "It is in another file";
    const code = identifier ? `storyboard?.instantiateViewController(withIdentifier: ${JSON.stringify(identifier)})`
      : "storyboard?.instantiateInitialViewController()";
    const view = href ? new URL(href).searchParams.get("view") : null;
    return { title: name, items: [
      { title: "Open in the inspector", icon: "canvas", isPossible: href !== "", why: noDump, run: () => go(href) },
      { title: "Show alone", icon: "focus", run: () => showAlone(scene) },
      { title: "On other devices", icon: "phone", isPossible: view !== null, why: href ? "It has no view" : noDump,
        run: () => go(`/dumps/${dump}/devices?scene=${view}&orientation=portrait`) },
      { title: "Why are there findings?", icon: "warning", isPossible: scene.querySelector("a.board-tag") !== null, why: "Nothing was found in it",
        run: () => go(`/dumps/${dump}/lint`) },
      null,
      { title: "Copy as Swift", icon: "copy", isPossible: identifier !== "" || isInitial, why: "It has no identifier by which code could make it",
        run: () => copy(code) },
      ...common({ link: link.href, picture: pictureIn(scene), name, dump }),
    ] };
  }, chosen);
}

/**
 * The steps of a timeline.
 * @param {HTMLElement} host
 */
export function offerSteps(host) {
  offerMenu(host, "a.frame", (element) => {
    const frame = /** @type {HTMLAnchorElement} */ (element), frames = /** @type {HTMLAnchorElement[]} */ ([...host.querySelectorAll("a.frame")]);
    const dumpIn = (/** @type {HTMLAnchorElement | undefined} */ each) => encodeURIComponent(each ? new URL(each.href).searchParams.get("step") ?? "" : "");
    const dump = dumpIn(frame), before = dumpIn(frames[frames.indexOf(frame) - 1]), shown = dumpIn(frames.find((each) => each.hasAttribute("aria-current")));
    const name = frame.querySelector(".frame-name")?.textContent?.trim() ?? "";
    return { title: name, items: [
      { title: "Show", icon: "canvas", isPossible: dump !== shown, why: "It is shown", run: () => frame.click() },
      { title: "Open in the inspector", icon: "panel", run: () => go(`/dumps/${dump}`) },
      { title: "Compare with the step before", icon: "compare", isPossible: before !== "", why: "It is the first step", run: () => go(diff(before, dump)) },
      { title: "Compare with the step that is shown", icon: "compare", isPossible: shown !== "" && shown !== dump, why: "It is shown",
        run: () => go(diff(shown, dump)) },
      null,
      ...common({ link: frame.href, picture: pictureIn(frame), name, dump }),
    ] };
  });
}

/**
 * The snapshots of a live session.
 * @param {HTMLElement} host
 */
export function offerSnapshots(host) {
  offerMenu(host, "a.live-frame, a.live-counts", (element) => {
    const item = element.closest("li"), frame = /** @type {HTMLAnchorElement | null | undefined} */ (item?.querySelector("a.live-frame"));
    if (!item || !frame) return null;
    const counts = /** @type {HTMLAnchorElement | null} */ (item.querySelector("a.live-counts")), name = frame.title;
    return { title: name, items: [
      { title: "Open in the inspector", icon: "canvas", run: () => go(frame.href) },
      { title: "Compare with the snapshot before", icon: "compare", isPossible: counts !== null, why: "It is the first snapshot",
        run: () => go(counts?.href ?? "") },
      null,
      ...common({ link: frame.href, picture: pictureIn(frame), name, dump: dumpOf(frame.href) }),
    ] };
  });
}
