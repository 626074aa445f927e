// The scenarios that every language runs: tests/data/scenarios.json, from the root of the repository.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const SCENARIOS = JSON.parse(readFileSync(new URL("../../../tests/data/scenarios.json", import.meta.url), "utf8"));
const MODULES = [rx, core];

const minute = (time) => {
  const [hour, minutes] = time.split(":").map(Number);
  return 60 * hour + minutes;
};
const minutes = (window) => (window === null ? [null, null] : [minute(window.first), minute(window.last)]);

test("questions", () => {
  for (const row of SCENARIOS.questions) {
    const { robots: body, dialect: named, agent, url, matching, ...expected } = row;
    const dialect = named ?? undefined;
    // Verdicts may have more to say, but nothing else.
    const described = (verdict) => Object.fromEntries(Object.keys(expected).map((name) => [name, verdict[name]]));
    for (const { RobotsTxt, check, isAllowed } of MODULES) {
      const robots = new RobotsTxt(body, { dialect });
      const rules = robots.rulesFor(agent);
      assert.deepEqual(described(robots.check(agent, url)), expected, JSON.stringify(row));
      assert.deepEqual(described(check(body, agent, url, { dialect })), expected, JSON.stringify(row));
      assert.deepEqual([isAllowed(body, agent, url, { dialect }), robots.isAllowed(agent, url), rules.isAllowed(url)], Array(3).fill(row.allowed));
      // Compiled rules cite the canonical form.
      const { rule } = described(rules.check(url));
      assert.deepEqual({ ...described(rules.check(url)), rule: row.rule }, expected, JSON.stringify(row));
      assert.equal(rule === null, row.rule === null);
      const found = robots.matchingRules(agent, url).map(({ text, line, lostBy }) => [text, line, lostBy]);
      assert.deepEqual(found, matching, JSON.stringify(row));
    }
  }
  assert.ok(SCENARIOS.questions.length >= 30);
});

test("files", () => {
  for (const row of SCENARIOS.files) {
    for (const { RobotsTxt } of MODULES) {
      const robots = new RobotsTxt(row.robots, { dialect: row.dialect });
      const rules = robots.rulesFor(row.agent);
      assert.equal(rules.crawlDelay, row.crawl_delay, JSON.stringify(row));
      assert.deepEqual(rules.requestRates.map(({ requests, seconds, window }) => [requests, seconds, ...minutes(window)]), row.request_rates, JSON.stringify(row));
      assert.deepEqual(rules.visitTimes.map(minutes), row.visit_times, JSON.stringify(row));
      assert.deepEqual([robots.sitemaps, robots.hosts], [row.sitemaps, row.hosts]);
      const groups = robots.groups.map(({ line, agents, rules }) => ({ line, agents, rules: rules.map(({ text }) => text) }));
      assert.deepEqual(groups, row.groups, JSON.stringify(row));
      for (const [url, cleaned] of row.cleaned) assert.equal(robots.cleanUrl(url), cleaned);
    }
  }
});

test("refused", () => {
  for (const { agent, url, what } of SCENARIOS.refused) {
    for (const { check, isAllowed } of MODULES) {
      for (const ask of [check, isAllowed]) assert.throws(() => ask("", agent, url), { message: new RegExp(`^${what} is `, "u") }, `${agent} ${url}`);
    }
  }
});

test("names", () => {
  for (const row of SCENARIOS.names) {
    const { way, written, name, error } = row;
    for (const { isAllowed, resolveAgent, token, userAgent } of MODULES) {
      const named = () => {
        const crawler = { one: resolveAgent, token, header: userAgent }[way]?.(written[0]) ?? (way === "tokens" ? written.map((text) => token(text)).reduce((all, { tokens }) => ({ ...all, tokens: [...all.tokens, ...tokens] }), { tokens: [], obeysStar: true, isToken: true }) : written);
        const asked = way === "one" ? written[0] : crawler;
        assert.equal(isAllowed("", asked, "/"), true);
        return crawler.name ?? (crawler.tokens ?? crawler)[0];
      };
      if (error === null) {
        assert.equal(named(), name, JSON.stringify(row));
      } else if (way !== "tokens" || written.length > 0) {
        // An object without tokens is a crawler without a name.
        assert.throws(named, { code: error === "unknown-set" ? "ERR_UNKNOWN_SET" : "ERR_INVALID_AGENT", message: /^agent is /u }, JSON.stringify(row));
        if (way === "one") assert.throws(() => isAllowed("", written[0], "/"), { message: /^agent is /u }, JSON.stringify(row));
      }
    }
  }
});

