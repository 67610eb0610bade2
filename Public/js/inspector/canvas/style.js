// How each view looks: its fill, its line and the colour of its text, by drawing mode.
import { CONTROL } from "./kinds.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./palette.js").Palette} Palette */

/** Smaller type cannot be read, in CSS pixels. */
const LEGIBLE = 5;
/** Faint views stay discernible: this is a map, not a screenshot. */
const FAINTEST = 0.15;

export class Style {
  /** @type {"wireframe" | "filled" | "text"} */ drawing = "wireframe";
  texts = true;
  ghosts = false;
  /** The index of the selected view, -1 for none. */
  selected = -1;
  /** @type {number[]} */ dash = [3, 3];

  /**
   * @param {Scene} scene
   * @param {Palette} palette
   * @param {import("./labels.js").Labels} labels
   * @param {import("./colors.js").Backgrounds} backgrounds
   */
  constructor(scene, palette, labels, backgrounds) {
    this.scene = scene;
    this.palette = palette;
    this.labels = labels;
    this.backgrounds = backgrounds;
  }

  /** Whether the ground is dark. */
  get dark() {
    const [r = 0, g = 0, b = 0] = this.palette.colors.screen.match(/[\d.]+/g)?.map(Number) ?? [];
    return r + g + b < 384;
  }

  opacity(/** @type {number} */ i) {
    return Math.max(FAINTEST, this.scene.opacity[i]);
  }

  /**
   * Empty for none.
   * @param {number} i
   */
  fill(i) {
    if (i === this.selected) return this.palette.colors.selected;
    const look = this.scene.looks[i];
    if (this.drawing === "wireframe") return this.palette.glass[look];
    if (this.drawing === "text") return "";
    const own = this.backgrounds.of(i, this.dark);
    if (own) return own.alpha > 0 ? own.css : "";
    // Where the dump tells colours, a view without one has none.
    return this.backgrounds.isKnown ? (look === CONTROL ? this.palette.colors.tint : "") : this.palette.solid[look];
  }

  line(/** @type {number} */ i) {
    return i === this.selected ? this.palette.colors["selected-line"] : this.palette.lines[this.scene.looks[i]];
  }

  ink(/** @type {number} */ i) {
    const { colors } = this.palette;
    if (i === this.selected) return colors["selected-ink"];
    if (this.drawing === "filled" && this.backgrounds.isKnown) {
      const { model } = this.scene;
      for (let at = i; at >= 0; at = model.parent(at)) {
        const ground = this.backgrounds.of(at, this.dark);
        if (ground && ground.alpha > 0.5) return ground.luminance > 0.5 ? "#15181d" : "#f4f6f9";
      }
    }
    return this.scene.looks[i] === CONTROL ? colors["ink-dim"] : colors.ink;
  }

  /**
   * The text of a view where it can be read.
   * @param {number} i @param {number} zoom
   */
  label(i, zoom) {
    const label = this.labels.of(i);
    return label && label.size * zoom >= LEGIBLE ? label : null;
  }
}
