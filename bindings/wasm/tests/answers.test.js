// Each field of each answer: that it says what its declaration promises, of the right line, crawler
// and dialect.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const STAR = "User-agent: *\n";

test("what a diff says of a change, of its witnesses, and of a crawler", () => {
  const before = "User-agent: FooBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /x\n";
  const after = "User-agent: FooBot\nDisallow: /a\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n";
  const everyone = { agent: "*", url: "https://example.com/", allowedBefore: true, allowedAfter: false, ruleBefore: null, ruleAfter: "Disallow: /", lineBefore: null, lineAfter: 6, text: "https://example.com/: allowed -> disallowed, now `Disallow: /`" };
  const foobot = { agent: "FooBot", url: "https://example.com/b", allowedBefore: true, allowedAfter: false, ruleBefore: null, ruleAfter: "Disallow: /b", lineBefore: null, lineAfter: 3, text: "https://example.com/b: allowed -> disallowed, now `Disallow: /b`" };
  assert.deepEqual(rx.diff(before, after), {
    changes: [
      { kind: "rule-added", impact: "critical", effect: "closes-site", agents: ["*"], lineBefore: null, lineAfter: 6, line: "Disallow: /", witnesses: [everyone], text: "critical: * is blocked from the whole site: `Disallow: /` was added" },
      { kind: "rule-added", impact: "minor", effect: "closes", agents: ["FooBot"], lineBefore: null, lineAfter: 3, line: "Disallow: /b", witnesses: [foobot], text: "minor: FooBot can crawl less: `Disallow: /b` was added" },
      { kind: "rule-removed", impact: "info", effect: "none", agents: ["*"], lineBefore: 5, lineAfter: null, line: "Disallow: /x", witnesses: [], text: "info: *: `Disallow: /x` was removed, no effect (proved)" },
    ],
    effects: [
      { agents: ["*"], effect: "closes-site", impact: "critical", description: "blocked from the whole site", witnesses: [everyone] },
      { agents: ["FooBot"], effect: "closes", impact: "minor", description: "can crawl less", witnesses: [foobot] },
    ],
    isWithoutEffect: false,
    isUndecided: false,
  });
  // What was there before is said, too.
  const [{ witnesses: [removed] }] = rx.diff(`${STAR}Disallow: /a\n`, STAR).effects;
  assert.deepEqual([removed.allowedBefore, removed.allowedAfter, removed.ruleBefore, removed.ruleAfter, removed.lineBefore, removed.lineAfter], [false, true, "Disallow: /a", null, 2, null]);
});

test("a diff reads both files in the dialect", () => {
  const [right, misspelled] = [`${STAR}Disallow: /x\n`, `${STAR}Disalow: /x\n`];
  for (const [before, after] of [[right, misspelled], [misspelled, right]]) {
    assert.equal(rx.diff(before, after).isWithoutEffect, false);
    assert.equal(rx.diff(before, after, { dialect: "rfc9309" }).isWithoutEffect, false);
    assert.equal(rx.diff(before, after, { dialect: "google" }).isWithoutEffect, true);
  }
});

test("a diff is about the crawlers that are asked for", () => {
  const effectOn = (name, agents) => rx.diff(`${STAR}Disallow: /x\n`, `${STAR}Disallow: /\n`, { agents }).effects.find(({ agents }) => agents.includes(name))?.effect;
  assert.equal(effectOn("*", []), "closes-site");
  for (const [name, effect] of [["FooBot", "closes-site"], ["Googlebot", "closes-site"], ["AdsBot-Google", "none"]]) {
    assert.equal(effectOn(name, [name]), effect, name);
    assert.equal(effectOn(name, ["*", name]), effect, name);
    assert.equal(effectOn(name, []), undefined, name);
  }
});