/** What a crawler finds out that fetches robots.txt from a server with these answers. */
async function fetched({ Crawler, Site }, { url, dialect, answers, body, body_times }) {
  const urls = [];
  let [isCrossOrigin, isTruncated] = [false, false];
  const fetch = async (requested, { headers }) => {
    const { status, headers: fields } = answers[urls.length];
    urls.push(requested);
    // What is meant for the site stays there.
    isCrossOrigin ||= !headers.has("x-api-key");
    const bytes = new TextEncoder().encode(body.repeat(body_times));
    let read = 0;
    const pull = (controller) => {
      if (read >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(read, (read += 65_536)));
    };
    // Who has seen that there is more than is read stops.
    const cancel = () => void (isTruncated = ok);
    const ok = status >= 200 && status < 300;
    // A `Response` of its own accord has no status such as 100 or 600.
    return { status, ok, headers: new Headers(fields), body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) };
  };
  const outcome = await new Site(url).fetchRobots(new Crawler("FooBot", { strict: true, dialect }), { fetch, headers: { "x-api-key": "secret" } });
  return { urls, cross_origin: isCrossOrigin, outcome: outcome.action, cause: outcome.cause, truncated: isTruncated };
}

/**
 * Scenarios that `fetchRobots` cannot be asked for: which they are, and why. Of all others it has
 * to find what is expected, and of these it must not.
 */
const NOT_FETCHED = {
  "fetch decompresses bodies, so that what Content-Encoding says does not matter": ({ answers }) =>
    answers.some(({ headers }) => headers.some(([name, value]) => /^content-encoding$/iu.test(name) && value !== "identity")),
};

test("fetches", async () => {
  for (const row of SCENARIOS.fetches) {
    const { urls, cross_origin, outcome, cause, truncated } = row;
    const expected = { urls, cross_origin, outcome, cause, truncated };
    const isExpected = !Object.values(NOT_FETCHED).some((isOne) => isOne(row));
    for (const module of MODULES) {
      const found = await fetched(module, row);
      if (isExpected) assert.deepEqual(found, expected, JSON.stringify(row));
      else assert.notDeepEqual(found, expected, `what is listed is found: ${JSON.stringify(row)}`);
      // Who fetches in another way tells the last answer, after redirects.
      if (cause === "bad-redirect") continue;
      const { status, headers } = row.answers.at(-1);
      const crawler = new module.Crawler("FooBot", { strict: true, dialect: row.dialect });
      const told = new module.Site(row.url).onResponse(crawler, { status, headers, body: row.body.repeat(row.body_times) });
      assert.deepEqual([told.action, told.cause], [outcome, cause], JSON.stringify(row));
    }
  }
  for (const [why, isOne] of Object.entries(NOT_FETCHED)) assert.ok(SCENARIOS.fetches.some(isOne), `there is no such scenario: ${why}`);
});

test("crawlers are asked by name as by the program, and a list of one name means the name", () => {
  const read = (name) => readFileSync(new URL(`../../../tests/data/asked_by_name.${name}`, import.meta.url), "utf8");
  const body = read("txt");
  const [, ...rows] = read("tsv").trimEnd().split("\n");
  for (const row of rows) {
    const [written, url, access, line] = row.split("\t");
    for (const { RobotsTxt, Rules, check, resolveAgent } of MODULES) {
      for (const agent of [written, [written], resolveAgent(written)]) {
        const robots = new RobotsTxt(body);
        for (const verdict of [check(body, agent, url), robots.check(agent, url), robots.rulesFor(agent).check(url), new Rules(body, agent).check(url)]) {
          assert.deepEqual([verdict.allowed ? "allowed" : "disallowed", String(verdict.line ?? "-")], [access, line], `${JSON.stringify(agent)} ${url}`);
        }
      }
    }
  }
  assert.ok(rows.length > 30);
});
