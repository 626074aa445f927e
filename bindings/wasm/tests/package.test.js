// The package, as a program that depends on it sees it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const ROBOTS = "User-agent: *\nDisallow: /private/\nAllow: /private/press/\nCrawl-delay: 2\nSitemap: https://example.com/s.xml\n";

test("the first example of README.md", () => {
  assert.equal(rx.isAllowed(ROBOTS, "FooBot", "https://example.com/private/x"), false);
  const { span, ...verdict } = rx.check(ROBOTS, "FooBot", "/private/press/1");
  assert.deepEqual(verdict, {
    allowed: true,
    reason: "rule",
    line: 3,
    rule: "Allow: /private/press/",
    group: "*",
    text: "allowed by `Allow: /private/press/` on line 3, in the group of *",
    obeys: "unknown",
    note: null,
  });
  assert.equal(ROBOTS.slice(span.start, span.end), "/private/press/");
});

test("the programs of README.md print what their comments say", async () => {
  const programs = [...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/```js\n([\s\S]*?)```/gu)].map(([, code]) => code);
  const printing = programs.filter((code) => /^\/\/ /mu.test(code) && code.includes("console.log"));
  assert.equal(printing.length, 2);
  for (const code of printing) {
    const expected = [...code.matchAll(/^\/\/ (.*)$/gmu)].map(([, text]) => text);
    const printed = [];
    globalThis.print = (...values) => printed.push(values.join(" "));
    const program = code.replace('"robots-exclusion"', JSON.stringify(new URL("../pkg/node.js", import.meta.url).href)).replaceAll("console.log", "print");
    await import(`data:text/javascript,${encodeURIComponent(program)}`);
    assert.deepEqual(printed, expected);
  }
});