test("what lint says of a finding", () => {
  const robots = "User-agent: *\nDisallow: /🤖é/*\nAllow: /🤖é\nDisalow: /b\nDisallow: /🤖é/*\n";
  const found = new Map(rx.lint(robots).map((finding) => [finding.code, finding]));
  const at = (text, from = 0) => ({ start: robots.indexOf(text, from), end: robots.indexOf(text, from) + text.length });
  const second = robots.lastIndexOf("Disallow");
  const { witness: url, help, message, ...redundant } = found.get("R037");
  assert.deepEqual(redundant, { code: "R037", name: "redundant-rule", severity: "info", line: 3, column: 8, endLine: 3, endColumn: 12, span: { start: robots.indexOf("/🤖é\n"), end: robots.indexOf("\nDisalow") }, related: [], correction: null, suggestions: [{ start: robots.indexOf("Allow"), end: robots.indexOf("Disalow"), text: "" }] });
  assert.equal(new URL(url).pathname, "/%F0%9F%A4%96%C3%A9");
  assert.match(message, /no effect/u);
  assert.match(help, /^remove the line, or write the Disallow/u);
  const misspelled = found.get("R010");
  const letter = robots.indexOf("Disalow") + 5;
  assert.deepEqual(misspelled, {
    code: "R010", name: "misspelled-key", severity: "error", line: 4, column: 1, endLine: 4, endColumn: 8, span: at("Disalow"),
    message: "unknown key `Disalow`; did you mean `Disallow`?", help: "write `Disallow: /b`", witness: null, related: [], correction: null,
    suggestions: [{ start: letter, end: letter, text: "l" }],
  });
  const duplicate = found.get("R035");
  assert.deepEqual(duplicate, {
    code: "R035", name: "duplicate-rule", severity: "info", line: 5, column: 11, endLine: 5, endColumn: 17, span: at("/🤖é/*", second),
    message: "duplicate of line 2", help: "remove the line", witness: null,
    related: [{ line: 2, span: at("Disallow: /🤖é/*"), message: "the first one is here" }],
    correction: { start: second, end: robots.length, text: "" }, suggestions: [],
  });
  // In bytes, the same places are counted in bytes.
  const inBytes = rx.lint(new TextEncoder().encode(robots)).find(({ code }) => code === "R035");
  assert.deepEqual([inBytes.column, inBytes.endColumn, inBytes.related[0].span.end], [11, 20, robots.indexOf("\nAllow") + 3]);
});

test("a place within a character of a text is that of the whole character", () => {
  // Google skips the first two bytes of a byte order mark, with which this letter begins as well.
  const robots = "\uFEC0User-agent: *\nDisallow: /x\n";
  const whole = { start: 0, end: "\uFEC0User-agent: *".length };
  const found = new Map(rx.lint(robots, { dialect: "google" }).map((finding) => [finding.code, finding]));
  const { column, endColumn, span } = found.get("R010");
  assert.deepEqual([column, endColumn, span], [1, 12, { start: 0, end: "\uFEC0User-agent".length }]);
  assert.deepEqual(found.get("R010").suggestions, [{ start: 0, end: 1, text: "" }]);
  assert.equal(rx.applyCorrection(robots, found.get("R010").suggestions[0]), robots.slice(1));
  assert.deepEqual(found.get("R020").related.map(({ span }) => span), [whole]);
  for (const { RobotsTxt } of [rx, core]) {
    assert.deepEqual(new RobotsTxt(robots, { dialect: "google" }).lines[0].span, whole);
    // In bytes it is a place as any other.
    const bytes = new TextEncoder().encode(robots);
    assert.deepEqual(new RobotsTxt(bytes, { dialect: "google" }).lines[0].span, { start: 2, end: 16 });
  }
});

