// What holds a view in Auto Layout, as far as the dump says, with the forms that change it.
import { icon } from "../../core/ui.js";
import { h, plain, puts } from "../../core/dom.js";
import { AdditionForm } from "./constraint-addition.js";
import { ConstraintForm, TraitsForm } from "./constraint-forms.js";
import { viewLink } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */
/**
 * What the API says of a view's layout.
 * @typedef {{ constraints?: API.Constraint[], constraintsTotal?: number, autoLayout?: API.AutoLayout | null,
 *   layoutWords?: { name: string, text: string }[] }} Said
 */
/** @typedef {{ number: number, place: string }} Opened the constraint that is open, and in which line */

/** @type {API.Constraint[]} */ const NONE = [];

export class ConstraintsPart {
  #id = -1;
  /**
   * What is shown.
   * @type {{ said: Said | null, why: API.LayoutExplanation | null, failure: string | null, checks: any[], open: Opened | null, can: boolean } | null}
   */
  #shown = null;
  /** @type {Opened | null} */ #open = null;
  /** The constraint that the address names, as long as its view is shown. */
  #aim = /^#constraint-(\d+)$/.exec(location.hash)?.[1] ?? null;
  /** @type {Map<string, HTMLElement>} */ #openers = new Map();

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.editor = new ConstraintForm(context, () => this.#close());
    this.told = h("div");
    this.words = h("dl", { class: "properties" });
    this.traits = new TraitsForm(context);
    this.addition = new AdditionForm(context);
    context.model.addEventListener("constraints", () => this.editor.follow());
    for (const type of ["pointerover", "focusin"]) this.told.addEventListener(type, ({ target }) => this.#point(/** @type {Element} */ (target)));
    for (const type of ["pointerleave", "focusout"]) this.told.addEventListener(type, () => this.#point(null));
    this.element = h("section", { class: "layout-section", "aria-label": "Constraints", hidden: true }, h("h3", null, "Constraints"), this.told,
      this.addition.element, this.words, this.traits.element);
  }

  /**
   * @param {number} id
   * @param {Shown["view"]} view null until the API has told it
   */
  update(id, view) {
    const { model, reasons, edits } = this.context;
    if (id !== this.#id) {
      if (this.#id >= 0) this.#aim = null;
      this.leave();
    }
    this.#id = id;
    /** @type {Said} */ const said = view ?? {};
    const { constraints = NONE, autoLayout = null, layoutWords = [] } = said;
    this.element.hidden = !constraints.length && !autoLayout;
    // What is being typed stays where it is, and what is there until the API has told what an edit made of it.
    const isOld = this.context.details.of(id) === null && this.#shown !== null && this.#shown.open === this.#open;
    if (this.editor.isBusy || isOld) return;
    // Masks alone are not what constraints explain.
    const why = model.isByMasks || model.constraints.view !== id ? null : model.constraints.why;
    const failure = model.isByMasks ? null : reasons.failure(id);
    const open = constraints.find(({ number }) => number === this.#open?.number);
    if (!open) this.#open = null;
    const shown = { said: view, why, failure, checks: model.checks(id), open: this.#open, can: edits.available }, before = this.#shown;
    if (before && /** @type {const} */ (["said", "why", "failure", "checks", "open", "can"]).every((name) => before[name] === shown[name])) return;
    this.#shown = shown;
    if (open) this.editor.show(id, open);
    this.#tell(said, why, failure);
    this.words.replaceChildren(...layoutWords.map(({ name, text }) => h("div", null, h("dt", null, name), h("dd", null, text))));
    this.addition.show(id, edits.available);
    this.traits.show(id, autoLayout, edits.available);
  }

  /** Has the canvas show the constraint that a line tells of, else the one that is open. */
  #point(/** @type {Element | null} */ target) {
    const line = /** @type {HTMLElement | null | undefined} */ (target?.closest("[data-constraint]"));
    this.context.state.set({ constraint: line ? Number(line.dataset.constraint) : this.#open?.number ?? null });
  }

  /** Another view or tab is shown: what was typed and not entered is dropped. */
  leave() {
    this.#open = null;
    this.#point(null);
    this.#shown = null;
    this.editor.drop();
    this.addition.drop();
    this.traits.drop();
    if (!this.context.model.proposed?.sent) this.context.preview.cancel();
  }

  /**
   * What holds each edge, what conflicts, what does not hold, and the rest; the focus stays where it was.
   * @param {Said} said @param {API.LayoutExplanation | null} why @param {string | null} failure
   */
  #tell({ constraints = NONE, constraintsTotal }, why, failure) {
    const focused = document.activeElement;
    const opener = [...this.#openers].find(([, button]) => button === focused)?.[0];
    const inEditor = this.editor.element.contains(focused);
    this.#openers.clear();
    const told = new Set(why ? [...edgesOf(why).flatMap(({ holds }) => holds), ...why.gaveWay, ...why.out].map(({ constraint }) => constraint) : []);
    const rows = constraints.filter(({ number }) => !told.has(number))
      .map(({ number, text, other, active, placeholder }) => this.#line("li", "rest", number, { class: active && !placeholder ? null : "inactive" },
        h("span", { class: "code", "data-copy": text }, text), this.#linked(other),
        active && !placeholder ? null : h("span", { class: "caption" }, placeholder ? "only on Interface Builder’s canvas" : "inactive")));
    const more = (constraintsTotal ?? constraints.length) - constraints.length;
    this.told.replaceChildren(...(why ? this.#explained(why) : []),
      ...(failure ? [h("p", { class: "caption" }, failure)] : []),
      ...(why && rows.length ? [h("p", { class: "rest" }, "Active, with no effect here")] : []),
      h("ul", { class: "constraints", hidden: !rows.length }, ...rows),
      ...(more > 0 ? [h("p", { class: "caption" }, `${more} more in the JSON.`)] : []));
    this.#place();
    const aimed = this.#aim === null ? null : this.told.querySelector(`[data-constraint="${this.#aim}"]`);
    aimed?.classList.add("aimed");
    aimed?.scrollIntoView({ block: "nearest" });
    if (inEditor) /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
    else if (opener) (this.#openerAt(opener) ?? this.addition.opener).focus({ preventScroll: true });
  }

  /**
   * What holds each edge, what conflicts, and what does not hold.
   * @param {API.LayoutExplanation} why
   */
  #explained(why) {
    const edges = edgesOf(why), failures = [...why.gaveWay, ...why.out];
    // What the check of the dump found is said above already.
    const found = new Set(this.context.model.checks(this.#id).map(({ message }) => message));
    const conflicts = why.conflicts.filter(({ text }) => !found.has(text));
    const parts = [
      h("ul", { class: "constraints edges", hidden: !edges.length },
        ...edges.map(({ edge, value, standing, holds, text }) => h("li", { class: standing === "undetermined" ? standing : null },
          h("span", { class: "edge" }, edge.startsWith("center") ? "center" : edge), h("span", { class: "at" }, plain(value, 2).replace("-", "−")),
          h("div", null,
            ...holds.map((hold) =>
              this.#line("p", edge, hold.constraint, hold.decides ? {} : { class: "also", title: "It would be here without this too" }, this.#said(hold),
                " ", this.#linked(hold.other))),
            text ? h("p", { class: "remark" }, text) : null)))),
      why.undecided ? h("p", { class: "caption undetermined" }, why.undecided) : null,
      h("ul", { class: "findings conflicts", hidden: !conflicts.length },
        ...conflicts.map(({ text }) => h("li", { class: "finding error" }, icon("error"), h("div", null, text)))),
      h("ul", { class: "constraints failures", hidden: !failures.length },
        ...failures.map((failure) =>
          this.#line("li", "failures", failure.constraint, { class: failure.state === "active" ? null : failure.state === "broken" ? "broken" : "inactive" },
            this.#said(failure), this.#linked(failure.other), h("span", { class: "remark" }, failure.words)))),
      why.leftOut ? h("p", { class: "caption" }, `${why.leftOut} more in the JSON.`) : null,
    ];
    return /** @type {HTMLElement[]} */ (parts.filter((part) => part !== null));
  }

  #said(/** @type {{ kind: string, text: string }} */ { kind, text }) {
    return kind === "constraint" ? h("span", { class: "code", "data-copy": text }, text) : h("span", null, text);
  }

  #linked(/** @type {number | null} */ other) {
    return other === null ? null : viewLink(this.context, other, { picture: false });
  }

  /**
   * A line that tells of a constraint, with a button that opens it where it can be changed.
   * @param {"li" | "p"} name
   * @param {string} place
   * @param {number | null} number
   * @param {import("../../core/dom.js").Attributes} attributes
   * @param {...import("../../core/dom.js").Child} parts
   */
  #line(name, place, number, attributes, ...parts) {
    attributes = { ...attributes, "data-constraint": number === null ? null : String(number) };
    const constraint = this.#shown?.said?.constraints?.find((/** @type {API.Constraint} */ one) => one.number === number);
    if (!constraint || !this.context.edits.available) return h(name, attributes, ...parts);
    const isOpen = this.#open?.number === number && this.#open?.place === place;
    const button = h("button", {
      type: "button", class: "button plain square opener", "aria-expanded": String(isOpen), "aria-label": `Edit ${constraint.text}`, title: "Edit",
      "data-number": number,
      onclick: () => (this.#open?.number === number && this.#open?.place === place ? this.#close() : this.#show({ number: constraint.number, place })),
    }, icon("edit"));
    this.#openers.set(`${place} ${number}`, button);
    return h(name, attributes, ...parts, button);
  }

  /** Puts the editor below the line that was opened. */
  #place() {
    if (!this.#open) return this.editor.element.remove();
    const { number, place } = this.#open;
    const button = this.#openerAt(`${place} ${number}`);
    if (!button) return this.editor.element.remove();
    puts(button, { "aria-expanded": "true", "aria-controls": this.editor.element.id });
    button.closest("li")?.append(this.editor.element);
  }

  /** The button in a line; where that is gone, as until the reasons are told anew, another one of the same constraint. */
  #openerAt(/** @type {string} */ key) {
    return this.#openers.get(key) ?? [...this.#openers].find(([other]) => other.split(" ")[1] === key.split(" ")[1])?.[1];
  }

  #show(/** @type {Opened} */ opened) {
    this.editor.drop();
    this.#open = opened;
    this.context.refresh();
    this.editor.focus();
  }

  #close() {
    const open = this.#open;
    this.editor.drop();
    this.#open = null;
    this.context.refresh();
    ((open && this.#openerAt(`${open.place} ${open.number}`)) ?? this.addition.opener).focus();
  }
}

/**
 * The edges that something else than the mask holds: that has a picture of its own.
 * @param {API.LayoutExplanation} why
 */
const edgesOf = ({ edges }) => edges.filter(({ holds }) => !holds.some(({ kind }) => kind === "mask" || kind === "screen"));
