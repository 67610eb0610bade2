// Which letters the fonts of this machine have: pictures show quiet bars in place of the others, not boxes.

/** The typefaces of all drawn texts. */
export const FAMILY = "system-ui, -apple-system, sans-serif";

/** Every machine has the letters before this one: Latin with its marks. */
const DOUBTFUL = "\u0250";
/** The most letters that are remembered. */
const MOST_KNOWN = 20_000;

/**
 * A letter of each script and set of signs, and where these lie: `Α 0370-03FF`.
 */
const SCRIPTS = `ʃ 0250-02FF Α 0370-03FF Ж 0400-052F Ա 0530-058F א 0590-05FF ع 0600-06FF ع FB50-FDFF ع FE70-FEFE अ 0900-097F অ 0980-09FF
  ਅ 0A00-0A7F અ 0A80-0AFF ଅ 0B00-0B7F அ 0B80-0BFF అ 0C00-0C7F ಅ 0C80-0CFF അ 0D00-0D7F අ 0D80-0DFF ก 0E00-0E7F ກ 0E80-0EFF ཀ 0F00-0FFF
  က 1000-109F ა 10A0-10FF ᄀ 1100-11FF አ 1200-139F ក 1780-17FF ᠠ 1800-18AF ← 2190-21FF ∑ 2200-22FF ⌘ 2300-23FF ① 2460-24FF ■ 25A0-25FF ☀ 2600-26FF
  ✓ 2700-27BF ⬆ 2B00-2BFF 一 2E80-2FDF 「 3000-303F あ 3040-309F ア 30A0-30FF ㄅ 3100-312F ㄱ 3130-318F ㈱ 3200-33FF 㐀 3400-4DBF 漢 4E00-9FFF
  한 AC00-D7AF \uE000 E000-F8FF ａ FF00-FFEF 😀 1F000-1FAFF 𠀀 20000-3FFFF`.trim().split(/\s+/);

/** @type {Map<string, boolean>} */ const known = new Map();
/** @type {CanvasRenderingContext2D | null} */ let context = null;
let nothing = "";

function picture(/** @type {string} */ letter) {
  context ??= Object.assign(document.createElement("canvas"), { width: 32, height: 24 }).getContext("2d", { willReadFrequently: true });
  if (!context) return letter;
  context.clearRect(0, 0, 32, 24);
  context.font = `16px ${FAMILY}`;
  context.fillText(letter, 4, 18);
  return context.getImageData(0, 0, 32, 24).data.join();
}

/** Whether each letter of a text can be shown: what no font has looks like a character that there is not. */
export function hasGlyphs(/** @type {string} */ text) {
  for (const letter of text) {
    if (letter < DOUBTFUL || /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(letter)) continue;
    let has = known.get(letter);
    if (has === undefined) {
      nothing ||= picture("\uffff");
      if (known.size > MOST_KNOWN) known.clear();
      known.set(letter, (has = picture(letter) !== nothing));
    }
    if (!has) return false;
  }
  return true;
}

/** @type {string | undefined} */ let lacking;

/** The scripts that this machine has no font for, as the server's pictures take them: `0590-05FF,4E00-9FFF`. */
const missing = () => (lacking ??= SCRIPTS.filter((range, at) => at % 2 && !hasGlyphs(SCRIPTS[at - 1])).join());

/** Whether the server says that a picture has letters that some machines have not; true where nobody knows. */
function isDoubtful(/** @type {string} */ address) {
  const known = /** @type {PerformanceResourceTiming | undefined} */ (performance.getEntriesByName(address, "resource").at(-1));
  return !known?.serverTiming || known.serverTiming.some(({ name }) => name === "letters");
}

/** Has the server's picture of a screen show bars in place of letters that this machine has not. */
function askForBars(/** @type {HTMLImageElement} */ image) {
  const address = new URL(image.src);
  if (address.searchParams.has("missing") || !isDoubtful(image.src) || !missing()) return;
  address.searchParams.set("missing", missing());
  image.src = address.pathname + address.search;
}

const PICTURES = "img[src*='/wireframe.svg']";

/** Does so for the pictures of this page once they are here, and for those that come later. */
export function showNoMissingLetters() {
  // More pictures than browsers remember may be on a board.
  performance.setResourceTimingBufferSize(2_500);
  document.addEventListener("load", ({ target }) => target instanceof HTMLImageElement && target.matches(PICTURES) && askForBars(target), true);
  for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll(PICTURES))) {
    if (image.complete && image.naturalWidth) askForBars(image);
  }
}
