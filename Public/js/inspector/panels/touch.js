// The Touch tab: who gets a touch at a point and why, and what keeps touches from the selected view.
import { failureNote, getJSON, isAborted } from "../../core/api.js";
import { icon } from "../../core/ui.js";
import { badges } from "../data/describe.js";
import { h, number, percent, put } from "../../core/dom.js";
import { NumberField, numberLine } from "./controls.js";
import { Unsaid, viewLink } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */
/** @typedef {API.HitTestReply["steps"][number]} Step */
/** @typedef {API.Responder} Responder */
/** @typedef {API.HitTestReply} HitTest */

/**
 * What became of a view, as the end of a sentence that begins with its name.
 * @type {Record<string, string>}
 */
const SENTENCES = {
  hidden: "is hidden: neither it nor its subviews can be touched.",
  alphaBelowThreshold: "is almost transparent: below alpha 0.01, neither a view nor its subviews can be touched.",
  userInteractionDisabled: "has user interaction turned off: neither it nor its subviews can be touched.",
  pointOutside: "doesn’t contain the point, so its subviews are not asked, even where they extend beyond it.",
  coveredBySibling: "contains the point, but a view in front of it takes the touch.",
  noSubviewHit: "contains the point, but passes touches that no subview takes to the views behind it.",
};
/** Runs of more views than this that do not hold the point are folded. */
const FOLDED = 2;
/** More steps and candidates than this are not listed. */
const LISTED = 400;
/** @type {Record<string, string>} */
const KINDS = { viewController: "controller", scene: "scene", application: "application", applicationDelegate: "delegate", window: "window" };
const PICTURES = /** @type {Record<string, string>} */ ({ viewController: "panel", scene: "panel", application: "app", applicationDelegate: "app" });

