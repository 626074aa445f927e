// Well-known crawlers, however they are passed.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";
import { RobotsTxt, Rules, agentByToken, pageRules, token, userAgent } from "../pkg/node.js";

const HEADER = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";

test("Bing follows the Crawl-delay of * beside its own group", () => {
  const body = "User-agent: bingbot\nDisallow: /b/\n\nUser-agent: *\nCrawl-delay: 5\n";
  const robots = new RobotsTxt(body);
  for (const crawler of ["bingbot", HEADER, agentByToken("bingbot"), userAgent(HEADER)]) {
    assert.equal(robots.rulesFor(crawler).crawlDelay, 5);
    assert.equal(new Rules(body, crawler).crawlDelay, 5);
  }
  // Product tokens are nothing but themselves.
  assert.equal(robots.rulesFor(rx.token("bingbot")).crawlDelay, null);
});

// A blank line ends a group of Yandex and Baidu, so that `/x` is closed to all others.
const BLANK = "User-agent: *\n\nDisallow: /x\n";

test("each crawler reads as its operator documents, unless a dialect is passed", () => {
  const crawlers = [
    ["FooBot", false],
    ["Googlebot", false],
    ["bingbot", false],
    ["YandexBot", true],
    ["yandexbot/3.0", true],
    ["YandexMobileBot", true],
    ["Baiduspider", true],
    ["Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", true],
    [agentByToken("YandexBot"), true],
    [userAgent("Mozilla/5.0 (compatible; YandexBot/3.0)"), true],
    ["*", false],
    [["YandexBot"], true],
    [["YandexBot", "YandexImages"], true],
    [["YandexBot", "FooBot"], false],
    // Product tokens are nothing but themselves.
    [token("YandexBot"), false],
  ];
  for (const [crawler, isOpen] of crawlers) {
    for (const module of [rx, core]) {
      const doors = {
        isAllowed: (options) => module.isAllowed(BLANK, crawler, "/x", options),
        check: (options) => module.check(BLANK, crawler, "/x", options).allowed,
        Rules: (options) => new module.Rules(BLANK, crawler, options).isAllowed("/x"),
        "RobotsTxt#isAllowed": (options) => new module.RobotsTxt(BLANK, options).isAllowed(crawler, "/x"),
        "RobotsTxt#check": (options) => new module.RobotsTxt(BLANK, options).check(crawler, "/x").allowed,
        "RobotsTxt#matchingRules": (options) => new module.RobotsTxt(BLANK, options).matchingRules(crawler, "/x").length === 0,
        "RobotsTxt#rulesFor": (options) => new module.RobotsTxt(BLANK, options).rulesFor(crawler).isAllowed("/x"),
        "RobotsTxt#groupsFor": (options) => new module.RobotsTxt(BLANK, options).groupsFor(crawler)[0].rules.length === 0,
      };
      for (const [door, ask] of Object.entries(doors)) {
        const what = `${door}: ${JSON.stringify(crawler)}`;
        for (const options of [undefined, {}, { dialect: undefined }]) assert.equal(ask(options), isOpen, what);
        assert.equal(ask({ dialect: "rfc9309" }), false, what);
        assert.equal(ask({ dialect: "yandex" }), true, what);
      }
    }
  }
});

test("crawlers with different dialects share a parsed file", () => {
  const robots = new RobotsTxt(BLANK);
  for (const [crawler, isOpen] of [["FooBot", false], ["YandexBot", true], ["Baiduspider", true], ["FooBot", false], ["YandexBot", true]]) {
    assert.equal(robots.isAllowed(crawler, "/x"), isOpen, crawler);
  }
  // What is not asked for a crawler is read as RFC 9309 says.
  assert.deepEqual(robots.groups.map(({ rules }) => rules.map(({ text }) => text)), [["Disallow: /x"]]);
  const rules = robots.rulesFor("YandexBot");
  assert.equal(Rules.fromBytes(rules.toBytes()).isAllowed("/x"), true);
});

