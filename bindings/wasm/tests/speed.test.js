// The speed that README.md promises of Node.js: compiling rules takes at most a third of the time
// in which robots-parser parses.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { Rules } from "../pkg/node.js";

const shared = process.env.ROBOTS_SHARED;
const tools = new URL("bundlers/", import.meta.url);
const why = !shared ? "ROBOTS_SHARED is not set" : !existsSync(new URL("node_modules", tools)) && "npm ci --prefix tests/bundlers was not run";

test("new Rules is three times as fast as robots-parser", { skip: why || false }, (context) => {
  const robotsParser = createRequire(new URL("package.json", tools))("robots-parser");
  const corpus = join(shared, "corpus");
  const files = readdirSync(corpus).slice(0, 1_500).map((name) => readFileSync(join(corpus, name), "utf8"));
  const tasks = {
    rules: () => files.forEach((file) => new Rules(file, "FooBot").free()),
    parser: () => files.forEach((file) => robotsParser("https://www.example.com/robots.txt", file)),
  };
  // Time of the CPU, in turns, because others may be busy on the machine.
  const times = { rules: [], parser: [] };
  for (let round = 0; round < 9; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const start = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(start);
      times[name].push(user + system);
    }
  }
  const best = (name) => Math.min(...times[name]);
  const ratio = best("parser") / best("rules");
  context.diagnostic(`${ratio.toFixed(2)} times as fast`);
  assert.ok(ratio >= 3, `${ratio}`);
});
