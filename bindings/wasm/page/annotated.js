// The file, line by line, with the deciding lines, the group that applies, and the findings with
// their corrections.

import { element, spoken } from "./element.js";

const region = document.getElementById("annotated");

/** Of a longer file, only lines with findings or verdicts are shown, with a few lines around them. */
const MOST_LINES = 1_500;
const MOST_FINDINGS = 300;
const AROUND = 2;

/**
 * Shows a file.
 *
 * @param {string} robots
 * @param {{ findings: object[], decisions: Map<number, object>, groups: number[], chosen: number | null, correct: (finding: object) => void }} said
 */
export function showFile(robots, { findings, decisions, groups, chosen, correct }) {
  const lines = linesOf(robots);
  const byLine = new Map();
  for (const finding of findings.slice(0, MOST_FINDINGS)) {
    byLine.set(finding.line, [...(byLine.get(finding.line) ?? []), finding]);
  }
  const wanted = lines.length <= MOST_LINES ? null : linesAround([...byLine.keys(), ...decisions.keys(), ...groups], lines.length);
  const items = [];
  let last = 0;
  for (const { number, start, text } of lines) {
    if (wanted && !wanted.has(number)) continue;
    if (number > last + 1) items.push(element("li.gap", {}, `… ${number - last - 1} lines …`));
    last = number;
    items.push(lineItem({ number, start, text }, byLine.get(number) ?? [], decisions.get(number), groups.includes(number), number === chosen, correct));
  }
  if (last < lines.length) items.push(element("li.gap", {}, `… ${lines.length - last} lines …`));
  if (findings.length > MOST_FINDINGS) items.push(element("li.gap", {}, `${findings.length - MOST_FINDINGS} more findings are not shown`));
  // The focused line keeps the focus.
  const focused = region.contains(document.activeElement) ? document.activeElement.closest("[data-line]")?.dataset.line : undefined;
  const scroll = region.scrollTop;
  region.replaceChildren(element("ol", {}, ...items));
  region.scrollTop = scroll;
  if (focused !== undefined) region.querySelector(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
}

/** Moves the focus to a line. */
export function goToLine(number) {
  const item = region.querySelector(`[data-line="${number}"]`);
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: "center" });
}

// As the engine counts lines.
function linesOf(robots) {
  const lines = [];
  let start = 0;
  for (const end of robots.matchAll(/\r\n|\r|\n/gu)) {
    lines.push({ number: lines.length + 1, start, text: robots.slice(start, end.index) });
    start = end.index + end[0].length;
  }
  if (start < robots.length || lines.length === 0) lines.push({ number: lines.length + 1, start, text: robots.slice(start) });
  return lines;
}

function linesAround(numbers, most) {
  const wanted = new Set();
  for (const number of numbers) {
    for (let near = Math.max(1, number - AROUND); near <= Math.min(most, number + AROUND); near += 1) wanted.add(near);
    if (wanted.size > MOST_LINES) break;
  }
  for (let number = 1; wanted.size === 0 && number <= Math.min(most, MOST_LINES); number += 1) wanted.add(number);
  return wanted;
}

function lineItem({ number, start, text }, findings, decision, applies, isChosen, correct) {
  const item = element(
    "li",
    { "data-line": number, tabIndex: -1 },
    element("span.number", { "aria-hidden": "true" }, String(number)),
    element("span.text", {}, spoken(`Line ${number}: `), ...marked(text, start, findings, decision)),
  );
  if (decision) {
    item.classList.add("decides");
    if (isChosen) item.setAttribute("aria-current", "true");
    item.lastChild.append(spoken(", decides"));
  }
  if (applies) {
    item.classList.add("applies");
    item.lastChild.append(spoken(", this group applies"));
  }
  for (const finding of findings) item.append(findingNote(finding, correct));
  return item;
}

// The text of a line, cut where marks begin and end.
function marked(text, start, findings, decision) {
  const end = start + text.length;
  const marks = findings.map(({ span, severity }) => ({ ...span, kind: `found.${severity}` }));
  if (decision?.span) marks.push({ ...decision.span, kind: "pattern" });
  const within = marks.map((mark) => ({ ...mark, start: Math.max(mark.start, start), end: Math.min(mark.end, end) })).filter((mark) => mark.start < mark.end);
  const cuts = [...new Set([start, end, ...within.flatMap((mark) => [mark.start, mark.end])])].sort((one, other) => one - other);
  const parts = [];
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const part = text.slice(cuts[at] - start, cuts[at + 1] - start);
    const kinds = within.filter((mark) => mark.start <= cuts[at] && cuts[at + 1] <= mark.end).map((mark) => mark.kind);
    parts.push(kinds.length > 0 ? element(`mark.${kinds.join(".")}`, {}, part) : part);
  }
  return parts;
}

function findingNote(finding, correct) {
  const { code, severity, message, help, witness, correction, suggestions, line } = finding;
  const changes = correction ? [correction] : suggestions;
  const labelOf = (index) => {
    if (correction) return "Correct (changes no verdict)";
    return changes.length > 1 ? `Do so (${index + 1} of ${changes.length})` : "Do so";
  };
  return element(
    "div.finding",
    { role: "note", "aria-label": `${severity} on line ${line}` },
    element("p", {}, element(`span.badge.${severity}`, {}, severity), " ", element("span.names", {}, code), " ", ...withCode(message)),
    element("p", {}, ...withCode(help)),
    witness && element("p.names", {}, "For example ", element("code", {}, witness)),
    ...changes.map((change, index) =>
      element("button", { type: "button", onclick: () => correct(change, line), "aria-label": `${labelOf(index)}: line ${line}, ${help.replaceAll("`", "")}` }, labelOf(index)),
    ),
  );
}

/** The engine puts code between backticks. */
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}