test("verdicts of every dialect", () => {
  const lines = readFileSync(new URL("../../../tests/data/verdicts.jsonl", import.meta.url), "utf8").trim().split("\n");
  for (const line of lines) {
    const row = JSON.parse(line);
    // Google's library takes an empty name for one; here it is refused.
    if (row.agent === "") continue;
    const dialect = row.dialect === "kollar" ? "revisited" : row.dialect;
    for (const { isAllowed, RobotsTxt, Rules, token, urlProblem } of [rx, core]) {
      const ask = () => isAllowed(row.robots, token(row.agent), row.url, { dialect });
      // A single question refuses what is no URL; others have an answer for it.
      if (urlProblem(row.url) === null) assert.equal(ask(), row.allowed, row.id);
      else assert.throws(ask, /^Error: url is "/u);
      const robots = new RobotsTxt(row.robots, { dialect });
      const verdict = robots.check(token(row.agent), row.url);
      assert.equal(verdict.allowed, row.allowed, row.id);
      const rules = new Rules(new TextEncoder().encode(row.robots), token(row.agent), { dialect });
      const { allowed, line: number } = rules.check(row.url);
      assert.deepEqual([allowed, number], [row.allowed, verdict.line], row.id);
      rules.free();
      robots.free();
    }
  }
  assert.ok(lines.length > 900);
});

test("names in headers", () => {
  const lines = readFileSync(new URL("../../../tests/data/agents.jsonl", import.meta.url), "utf8").trim().split("\n");
  let count = 0;
  for (const { kind, in: header, expect, id } of lines.map((line) => JSON.parse(line))) {
    if (kind !== "user-agent-header" || expect.tokens === undefined) continue;
    const found = rx.userAgent(header);
    assert.deepEqual([found.agent?.token ?? null, found.tokens], [expect.agent ?? null, expect.tokens], id);
    count += 1;
  }
  assert.ok(count > 3);
});

test("crawlers as they are written", () => {
  const lines = readFileSync(new URL("../../../tests/data/agents.jsonl", import.meta.url), "utf8").trim().split("\n");
  let count = 0;
  for (const { kind, in: written, expect, id } of lines.map((line) => JSON.parse(line))) {
    if (kind !== "crawler") continue;
    for (const [found, { agent, tokens, obeys_star }] of [
      [rx.resolveAgent(written), expect.resolve],
      [rx.userAgent(written), expect.parse],
    ]) {
      assert.deepEqual([found.agent?.token ?? null, found.tokens, found.obeysStar], [agent, tokens, obeys_star], id);
      assert.equal(found.name, tokens[0] ?? "*", id);
    }
    // A text that is given as a crawler is what `resolveAgent` makes of it.
    const [token] = expect.resolve.tokens;
    const robots = `${token === undefined ? "" : `User-agent: ${token}\nDisallow: /own\n\n`}User-agent: *\nDisallow: /star\n`;
    assert.equal(rx.isAllowed(robots, written, "/own"), token === undefined, id);
    assert.equal(rx.isAllowed(robots, written, "/star"), token !== undefined, id);
    count += 1;
  }
  assert.ok(count > 20);
});

test("the same exports as declared, and in core those about questions", () => {
  const declared = (file) => [...readFileSync(new URL(`../js/${file}`, import.meta.url), "utf8").matchAll(/^export (?:function|class) (\w+)/gmu)].map(([, name]) => name);
  const questions = ["questions.d.ts", "site.d.ts", "robots-parser.d.ts"].flatMap(declared).sort();
  assert.deepEqual(Object.keys(core).sort(), questions);
  assert.deepEqual(Object.keys(rx).sort(), [...questions, ...declared("sitemap.d.ts"), ...declared("tools.d.ts")].sort());
});

test("a parsed file", () => {
  const robots = new rx.RobotsTxt(ROBOTS);
  assert.deepEqual(robots.sitemaps, ["https://example.com/s.xml"]);
  assert.equal(robots.body, ROBOTS);
  assert.equal(robots.isTruncated, false);
  const [group] = robots.groups;
  assert.deepEqual([group.agents, group.line, group.crawlDelay, group.rules.length], [["*"], 1, 2, 2]);
  assert.deepEqual(robots.groupsFor("FooBot"), robots.groups);
  assert.deepEqual(
    robots.matchingRules("FooBot", "/private/press/").map(({ line, lostBy }) => [line, lostBy]),
    [[3, null], [2, "length"]],
  );
  assert.equal(new rx.RobotsTxt(ROBOTS, { maxBytes: 20 }).isTruncated, true);
  assert.equal(new rx.RobotsTxt("Clean-param: ref /\n").cleanUrl(new URL("https://example.com/a?ref=1&b=2")), "https://example.com/a?b=2");
});

test("compiled rules, and rules as bytes", () => {
  const rules = new rx.Rules(ROBOTS, "FooBot");
  assert.deepEqual([rules.length, rules.group, rules.crawlDelay], [2, "*", 2]);
  assert.deepEqual(rules.toList().map(({ text }) => text), ["Disallow: /private/", "Allow: /private/press/"]);
  assert.equal(rules.check("/private/x").span, null);
  const copy = rx.Rules.fromBytes(rules.toBytes());
  assert.equal(copy.isAllowed("/private/x"), false);
  assert.throws(() => rx.Rules.fromBytes(new Uint8Array([1, 2, 3])), Error);
  assert.deepEqual([rx.Rules.allowAll().isAllowed("/"), rx.Rules.disallowAll().isAllowed("/")], [true, false]);
});

test("many questions at once have the answers of one at a time", () => {
  const robots = `${ROBOTS}\nUser-agent: FooBot\nDisallow: /foo\nDisallow: /é\nDisallow: /a%0Ab\n`;
  const urls = Array.from({ length: 3_000 }, (_, number) => `https://example.com/${number % 3 === 0 ? "private" : "foo"}/${number}`);
  const odd = ["", "/", "/é", "/\uD800", "\uDC00", "private", "/a\nb", "\n", "/foo\r", `/${"x".repeat(70_000)}`, `/foo${"é".repeat(70_000)}`, new URL("https://example.com/foo?"), new Uint8Array([47, 102, 111, 111]), new Uint8Array([47, 0xff, 10]), new Uint8Array()];
  // What is odd at the border of a part, between others, and alone.
  const lists = [[], urls, odd, [...urls.slice(0, 1_023), ...odd, ...urls], ...odd.map((url) => [url]), ...odd.map((url) => [...urls.slice(0, 1_024), url, "/foo"])];
  for (const { RobotsTxt, Rules } of [rx, core]) {
    const file = new RobotsTxt(robots);
    for (const crawler of ["FooBot", "BarBot", ["BarBot", "foobot"]]) {
      const rules = new Rules(robots, crawler);
      for (const list of lists) {
        const expected = list.map((url) => rules.isAllowed(url));
        assert.deepEqual(rules.isAllowedBatch(list), expected);
        assert.deepEqual(file.isAllowedBatch(crawler, list), expected);
      }
      rules.free();
    }
    const crawlers = ["FooBot", "AdsBot-Google", rx.token("foobot"), ["BarBot", "FooBot"], rx.agents("search")[0], "Mozilla/5.0 (compatible; FooBot/2.1)"];
    const each = lists[3].map((_, number) => crawlers[number % crawlers.length]);
    const answers = file.isAllowedBatch({ each }, lists[3]);
    assert.deepEqual(answers, lists[3].map((url, number) => file.isAllowed(each[number], url)));
    assert.ok(answers.includes(true) && answers.includes(false));
    assert.deepEqual(file.isAllowedBatch({ each: [] }, []), []);
    assert.throws(() => file.isAllowedBatch({ each: ["FooBot"] }, []), { name: "RangeError", message: "each names 1 crawlers for 0 URLs" });
    assert.throws(() => file.isAllowedBatch({ each: ["FooBot", "@search"] }, ["/", "/"]), { code: "ERR_INVALID_AGENT" });
    assert.throws(() => file.isAllowedBatch("https://example.com/", ["FooBot"]), { code: "ERR_INVALID_AGENT" });
    file.free();
    assert.throws(() => file.isAllowedBatch("FooBot", ["/"]), /this RobotsTxt was freed/u);
  }
});

test("rates, times of the day, sitemaps and lines", () => {
  const robots = "User-agent: FooBot\nDisallow: /x\nRequest-rate: 1/5 0600-0845\nRequest-rate: 2/10s\nVisit-time: 2200-0315 # at night\n\nnonsense\nDisalow /y\nX-Own: é\nSitemap: https://example.com/s.xml\n";
  const [file, rules] = [new rx.RobotsTxt(robots), new rx.Rules(robots, "FooBot")];
  const rates = [
    { requests: 1, seconds: 5, window: { first: "06:00", last: "08:45" } },
    { requests: 2, seconds: 10, window: null },
  ];
  const times = [{ first: "22:00", last: "03:15" }];
  for (const { requestRates, visitTimes } of [file.groups[0], rules, file.rulesFor("FooBot")]) assert.deepEqual([requestRates, visitTimes], [rates, times]);
  const others = new rx.Rules(robots, "other");
  assert.deepEqual([others.requestRates, others.visitTimes], [[], []]);
  assert.deepEqual(file.sitemaps, ["https://example.com/s.xml"]);
  const { lines } = file;
  assert.deepEqual(lines.map(({ text, span }) => [text, robots.slice(span.start, span.end)]), robots.split("\n").slice(0, -1).map((line) => [line, line]));
  assert.deepEqual(lines.map(({ kind }) => kind), ["User-agent", "Disallow", "Request-rate", "Request-rate", "Visit-time", "blank", "no-key", "no-key", "unknown", "Sitemap"]);
  const { span, ...line } = lines[4];
  assert.deepEqual(line, { line: 5, kind: "Visit-time", key: "Visit-time", value: "2200-0315", comment: "# at night", text: "Visit-time: 2200-0315 # at night" });
  assert.deepEqual(new rx.RobotsTxt("Disalow: /y", { dialect: "lenient" }).lines.map(({ kind, key }) => [kind, key]), [["Disallow", "Disalow"]]);
});

test("what there is not is null, and a body is given back as it was", () => {
  for (const rules of [new rx.Rules("User-agent: other\nDisallow: /", "FooBot"), rx.Rules.allowAll(), rx.Rules.disallowAll()]) {
    assert.deepEqual([rules.group, rules.crawlDelay, rules.length], [null, null, 0]);
  }
  const { group, line, rule, span } = rx.check("", "FooBot", "/x");
  assert.deepEqual([group, line, rule, span], [null, null, null, null]);
  assert.equal(rx.urlProblem("https://example.com"), null);
  for (const body of ["\uFEFFUser-agent: *\n", "\uFEFF\uFEFF", "é🤖\0\r\n", ""]) assert.equal(new rx.RobotsTxt(body).body, body);
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0]);
  assert.deepEqual(new rx.RobotsTxt(bytes).body, bytes);
  assert.equal(new rx.RobotsTxt("0123456789\n0123456789\n", { maxBytes: 12 }).body, "0123456789\n");
  const utf16 = Uint8Array.from(Buffer.from("\uFEFFUser-agent: *\nDisallow: /x", "utf16le"));
  for (const transcodeUtf16 of [true, false]) {
    const allowed = !transcodeUtf16;
    assert.equal(new rx.Rules(utf16, "x", { transcodeUtf16 }).isAllowed("/x"), allowed);
    assert.equal(new rx.RobotsTxt(utf16, { transcodeUtf16 }).isAllowed("x", "/x"), allowed);
  }
  const robots = "\uFEFFUser-agent: *\nDisalow: /x\n";
  const [{ suggestions: [suggestion] }] = rx.lint(robots).filter(({ code }) => code === "R010");
  assert.equal(rx.applyCorrection(robots, suggestion), "\uFEFFUser-agent: *\nDisallow: /x\n");
});

