// What the canvas can do, for keys and palette.
import { commands } from "../../commands.js";

/** @param {import("./canvas-view.js").CanvasView} canvas */
export function registerCommands(canvas) {
  const { state, stage } = canvas;
  const group = "Canvas";
  const layers = () => state.mode === "layers";
  commands.register(
    { id: "canvas.fit", group, title: "Fit the screen to the window", keys: ["0"], icon: "fit", run: () => canvas.fit() },
    { id: "canvas.actual", group, title: "100 %, one point to a pixel", keys: ["1"], icon: "canvas", run: () => canvas.actualSize() },
    { id: "canvas.in", group, title: "Zoom in", keys: ["+", "="], icon: "plus", run: () => canvas.zoomBy(1.25) },
    { id: "canvas.out", group, title: "Zoom out", keys: ["-"], icon: "minus", run: () => canvas.zoomBy(0.8) },
    { id: "canvas.layers", group, title: "Layers, seen from the side", keys: ["L"], icon: "layers", inTree: true, checked: layers, run: () => state.set({ mode: layers() ? "flat" : "layers" }) },
    { id: "canvas.flat", group, title: "Flat", icon: "flat", hidden: true, checked: () => !layers(), run: () => state.set({ mode: "flat" }) },
    { id: "canvas.stacked", group, title: "Layers", icon: "layers", hidden: true, checked: layers, run: () => state.set({ mode: "layers" }) },
    { id: "canvas.reset", group, title: "Reset the view of the layers", icon: "reset", when: layers, run: () => canvas.resetLayers() },
    { id: "canvas.wireframe", group, title: "Draw as panes of glass", icon: "canvas", checked: () => state.drawing === "wireframe", run: () => state.set({ drawing: "wireframe" }) },
    { id: "canvas.filled", group, title: "Draw filled, with background colours", icon: "canvas", checked: () => state.drawing === "filled", run: () => state.set({ drawing: "filled" }) },
    { id: "canvas.outlines", group, title: "Draw outlines and texts only", icon: "view-text", checked: () => state.drawing === "text", run: () => state.set({ drawing: "text" }) },
    { id: "canvas.texts", group, title: "Show the texts of views", icon: "view-text", checked: () => state.texts, run: () => state.set({ texts: !state.texts }) },
    { id: "canvas.ghosts", group, title: "Show hidden views and clipped parts", keys: ["G"], icon: "hidden", checked: () => state.ghosts, run: () => state.set({ ghosts: !state.ghosts }) },
    { id: "canvas.backdrop", group, title: "Show the screenshot behind the views", keys: ["B"], icon: "view-image", when: () => stage.backdrop.image !== null, checked: () => state.backdrop > 0, run: () => state.set({ backdrop: state.backdrop > 0 ? 0 : 0.6 }) },
    { id: "canvas.rotate", group, title: "Rotate the screen", keys: ["R"], icon: "rotate", inTree: true, when: () => document.getElementById("rotate") !== null, run: () => document.getElementById("rotate")?.click() },
    { id: "canvas.pan", group, title: "Pan: hold Space and drag, or drag with the middle button", keys: ["Space"] },
    { id: "canvas.measure", group, title: "Distances from the selected view: hold Alt and point", keys: ["Alt"] },
  );
}
