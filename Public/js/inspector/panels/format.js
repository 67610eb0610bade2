// Numbers as people read and type them.

/**
 * At most three decimals, no trailing zeros; "—" for a number that is not finite.
 * @param {number | null | undefined} value
 */
export function number(value) {
  return Number.isFinite(value) ? plain(/** @type {number} */ (value)).replace("-", "−") : "—";
}

/**
 * The same as it is typed and as code has it; empty for a number that is not finite.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function plain(value, decimals = 3) {
  if (!Number.isFinite(value)) return "";
  const unit = 10 ** decimals;
  const rounded = Math.round(/** @type {number} */ (value) * unit) / unit;
  return String(Number.isFinite(rounded) ? rounded + 0 : value);
}

/**
 * "12 %"; shares that are not quite nothing or everything do not look as if they were.
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  if (!Number.isFinite(share)) return "—";
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share > 0.995) return "> 99 %";
  return `${Math.round(share * 100)} %`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const count = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/**
 * A name of a program as words: "autoresizesSubviews" is "autoresizes subviews".
 * @param {string} name
 */
export const spaced = (name) => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

/**
 * With a capital letter.
 * @param {string} text
 */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