test("how many URLs are shown, and which dialects", () => {
  const robots = `User-agent: *\n${Array.from({ length: 30 }, (_, number) => `Disallow: /${number}\nAllow: /${number}/open\nAllow: /*${number}$\nDisallow: /é${number}%2F\n`).join("")}`;
  const rows = (options) => rx.compareDialects(robots, { agents: ["*"], ...options })[0].rows;
  assert.equal(rows({ maxUrls: 3 }).length, 3);
  assert.equal(rows({ maxUrls: 0 }).length, 0);
  const most = rows({ maxUrls: 1_000 }).length;
  assert.ok(most > 20, `${most}`);
  assert.equal(rows({}).length, 20);
  assert.equal(rows({ maxUrls: 2, urls: ["/a", "/b", "/a"] }).length, 4);
  // A URL that was asked about and found is there once.
  const [{ url }] = rows({ maxUrls: 1 });
  assert.deepEqual(rows({ maxUrls: 1, urls: [url] }).map((row) => row.url), [url]);
  const named = rx.compareDialects("User-agent: FooBot\nDisallow: /\n\nUser-agent: foobot\nUser-agent: *\nDisallow: /x\n");
  assert.deepEqual(named.map(({ agent }) => agent), ["*", "FooBot"]);
  const optsIn = (file) => rx.compareDialects(file, { agents: ["*"] })[0].pairs.some(({ dialects }) => dialects.includes("seznam2"));
  assert.deepEqual([optsIn("User-agent: *\nDisallow: /x\n"), optsIn("User-agent: *\nRobot-version: 2.0\nDisallow: /x\n")], [false, true]);
});

test("assertions read the dialect of the file unless they name one", () => {
  const robots = "User-agent: *\nDisallow: /\nAllow: /index.html\n";
  const outcomes = (assertions, options) => rx.test(robots, assertions, options).map(({ outcome, dialect, expected, pattern }) => [outcome, dialect, expected, pattern]);
  const root = { allowed: ["/$"] };
  assert.deepEqual(outcomes([root, { ...root, dialect: "google" }]), [["refuted", "rfc9309", "allowed", "/$"], ["proved", "google", "allowed", "/$"]]);
  assert.deepEqual(outcomes([root, { ...root, dialect: "rfc9309" }], { dialect: "google" }), [["proved", "google", "allowed", "/$"], ["refuted", "rfc9309", "allowed", "/$"]]);
  // Disallowed ones come first; equivalence is about all that either file names.
  assert.deepEqual(outcomes([{ allowed: ["/index.html"], disallowed: ["/x"] }]).map(([outcome, , expected]) => [outcome, expected]), [["proved", "disallowed"], ["proved", "allowed"]]);
  const results = rx.test(robots, [{ equivalentTo: `${robots}\nUser-agent: FooBot\nDisallow: /y\n` }]);
  assert.deepEqual(results.map(({ agent, outcome, pattern, assertion }) => [agent, outcome, pattern, assertion]), [["*", "proved", null, 1], ["FooBot", "refuted", null, 1]]);
});

test("corrections at the borders of a file", () => {
  for (const [robots, correction, expected] of [
    ["abc", { start: 0, end: 0, text: "x" }, "xabc"],
    ["abc", { start: 3, end: 3, text: "x" }, "abcx"],
    ["abc", { start: 0, end: 3, text: "" }, ""],
    ["é🤖c", { start: 1, end: 3, text: new TextEncoder().encode("\uFEFF") }, "é\uFEFFc"],
  ]) {
    assert.equal(rx.applyCorrection(robots, correction), expected);
  }
  const bytes = new Uint8Array([1, 2, 3]);
  assert.deepEqual(rx.applyCorrection(bytes, { start: 1, end: 2, text: "é" }), new Uint8Array([1, 0xc3, 0xa9, 3]));
  for (const robots of ["abc", bytes]) for (const [start, end] of [[0, 4], [2, 1], [4, 4]]) assert.throws(() => rx.applyCorrection(robots, { start, end, text: "" }), RangeError);
});

test("what a page says", () => {
  const meta = { robots: "noindex", FooBot: ["nofollow", "max-snippet: 20, max-image-preview:large"], viewport: "width=device-width" };
  const headers = new Headers({ "x-robots-tag": "unavailable_after: 2030-01-01T00:00:00Z", link: '<https://example.com/terms>; rel="license"; type="application/rsl+xml"' });
  const page = rx.pageRules("FooBot", { meta, headers });
  assert.deepEqual([page.mayIndex, page.mayFollow, page.maxSnippet, page.maxImagePreview, page.maxVideoPreview], [false, false, 20, "large", null]);
  assert.match(page.unavailableAfter, /^2030-01-01T00:00:00/u);
  assert.deepEqual(page.licenses, ["https://example.com/terms"]);
  for (const crawler of ["BarBot", "Mozilla/5.0 (compatible; BarBot/1.0)"]) assert.equal(rx.pageRules(crawler, { meta }).mayFollow, true);
  // However the crawler is named: a noindexed page must not count as one that may be indexed.
  for (const crawler of ["FooBot/1.0", ["FooBot"], ["BarBot", "FooBot"], rx.userAgent("Mozilla/5.0 (compatible; FooBot/1.0)"), { tokens: ["FooBot"], obeysStar: true }]) {
    assert.equal(rx.pageRules(crawler, { meta: [["FooBot", "noindex"]] }).mayIndex, false, JSON.stringify(crawler));
    assert.equal(rx.pageRules(crawler, { headers: { "X-Robots-Tag": ["otherbot: nofollow", "foobot: noindex, max-snippet:-1"] } }).maxSnippet, -1);
  }
  assert.deepEqual(rx.pageRules("x", { meta: { robots: "noindeks" } }).unknown, ["noindeks"]);
  assert.equal(rx.pageRules("x").mayIndex, true);
});

test("an agent says all that the table has of it", () => {
  const told = (token) => {
    const { operator, purpose, obeys, obeysStar, crawls, dialect } = rx.agentByToken(token);
    return [operator, purpose, obeys, obeysStar, crawls, dialect];
  };
  assert.deepEqual(told("Googlebot"), ["Google", "search", "always", true, true, "google"]);
  assert.deepEqual(told("Google-Extended"), ["Google", "ai-training", "always", true, false, "google"]);
  assert.deepEqual(told("AdsBot-Google"), ["Google", "ads", "always", false, true, "google"]);
  assert.deepEqual(told("__usage_ai-training"), ["any operator", "ai-training", "unknown", false, false, "rfc9309"]);
});

test("a witness of a change has the lines of both files", () => {
  const before = "User-agent: *\nDisallow: /x\n";
  const { effects } = rx.diff(before, "# new\n\nUser-agent: *\nAllow: /x/y\nDisallow: /x\n");
  const [{ lineBefore, lineAfter, ruleBefore, ruleAfter }] = effects.flatMap(({ witnesses }) => witnesses);
  assert.deepEqual([lineBefore, lineAfter, ruleBefore, ruleAfter], [2, 4, "Disallow: /x", "Allow: /x/y"]);
});

test("an object with tokens obeys the groups for * unless it says otherwise", () => {
  const everybody = "User-agent: *\nDisallow: /\n";
  for (const [agent, allowed] of [
    [{ tokens: ["FooBot"] }, false],
    [{ tokens: ["FooBot"], obeysStar: undefined }, false],
    [{ tokens: ["FooBot"], obeysStar: true }, false],
    [{ tokens: ["FooBot"], obeysStar: false }, true],
    [{ tokens: [] }, false],
  ]) {
    assert.equal(rx.isAllowed(everybody, agent, "/"), allowed, JSON.stringify(agent));
    assert.equal(new rx.Rules(everybody, agent).isAllowed("/"), allowed, JSON.stringify(agent));
  }
});

test("console.log says what an object is", () => {
  const [file, rules, crawler, site] = [new rx.RobotsTxt(ROBOTS), new rx.Rules(ROBOTS, "FooBot"), new rx.Crawler("FooBot"), new rx.Site("https://example.com/a")];
  assert.deepEqual([file, rules, crawler, site].map((object) => inspect(object)), [
    `RobotsTxt { groups: 1, bytes: ${ROBOTS.length} }`,
    'Rules { group: "*", length: 2 }',
    'Crawler { name: "FooBot" }',
    'Site { origin: "https://example.com", outcome: null }',
  ]);
  site.onResponse(crawler, { status: 404 });
  assert.match(inspect([site]), /^\[\s*Site \{ origin: "https:\/\/example\.com", outcome: ".+" \}\s*\]$/u);
  assert.equal(inspect(rx.robotsParser("https://example.com/robots.txt", ROBOTS)), `ParsedRobots { origin: "https://example.com", bytes: ${ROBOTS.length} }`);
  assert.equal(inspect(rx.RobotsTxtFile.from("https://example.com/robots.txt", "")), 'RobotsTxtFile { origin: "https://example.com", bytes: 0 }');
  assert.equal(inspect(new rx.Rules("", "x")), "Rules { group: null, length: 0 }");
  rules.free();
  assert.equal(inspect(rules), "Rules { freed }");
  assert.equal(rx.isAllowed.name, "isAllowed");
});

test("a crawler is a token, several, or one that is known", () => {
  const robots = new rx.RobotsTxt("User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n");
  assert.equal(robots.isAllowed(["Googlebot-Image", "Googlebot"], "/y"), true);
  assert.equal(robots.isAllowed(rx.agentByToken("Googlebot-Image"), "/y"), true);
  assert.equal(robots.isAllowed("Googlebot-Image", "/x"), false);
  // It ignores `*`.
  assert.equal(robots.isAllowed(rx.agentByToken("AdsBot-Google"), "/x"), true);
  assert.equal(robots.isAllowed(rx.userAgent("Mozilla/5.0 (compatible; Googlebot/2.1)"), "/y"), true);
  assert.equal(rx.agentByToken("nobody"), null);
  assert.equal(rx.agentByToken("YandexBot").dialect, "yandex");
  assert.ok(rx.agentSets().every((set) => rx.agents(set).length > 0));
  assert.ok(rx.agents().length > 50);
});

test("a string names a crawler in any way", () => {
  const robots = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: Googlebot\nDisallow: /google\n\nUser-agent: Mozilla\nAllow: /\n\nUser-agent: *\nDisallow: /\n";
  const cases = [
    ["FooBot", ["FooBot"], true],
    ["Mozilla/5.0 (compatible; FooBot/1.0; +http://example.com/)", ["FooBot"], true],
    ["MyCrawler (compatible; FooBot/1.0)", ["FooBot", "MyCrawler"], true],
    ["Mozilla/5.0 (X11; Linux) Firefox/128.0", [], true],
    ["Googlebot-Image", ["Googlebot-Image", "Googlebot"], true],
    ["AdsBot-Google", ["AdsBot-Google"], false],
    ["*", [], true],
  ];
  for (const { isAllowed, check, RobotsTxt, Rules, resolveAgent } of [rx, core]) {
    for (const [written, tokens, obeysStar] of cases) {
      const found = resolveAgent(written);
      assert.deepEqual([found.tokens, found.obeysStar], [tokens, obeysStar], written);
      const file = new RobotsTxt(robots);
      for (const path of ["/foo", "/google", "/other"]) {
        const expected = check(robots, found, path);
        const verdicts = [check(robots, written, path), file.check(written, path)];
        assert.deepEqual(verdicts, [expected, expected], `${written} ${path}`);
        const allowed = [isAllowed(robots, written, path), file.isAllowed(written, path), file.rulesFor(written).isAllowed(path), new Rules(robots, written).isAllowed(path)];
        assert.deepEqual(allowed, Array(4).fill(expected.allowed), `${written} ${path}`);
      }
      assert.deepEqual(file.groupsFor(written), file.groupsFor(found));
      assert.deepEqual(file.matchingRules(written, "/foo"), file.matchingRules(found, "/foo"));
    }
    assert.equal(isAllowed(robots, "AdsBot-Google", "/other"), true);
    assert.equal(isAllowed(robots, ["AdsBot-Google"], "/other"), true);
  }
});

test("a string is a URL as its bytes are, also with characters that are half of one", () => {
  const rules = new rx.Rules("User-agent: *\nDisallow: /é\nDisallow: /\uFFFD\nDisallow: /🤖\n", "FooBot");
  for (const [url, allowed] of [["/é", false], ["/\uD800", false], ["/🤖/x", false], ["/\uD83E", false], ["/e", true], ["", true]]) {
    const answers = [rules.isAllowed(url), rules.isAllowed(new TextEncoder().encode(url)), rules.check(url).allowed];
    assert.deepEqual(answers, [allowed, allowed, allowed], JSON.stringify(url));
  }
});

test("rules are cited as the file spells them", () => {
  const long = `/${"x".repeat(5_000)}`;
  // Dialect, line, URL, what the file cites, what compiled rules cite.
  const cases = [
    ["lenient", "Disalow: /zz", "/zz", "Disalow: /zz", "Disallow: /zz"],
    ["lenient", "disallow /%7Ez # why", "/~z", "disallow /%7Ez", "Disallow: /~z"],
    ["rfc9309", "  ALLOW\t:/é*$", "/é", "ALLOW: /é*$", "Allow: /%C3%A9*$"],
    ["revisited", "Disallow: /x /%79 /y", "/y", "Disallow: /%79", "Disallow: /y"],
    ["revisited", "disallow: /x /%79 /y/%7A", "/y/z", "disallow: /y/%7A", "Disallow: /y/z"],
    ["rfc9309", `disallow: ${long}`, long, `disallow: ${long}`, `Disallow: ${long}`],
  ];
  for (const { check, RobotsTxt, Rules } of [rx, core]) {
    for (const [dialect, line, url, written, canonical] of cases) {
      const robots = `User-agent: *\n${line}\nDisallow: /other\n`;
      const file = new RobotsTxt(robots, { dialect });
      for (const verdict of [check(robots, "x", url, { dialect }), file.check("x", url)]) {
        assert.equal(verdict.rule, written);
        assert.ok(verdict.text.includes(`\`${written}\``));
      }
      assert.equal(file.matchingRules("x", url)[0].text, written);
      assert.ok(file.groups[0].rules.some(({ text }) => text === written));
      // Compiled rules keep no file.
      const rules = file.rulesFor("x");
      for (const compiled of [rules, new Rules(robots, "x", { dialect }), Rules.fromBytes(rules.toBytes())]) {
        assert.equal(compiled.check(url).rule, canonical);
        assert.ok(compiled.toList().some(({ text }) => text === canonical));
      }
    }
  }
});

test("a dialect is a preset, or one with changed options", () => {
  const robots = "User-agent: *\nDisallow: /\nAllow: /index.html\n";
  assert.equal(rx.isAllowed(robots, "x", "/", { dialect: "google" }), true);
  assert.equal(rx.isAllowed(robots, "x", "/", { dialect: { preset: "google", indexHtml: false } }), false);
  for (const { name, options } of rx.dialects()) {
    assert.equal(rx.isAllowed(robots, "x", "/", { dialect: { preset: "google", ...options } }), rx.isAllowed(robots, "x", "/", { dialect: name }), name);
  }
  assert.deepEqual(rx.dialects().filter(({ needsOptIn }) => needsOptIn).map(({ name }) => name), ["seznam2"]);
});

test("offsets and columns count what the body counts in", () => {
  const robots = "\uFEFF# Ü 🤖\nUser-agent: *\nDisalow: /é/🤖\nDisallow: /é/🤖/x\n";
  const verdict = rx.check(robots, "FooBot", "/é/🤖/x/y");
  assert.equal(robots.slice(verdict.span.start, verdict.span.end), "/é/🤖/x");
  const bytes = new TextEncoder().encode(robots);
  const inBytes = rx.check(bytes, "FooBot", "/é/🤖/x/y");
  assert.equal(new TextDecoder().decode(bytes.subarray(inBytes.span.start, inBytes.span.end)), "/é/🤖/x");
  assert.deepEqual({ ...verdict, span: null }, { ...inBytes, span: null });
  for (const finding of rx.lint(robots)) {
    const start = robots.split("\n").slice(0, finding.line - 1).join("\n").length + (finding.line > 1 ? 1 : 0) + finding.column - 1;
    assert.equal(finding.span.start, start, finding.message);
    assert.ok(finding.endLine >= finding.line);
    assert.doesNotMatch(robots.slice(finding.span.start, finding.span.end), /^\p{Surrogate}|\p{Surrogate}$/u);
  }
  // On a file long enough that offsets are looked up.
  const long = `User-agent: *\n${"# é🤖x\n".repeat(1_000)}Disallow: /é\n`;
  const { span } = rx.check(long, "FooBot", "/%C3%A9");
  assert.equal(long.slice(span.start, span.end), "/é");
  const group = new rx.RobotsTxt(long).groups[0];
  assert.equal(long.slice(group.span.start, group.span.end), long.trimEnd());
});

test("what people read of a file", () => {
  const robots = "User-agent: *\nDisallow: /a*\nDisalow: /b\nDisallow: /c*\n\nUser-agent: GPTBot\nDisallow: /\n";
  const { outcomes, summary, findings } = rx.report(robots);
  assert.deepEqual(outcomes, ["GPTBot: may crawl nothing, because of line 7 (`Disallow: /`)"]);
  assert.deepEqual(findings, rx.lint(robots));
  assert.deepEqual(summary.map(({ code, line, also }) => [code, line, also]), [["R010", 3, []], ["R031", 2, [4]]]);
  assert.equal(summary[1].note, "the same on line 4");
  assert.deepEqual(rx.report(robots, { disable: ["R010", "R031"] }).summary, []);
});

test("each correction and suggestion, made in a text and in bytes, comes to the same", () => {
  const robots = "User-agent: *\nDisalow: /é\nDisallow: /🤖/a*\nAllow: /a*/b\nDisallow: /a/b\n";
  const bytes = new TextEncoder().encode(robots);
  const [findings, inBytes] = [rx.lint(robots), rx.lint(bytes)];
  assert.equal(findings.length, inBytes.length);
  const changed = [];
  const changesOf = ({ correction, suggestions }) => [correction, ...suggestions].filter((change) => change !== null);
  findings.forEach((finding, index) => {
    const { code, message, correction } = finding;
    assert.deepEqual([code, message, correction === null], [inBytes[index].code, inBytes[index].message, inBytes[index].correction === null]);
    const [changes, bytesChanges] = [changesOf(finding), changesOf(inBytes[index])];
    assert.equal(changes.length, bytesChanges.length);
    changes.forEach((change, place) => {
      assert.equal(typeof change.text, "string");
      assert.ok(bytesChanges[place].text instanceof Uint8Array);
      const corrected = rx.applyCorrection(robots, change);
      assert.notEqual(corrected, robots);
      assert.equal(new TextDecoder().decode(rx.applyCorrection(bytes, bytesChanges[place])), corrected);
      changed.push([code, change === correction]);
    });
  });
  // The line that is not read is about other paths than the star that is superfluous.
  assert.deepEqual(changed, [["R010", false], ["R042", true], ["R031", true]]);
  // What changes a verdict is only made if its code is named.
  assert.match(rx.fix(robots), /^Disalow: \/é$/mu);
  assert.match(rx.fix(robots, { also: ["R010"] }), /^Disallow: \/%C3%A9$/mu);
  assert.deepEqual(rx.fix(bytes), new TextEncoder().encode(rx.fix(robots)));
  assert.deepEqual(rx.lint(robots, { disable: findings.map(({ code }) => code) }), []);
});

