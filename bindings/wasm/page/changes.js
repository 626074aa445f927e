// What an edit changes, with witnesses.

import { withCode } from "./annotated.js";
import { element, names } from "./element.js";

const KIND = { none: "none", "keeps-open": "none", "keeps-closed": "none", undecided: "undecided", opens: "opens", "opens-site": "opens", closes: "closes", "closes-site": "closes", both: "both" };

/** Shows what `diff` returns. */
export function showChanges({ changes, effects, isWithoutEffect, isUndecided }) {
  const verdict = isWithoutEffect
    ? element("p", {}, element("span.badge.proved", {}, "proved"), " No verdict changes on any URL, for every crawler of one name and every well-known one.")
    : element("p", {}, element("span.badge.major", {}, "changed"), isUndecided ? " Some of it could not be decided." : " Some verdicts change.");
  const about = effects.map(({ agents, effect, description, witnesses }) =>
    element("li", {}, element("p", {}, element(`span.badge.${KIND[effect] ?? "none"}`, {}, description), " ", names(agents)), witnessList(witnesses)),
  );
  const cards = changes.map(({ impact, text, lineBefore, lineAfter, witnesses }) => {
    const lines = [lineBefore !== null && `old line ${lineBefore}`, lineAfter !== null && `new line ${lineAfter}`].filter(Boolean);
    return element(
      "li",
      {},
      element("p", {}, element(`span.badge.${impact}`, {}, impact), " ", ...withCode(text.replace(`${impact}: `, ""))),
      lines.length > 0 && element("p.names", {}, lines.join(", ")),
      witnessList(witnesses),
    );
  });
  document.getElementById("changes").replaceChildren(
    verdict,
    ...(about.length > 0 ? [element("h3", {}, "For whom"), element("ul.cards", {}, ...about)] : []),
    ...(cards.length > 0 ? [element("h3", {}, "Changes, most severe first"), element("ul.cards", {}, ...cards)] : []),
  );
}

function witnessList(witnesses) {
  if (witnesses.length === 0) return null;
  return element(
    "ul",
    {},
    ...witnesses.map(({ url, allowedBefore, allowedAfter, ruleBefore, ruleAfter }) =>
      element("li", {}, element("code", {}, url), ": ", word(allowedBefore), rule(ruleBefore), " → ", word(allowedAfter), rule(ruleAfter)),
    ),
  );
}

function word(allowed) {
  return element(`span.verdict.${allowed ? "allowed" : "disallowed"}`, {}, allowed ? "allowed" : "disallowed");
}

function rule(text) {
  return text === null ? "" : element("span", {}, " (", element("code", {}, text), ")");
}
