// Turns titled sections into WAI-ARIA tabs. Without this script they stand one below the other.

const REMEMBERED = "vitrine.tab";

/**
 * Builds the tab list of a panel; the tab chosen last stays chosen from view to view.
 * @param {HTMLElement} panel holds `section[data-tab]`, each with a `.tab-title`
 */
export function makeTabs(panel) {
  const sections = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("section[data-tab]")]);
  if (!sections.length) return;
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "What to show of the view");
  const tabs = sections.map((section) => {
    const tab = document.createElement("button");
    const title = /** @type {HTMLElement} */ (section.querySelector(".tab-title"));
    tab.type = "button";
    tab.id = `for-${title.id}`;
    tab.textContent = title.textContent;
    tab.dataset.tab = section.dataset.tab;
    tab.setAttribute("role", "tab");
    section.id = `section-${section.dataset.tab}`;
    tab.setAttribute("aria-controls", section.id);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", tab.id);
    return tab;
  });

  const choose = (/** @type {string | undefined} */ name, focus = false) => {
    const index = Math.max(0, sections.findIndex((section) => section.dataset.tab === name));
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
      sections[at].hidden = at !== index;
    }
    if (focus) tabs[index].focus();
    sessionStorage.setItem(REMEMBERED, tabs[index].dataset.tab ?? "");
  };

  list.addEventListener("click", (event) => {
    const tab = /** @type {Element} */ (event.target).closest("button");
    if (tab) choose(tab.dataset.tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.findIndex((tab) => tab.tabIndex === 0);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(tabs[to].dataset.tab, true);
  });
  list.append(...tabs);
  panel.prepend(list);
  choose(sessionStorage.getItem(REMEMBERED) ?? "size");
}
