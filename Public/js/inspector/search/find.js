// Which views a query finds: by class, words, identifier or address. No more than a pass over the columns.

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {{ mask: Uint8Array, hits: Int32Array }} Found `mask` has 1 for each view found, `hits` their indexes in order */

/** What a query may be narrowed to: "class:UI*", "id:stop" … */
const KINDS = { class: "class", text: "text", label: "label", id: "identifier", identifier: "identifier", tag: "tag", controller: "controller" };
const ADDRESS = /0x[0-9a-f]+/gi;

/**
 * @param {ViewModel} model
 * @param {string} query plain words look into class, text, label, identifier and view controller; `*` and `?` make a
 *   pattern for the whole class name; addresses are taken from anywhere in the query
 * @returns {Found | null} null for an empty query
 */
export function find(model, query) {
  const text = query.trim().toLowerCase();
  if (!text) return null;
  const mask = new Uint8Array(model.count);
  const addresses = new Set(text.match(ADDRESS)?.map(plain));
  if (addresses.size) byAddress(model, addresses, mask);
  const [, prefix = "", rest = ""] = /^(\w+):\s*(.*)$/s.exec(text) ?? [];
  const kind = Object.hasOwn(KINDS, prefix) ? KINDS[/** @type {keyof typeof KINDS} */ (prefix)] : null;
  const wanted = kind ? rest : text;
  if (wanted && (!addresses.size || !mask.includes(1))) byWords(model, kind, wanted, mask);
  let count = 0;
  for (const bit of mask) count += bit;
  const hits = new Int32Array(count);
  for (let i = 0, at = 0; at < count; i += 1) if (mask[i]) hits[at++] = i;
  return { mask, hits };
}

/**
 * @param {ViewModel} model
 * @param {string | null} kind
 * @param {string} wanted
 * @param {Uint8Array} mask
 */
function byWords(model, kind, wanted, mask) {
  if (kind === "tag") {
    for (let i = 0; i < model.count; i += 1) if (String(model.tag(i)) === wanted) mask[i] = 1;
    return;
  }
  if (!kind || kind === "class") {
    const fits = wildcard(wanted, kind === "class");
    const classes = model.classes.map((name) => fits(name.toLowerCase()));
    if (classes.includes(true)) for (let i = 0; i < model.count; i += 1) if (classes[model.classID(i)]) mask[i] = 1;
  }
  for (const column of /** @type {const} */ (["text", "label", "identifier", "controller"])) {
    if (kind && kind !== column) continue;
    for (const [i, words] of model.words(column)) if (words.toLowerCase().includes(wanted)) mask[i] = 1;
  }
}

/**
 * @param {ViewModel} model
 * @param {Set<string>} addresses
 * @param {Uint8Array} mask
 */
function byAddress(model, addresses, mask) {
  for (let i = 0; i < model.count; i += 1) {
    const address = model.address(i);
    if (address !== null && addresses.has(plain(address.toLowerCase()))) mask[i] = 1;
  }
}

/**
 * An address without `0x` and the zeros before it.
 * @param {string} address
 */
const plain = (address) => address.replace(/^0x/, "").replace(/^0+(?=.)/, "");

/**
 * Tests class names against a pattern; without `*` and `?` a part of the name is enough.
 * @param {string} pattern @param {boolean} qualified whether the pattern may leave the module out
 * @returns {(name: string) => boolean}
 */
export function wildcard(pattern, qualified = true) {
  if (!/[*?]/.test(pattern)) return (name) => name.includes(pattern);
  const parts = pattern.replace(/\*+/g, "*");
  const last = (/** @type {string} */ name) => name.slice(name.lastIndexOf(".") + 1);
  return (name) => matches(name, parts) || (qualified && matches(last(name), parts));
}

/**
 * Whether a name fits a pattern, without trying more than length × length.
 * @param {string} name
 * @param {string} pattern
 */
function matches(name, pattern) {
  let at = 0, to = 0, star = -1, mark = 0;
  while (at < name.length) {
    if (pattern[to] === "*") {
      star = to++;
      mark = at;
    } else if (pattern[to] === "?" || pattern[to] === name[at]) {
      at += 1;
      to += 1;
    } else if (star >= 0) {
      to = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[to] === "*") to += 1;
  return to === pattern.length;
}

/**
 * How many of the hits come before an index.
 * @param {Int32Array} hits ascending
 * @param {number} index
 */
export function hitsBefore(hits, index) {
  let low = 0, high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hits[middle] < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
