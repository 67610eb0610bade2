// The views as entries of the palette.
import { commands } from "../commands.js";
import { score } from "../palette/fuzzy.js";
import { kindOf, note, short, words } from "./describe.js";

const MOST = 40;

/**
 * @param {import("./model.js").ViewModel} model
 * @param {import("./state.js").InspectorState} state
 */
export function makeViewSource(model, state) {
  commands.provide("views", {
    title: "Views",
    find(query) {
      if (!query) return [];
      const classes = model.classes.map((name) => score(name, query));
      /**
       * Words that fit, by index.
       * @type {Map<number, number>}
       */
      const fits = new Map();
      for (const column of /** @type {const} */ (["text", "label", "identifier"])) {
        for (const [i, text] of model.words(column)) {
          const value = score(text.slice(0, 200), query);
          if (value > (fits.get(i) ?? 0)) fits.set(i, value + 1);
        }
      }
      /** @type {{ i: number, value: number }[]} */ let best = [];
      let least = 0;
      for (let i = 0; i < model.count; i += 1) {
        const value = Math.max(classes[model.classID(i)], fits.get(i) ?? 0);
        if (value <= least) continue;
        best.push({ i, value });
        if (best.length < MOST * 8) continue;
        best = best.sort((one, other) => other.value - one.value || one.i - other.i).slice(0, MOST);
        least = best[best.length - 1].value;
      }
      best.sort((one, other) => other.value - one.value || one.i - other.i);
      return best.slice(0, MOST).map(({ i, value }) => {
        const text = words(model, i);
        return {
          title: model.className(i), note: text ? `“${text}”` : note(model, i) ?? short(model.identifier(i)) ?? "",
          icon: `view-${kindOf(model.className(i))}`, score: value, run: () => state.set({ selection: model.id(i) }),
        };
      });
    },
  });
}