export class TouchTab {
  /** @type {HitTest | null} */ #result = null;
  #asked = "";
  /** @type {AbortController | undefined} */ #pending;
  #told = "";
  #explained = "";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { state } = context;
    this.mode = h("button", { type: "button", class: "button touch-mode", onclick: () => state.set({ tool: state.tool === "touch" ? "select" : "touch" }) },
      icon("touch"), h("span", null, "Touch the canvas"), h("kbd", { "aria-hidden": "true" }, "T"));
    this.fields = ["x", "y"].map((unit, at) => new NumberField({ label: `Touch ${unit}`, unit, commit: (value) => this.#move(at, value) }));
    this.clear = h("button", { type: "button", class: "link-button", onclick: () => state.set({ touchPoint: null }) }, "Clear");
    this.hint = h("p", { class: "caption" });
    this.result = h("div", { class: "touch-result", "aria-live": "polite" });
    this.why = h("div", { class: "touch-why" });
    this.unsaid = new Unsaid();
    this.unsaid.body.append(h("p", { class: "caption" }, "Controllers. A controller comes between its view and the superview in the responder chain."));
    this.element = h("div", null,
      h("h3", { class: "spread" }, "Try a touch", this.clear), h("div", { class: "touch-tools" }, this.mode, numberLine("Point", this.fields, "point")),
      this.hint, this.result, this.why);
  }

  /**
   * @param {number} at
   * @param {number} value
   */
  #move(at, value) {
    const point = this.context.state.touchPoint;
    const next = [point?.x ?? 0, point?.y ?? 0];
    next[at] = value;
    this.context.state.set({ touchPoint: { x: next[0], y: next[1] } });
  }

  /** @param {Shown} shown */
  update(shown) {
    const { state, model } = this.context;
    this.mode.setAttribute("aria-pressed", String(state.tool === "touch"));
    this.fields[0].value = state.touchPoint?.x;
    this.fields[1].value = state.touchPoint?.y;
    this.clear.hidden = !state.touchPoint;
    this.hint.textContent = model.hasLayout ? "The touch is tried on the dump at its own size, not the size on the canvas."
      : state.touchPoint ? "" : state.tool === "touch" ? "Click anywhere on the canvas."
      : "Turn this on, or press T, and click the canvas to see why each view takes or refuses the touch.";
    this.hint.hidden = !this.hint.textContent;
    this.#ask();
    this.#explain(shown);
  }

  async #ask() {
    const { model, state: { touchPoint: point, selection } } = this.context;
    // The canvas shows one scene; that one is touched.
    const scene = model.sceneOf(model.indexOf(selection));
    const question = point ? `x=${point.x}&y=${point.y}${scene < 0 ? "" : `&root=${model.id(scene)}`}` : "";
    const asked = `${question}@${model.revision}`;
    if (asked === this.#asked) return this.#show();
    this.#asked = asked;
    this.#pending?.abort();
    if (!question) {
      this.#result = null;
      return this.#show();
    }
    const pending = (this.#pending = new AbortController());
    try {
      this.#result = await getJSON(`${model.base}/hit-test?${question}`, { signal: pending.signal });
      this.#show();
    } catch (error) {
      if (isAborted(error)) return;
      this.#result = null;
      this.#told = "";
      this.result.replaceChildren(failureNote(error, () => ((this.#asked = ""), this.#ask())));
    }
  }

  /** Tells the way of the touch. */
  #show() {
    const { context } = this;
    const key = JSON.stringify([this.#asked, this.#result?.hit, this.#result?.steps.length, context.state.selection]);
    if (key === this.#told) return;
    this.#told = key;
    if (!this.#result) return this.result.replaceChildren();
    const { hit, steps, candidates, responderChain } = this.#result;
    const point = context.state.touchPoint;
    const at = point ? `at ${number(point.x)}, ${number(point.y)}` : "";
    this.result.replaceChildren(
      h("p", { class: `verdict ${hit === null ? "missed" : "hit"}` }, icon(hit === null ? "touch-off" : "touch"),
        h("span", null, ...(hit === null ? [`No view takes the touch ${at}.`] : [viewLink(context, hit, { picture: false }), ` takes the touch ${at}.`]))),
      h("h3", null, "How it was found"), h("ol", { class: "steps" }, ...this.#steps(steps, hit)),
      h("h3", null, `Views under the point, front to back`), this.#candidates(candidates, hit),
      ...(responderChain.length ? [h("h3", null, "Responder chain"), this.#chain(responderChain)] : []));
  }

  /**
   * @param {Step[]} steps
   * @param {number | null} hit
   */
  #steps(steps, hit) {
    const items = [];
    for (let at = 0; at < Math.min(steps.length, LISTED); at += 1) {
      let end = at;
      while (end < steps.length && steps[end].reason === "pointOutside") end += 1;
      if (end - at <= FOLDED) {
        items.push(this.#step(steps[at], hit));
        continue;
      }
      items.push(h("li", { class: "step refused" }, icon("minus"),
        h("details", null, h("summary", null, `${end - at} views don’t contain the point`, icon("chevron-down", "icon turn")),
          h("ol", { class: "steps" }, ...steps.slice(at, Math.min(end, at + LISTED)).map((step) => this.#step(step, hit))))));
      at = end - 1;
    }
    if (steps.length > LISTED) items.push(h("li", { class: "step dim" }, `${steps.length - LISTED} more`));
    return items;
  }

  /**
   * @param {Step} step
   * @param {number | null} hit
   */
  #step({ view, accepted, reason }, hit) {
    const words = accepted
      ? view === hit
        ? "contains the point, and none of its subviews takes the touch: it is the hit."
        : "contains the point and asks its subviews, front to back."
      : SENTENCES[reason] ?? `refuses: ${reason}.`;
    return h("li", { class: `step ${accepted ? "accepted" : "refused"}${view === hit ? " hit" : ""}` },
      icon(accepted ? view === hit ? "touch" : "check" : reason === "pointOutside" ? "minus" : "close"),
      h("p", null, viewLink(this.context, view, { picture: false }), ` ${words}`));
  }

  /**
   * @param {number[]} candidates
   * @param {number | null} hit
   */
  #candidates(candidates, hit) {
    const { model } = this.context;
    if (!candidates.length) return h("p", { class: "caption" }, "No view contains this point.");
    return h("ol", { class: "named-views" }, ...candidates.slice(0, LISTED).map((id) => {
      const i = model.indexOf(id);
      return h("li", { class: id === hit ? "hit" : null }, viewLink(this.context, id),
        h("span", { class: "dim marks" },
          [id === hit ? "takes the touch" : "", ...(i < 0 ? [] : badges(model, i).map(({ label }) => label.toLowerCase()))].filter(Boolean).join(", ")));
    }));
  }

  /** @param {Responder[]} chain */
  #chain(chain) {
    return h("ol", { class: "named-views chain" }, ...chain.map(({ kind, class: name, view, said }) => h("li", null,
      view === null ? h("span", { class: "view-link plain" }, icon(PICTURES[kind] ?? "view-plain"), h("span", { class: "class" }, name))
        : viewLink(this.context, view),
      KINDS[kind] || !said ? h("span", { class: "dim marks" }, [KINDS[kind] ?? "", said ? "" : "assumed"].filter(Boolean).join(", ")) : null)));
  }

  /**
   * What keeps touches from the selected view.
   * @param {Shown} shown
   */
  #explain({ index, view }) {
    const { model } = this.context;
    this.why.hidden = index < 0;
    if (index < 0) return;
    const touch = view?.touch, area = view?.visibleArea;
    const key = JSON.stringify([model.id(index), touch, area, view?.responderChain]);
    if (key === this.#explained) return;
    this.#explained = key;
    if (!view) return this.why.replaceChildren();
    const share = touch?.fraction ?? touch?.share ?? null, own = touch?.ownFraction ?? null, seen = area?.fraction ?? area?.share ?? null;
    const touchable = touch?.isTouchable ?? touch?.touchable ?? (share === null ? null : share > 0);
    const obstacles = touch?.obstacles ?? [];
    const about = touch?.exact === false || touch?.isExact === false ? "about " : "";
    const parts = [];
    if (touch) {
      parts.push(h("h3", null, touchable ? "Can this be touched?" : "Why can’t this be touched?"),
        h("p", { class: `verdict ${touchable ? "hit" : "missed"}` }, icon(touchable ? "touch" : "touch-off"),
          h("span", null,
            touchable ? share === null || share > 0.999 ? "A tap reaches it everywhere in its area."
              : `A tap reaches it on ${about}${percent(share)} of its area.` : "No tap reaches this view or anything in it.")));
      if (share !== null) parts.push(meter("Touchable", share), own !== null && own !== share ? meter("By itself", own) : "");
      if (seen !== null) parts.push(meter("Visible", seen));
      if (obstacles.length) {
        parts.push(h("ul", { class: "obstacles" },
          ...obstacles.map((/** @type {any} */ obstacle) => h("li", null, icon(pictureOf(obstacle.kind ?? obstacle.reason)),
            h("p", null, obstacle.message,
              obstacle.view !== model.id(index) && obstacle.view !== undefined ? h("span", { class: "blamed" }, viewLink(this.context, obstacle.view))
                : null)))));
      }
    }
    if (view.responderChain?.length && !this.#result) parts.push(h("h3", null, "Responder chain"), this.#chain(view.responderChain));
    this.unsaid.show(view.unknown?.filter((/** @type {string} */ name) => name === "controller") ?? []);
    this.why.replaceChildren(...parts, this.unsaid.element);
  }

  hide() {
    this.#pending?.abort();
    this.#asked = "";
    put(this.result, "aria-busy", null);
  }
}

/**
 * @param {string} name
 * @param {number} share
 */
function meter(name, share) {
  const bar = h("span", { class: "meter", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  return h("div", { class: "meter-line" }, h("span", { class: "name" }, name), bar, h("span", { class: "num-text" }, percent(share)));
}

/** @param {string} kind */
function pictureOf(kind) {
  return { hidden: "hidden", transparent: "transparent", interactionDisabled: "touch-off", outsideSuperview: "clipped", covered: "layers", zeroSize: "zero",
    notPlaced: "warning" }[kind] ?? "warning";
}
