// The options of dialects, one by one: what each of them changes.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const STAR = "User-agent: *\n";

/** An option, a value other than that of RFC 9309, and a file and a URL of which it turns the verdict. */
const TURNING = [
  ["rulesBeforeGroups", true, "Disallow: /x\n", "/x"],
  ["groupsNeedRules", true, `${STAR}Disallow: /x\n\nUser-agent: FooBot\n`, "/x"],
  ["robotVersion", true, `${STAR}Robot-version: 2.0\nDisallow: /[xy]\n`, "/x"],
  ["allowLines", false, `${STAR}Disallow: /x\nAllow: /x/y\n`, "/x/y"],
  ["severalNames", true, "User-agent: BarBot, FooBot\nDisallow: /x\n", "/x"],
  ["severalPaths", true, `${STAR}Disallow: /a /x\n`, "/x"],
  ["suppliesLeadingSlash", true, `${STAR}Disallow: x\n`, "/x"],
  ["robotsTxtAllowed", false, `${STAR}Disallow: /\n`, "/robots.txt"],
  ["indexHtml", true, `${STAR}Disallow: /\nAllow: /index.html\n`, "/"],
  ["bothSpellings", true, `${STAR}Disallow: /%28x\n`, "/(x"],
  ["trimsInvisible", true, `${STAR}Disallow: \u00A0/x\n`, "/x"],
  ["nulEndsLine", true, `${STAR}Disallow: /x\0y\n`, "/x"],
  ["partialBom", true, Uint8Array.from([0xef, 0xbb, ...Buffer.from(`${STAR}Disallow: /x\n`)]), "/x"],
  ["groupEnd", "blank-line", `${STAR}\nDisallow: /x\n`, "/x"],
  ["nameTest", "value-in-name", "User-agent: oob\nDisallow: /x\n", "/x"],
  ["groupChoice", "first", "User-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /x\n", "/x"],
  ["ruleChoice", "first", `${STAR}Disallow: /x\nAllow: /x/y\n`, "/x/y"],
  ["patternLanguage", "prefix", `${STAR}Disallow: /*x\n`, "/ax"],
  ["percentMode", "rule-only", `${STAR}Disallow: /%78\n`, "/x"],
  ["keySpelling", "misspelled", `${STAR}Disalow: /x\n`, "/x"],
  ["targetSyntax", "google-library", `${STAR}Disallow: //x\n`, "//x"],
  ["maxLineBytes", 13, `${STAR}Disallow: /x/y\n`, "/x/z"],
];

const PACING = `${STAR}Crawl-delay: 3\nRequest-rate: 1/5\nVisit-time: 0200-0630\n`;

function pacing({ Rules }, dialect) {
  const rules = new Rules(PACING, "FooBot", { dialect });
  return [rules.crawlDelay, rules.requestRates.length, rules.visitTimes.length];
}

test("each option changes what it says, in either direction", () => {
  for (const module of [rx, core]) {
    const [{ name, options: standard }] = module.dialects();
    assert.equal(name, "rfc9309");
    for (const [option, value, robots, url] of TURNING) {
      const allowed = (dialect) => module.isAllowed(robots, "FooBot", url, { dialect });
      const usual = allowed("rfc9309");
      assert.equal(allowed({ [option]: value }), !usual, option);
      assert.equal(allowed({ ...standard, [option]: value }), !usual, option);
      assert.equal(allowed(standard), usual, option);
    }
    assert.deepEqual(pacing(module, standard), [3, 1, 1]);
    assert.deepEqual(pacing(module, { crawlDelayLines: false }), [null, 1, 1]);
    assert.deepEqual(pacing(module, { requestRateLines: false }), [3, 0, 0]);
    const known = [...TURNING.map(([option]) => option), "crawlDelayLines", "requestRateLines"];
    assert.deepEqual(Object.keys(standard).sort(), known.sort());
  }
});

test("the options that are listed of a preset, taken together, are the preset", () => {
  for (const { name, options } of rx.dialects()) {
    for (const [option, , robots, url] of TURNING) {
      assert.equal(rx.isAllowed(robots, "FooBot", url, { dialect: options }), rx.isAllowed(robots, "FooBot", url, { dialect: name }), `${name} ${option}`);
    }
    assert.deepEqual(pacing(rx, options), pacing(rx, name), name);
  }
});

test("the presets say of each option what their sources do", () => {
  // Only options that differ from those of RFC 9309 are compared.
  const original = { groupEnd: "blank-line", nameTest: "value-in-name", groupChoice: "first", ruleChoice: "any-disallow", patternLanguage: "prefix", percentMode: "draft1996", allowLines: false, robotsTxtAllowed: false };
  const draft = { ...original, groupEnd: "blank-line-or-user-agent", nameTest: "name-in-value", ruleChoice: "first", allowLines: true, robotsTxtAllowed: true };
  const seznam = { groupEnd: "user-agent", robotVersion: true, robotsTxtAllowed: false };
  const expected = {
    rfc9309: {},
    lenient: { rulesBeforeGroups: true, keySpelling: "misspelled", trimsInvisible: true, nulEndsLine: true, bothSpellings: true },
    google: { nameTest: "letters-whole", percentMode: "rule-only", keySpelling: "prefix", robotsTxtAllowed: false, targetSyntax: "google-library", indexHtml: true, maxLineBytes: 16_663, nulEndsLine: true, crawlDelayLines: false, requestRateLines: false, partialBom: true },
    original1994: original,
    draft1996: draft,
    revisited: { ...original, groupsNeedRules: true, severalNames: true, severalPaths: true },
    seznam,
    seznam2: { ...seznam, patternLanguage: "glob" },
    yandex: { groupEnd: "blank-line", crawlDelayLines: false, robotsTxtAllowed: false },
    baidu: { groupEnd: "blank-line", groupChoice: "first", ruleChoice: "first", robotsTxtAllowed: false },
    slurp: { ...draft, patternLanguage: "wildcard" },
    diffbot: { ruleChoice: "any-disallow" },
  };
  const [{ options: standard }] = rx.dialects();
  const given = rx.dialects().map(({ name, options }) => [name, Object.fromEntries(Object.entries(options).filter(([option, value]) => value !== standard[option]))]);
  const differing = (changed) => Object.fromEntries(Object.entries(changed).filter(([option, value]) => value !== standard[option]));
  assert.deepEqual(Object.fromEntries(given), Object.fromEntries(Object.entries(expected).map(([name, changed]) => [name, differing(changed)])));
});

test("values that an option does not have are refused", () => {
  for (const [dialect, message] of [
    [{ indexHtml: "yes" }, /^indexHtml is "yes": not one of true, false$/u],
    [{ indexHtml: null }, /^indexHtml is "null": not one of true, false$/u],
    [{ maxLineBytes: "many" }, /^maxLineBytes is "many": neither null nor a number$/u],
    [{ maxLineBytes: 1.5 }, /^maxLineBytes is "1\.5"/u],
    [{ nameTest: "exact" }, /^nameTest is "exact": not one of .*product-token/u],
    [{ preset: "google", ruleChoice: true }, /^ruleChoice is "true"/u],
  ]) {
    assert.throws(() => rx.isAllowed("", "x", "/", { dialect }), { message }, JSON.stringify(dialect));
  }
  for (const value of ["a\tb", "a\nb", "a b"]) {
    for (const option of ["preset", "groupEnd"]) assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { [option]: value } }), { name: "RangeError" });
  }
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { nameTest: 5n } }), { name: "TypeError", message: "nameTest is a name, a number, true, false or null, not bigint" });
});
