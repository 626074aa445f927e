// The speed that README.md promises of Node.js: at most a third of the time that robots-parser takes,
// for compiling rules beside its parsing, and for what its replacement answers; and two thirds of the
// time of a loop at most for many questions at once.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { Rules, robotsParser } from "../pkg/node.js";

const shared = process.env.ROBOTS_SHARED;
const tools = new URL("bundlers/", import.meta.url);
const why = !shared ? "ROBOTS_SHARED is not set" : !existsSync(new URL("node_modules", tools)) && "npm ci --prefix tests/bundlers was not run";

const ROBOTS_URL = "https://www.example.com/robots.txt";

/** The best time of each task, in microseconds: of the CPU, in turns, because others may be busy on the machine. */
function timesOf(tasks) {
  const best = { ours: Infinity, theirs: Infinity };
  for (let round = 0; round < 9; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const start = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(start);
      best[name] = Math.min(best[name], user + system);
    }
  }
  return best;
}

test("three times as fast as robots-parser", { skip: why || false }, async (context) => {
  const theirs = createRequire(new URL("package.json", tools))("robots-parser");
  const corpus = join(shared, "corpus");
  const files = readdirSync(corpus).slice(0, 1_500).map((name) => readFileSync(join(corpus, name), "utf8"));
  const urls = ["/", "/about", "/search?q=a&page=2", "/wp-admin/admin-ajax.php", "/a/long/path/of/a/page/that-is-somewhere.html"].map((path) => `https://www.example.com${path}`);
  const answersOf = (parser) => files.map((file) => parser(ROBOTS_URL, file)).map((parsed) => () => urls.map((url) => parsed.isAllowed(url, "FooBot")));
  const [ask, askThem] = [answersOf(robotsParser), answersOf(theirs)];
  const firstOf = (parser) => () => files.forEach((file) => parser(ROBOTS_URL, file).isAllowed(urls[1], "FooBot"));
  const CASES = {
    "new Rules, beside parsing": { ours: () => files.forEach((file) => new Rules(file, "FooBot").free()), theirs: () => files.forEach((file) => theirs(ROBOTS_URL, file)) },
    "the first answer of robotsParser": { ours: firstOf(robotsParser), theirs: firstOf(theirs) },
    "later answers of robotsParser": { ours: () => ask.forEach((question) => question()), theirs: () => askThem.forEach((question) => question()) },
  };
  for (const [name, tasks] of Object.entries(CASES)) {
    const { ours, theirs } = timesOf(tasks);
    const ratio = theirs / ours;
    context.diagnostic(`${name}: ${ratio.toFixed(2)} times as fast`);
    assert.ok(ratio >= 3, `${name}: ${ratio}`);
  }
});

test("many questions at once are faster than a loop", { skip: shared ? false : "ROBOTS_SHARED is not set" }, (context) => {
  const corpus = join(shared, "corpus");
  const files = readdirSync(corpus).map((name) => readFileSync(join(corpus, name), "latin1"));
  const named = files.flatMap((file) => [...file.matchAll(/^sitemap:\s*(https?:\/\/[\x21-\x7e]+)/gimu)].map(([, url]) => url));
  // Not parts of their files, as `matchAll` returns them.
  const urls = [...new Set(named)].filter(({ length }) => length >= 50 && length <= 100).map((url) => Buffer.from(url).toString());
  const rules = files.filter((_, number) => number % 40 === 0).map((file) => new Rules(file, "FooBot"));
  const { ours, theirs } = timesOf({ ours: () => rules.map((one) => one.isAllowedBatch(urls)), theirs: () => rules.map((one) => urls.map((url) => one.isAllowed(url))) });
  const rowsOf = (time) => `${((rules.length * urls.length) / time).toFixed(1)} million rows a second`;
  context.diagnostic(`isAllowedBatch: ${rowsOf(ours)}; a loop: ${rowsOf(theirs)}`);
  assert.ok(theirs / ours >= 1.5, `${theirs / ours}`);
});
