// Connects the fields of the page to the engine, and its answers to what is shown.

import { goToLine, showFile, withCode } from "./annotated.js";
import { showResults } from "./assertions.js";
import { showChanges } from "./changes.js";
import { showComparison } from "./comparison.js";
import { crawlers, offerCrawlers, setCrawlers } from "./crawlers.js";
import { AUTO, nameOf, oneOf } from "./dialects.js";
import { count, element } from "./element.js";
import { Superseded, ask } from "./engine-client.js";
import { showFindings as listFindings } from "./findings.js";
import { EXAMPLE as POLICY_EXAMPLE, assertionsOf } from "./policy.js";
import { fromFragment, toFragment } from "./share.js";
import { selectTab, selectedTab, watchTabs } from "./tabs.js";
import { takeFiles } from "./take-files.js";
import { decisionsOf, showVerdicts, summaryOf } from "./verdicts.js";

const $ = (id) => document.getElementById(id);
const fields = { robots: $("robots"), dialect: $("dialect"), urls: $("urls"), before: $("before"), policy: $("policy") };

const EXAMPLE = {
  robots: `# https://www.example.com/robots.txt
User-agent: *
Disallow: /checkout
Disallow: /search
Allow: /search/about
Disalow: /drafts/
Disallow: /products/*/draft
Disallow: /products/*/draft/old

User-agent: Googlebot
User-agent: bingbot
Disallow: /checkout
Disallow: /*.pdf$

Sitemap: https://www.example.com/sitemap.xml
`,
  crawlers: ["*", "@search"],
  urls: "https://www.example.com/search/about\n/checkout/cart\n/files/report.pdf\n/drafts/plan.html",
};

/** More URLs are not asked about. */
const MOST_URLS = 500;

// The text of the file. The text field itself normalizes line ends, which would move offsets.
let robots = "";
let answered = { rows: [], groups: [], findings: null, summary: null, outcomes: [], linted: null, failure: null };
let chosenLine = null;
const history = [];

function setRobots(text, { remember = true } = {}) {
  if (remember && text !== robots) history.push(robots);
  robots = text;
  fields.robots.value = text;
  $("undo").disabled = history.length === 0;
}

function urls() {
  return fields.urls.value.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, MOST_URLS);
}

function say(text, { failed = false } = {}) {
  $("status").textContent = text;
  $("status").classList.toggle("failed", failed);
}

// How many answers, and questions that are put off, are still to come.
let awaited = 0;

function expect(change) {
  awaited += change;
  $("results").setAttribute("aria-busy", String(awaited > 0));
}

/** Asks, and shows the answer, or why there is no answer. */
async function attempt(place, question, show) {
  expect(1);
  try {
    show(await question());
  } catch (error) {
    if (error instanceof Superseded) return;
    if (place) {
      $(place).replaceChildren(element("p.notice", {}, error.message));
    } else {
      answered.failure = error.message;
      showAll();
    }
  } finally {
    expect(-1);
  }
}

function update() {
  updateSoon.cancel();
  const input = { robots, crawlers: crawlers(), dialect: fields.dialect.value, urls: urls() };
  answered = { ...answered, findings: null, summary: null, failure: null };
  attempt(null, () => ask("ask", input), (found) => {
    answered = { ...answered, ...found };
    showAll();
  });
  attempt(null, () => ask("report", input), (found) => {
    answered = { ...answered, ...found, linted: input.robots };
    showFindings();
  });
  updateTab();
}

// The tabs other than the first are only computed while they are visible.
function updateTab() {
  updateTabSoon.cancel();
  const { dialect, before, policy } = fields;
  const input = { robots, crawlers: crawlers(), dialect: dialect.value, urls: urls().slice(0, 50) };
  const tab = selectedTab();
  if (tab === "dialects") {
    attempt("comparison", () => ask("compare", input), (found) => showComparison(found, oneOf(dialect.value)));
  } else if (tab === "diff" && before.value === "") {
    $("changes").replaceChildren(element("p.hint", {}, "There is nothing to compare with yet."));
  } else if (tab === "diff") {
    attempt("changes", () => ask("diff", { ...input, before: before.value, after: robots }), showChanges);
  } else if (tab === "assertions" && policy.value.trim() === "") {
    $("assertions").replaceChildren(element("p.hint", {}, "Write assertions to have them proved, or refuted with a URL."));
  } else if (tab === "assertions") {
    attempt("assertions", () => ask("test", { ...input, assertions: assertionsOf(policy.value, before.value) }), (results) => showResults(results, openLine));
  }
}

function showAll() {
  const decisions = decisionsOf(answered.rows);
  if (chosenLine === null || !decisions.has(chosenLine)) [chosenLine = null] = [...decisions.keys()];
  showVerdicts(answered.rows, { line: chosenLine, goTo: openLine });
  showFindings();
}