test("what a report says of findings that are alike", () => {
  const robots = `${STAR}Disallow: /x\nDisallow: /y\nDisallow: /\nDisalow: /z\nSitemap: /s.xml\n`;
  const [closed, misspelled] = rx.report(robots).summary;
  assert.deepEqual(closed, {
    code: "R028", name: "everything-blocked", severity: "error", line: 4, also: [], withoutEffect: [2, 3],
    message: "this blocks the whole site for all crawlers that follow `*`",
    help: "remove the rule or write `Disallow:` if the site should be found; if this is meant, write `# robots-lint: ignore R028` above the rule",
    note: "because of it, the rules on lines 2, 3 have no effect",
  });
  assert.deepEqual([misspelled.code, misspelled.severity, misspelled.help, misspelled.note], ["R010", "error", "write `Disallow: /z`", null]);
  const stars = rx.report(`${STAR}Disallow: /a*\nDisallow: /b*\nDisallow: /c*\n`).summary.find(({ code }) => code === "R031");
  assert.deepEqual([stars.severity, stars.line, stars.also], ["info", 2, [3, 4]]);
});

test("lint, report and fix read the file in the dialect, RFC 9309 unless another is named", () => {
  const robots = "User-agent: *\nDisalow: /x\n";
  const codes = (options) => [rx.lint(robots, options), rx.report(robots, options).findings, rx.report(robots, options).summary].map((found) => found.map(({ code }) => code));
  for (const options of [undefined, { dialect: "rfc9309" }]) assert.deepEqual(codes(options), [["R010"], ["R010"], ["R010"]]);
  assert.deepEqual(codes({ dialect: "google" }), [["R011"], ["R011"], ["R011"]]);
  // Where Google reads the line, its spelling is a suggestion of another code.
  const right = "User-agent: *\nDisallow: /x\n";
  assert.deepEqual([rx.fix(robots, { also: ["R010"] }), rx.fix(robots, { also: ["R011"] })], [right, robots]);
  assert.deepEqual([rx.fix(robots, { also: ["R010"], dialect: "google" }), rx.fix(robots, { also: ["R011"], dialect: "google" })], [robots, right]);
  // Codes go by their names as well, and all of those that are named count.
  assert.equal(rx.fix(robots, { also: ["R031", "misspelled-key"] }), right);
  const two = `${STAR}Disalow: /x\nDisallow: /a*\n`;
  assert.deepEqual(rx.lint(two, { disable: ["R010"] }).map(({ code }) => code), ["R031"]);
  assert.deepEqual(rx.lint(two, { disable: ["R031", "misspelled-key"] }), []);
  assert.equal(rx.fix(two, { disable: ["R010", "R031"] }), two);
  assert.notEqual(rx.fix(two), two);
});

test("each directive of a page is one field", () => {
  const open = {
    mayIndex: true, mayFollow: true, mayArchive: true, mayShowSnippet: true, mayTranslate: true, mayIndexImages: true, mayIndexIfEmbedded: false, mayUseForAi: true, mayUseImagesForAi: true, mayUseForTraining: true,
    maxSnippet: null, maxImagePreview: null, maxVideoPreview: null, unavailableAfter: null, licenses: [], unknown: [],
  };
  assert.deepEqual(rx.pageRules("FooBot"), open);
  for (const [directive, changed] of [
    ["noindex", { mayIndex: false }],
    ["nofollow", { mayFollow: false }],
    ["none", { mayIndex: false, mayFollow: false }],
    ["noarchive", { mayArchive: false }],
    ["nosnippet", { mayShowSnippet: false }],
    ["notranslate", { mayTranslate: false }],
    ["noimageindex", { mayIndexImages: false }],
    ["noai", { mayUseForAi: false }],
    ["noimageai", { mayUseImagesForAi: false }],
    ["noml", { mayUseForTraining: false }],
    ["max-snippet: 20", { maxSnippet: 20 }],
    ["max-snippet: -1", { maxSnippet: -1 }],
    ["max-image-preview: standard", { maxImagePreview: "standard" }],
    ["max-video-preview: 30", { maxVideoPreview: 30 }],
    ["max-video-preview: -1", { maxVideoPreview: -1 }],
    ["bogus", { unknown: ["bogus"] }],
  ]) {
    for (const sources of [{ meta: { robots: directive } }, { headers: { "X-Robots-Tag": directive } }, { meta: [["viewport", "x"], ["robots", directive]] }, { headers: [["a", "b"], ["x-robots-tag", directive]] }]) {
      assert.deepEqual(rx.pageRules("FooBot", sources), { ...open, ...changed }, JSON.stringify(sources));
    }
  }
  const embedded = rx.pageRules("FooBot", { meta: { robots: "noindex, indexifembedded" } });
  assert.deepEqual([embedded.mayIndex, embedded.mayIndexIfEmbedded], [false, true]);
  // Groups of robots.txt that a crawler falls back to are none of its tags.
  assert.equal(rx.pageRules("Applebot", { meta: { googlebot: "noindex" } }).mayIndex, true);
  assert.equal(rx.pageRules({ tokens: ["YandexBot", "FooBot"] }, { meta: { yandex: "noindex" } }).mayIndex, true);
});

