// Verdicts: the crawlers, the rule that decides, and the rules that lost.

import { withCode } from "./annotated.js";
import { count, element, names } from "./element.js";

const WHY = {
  "no-matching-rule": "no rule matches",
  "no-group": "no group applies",
  "robots-txt-itself": "robots.txt itself is always allowed",
  unreachable: "robots.txt could not be reached",
};

const LOST = { length: "is shorter", kind: "is as long, but disallows", order: "comes later" };

/**
 * Shows verdicts.
 *
 * @param {object[]} rows what `ask` of worker.js answers
 * @param {{ line: number | null, goTo: (line: number) => void }} options the chosen line, and what to do when a line is chosen
 */
export function showVerdicts(rows, { line: chosen, goTo }) {
  const blocks = rows.flatMap(({ url, problem, answers }) => [
    element("p.url", {}, url),
    problem === null
      ? element("ul.answers", {}, ...answers.map((answer) => answerItem(answer, chosen, goTo)))
      : element("p.notice", {}, "This is not a URL or path: ", ...withCode(problem), "."),
  ]);
  document.getElementById("verdicts").replaceChildren(...(blocks.length > 0 ? blocks : [element("p.hint", {}, "Enter URLs to see who may fetch them.")]));
}

function answerItem({ agents, verdict, others }, chosen, goTo) {
  const { allowed, line, rule, reason } = verdict;
  const word = allowed ? "allowed" : "disallowed";
  const why = line === null
    ? element("span", {}, WHY[reason] ?? reason)
    : element("button.plain", { type: "button", onclick: () => goTo(line), "aria-label": `Line ${line} decides: ${rule}. Show it in the file` }, `line ${line}: `, element("code", {}, rule));
  const item = element(
    "li",
    {},
    element(`span.verdict.${word}`, {}, word),
    why,
    element("span.names", { title: agents.join(", ") }, names(agents)),
  );
  for (const { line: other, text, lostBy } of others) {
    item.append(element("span.names", {}, `Line ${other} matches too, but ${LOST[lostBy]}: `, ...withCode(`\`${text}\``)));
  }
  if (line !== null && line === chosen) item.classList.add("chosen");
  return item;
}

/** The lines that decide, with the verdict of the first URL that each decides about. */
export function decisionsOf(rows) {
  const decisions = new Map();
  for (const { answers } of rows) {
    for (const { verdict } of answers) {
      if (verdict.line !== null && !decisions.has(verdict.line)) decisions.set(verdict.line, verdict);
    }
  }
  return decisions;
}

/** The status line. */
export function summaryOf(rows, findings) {
  const verdicts = rows.flatMap(({ answers }) => answers.flatMap(({ agents, verdict }) => agents.map(() => verdict.allowed)));
  const allowed = verdicts.filter(Boolean).length;
  const wrong = rows.filter(({ problem }) => problem !== null).length;
  const told = verdicts.length > 0 && `${count(verdicts.length, "question")}: ${allowed} allowed, ${verdicts.length - allowed} disallowed`;
  const refused = wrong > 0 && (wrong === 1 ? "1 line is not a URL or path" : `${wrong} lines are not URLs or paths`);
  const asked = [told, refused].filter(Boolean).join(". ") || "No URLs are asked about";
  return `${asked}. ${findings === null ? "Looking for findings…" : `${count(findings.length, "finding")}.`}`;
}
