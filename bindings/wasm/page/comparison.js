// The table of dialects, with disagreements marked.

import { nameOf } from "./dialects.js";
import { element, names, spoken } from "./element.js";

/**
 * Shows where dialects disagree.
 *
 * @param {object[]} comparisons what `compareDialects` returns
 * @param {string} chosen the dialect of the page
 */
export function showComparison(comparisons, chosen) {
  // Crawlers with the same result share a table.
  const alike = new Map();
  for (const { agent, ...found } of comparisons) {
    const key = JSON.stringify(found, (name, value) => (name === "group" || name === "text" ? undefined : value));
    if (alike.has(key)) alike.get(key).agents.push(agent);
    else alike.set(key, { agents: [agent], ...found });
  }
  document.getElementById("comparison").replaceChildren(...[...alike.values()].flatMap((found) => blockOf(found, chosen)));
}

function blockOf({ agents, agreeing, pairs, rows }, chosen) {
  const agent = names(agents);
  const heading = element("h3", {}, agent === "*" ? "All crawlers that the file does not name (*)" : agent);
  const undecided = pairs.filter(({ outcome }) => outcome === "undecided").length;
  const sentence = agreeing.length === 1
    ? [element("span.badge.proved", {}, "proved"), " These dialects agree on every URL: ", agreeing[0].map(nameOf).join(", "), "."]
    : [
        element("span.badge.major", {}, `${agreeing.length} readings`),
        " Dialects that agree on every URL (proved): ",
        agreeing.map((set) => set.map(nameOf).join(", ")).join("; "),
        ".",
        undecided > 0 && ` ${undecided} pairs could not be decided.`,
      ];
  const note = element("p", {}, ...sentence);
  return rows.length === 0 ? [heading, note] : [heading, note, tableOf(agent, agreeing, rows, chosen)];
}

// Dialects that agree share a column.
function tableOf(agent, agreeing, rows, chosen) {
  const base = agreeing.find((set) => set.includes(chosen)) ?? agreeing[0];
  const named = (dialect) => element(dialect === chosen ? "span.name.chosen" : "span.name", {}, nameOf(dialect), dialect === chosen ? spoken(" (chosen) ") : spoken(" "));
  const head = agreeing.map((set) => element("th", { scope: "col" }, ...set.map(named)));
  const body = rows.map(({ url, differs, verdicts }) => {
    const verdictOf = ([first]) => verdicts.find(({ dialect }) => dialect === first);
    const expected = verdictOf(base).allowed;
    const cells = agreeing.map(verdictOf).map(({ allowed, line, rule }) => {
      const isOther = allowed !== expected;
      return element(
        isOther ? "td.differs" : "td",
        { title: rule ?? "no rule" },
        element(`span.verdict.${allowed ? "allowed" : "disallowed"}`, {}, allowed ? "✓" : "✗", spoken(allowed ? " allowed" : " disallowed")),
        line === null ? "" : ` ${line}`,
        line !== null && spoken(" is the line"),
        isOther && spoken(", disagrees"),
      );
    });
    return element(differs ? "tr" : "tr.agrees", {}, element("th", { scope: "row" }, url), ...cells);
  });
  const caption = element("caption.hidden", {}, `Verdicts for ${agent} by dialect, with the number of the deciding line`);
  return element(
    "div.scroll",
    { role: "region", tabIndex: 0, "aria-label": `Verdicts for ${agent} by dialect` },
    element("table", {}, caption, element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "URL"), ...head)), element("tbody", {}, ...body)),
  );
}