test("what a parsed file says of groups, rules and lines, in the places where they are", () => {
  const robots = "# 🤖é\nUser-agent: FooBot\nAllow: /🤖é # why\nDisallow: /\nCrawl-delay: 1.5\nVisit-time: 0100-0200\nVisit-time: 0300-0400\n\nUser-agent: *\nDisallow: /x\nHost: a.example\nHost: b.example\nSitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml\n";
  for (const { RobotsTxt, Rules, Crawler, Site } of [rx, core]) {
    const file = new RobotsTxt(robots);
    const [foobot, star] = file.groups;
    assert.deepEqual([foobot.agents, foobot.line, foobot.crawlDelay, star.agents, star.line, star.crawlDelay], [["FooBot"], 2, 1.5, ["*"], 9, null]);
    assert.deepEqual(foobot.visitTimes, [{ first: "01:00", last: "02:00" }, { first: "03:00", last: "04:00" }]);
    assert.deepEqual([file.groupsFor("FooBot"), file.groupsFor("BarBot")], [[foobot], [star]]);
    assert.ok(robots.slice(star.span.start, star.span.end).startsWith("User-agent: *\nDisallow: /x"));
    const [allow, disallow] = foobot.rules;
    const { span, ...said } = allow;
    assert.deepEqual(said, { isAllow: true, pattern: "/🤖é", line: 3, text: "Allow: /🤖é" });
    assert.equal(robots.slice(span.start, span.end), "/🤖é");
    assert.deepEqual([disallow.isAllow, disallow.pattern, disallow.line, robots.slice(disallow.span.start, disallow.span.end)], [false, "/", 4, "/"]);
    assert.deepEqual(file.matchingRules("FooBot", "/🤖é"), [{ ...allow, lostBy: null }, { ...disallow, lostBy: "length" }]);
    const [comment] = file.lines;
    assert.deepEqual(comment, { line: 1, kind: "comment", key: null, value: null, comment: "# 🤖é", text: "# 🤖é", span: { start: 0, end: 5 } });
    assert.deepEqual([file.hosts, file.sitemaps], [["a.example", "b.example"], ["https://example.com/1.xml", "https://example.com/2.xml"]]);
    const rules = new Rules(robots, "FooBot");
    assert.equal(rules.crawlDelay, 1.5);
    const listed = rules.toList().sort((one, another) => one.line - another.line);
    assert.deepEqual(listed.map(({ isAllow, pattern, line, span }) => [isAllow, pattern, line, span]), [[true, "/%F0%9F%A4%96%C3%A9", 3, null], [false, "/", 4, null]]);
    const [site, crawler] = [new Site("https://example.com"), new Crawler("FooBot")];
    site.onResponse(crawler, { status: 200, body: robots });
    assert.deepEqual(site.sitemaps(crawler), file.sitemaps);
  }
});