test("what an edit changes", () => {
  const after = ROBOTS.replace("Disallow: /private/", "Disallow: /");
  const { changes, effects, isWithoutEffect } = rx.diff(ROBOTS, after, { agents: ["@search", "FooBot"] });
  assert.equal(isWithoutEffect, false);
  assert.equal(changes[0].effect, "closes-site");
  const [witness] = changes[0].witnesses;
  assert.deepEqual(
    [rx.isAllowed(ROBOTS, "FooBot", witness.url), rx.isAllowed(after, "FooBot", witness.url)],
    [witness.allowedBefore, witness.allowedAfter],
  );
  assert.ok(effects.some(({ agents }) => agents.includes("FooBot") && agents.includes("bingbot")));
  // Googlebot reads in another dialect.
  assert.equal(effects.find(({ agents }) => agents.includes("Googlebot")).effect, "closes-site");
  assert.equal(rx.diff(ROBOTS, `# comment\n${ROBOTS}`).isWithoutEffect, true);
});

test("well-known crawlers are compared with the tokens that they fall back to", () => {
  const before = "User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n";
  const { effects } = rx.diff(before, before.replace("/y", "/"), { agents: ["@search"] });
  const applebot = effects.find(({ agents }) => agents.includes("Googlebot-Image"));
  assert.equal(applebot.effect, "none");
});

