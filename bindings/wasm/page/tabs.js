// Tabs: one is in the tab order, arrow keys move between them.

const tabs = [...document.querySelectorAll('[role="tab"]')];

/** Calls `shown` with the name of a tab whenever it is selected. */
export function watchTabs(shown) {
  for (const tab of tabs) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const at = tabs.indexOf(tab);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = tabs[(to + tabs.length) % tabs.length];
      next.focus();
      select(next);
    });
  }
  function select(tab) {
    selectTab(nameOf(tab));
    shown(nameOf(tab));
  }
}

export function selectTab(name) {
  const known = tabs.some((tab) => nameOf(tab) === name) ? name : nameOf(tabs[0]);
  for (const tab of tabs) {
    const isSelected = nameOf(tab) === known;
    tab.setAttribute("aria-selected", String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isSelected;
  }
}

export function selectedTab() {
  return nameOf(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
}

function nameOf(tab) {
  return tab.id.replace("tab-", "");
}
