// Findings that say the same as one, worst first.

import { withCode } from "./annotated.js";
import { element } from "./element.js";

const MOST_KINDS = 100;
const MOST_LINES = 12;

/**
 * Shows findings.
 *
 * @param {object[] | null} summary the summary of `report`, or `null` while it is not known
 * @param {(line: number) => void} goTo what to do when a line is chosen
 */
export function showFindings(summary, goTo) {
  const kinds = summary ?? [];
  const items = kinds.slice(0, MOST_KINDS).map((alike) => kindItem(alike, goTo));
  if (kinds.length > MOST_KINDS) items.push(element("li.names", {}, `${kinds.length - MOST_KINDS} more kinds of findings are not shown`));
  document.getElementById("findings").replaceChildren(...items);
}

function kindItem({ code, severity, line: first, also, withoutEffect, message, help }, goTo) {
  return element(
    "li",
    {},
    element("p", {}, element(`span.badge.${severity}`, {}, severity), " ", element("span.names", {}, code), " ", ...withCode(message)),
    element("p", {}, ...withCode(help)),
    element("p.names", {}, ...linksTo([first, ...also], code, goTo)),
    withoutEffect.length > 0 && element("p.names", {}, "Because of it, these rules have no effect: ", ...linksTo(withoutEffect, code, goTo)),
  );
}

/** `line 3`, `lines 3, 5 and 9 more`. */
function linksTo(numbers, code, goTo) {
  const lines = [...new Set(numbers)];
  const links = lines.slice(0, MOST_LINES).flatMap((line, index) => [
    index > 0 && ", ",
    element("button.plain", { type: "button", onclick: () => goTo(line), "aria-label": `Show line ${line}: ${code}` }, `${lines.length === 1 ? "line " : ""}${line}`),
  ]);
  const rest = lines.length > MOST_LINES && ` and ${lines.length - MOST_LINES} more`;
  return [lines.length > 1 && "lines ", ...links, rest].filter((part) => part !== false);
}