test("no more is read than maxBytes, and no line in part", () => {
  const robots = `${STAR}Disallow: /x\nDisallow: /y\n`;
  for (const [maxBytes, isTruncated, body, x, y] of [
    [robots.length + 1, false, robots, false, false],
    [robots.length, false, robots, false, false],
    // Only the line end is missing, so the line is whole.
    [robots.length - 1, true, robots.slice(0, -1), false, false],
    [robots.length - 2, true, `${STAR}Disallow: /x\n`, false, true],
    [`${STAR}Disallow: /x\n`.length, true, `${STAR}Disallow: /x\n`, false, true],
    [0, true, "", true, true],
  ]) {
    for (const { RobotsTxt, Rules } of [rx, core]) {
      const [file, rules] = [new RobotsTxt(robots, { maxBytes }), new Rules(robots, "FooBot", { maxBytes })];
      assert.deepEqual([file.isTruncated, file.body], [isTruncated, body], `${maxBytes}`);
      assert.deepEqual([file.isAllowed("FooBot", "/x"), file.isAllowed("FooBot", "/y")], [x, y], `${maxBytes}`);
      assert.deepEqual([rules.isAllowed("/x"), rules.isAllowed("/y")], [x, y], `${maxBytes}`);
    }
  }
  // More than a number of 32 bits is no less.
  assert.equal(new rx.RobotsTxt(robots, { maxBytes: 2 ** 32 + 5 }).isTruncated, false);
});

test("crawlers say what was written, and the table of them is whole", () => {
  for (const written of ["FooBot/1.0 (x)", "Googlebot-Image"]) {
    assert.deepEqual([rx.userAgent(written).header, rx.resolveAgent(written).header], [written, written]);
  }
  const rows = readFileSync(new URL("../../../tests/data/crawlers.tsv", import.meta.url), "utf8").trim().split("\n").filter((line) => !line.startsWith("#")).slice(1);
  const tokens = rows.map((row) => row.split("\t")[0]);
  assert.deepEqual(rx.agents().map(({ token }) => token).sort(), tokens.sort());
  // Of two purposes an agent has the main one, and it is in the sets of both. A preference is in none.
  const second = { "ai-training": ["CCBot"], "ai-search": ["Google-Extended"] };
  for (const set of ["search", "ai-training", "ai-search", "preview", "seo", "archive", "ads"]) {
    const belongs = ({ token, purpose }) => (purpose === set || second[set]?.includes(token)) && token !== "__usage_ai-training";
    assert.deepEqual(rx.agents(set), rx.agents().filter(belongs), set);
  }
  assert.equal(rx.agents("user").every(({ purpose }) => purpose === "assistant"), true);
  assert.deepEqual(rx.agentSets().sort(), ["ads", "ai-search", "ai-training", "archive", "preview", "search", "seo", "user"]);
});

test("each name of a list is what it is alone, and a token is nothing but itself", () => {
  const robots = "User-agent: bingbot\nDisallow: /b/\n\nUser-agent: *\nCrawl-delay: 5\n";
  const { token } = rx;
  for (const [agent, delay] of [["bingbot", 5], [rx.agentByToken("bingbot"), 5], [["bingbot"], 5], [["FooBot", "bingbot/2.0"], 5], [token("bingbot"), null], [{ tokens: ["bingbot", "FooBot"] }, null]]) {
    assert.equal(new rx.Rules(robots, agent).crawlDelay, delay, JSON.stringify(agent));
  }
  const named = "User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /\n";
  for (const [agent, path, allowed] of [
    [["Googlebot-Video"], "/g", false],
    [["Googlebot-Video"], "/x", true],
    [token("Googlebot-Video"), "/x", false],
    [["AdsBot-Google"], "/x", true],
    [["FooBot", "AdsBot-Google"], "/x", true],
    [token("AdsBot-Google"), "/x", false],
    [token("*"), "/x", false],
  ]) {
    for (const answer of [rx.isAllowed(named, agent, path), rx.check(named, agent, path).allowed, new rx.RobotsTxt(named).isAllowed(agent, path), new rx.Rules(named, agent).isAllowed(path)]) {
      assert.equal(answer, allowed, `${JSON.stringify(agent)} ${path}`);
    }
  }
  // A blank line ends a group of Yandex.
  const blank = "User-agent: *\n\nDisallow: /\n";
  assert.deepEqual([["YandexBot"], ["YandexBot", "YandexImages"], ["YandexBot", "FooBot"], token("YandexBot")].map((agent) => rx.isAllowed(blank, agent, "/")), [true, true, false, false]);
});

