// The results of assertions.

import { count, element, names } from "./element.js";

/** Shows what `test` returns, failures first. */
export function showResults(results, goTo) {
  const failed = results.filter(({ outcome }) => outcome !== "proved");
  const summary = `${count(results.length - failed.length, "statement")} proved, ${failed.length} not.`;
  const proved = new Map();
  for (const result of results) {
    if (result.outcome !== "proved") continue;
    const key = statement(result);
    proved.set(key, [...(proved.get(key) ?? []), result.agent]);
  }
  document.getElementById("assertions").replaceChildren(
    element("p", {}, element(`span.badge.${failed.length === 0 ? "proved" : "refuted"}`, {}, failed.length === 0 ? "holds" : "fails"), ` ${summary}`),
    element("ul.cards", {}, ...alike(failed).map((result) => failedItem(result, goTo)), ...[...proved].map(([text, agents]) => provedItem(text, agents))),
  );
}

function statement({ assertion, pattern, expected }) {
  return expected === "equivalent" ? `#${assertion}: equivalent to the old file` : `#${assertion}: ${pattern} is ${expected}`;
}

// Crawlers with the same failure share an entry.
function alike(results) {
  const groups = new Map();
  for (const { agent, ...result } of results) {
    const key = JSON.stringify([statement(result), result.outcome, result.witness?.url, result.witness?.line]);
    if (groups.has(key)) groups.get(key).agents.push(agent);
    else groups.set(key, { ...result, agents: [agent] });
  }
  return [...groups.values()];
}

function failedItem(result, goTo) {
  const { agents, outcome, witness } = result;
  const item = element("li", {}, element("p", {}, element(`span.badge.${outcome}`, {}, outcome), " ", element("code", {}, statement(result)), ` for ${names(agents)}`));
  if (witness === null) {
    item.append(element("p", {}, "It could not be decided with the work allowed, which counts as failed."));
    return item;
  }
  const { url, allowed, line, rule, other } = witness;
  item.append(
    element(
      "p",
      {},
      element("code", {}, url),
      ` is ${allowed ? "allowed" : "disallowed"}`,
      line === null ? ", as no rule matches" : " by ",
      line !== null && element("button.plain", { type: "button", onclick: () => goTo(line) }, `line ${line}: `, element("code", {}, rule)),
      other && `, and ${other.allowed ? "allowed" : "disallowed"} in the old file`,
    ),
  );
  return item;
}

function provedItem(text, agents) {
  return element("li", {}, element("p", {}, element("span.badge.proved", {}, "proved"), " ", element("code", {}, text), ` for ${names(agents)}`));
}
