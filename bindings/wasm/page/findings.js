// Findings by kind, worst first.

import { withCode } from "./annotated.js";
import { element } from "./element.js";

const SEVERITIES = ["error", "warning", "info"];
const MOST_KINDS = 100;
const MOST_LINES = 12;

/** Findings of one kind together: the most severe first, then in the order of the file. */
function grouped(findings) {
  const kinds = new Map();
  for (const finding of findings) {
    const { code, severity } = finding;
    const key = `${severity} ${code}`;
    if (kinds.has(key)) kinds.get(key).push(finding);
    else kinds.set(key, [finding]);
  }
  const rank = ([{ severity }]) => SEVERITIES.indexOf(severity);
  return [...kinds.values()].sort((one, other) => rank(one) - rank(other) || one[0].line - other[0].line);
}

/**
 * Shows findings.
 *
 * @param {object[] | null} findings what `lint` returns, or `null` while that is not known
 * @param {(line: number) => void} goTo what to do when a line is chosen
 */
export function showFindings(findings, goTo) {
  const kinds = grouped(findings ?? []);
  const items = kinds.slice(0, MOST_KINDS).map((alike) => kindItem(alike, goTo));
  if (kinds.length > MOST_KINDS) items.push(element("li.names", {}, `${kinds.length - MOST_KINDS} more kinds of findings are not shown`));
  document.getElementById("findings").replaceChildren(...items);
}

function kindItem(alike, goTo) {
  const [{ code, severity, message, help }] = alike;
  const lines = [...new Set(alike.map(({ line }) => line))];
  const links = lines.slice(0, MOST_LINES).flatMap((line, index) => [
    index > 0 && ", ",
    element("button.plain", { type: "button", onclick: () => goTo(line), "aria-label": `Show line ${line}: ${code}` }, `${lines.length === 1 ? "line " : ""}${line}`),
  ]);
  const rest = lines.length > MOST_LINES && ` and ${lines.length - MOST_LINES} more`;
  return element(
    "li",
    {},
    element("p", {}, element(`span.badge.${severity}`, {}, severity), " ", element("span.names", {}, code), " ", ...withCode(message), alike.length > 1 && ` (and ${alike.length - 1} more like this)`),
    element("p", {}, ...withCode(help)),
    element("p.names", {}, lines.length > 1 && "lines ", ...links, rest),
  );
}
