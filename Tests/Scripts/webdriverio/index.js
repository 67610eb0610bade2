// What recorded tests use of WebdriverIO; each call is said as a line of JSON.

const say = (...words) => console.log(JSON.stringify(words));

/** The strategy that WebdriverIO makes of a selector, and the text that is looked for. */
function strategy(selector) {
  for (const name of ["-ios predicate string", "-ios class chain"]) {
    if (selector.startsWith(`${name}:`)) return [name, selector.slice(name.length + 1)];
  }
  if (selector.startsWith("~")) return ["accessibility id", selector.slice(1)];
  if (/^\.?\/|^\(/.test(selector)) return ["xpath", selector];
  if (/^XCUIElementType/.test(selector)) return ["class name", selector];
  throw new Error(`No strategy is known for ${selector}`);
}

class Pointer {
  moves = [];
  move(x, y) {
    this.moves.push(typeof x === "object" ? x : { x, y });
    return this;
  }
  down() {
    return this;
  }
  up() {
    return this;
  }
  async perform() {
    const [from, to] = this.moves;
    say("swipe", from.x, from.y, to.x, to.y, to.duration);
  }
}

class Browser {
  $(what) {
    // What has the focus was said when it was asked for.
    if (typeof what === "string") say("find", ...strategy(what));
    return { click: async () => say("click"), addValue: async (text) => say("type", text) };
  }
  async getActiveElement() {
    say("focus");
    return { "element-6066-11e4-a52e-4f735466cecf": "1" };
  }
  async execute(script, named) {
    if (script === "mobile: tap") say("tap", named.x, named.y);
    else say(script, named.name);
  }
  action(kind, { parameters }) {
    if (kind !== "pointer" || parameters.pointerType !== "touch") throw new Error("This is no finger.");
    return new Pointer();
  }
  async acceptAlert() {
    say("accept");
  }
  async dismissAlert() {
    say("dismiss");
  }
  async deleteSession() {
    say("quit");
  }
}

export async function remote({ protocol, hostname, port, path, capabilities }) {
  say("begin", `${protocol}://${hostname}:${port}${path === "/" ? "" : path}`, capabilities["appium:bundleId"] ?? null);
  return new Browser();
}
