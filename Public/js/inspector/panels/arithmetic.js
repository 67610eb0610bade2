// Small sums in number fields: 320/2, (44 + 8) * 3, −12.5.

/**
 * What an expression of numbers, + - * / and brackets comes to; null when it is none or comes to nothing finite.
 * @param {string} text
 */
export function evaluate(text) {
  const tokens = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/÷/g, "/").match(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[-+*/()]|\S/gi);
  if (!tokens || tokens.length > 100) return null;
  let at = 0;
  // Depth is bounded by the number of tokens.
  const sum = () => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = () => {
    let value = factor();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * factor() : value / factor();
    return value;
  };
  /** @returns {number} */
  const factor = () => {
    const token = tokens[at++];
    if (token === "-") return -factor();
    if (token === "+") return factor();
    if (token !== "(") return token && /\d/.test(token) ? Number(token) : NaN;
    const value = sum();
    return tokens[at++] === ")" ? value : NaN;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value + 0 : null;
}