test("assertions are about each crawler as it reads", () => {
  const outcomes = (assertion, options) => rx.test(BLANK, [{ allowed: ["/x"], ...assertion }], options).map(({ agent, outcome, dialect }) => [agent, outcome, dialect]);
  const agents = ["FooBot", "YandexBot", "Googlebot"];
  assert.deepEqual(outcomes({ agents }), [["FooBot", "refuted", "rfc9309"], ["YandexBot", "proved", "yandex"], ["Googlebot", "refuted", "google"]]);
  assert.deepEqual(outcomes({}), [["*", "refuted", "rfc9309"]]);
  for (const [assertion, options] of [[{ agents, dialect: "baidu" }, {}], [{ agents }, { dialect: "baidu" }]]) {
    assert.deepEqual(outcomes(assertion, options), agents.map((agent) => [agent, "proved", "baidu"]));
  }
  // The two files differ for those only who do not end a group at a blank line.
  const results = rx.test(BLANK, [{ equivalentTo: "User-agent: *\n", agents }]);
  assert.deepEqual(results.map(({ outcome }) => outcome), ["refuted", "proved", "refuted"]);
});

test("a crawler is what its header or its name says, as a text and as an object", () => {
  const headers = ["YandexAdditional", "Mozilla/5.0 (compatible; YandexAdditional/3.0; +http://yandex.com/bots)", "Google-Extended", "Mozilla/5.0 (compatible; YandexBot/3.0)", "FooBot/1.0 (x)"];
  for (const { check, resolveAgent, userAgent } of [rx, core]) {
    const answer = (crawler) => {
      const { allowed, obeys } = check(BLANK, crawler, "/x");
      return [allowed, obeys];
    };
    for (const written of headers) {
      assert.deepEqual(answer(resolveAgent(written)), answer(written), written);
      const found = userAgent(written);
      if (found.agent === null) assert.deepEqual(answer(found), [false, "unknown"], written);
      else assert.deepEqual(answer(found), answer(found.agent), written);
    }
  }
});

test("an edit has its effect on each crawler as it reads", () => {
  // For Yandex, the rule after the blank line belongs to no group before, and to that of `*` after.
  const [before, after] = ["User-agent: *\nAllow: /a\n\nDisallow: /\n", "User-agent: *\nAllow: /a\nDisallow: /\n"];
  const effects = (options) => Object.fromEntries(rx.diff(before, after, options).effects.flatMap(({ agents, effect }) => agents.map((agent) => [agent, effect])));
  for (const agents of [[], ["YandexBot", "FooBot"]]) {
    const { "*": others, YandexBot, Baiduspider } = effects({ agents });
    assert.deepEqual([others, YandexBot, Baiduspider], ["none", "closes-site", "closes-site"]);
  }
  assert.equal(effects({ agents: ["YandexBot"], dialect: "rfc9309" }).YandexBot, "none");
  assert.equal(effects({ dialect: "yandex" })["*"], "closes-site");
});

test("the interface of robots-parser reads for all crawlers alike", () => {
  for (const module of [rx, core]) {
    const parser = module.robotsParser("https://e.com/robots.txt", BLANK);
    for (const crawler of ["YandexBot", "FooBot", "YandexBot"]) assert.equal(parser.isAllowed("https://e.com/x", crawler), false);
    assert.equal(module.RobotsTxtFile.from("https://e.com/robots.txt", BLANK).isAllowed("https://e.com/x", "YandexBot"), false);
  }
});

test("an object that was changed is what it says", () => {
  const robots = "User-agent: *\nDisallow: /";
  const ads = agentByToken("AdsBot-Google");
  assert.equal(new RobotsTxt(robots).isAllowed(ads, "/"), true);
  assert.equal(new RobotsTxt(robots).isAllowed({ ...ads, obeysStar: true }, "/"), false);
});

test("page rules are those that a crawler's operator documents", () => {
  const meta = [["yandex", "noindex, nofollow"], ["robots", "follow"], ["googlebot", "noarchive"]];
  for (const crawler of ["YandexBot", "YandexVideo", agentByToken("YandexBot")]) {
    const rules = pageRules(crawler, { meta });
    assert.deepEqual([rules.mayIndex, rules.mayFollow, rules.mayArchive], [false, true, true]);
  }
  assert.equal(pageRules(rx.token("YandexBot"), { meta }).mayIndex, true);
  // Applebot falls back to groups of Googlebot, but not to its tags.
  for (const crawler of ["Applebot", agentByToken("Applebot")]) assert.equal(pageRules(crawler, { meta }).mayArchive, true);
  assert.equal(pageRules(["Applebot", "Googlebot"], { meta }).mayArchive, false);
});