test("assertions are proved, or refuted with a URL", () => {
  const results = rx.test(ROBOTS, [
    { disallowed: ["/private/"], except: ["/private/press/"], agents: ["*", "@search"] },
    { disallowed: ["/private/"] },
    { allowed: ["/*.css$"], dialect: "google" },
    { equivalentTo: `${ROBOTS}# the same\n` },
    { equivalentTo: "User-agent: *\nDisallow: /\n" },
  ]);
  const outcomes = (number) => [...new Set(results.filter(({ assertion }) => assertion === number).map(({ outcome }) => outcome))];
  assert.deepEqual([1, 2, 3, 4, 5].map(outcomes), [["proved"], ["refuted"], ["refuted"], ["proved"], ["refuted"]]);
  const { witness } = results.find(({ assertion }) => assertion === 2);
  assert.deepEqual([witness.allowed, witness.line], [true, 3]);
  assert.equal(rx.isAllowed(ROBOTS, "x", witness.url), true);
  const { witness: other } = results.find(({ assertion }) => assertion === 5);
  assert.notEqual(other.allowed, other.other.allowed);
  assert.equal(results.find(({ assertion }) => assertion === 3).dialect, "google");
  // A pattern begins with a slash or a star.
  for (const [pattern, outcome] of [["/private/", "refuted"], ["*private", "refuted"], ["/$", "refuted"]]) {
    assert.equal(rx.test(ROBOTS, [{ disallowed: [pattern] }])[0].outcome, outcome, pattern);
  }
});