// All but the verdicts, whose buttons keep the focus and the click that is being made.
function showFindings() {
  const { rows, groups, findings, summary, outcomes, failure } = answered;
  const decisions = decisionsOf(rows);
  showFile(robots, { findings: findings ?? [], decisions, groups, chosen: chosenLine, correct });
  const harmless = (findings ?? []).filter(({ correction }) => correction !== null);
  $("fix").disabled = harmless.length === 0;
  listFindings(summary, openLine);
  // Those of the text before stay until the new ones are known, so that nothing jumps.
  $("outcomes").replaceChildren(...outcomes.map((line) => element("li", {}, ...withCode(line))));
  $("counts").textContent = findings === null ? "" : countsOf(findings);
  if (failure === null) say(summaryOf(rows, findings));
  else say(`Failed: ${failure}.`, { failed: true });
}

function countsOf(findings) {
  const parts = ["error", "warning", "info"].map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity]);
  const told = parts.filter(([number]) => number > 0).map(([number, severity]) => (severity === "info" ? `${number} info` : count(number, severity)));
  return told.length > 0 ? `${told.join(", ")}.` : "No findings.";
}

function openLine(line) {
  chosenLine = line;
  if (selectedTab() !== "file") selectTab("file");
  showAll();
  goToLine(line);
}

function correct({ start, end, text }, line) {
  // Where it is in a text that has changed since is not known; findings about that are on their
  // way.
  if (robots !== answered.linted) return;
  setRobots(robots.slice(0, start) + text + robots.slice(end));
  update();
  goToLine(line);
}

// Calls once nothing has happened for a while. What is called cancels it.
function later(call, milliseconds) {
  let timer = null;
  const soon = () => {
    soon.cancel();
    expect(1);
    timer = setTimeout(call, milliseconds);
  };
  soon.cancel = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    expect(-1);
  };
  return soon;
}

const updateSoon = later(update, 200);
const updateTabSoon = later(updateTab, 300);

async function share() {
  const state = { robots, crawlers: crawlers(), dialect: fields.dialect.value, urls: fields.urls.value, before: fields.before.value, policy: fields.policy.value, tab: selectedTab() };
  window.history.replaceState(null, "", `#${await toFragment(state)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    $("shared").textContent = "Copied. The link contains everything you entered.";
  } catch {
    $("shared").textContent = "The link is in the address bar. It contains everything you entered.";
  }
}

async function load() {
  const text = (value) => (typeof value === "string" ? value : "");
  const state = await fromFragment(location.hash);
  if (location.hash.startsWith("#s=") && state === null) $("shared").textContent = "The link is damaged; nothing was loaded from it.";
  const { crawlers: named = EXAMPLE.crawlers, tab = "file", dialect = AUTO } = state ?? {};
  setRobots(state ? text(state.robots) : EXAMPLE.robots, { remember: false });
  fields.urls.value = state ? text(state.urls) : EXAMPLE.urls;
  fields.before.value = text(state?.before);
  fields.policy.value = text(state?.policy);
  if ([...fields.dialect.options].some(({ value }) => value === dialect)) fields.dialect.value = dialect;
  setCrawlers(Array.isArray(named) ? named.filter((name) => typeof name === "string") : ["*"]);
  selectTab(text(tab));
  update();
}

fields.robots.addEventListener("input", () => {
  robots = fields.robots.value;
  updateSoon();
});
fields.urls.addEventListener("input", updateSoon);
fields.dialect.addEventListener("change", update);
fields.before.addEventListener("input", updateTabSoon);
fields.policy.addEventListener("input", updateTabSoon);
$("undo").addEventListener("click", () => {
  setRobots(history.pop(), { remember: false });
  update();
});
$("example").addEventListener("click", () => {
  setRobots(EXAMPLE.robots);
  fields.urls.value = EXAMPLE.urls;
  setCrawlers(EXAMPLE.crawlers);
  update();
});
$("fix").addEventListener("click", () => {
  attempt(null, () => ask("fix", { robots, dialect: fields.dialect.value }), (fixed) => {
    setRobots(fixed);
    update();
  });
});
$("take").addEventListener("click", () => {
  fields.before.value = robots;
  updateTab();
});
$("policy-example").addEventListener("click", () => {
  fields.policy.value = POLICY_EXAMPLE;
  updateTab();
});
$("share").addEventListener("click", share);
takeFiles({ field: fields.robots, button: $("open"), chooser: $("file") }, ({ text, notice }) => {
  setRobots(text);
  update();
  if (notice) $("shared").textContent = notice;
});
takeFiles({ field: fields.before }, ({ text }) => {
  fields.before.value = text;
  updateTab();
});
watchTabs(updateTab);
// Other fragments, such as the one in the link to the results, do not change the fields.
window.addEventListener("hashchange", () => location.hash.startsWith("#s=") && load());

expect(1);
await attempt(null, () => ask("tables", {}), (tables) => {
  fields.dialect.replaceChildren(...[AUTO, ...tables.dialects.map(({ name }) => name)].map((name) => element("option", { value: name }, nameOf(name))));
  offerCrawlers(tables, update);
});
await load();
expect(-1);
