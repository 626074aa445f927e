// Well-known crawlers, however they are passed.
import assert from "node:assert/strict";
import { test } from "node:test";

import { RobotsTxt, Rules, agentByToken, pageRules, userAgent } from "../pkg/node.js";

const HEADER = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";

test("Bing follows the Crawl-delay of * beside its own group", () => {
  const body = "User-agent: bingbot\nDisallow: /b/\n\nUser-agent: *\nCrawl-delay: 5\n";
  const robots = new RobotsTxt(body);
  for (const crawler of ["bingbot", HEADER, agentByToken("bingbot"), userAgent(HEADER)]) {
    assert.equal(robots.rulesFor(crawler).crawlDelay, 5);
    assert.equal(new Rules(body, crawler).crawlDelay, 5);
  }
  // Product tokens are nothing but themselves.
  assert.equal(robots.rulesFor(["bingbot"]).crawlDelay, null);
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
  assert.equal(pageRules(["YandexBot"], { meta }).mayIndex, true);
  // Applebot falls back to groups of Googlebot, but not to its tags.
  for (const crawler of ["Applebot", agentByToken("Applebot")]) assert.equal(pageRules(crawler, { meta }).mayArchive, true);
  assert.equal(pageRules(["Applebot", "Googlebot"], { meta }).mayArchive, false);
});
