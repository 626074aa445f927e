// The packages of npm in the conformance suite of tests/conformance, which is no test of this package:
//
//     node tests/conformance.js [--save]
//
// With --save the answers are written to tests/conformance/results.

import { readFileSync, writeFileSync } from "node:fs";
import vm from "node:vm";

import robotsParser from "robots-parser";

const FOLDER = new URL("../../../tests/conformance/", import.meta.url);
const LIMIT = 4_000;

const PEERS = [
  {
    library: "robots-parser",
    version: "3.0.1",
    ask: ({ body, agent, url }) => {
      const robots = robotsParser(new URL("/robots.txt", url).href, body.toString("utf8"));
      const line = robots.getMatchingLineNumber(url, agent);
      return { allowed: robots.isAllowed(url, agent), line: line > 0 ? line : null };
    },
  },
];

const joined = (parts) => parts.map(([text, times]) => text.repeat(times)).join("");

/** A case as a question. */
const question = (row) => ({
  body: row.body_b64 === undefined ? Buffer.from(row.body ?? joined(row.body_parts)) : Buffer.from(row.body_b64, "base64"),
  agent: row.agent,
  url: row.url ?? joined(row.url_parts),
});

const rows = (name) =>
  readFileSync(new URL(name, FOLDER), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** What a peer answers, or `undefined` after an exception, or when time is up. */
function answerTo(peer, row) {
  const asked = question(row);
  try {
    return vm.runInNewContext("ask()", { ask: () => peer.ask(asked) }, { timeout: LIMIT });
  } catch {
    return undefined;
  }
}

const word = (allowed) => (allowed === true ? "allowed" : allowed === false ? "disallowed" : "no answer");

for (const peer of PEERS) {
  const { library, version } = peer;
  const cases = rows("cases.jsonl");
  const wrong = [];
  const wrongLines = [];
  const sections = new Map();
  for (const row of cases) {
    const answer = answerTo(peer, row);
    const isRight = answer?.allowed === row.allowed;
    if (!isRight) wrong.push(row.id);
    const lines = Array.isArray(row.line) ? row.line : [row.line];
    if (answer === undefined || !lines.includes(answer.line)) wrongLines.push(row.id);
    const [right, all] = sections.get(row.section) ?? [0, 0];
    sections.set(row.section, [right + Number(isRight), all + 1]);
  }
  console.log(`${library} ${version}: ${cases.length - wrong.length} of ${cases.length}, lines ${cases.length - wrongLines.length}`);
  for (const [section, [right, all]] of sections) {
    if (right < all) console.log(`  ${section}: ${right} of ${all}`);
  }
  for (const id of wrong) console.log(`  wrong: ${id}`);
  if (process.argv.includes("--save")) {
    const open = Object.fromEntries(rows("open.jsonl").map((row) => [row.id, word(answerTo(peer, row)?.allowed)]));
    const by = "node bindings/wasm/tests/conformance.js --save";
    const results = { by, language: "JavaScript", library, open, version, wrong, wrong_lines: wrongLines };
    writeFileSync(new URL(`results/${library}.json`, FOLDER), `${JSON.stringify(results, null, 2)}\n`);
  }
}