test("assertions that make no sense are named", () => {
  const failing = [
    [{}, /assertion 1: write/u],
    [{ disallowed: ["private"] }, /assertion 1: "private" matches no URL; write a pattern that begins with \/ or \*$/u],
    [{ disallowed: ["/x"], except: ["https://e.com/x"] }, /"https:\/\/e.com\/x" matches no URL/u],
    [{ allowed: ["$"] }, /"\$" matches no URL/u],
    [{ allowed: [""] }, /"" matches no URL/u],
    [{ disallowed: ["/x/y"], except: ["/x"] }, /"\/x\/y" matches no URL that is not an exception/u],
    [{ except: ["/x"] }, /only goes with/u],
    [{ disallowed: ["/x"], agents: [] }, /is empty/u],
    [{ disallowed: ["/x"], agent: ["x"] }, /there is no `agent`/u],
    [{ disallowed: ["/x"], agents: ["@nobody"] }, /no set of crawlers/u],
    [{ disallowed: ["/x"], dialect: "altavista" }, /no dialect is named "altavista"/u],
  ];
  for (const [assertion, message] of failing) assert.throws(() => rx.test(ROBOTS, [assertion]), message);
});

test("where dialects disagree", () => {
  const robots = "User-agent: *\nDisallow: /\nAllow: /open/\n";
  const [everyone] = rx.compareDialects(robots, { urls: ["/closed"] });
  assert.equal(everyone.agent, "*");
  const [given, ...found] = everyone.rows;
  assert.deepEqual([given.url, given.differs], ["/closed", false]);
  assert.ok(found.length > 0 && found.every(({ differs }) => differs));
  for (const { url, verdicts } of everyone.rows) {
    for (const { dialect, allowed } of verdicts) assert.equal(rx.isAllowed(robots, "*", url, { dialect }), allowed, `${dialect} ${url}`);
  }
  for (const { verdicts } of everyone.rows) {
    const allowed = Object.fromEntries(verdicts.map((verdict) => [verdict.dialect, verdict.allowed]));
    for (const [first, ...others] of everyone.agreeing) assert.ok(others.every((other) => allowed[other] === allowed[first]));
  }
  assert.ok(!everyone.agreeing.find((set) => set.includes("rfc9309")).includes("original1994"));
  const [one] = rx.compareDialects("User-agent: *\nDisallow: /x\n", { dialects: ["rfc9309", "google"], agents: ["FooBot"] });
  assert.deepEqual([one.agreeing, one.rows], [[["rfc9309", "google"]], []]);
});

test("licenses travel with the package and with the page", () => {
  for (const folder of ["pkg", "page/pkg"]) {
    const text = readFileSync(new URL(`../${folder}/THIRD-PARTY-LICENSES.yml`, import.meta.url), "utf8");
    assert.match(text, /^- package_name: wasm-bindgen$/mu);
  }
});