test("what names no crawler, or several, is refused everywhere, and alike", () => {
  const robots = "User-agent: *\nAllow: /\n";
  const file = new rx.RobotsTxt(robots);
  const doors = [
    (agent) => rx.isAllowed(robots, agent, "/"),
    (agent) => rx.check(robots, agent, "/"),
    (agent) => file.isAllowed(agent, "/"),
    (agent) => file.check(agent, "/"),
    (agent) => file.matchingRules(agent, "/"),
    (agent) => file.rulesFor(agent),
    (agent) => file.groupsFor(agent),
    (agent) => new rx.Rules(robots, agent),
    (agent) => new rx.Crawler(agent),
    (agent) => rx.pageRules(agent),
  ];
  for (const [written, message] of [
    ["", /^agent is "": a crawler's name is empty/u],
    [" ", /^agent is " ": a crawler's name is empty/u],
    ["Foo,GPTBot", /^agent is "Foo,GPTBot": a crawler's name has no comma/u],
    ["@nobody", /^agent is "@nobody": there is no set of crawlers @nobody/u],
    ["@search", /^agent is "@search": @search is a set of crawlers/u],
    ["https://example.com/", /^agent is "https:\/\/example\.com\/", which is a URL/u],
  ]) {
    for (const door of doors) {
      assert.throws(() => door(written), { name: "RangeError", message }, `${door} ${written}`);
      assert.throws(() => door(["FooBot", written]), { name: "RangeError", message }, `${door} ${written}`);
    }
    assert.throws(() => rx.resolveAgent(written), { name: "RangeError", message });
    // The packages that these replace refuse no text.
    assert.equal(rx.robotsParser("https://example.com/robots.txt", robots).isAllowed("https://example.com/", written), true);
    assert.equal(rx.RobotsTxtFile.from("https://example.com/robots.txt", robots).isAllowed("https://example.com/", written), true);
  }
});

test("assertions and comparisons are about the crawler as its operator documents it", () => {
  const closed = `${STAR}Disallow: /\n`;
  const outcomes = (assertion) => rx.test(closed, [assertion]).map(({ agent, outcome }) => [agent, outcome]);
  // AdsBot-Google ignores `*`.
  const agents = ["*", "AdsBot-Google"];
  assert.deepEqual(outcomes({ disallowed: ["/"], agents }), [["*", "proved"], ["AdsBot-Google", "refuted"]]);
  assert.deepEqual(outcomes({ equivalentTo: "", agents }), [["*", "refuted"], ["AdsBot-Google", "proved"]]);
  const [everyone, ads] = rx.compareDialects(closed, { agents, dialects: ["rfc9309", { allowLines: false, robotsTxtAllowed: false }], urls: ["/robots.txt"] });
  const verdicts = ({ rows }) => rows[0].verdicts.map(({ allowed }) => allowed);
  assert.deepEqual([verdicts(everyone), verdicts(ads)], [[true, false], [true, true]]);
  assert.deepEqual([everyone.agreeing.length, ads.agreeing.length], [2, 1]);
});

test("every exception of an assertion counts, in the dialect of the assertion", () => {
  const robots = `${STAR}Disallow: /private/\nAllow: /private/press/\nAllow: /private/news/\n`;
  for (const [except, outcome] of [[["/private/press/", "/private/news/"], "proved"], [["/private/press/"], "refuted"], [[], "refuted"]]) {
    assert.equal(rx.test(robots, [{ disallowed: ["/private/"], except }])[0].outcome, outcome);
  }
  // In 1994, a star was a star.
  const star = [{ allowed: ["/*"] }];
  assert.equal(rx.test(`${STAR}Disallow: /x\n`, star)[0].outcome, "refuted");
  assert.equal(rx.test(`${STAR}Disallow: /x\n`, star, { dialect: "original1994" })[0].outcome, "proved");
});

test("what refutes an assertion is cited from the file, and of two files from both", () => {
  const [robots, other] = ["# 🤖é\nUser-agent: *\nDisallow: /x # why\n", "User-agent: *\nAllow: /x\n"];
  const [{ witness, ...refuted }] = rx.test(robots, [{ allowed: ["/x"] }]);
  assert.deepEqual(refuted, { assertion: 1, agent: "*", pattern: "/x", expected: "allowed", outcome: "refuted", dialect: "rfc9309" });
  const { span, ...said } = witness;
  assert.equal(robots.slice(span.start, span.end), "/x");
  assert.deepEqual(said, { url: "https://example.com/x", allowed: false, reason: "rule", line: 3, rule: "Disallow: /x", group: "*", text: "disallowed by `Disallow: /x` on line 3, in the group of *", obeys: "unknown", note: null });
  const [{ witness: both, expected }] = rx.test(robots, [{ equivalentTo: other }]);
  assert.deepEqual([expected, both.allowed, both.line, both.other.allowed, both.other.line], ["equivalent", false, 3, true, 2]);
  assert.equal(rx.test(robots, [{ disallowed: ["/x"] }])[0].witness, null);
});

test("an equivalence is read in the dialect, and is about the crawlers of either file", () => {
  const [right, misspelled] = [`${STAR}Disallow: /x\n`, `${STAR}Disalow: /x\n`];
  const outcome = (dialect) => rx.test(right, [{ equivalentTo: misspelled, dialect }]).map(({ outcome }) => outcome);
  assert.deepEqual([outcome(undefined), outcome("google")], [["refuted"], ["proved"]]);
  const own = (name) => `${right}\nUser-agent: ${name}\nDisallow: /y\n`;
  const names = (assertion) => rx.test(own("FooBot"), [assertion]).map(({ agent }) => agent);
  assert.deepEqual(names({ equivalentTo: own("BarBot") }), ["*", "FooBot", "BarBot"]);
  assert.deepEqual(names({ equivalentTo: own("BarBot"), agents: ["BazBot"] }), ["BazBot"]);
});

test("a comparison names the dialects of a pair in their order, with a URL, and says whether it is whole", () => {
  const [{ pairs, rows }] = rx.compareDialects(`${STAR}Disallow: /x\nAllow: /x/y\nDisallow: /z\nAllow: /z/y\n`, { dialects: ["rfc9309", "original1994", "google"] });
  assert.deepEqual(pairs.map(({ dialects }) => dialects), [["rfc9309", "original1994"], ["rfc9309", "google"], ["original1994", "google"]]);
  const [{ url, outcome, complete }] = pairs;
  assert.deepEqual([outcome, complete, url], ["refuted", true, rows[0].url]);
  assert.equal(rows[0].differs, true);
  const many = `${STAR}${Array.from({ length: 40 }, (_, number) => `Disallow: /${number}/\nAllow: /${number}/open\n`).join("")}`;
  assert.equal(rx.compareDialects(many, { dialects: ["rfc9309", "original1994"] })[0].pairs[0].complete, false);
  // A group that opts in may be any of them.
  const optsIn = `User-agent: FooBot\nDisallow: /y\n\n${STAR}Robot-version: 2.0\nDisallow: /x\n`;
  assert.ok(rx.compareDialects(optsIn, { agents: ["*"] })[0].pairs.some(({ dialects }) => dialects.includes("seznam2")));
});

test("delays of parts of a second, and the limits of a crawler's dialect", () => {
  const decide = (options, delay) => {
    const [crawler, site] = [new rx.Crawler("FooBot", options), new rx.Site("https://example.com")];
    site.onResponse(crawler, { status: 200, body: delay === null ? STAR : `${STAR}Crawl-delay: ${delay}\n` }, 0);
    site.onPageRequest(0);
    const { action, until, delay: asked } = site.decide(crawler, "/", 0);
    return [action, until, asked];
  };
  assert.deepEqual(decide({ defaultDelay: 0.5 }, null), ["wait-until", 500, null]);
  assert.deepEqual(decide({ maxDelay: 1.2 }, 1.5), ["too-slow", null, 1.5]);
  assert.deepEqual(decide({ maxDelay: 1.5 }, 1.5), ["wait-until", 1_500, null]);
  const limits = (dialect) => new rx.Crawler("FooBot", { dialect }).maxRedirects;
  assert.deepEqual([limits("rfc9309"), limits("draft1996")], [5, 20]);
});

test("an answer that is told is read up to the limit of the crawler", () => {
  const crawler = new rx.Crawler("FooBot");
  const body = `${STAR}#`.padEnd(crawler.maxBytes - "\nDisallow: /x".length, "#") + "\nDisallow: /x";
  for (const [more, allowed] of [["", false], ["y", true]]) {
    const site = new rx.Site("https://example.com");
    site.onResponse(crawler, { status: 200, body: body + more });
    assert.equal(site.rules(crawler).isAllowed("/x"), allowed, more);
  }
});

test("a URL that is refused is cited up to a hundred characters", () => {
  assert.throws(() => rx.isAllowed("", "x", "a".repeat(150)), (error) => error.message.startsWith(`url is "${"a".repeat(100)}":`));
  assert.throws(() => rx.isAllowed("", `https://${"a".repeat(150)}`, "/"), (error) => error.message.startsWith(`agent is "https://${"a".repeat(92)}", which`));
});

test("a verdict says who may ignore robots.txt", () => {
  const robots = "User-agent: *\nDisallow: /\n";
  for (const [agent, obeys] of [["ChatGPT-User", "may-ignore"], [["GPTBot", "ChatGPT-User"], "may-ignore"], ["GPTBot", "always"], ["FooBot", "unknown"], [rx.token("GPTBot"), "unknown"], [rx.agentByToken("Google-Safety"), "may-ignore"]]) {
    for (const verdict of [rx.check(robots, agent, "/x"), new rx.RobotsTxt(robots).check(agent, "/x")]) {
      assert.equal(verdict.obeys, obeys, JSON.stringify(agent));
      assert.equal(verdict.note !== null, obeys === "may-ignore", JSON.stringify(agent));
    }
  }
  // The verdict that a proof or a comparison shows, too.
  const [{ witness }] = rx.test(robots, [{ allowed: ["/x"], agents: ["ChatGPT-User"] }]);
  const [{ rows: [{ verdicts: [compared] }] }] = rx.compareDialects(robots, { agents: ["ChatGPT-User"], urls: ["/x"] });
  for (const { obeys, note } of [witness, compared]) assert.deepEqual([obeys, note], ["may-ignore", "ChatGPT-User may ignore robots.txt, its operator says"]);
  assert.equal(rx.check(robots, "ChatGPT-User", "/x").note, "ChatGPT-User may ignore robots.txt, its operator says");
  assert.deepEqual([new rx.Rules(robots, "ChatGPT-User").check("/x")].map(({ obeys, note }) => [obeys, note]), [[null, null]]);
});
