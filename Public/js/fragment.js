// Pieces of pages are asked for like everything else.
export { fragment, parse, swap } from "./api.js";
