"""What goes wrong on a page, and what it tells people about it."""

#: Finds the messages that a page shows about something that failed, was refused or is in conflict.
MESSAGES = """
const ALERTS = "[role=alert], .row-error, .editor-error, .upload-error, #toast.failed";
const WORDS = /not saved|can’t be reached|couldn’t be|responded with status|(changed|removed) elsewhere|someone else|was undone|was not made/i;
/** What the elements at and under one tell; the words count only in what comes while the page is shown. */
function messages(root, isNew) {
  const alerts = [root.closest(ALERTS), ...root.querySelectorAll(ALERTS)];
  if (isNew && root.textContent.length < 400 && WORDS.test(root.textContent)) alerts.push(root);
  return alerts.filter((each) => each?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each?.matches(".shown"))
    .map((each) => each.innerText.replace(/\\s+/g, " ").trim()).filter(Boolean);
}
"""

#: Writes what breaks the page's policy, and the messages that it shows, on the console.
WATCHING = f"""(() => {{
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${{event.violatedDirective}} ${{event.blockedURI}} ${{event.sourceFile}}`));
{MESSAGES}
const told = new Set();
function look(root, isNew) {{
  const element = root instanceof Element ? root : root.parentElement;
  if (!element?.isConnected) return;
  for (const text of messages(element, isNew)) {{
    if (!told.has(text)) console.error(`the page tells: ${{text}}`);
    told.add(text);
  }}
}}
new MutationObserver((records) => {{
  const isNew = document.readyState === "complete";
  for (const {{ type, target, addedNodes }} of records) {{
    if (type === "childList") for (const node of addedNodes) look(node, isNew);
    else look(target, isNew);
  }}
}}).observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class", "hidden"] }});
}})();"""


def doubled(page):
    """Says which ids are there twice in a page as scripts have left it."""
    if page.is_closed() or not page.url.startswith("http"):
        return []
    twice = page.evaluate("""() => {
      const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    }""")
    return [f"two elements have the id {id}" for id in twice]


class Watch:
    """Collects what goes wrong on a page: errors on the console and in scripts, and visible messages about errors and conflicts.

    A request that failed or was refused, a violated content security policy and a message are errors on the console.
    """

    def __init__(self, page):
        self.page = page
        self.begin()
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.add(f"error in a script: {error}"))
        page.on("framenavigated", self.navigated)

    def begin(self, *expected):
        """Forgets what was before: another test has the page. Troubles that contain one of the parts belong to it."""
        #: Where the window has been.
        self.origins = set()
        self.troubles = []
        self.expected = [*expected]

    def expect(self, *parts):
        """Troubles that contain one of the parts belong to the test."""
        self.expected += parts

    def add(self, trouble):
        self.troubles.append(trouble)

    def console(self, message):
        if message.type in ("error", "warning"):
            self.add(f"{message.type} on the console: {message.text} ({message.location.get('url')})")

    def navigated(self, frame):
        if frame.url.startswith("http"):
            self.origins.add("/".join(frame.url.split("/", 3)[:3]))

    def end(self):
        """What the test did not expect; also what a page without scripts tells at the end."""
        if not self.page.is_closed():
            # What a page asks for ahead is for its scripts: without them nobody takes it.
            if not self.page.evaluate("document.documentElement.classList.contains('js')"):
                self.expect("was preloaded using link preload but not used")
            for text in self.page.evaluate(f"() => {{ {MESSAGES} return messages(document.documentElement, false); }}"):
                self.add(f"the page tells: {text}")
        return [trouble for trouble in self.troubles if not any(part in trouble for part in self.expected)]
