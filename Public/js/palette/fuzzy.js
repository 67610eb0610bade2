// How well a text fits what was typed.

/**
 * 0 when a word of the query is not in the text; more the earlier and the more together its letters are.
 * @param {string} text @param {string} query words in any order
 */
export function score(text, query) {
  let sum = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (!word) continue;
    const value = one(text, word);
    if (!value) return 0;
    sum += value;
  }
  return sum;
}

/**
 * @param {string} text
 * @param {string} word
 */
function one(text, word) {
  const lower = text.toLowerCase();
  const at = lower.indexOf(word);
  if (at >= 0) {
    // The whole text, its beginning, the beginning of a word in it, a place inside a word.
    const base = at === 0 ? 90 : isStart(text, at) ? 75 : 55;
    return base + (lower.length === word.length ? 20 : 10 * (word.length / lower.length));
  }
  // Letters in order, the first at the beginning of a word and each next one close by.
  if (word.length < 2) return 0;
  for (let start = lower.indexOf(word[0]); start >= 0; start = lower.indexOf(word[0], start + 1)) {
    if (!isStart(text, start)) continue;
    const value = follow(text, lower, word, start);
    if (value) return value;
  }
  return 0;
}

/**
 * @param {string} text
 * @param {string} lower
 * @param {string} word
 * @param {number} start
 */
function follow(text, lower, word, start) {
  let place = start, value = 20;
  for (let letter = 1; letter < word.length; letter += 1) {
    let next = place + 1;
    if (lower[next] !== word[letter]) {
      while (next < lower.length && !(lower[next] === word[letter] && isStart(text, next))) next += 1;
      value -= 1;
    }
    if (next >= lower.length) return 0;
    place = next;
  }
  return Math.max(1, value);
}

/**
 * Whether a word begins there: after a blank or sign, or with a capital letter.
 * @param {string} text
 * @param {number} at
 */
function isStart(text, at) {
  if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  return text[at] !== text[at].toLowerCase() && (text[at - 1] === text[at - 1].toLowerCase() || text[at + 1] !== text[at + 1]?.toUpperCase());
}
