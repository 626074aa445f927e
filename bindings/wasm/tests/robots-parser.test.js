// The adapter for the package robots-parser passes that package's own tests, but for those that
// expect something else than RFC 9309; and the class of Crawlee's name answers what Crawlee asks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import { RobotsTxtFile, robotsParser } from "../pkg/node.js";

/** Why the other tests fail: each has to. */
const EXPLAINED = new Map([
  [
    "should handle lone high / low surrogates",
    "half a character is U+FFFD as soon as it is encoded, in the file and, by the URL standard, in the URL: both spell the same octets, which the file disallows",
  ],
]);

/** As much of Chai as these tests use. */
const expect = (value) => ({
  to: {
    equal: (expected) => assert.strictEqual(value, expected),
    eql: (expected) => assert.deepEqual(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(expected))),
    be: { lessThan: (limit) => assert.ok(value < limit, `${value} < ${limit}`) },
  },
});

test("robots-parser's own tests", () => {
  const source = readFileSync(new URL("../node_modules/robots-parser/test/Robots.js", import.meta.url), "utf8");
  const failed = new Map();
  let count = 0;
  const it = (title, run) => {
    count += 1;
    try {
      run();
    } catch (error) {
      failed.set(title, error.message);
    }
  };
  const require = (name) => (name === "chai" ? { expect } : robotsParser);
  vm.runInThisContext(`(function (require, describe, it) { ${source}\n})`)(require, (_, run) => run(), it);
  assert.ok(count > 40, `${count} tests`);
  assert.deepEqual([...failed.keys()], [...EXPLAINED.keys()], JSON.stringify([...failed], null, 2));
});

test("what Crawlee asks", () => {
  const content = "User-agent: *\nDisallow: /x\n\nUser-agent: foobot\nDisallow: /y\nSitemap: https://example.com/s.xml";
  const robots = RobotsTxtFile.from("https://example.com/robots.txt", content);
  for (const [url, allowed, ...agents] of [
    ["https://example.com/x", false],
    ["https://example.com/x", false, "*"],
    ["https://example.com/x", true, "Mozilla/5.0 (compatible; FooBot/2.1)"],
    ["https://example.com/y", true],
    ["https://www.example.com/x", true],
  ]) {
    assert.equal(robots.isAllowed(url, ...agents), allowed, url);
  }
  assert.deepEqual(robots.getSitemaps(), ["https://example.com/s.xml"]);
  robots.free();
  const parsed = robotsParser("https://example.com/robots.txt", content);
  assert.equal(parsed.isAllowed("https://www.example.com/x", "*"), undefined);
  parsed.free();
});
