// The adapter for the package robots-parser passes that package's own tests, but for those that
// expect something else than RFC 9309; and the class of Crawlee's name answers what Crawlee asks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import { RobotsTxtFile, Rules, isAllowed, robotsParser } from "../pkg/node.js";

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

test("an empty query is a part of the URL, as for isAllowed", () => {
  const content = "User-agent: *\nDisallow: /a?\nDisallow: /b$\n";
  const robots = robotsParser("https://example.com/robots.txt", content);
  for (const [path, allowed] of [["/a?", false], ["/a", true], ["/a?#f", false], ["/é/../a?", false], ["/b", false], ["/b?", true], ["/b?#", true]]) {
    const url = `https://example.com${path}`;
    assert.deepEqual([robots.isAllowed(url), isAllowed(content, "FooBot", new URL(url).href)], [allowed, allowed], path);
  }
  robots.free();
});

test("URLs that are read without the URL parser come to the same", () => {
  const pieces = ["/", "/x", ".", "..", "%2e", "%2E%2e", "?", "a=b&c", "#f", "%41", "%zz", " ", "\t", "\n", "é", "\\", "'", '"', "<", "|", "^", "{", "[", "~", "!*();:@$,+=", "//", "/./", "\uD800"];
  const bases = ["https://example.com", "https://example.com:443", "https://EXAMPLE.com", "https://example.com:8443", "https://example.com.", "https://example.com@other.example", "http://example.com", "https:", "", "https://example.comx"];
  // Every path that the URL parser makes of these is a rule of its own.
  const robots = robotsParser("https://example.com/robots.txt", "User-agent: *\nDisallow: /\nAllow: /x/..$\nAllow: /x$\nAllow: /*?a=b&c\nAllow: /*'\nAllow: /%41$\nAllow: /.\nAllow: /x/%2e\n");
  const rules = new Rules("User-agent: *\nDisallow: /\nAllow: /x/..$\nAllow: /x$\nAllow: /*?a=b&c\nAllow: /*'\nAllow: /%41$\nAllow: /.\nAllow: /x/%2e\n", "*");
  let count = 0;
  for (const base of bases) {
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of ["", "/..", "x", "?.."]) {
          const url = `${base}/${first}${second}${third}`;
          let expected;
          try {
            const { origin, pathname, href } = new URL(url, "http://relative.invalid/");
            const query = /\?.*/u.exec(href.split("#")[0])?.[0] ?? "";
            if (origin === "https://example.com") expected = rules.isAllowed(pathname + query);
          } catch {
            // None.
          }
          assert.equal(robots.isAllowed(url), expected, JSON.stringify(url));
          count += Number(expected !== undefined);
        }
      }
    }
  }
  assert.ok(count > 5_000, `${count}`);
});

test("the first answer, later ones, and those of many crawlers are the same", () => {
  const robots = "User-agent: foobot\nDisallow: /foo\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /x\nCrawl-delay: 1\nHost: Www.Example.com\nHost: Example.COM\nSitemap: /a\nSitemap: /b";
  for (const contents of [robots, new TextEncoder().encode(robots)]) {
    const parsed = robotsParser("https://example.com/robots.txt", contents);
    for (let round = 0; round < 3; round += 1) {
      // More of them than are remembered.
      for (let number = 0; number < 150; number += 1) assert.equal(parsed.isAllowed("https://example.com/x", `bot${number}`), false);
      assert.deepEqual([parsed.isAllowed("https://example.com/foo", "FooBot/1.0"), parsed.isDisallowed("https://example.com/foo", "FooBot/1.0")], [false, true]);
      assert.deepEqual([parsed.isAllowed("https://example.com/x", "FooBot"), parsed.isAllowed("https://example.com/x")], [true, false]);
      assert.deepEqual([parsed.isAllowed("https://example.org/x"), parsed.isDisallowed("https://example.org/x"), parsed.getMatchingLineNumber("https://example.org/x")], [undefined, true, -1]);
      assert.deepEqual([parsed.getMatchingLineNumber("https://example.com/x"), parsed.getMatchingLineNumber("https://example.com/y"), parsed.getMatchingLineNumber("https://example.com/foo", "foobot")], [6, -1, 2]);
      assert.deepEqual([parsed.getCrawlDelay("foobot"), parsed.getCrawlDelay()], [3, 1]);
      // As robots-parser has it: the last, in lower case.
      assert.deepEqual([parsed.getPreferredHost(), parsed.getSitemaps()], ["example.com", ["/a", "/b"]]);
      if (typeof contents !== "string") contents.fill(32);
    }
    parsed.free();
    for (const call of [() => parsed.isAllowed("https://example.com/x"), () => parsed.getCrawlDelay(), () => parsed.getSitemaps()]) assert.throws(call, /was freed/u);
    parsed.free();
  }
  const nothing = robotsParser("https://example.com/robots.txt", undefined);
  assert.deepEqual([nothing.isAllowed("https://example.com/x"), nothing.getCrawlDelay(), nothing.getPreferredHost(), nothing.getSitemaps()], [true, undefined, null, []]);
  assert.throws(() => new RobotsTxtFile(), TypeError);
});
