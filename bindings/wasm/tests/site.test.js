// Sites: the scenarios that every language runs, and robots.txt over real HTTP.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const MIDNIGHT = 20_500 * 24 * 3600;

function crawlerOf({ Crawler }, row) {
  const options = { strict: row.mode === "strict", dialect: row.dialect, defaultDelay: row.delay, minDelay: row.min_delay, maxDelay: row.max_delay, maxWait: row.max_wait };
  return new Crawler(row.crawler ?? "FooBot", options);
}

const outcomeText = ({ action, cause }) => (cause === null ? action : `${action} ${cause}`);

/** Makes a step, and returns what the site says. */
function step(module, site, row) {
  const crawler = crawlerOf(module, row);
  const now = (MIDNIGHT + row.at) * 1000;
  try {
    switch (row.event) {
      case "robots": {
        const body = row.body_base64 === undefined ? row.body : new Uint8Array(Buffer.from(row.body_base64, "base64"));
        return outcomeText(site.onResponse(crawler, { status: row.status, headers: row.headers, body }, now));
      }
      case "failure":
        return outcomeText(site.onFailure(crawler, now));
      case "ask": {
        const { action, until, reason, delay } = site.decide(crawler, row.url, now);
        assert.deepEqual([until !== null, reason, delay], [["wait-until", "give-up-until"].includes(action), row.reason ?? null, row.delay_asked ?? null], JSON.stringify(row));
        return until === null ? action : `${action} ${until / 1000 - MIDNIGHT}`;
      }
      case "robots-request":
        return site.onRobotsRequest(now);
      case "robots-abort":
        return site.onRobotsAbort();
      case "page-failure":
        return site.onPageFailure(now);
      case "page-request":
        return site.onPageRequest(now);
      case "page-response":
        return site.onPageResponse({ status: row.status, headers: row.headers }, now);
      case "validators": {
        const fields = Object.entries(site.requestHeaders(crawler));
        return fields.map(([name, value]) => `${name}: ${value}`).join("\n");
      }
    }
    throw new Error(`no event is named ${row.event}`);
  } finally {
    crawler.free();
  }
}

/** The answers of a site, in full. */
const decided = (action, { until = null, reason = null, delay = null } = {}) => ({ action, until, reason, delay });
const waiting = (until, reason) => decided("wait-until", { until, reason });
const givenUp = (until, reason) => decided("give-up-until", { until, reason });
const unvisited = (decision) => ({ ...decision, response: null });

const rowsOf = (name) => readFileSync(new URL(`../../../tests/data/${name}`, import.meta.url), "utf8").trim().split("\n").map((row) => JSON.parse(row));

test("every step of the scenarios is as expected", () => {
  const rows = rowsOf("sites.jsonl");
  assert.ok(rows.length > 200);
  for (const module of [rx, core]) {
    let scenario;
    let sites = [];
    for (const row of rows) {
      if (row.scenario !== scenario) {
        scenario = row.scenario;
        sites = [new module.Site("https://example.com/"), new module.Site("https://example.com/")];
      }
      for (const site of sites) assert.equal(step(module, site, row), row.expect, JSON.stringify(row));
      const saved = sites[1].save();
      sites[1].free();
      sites[1] = module.Site.restore(saved);
      assert.equal(sites[0].save(), saved);
    }
  }
});

test("what is saved is the same in every language", () => {
  for (const row of rowsOf("saved_sites.jsonl")) {
    for (const module of [rx, core]) {
      const site = new module.Site("https://example.com/");
      for (const made of row.steps) assert.equal(step(module, site, made), made.expect, JSON.stringify(made));
      assert.equal(site.save(), row.saved);
      const restored = module.Site.restore(row.saved);
      assert.equal(restored.save(), row.saved);
      for (const asked of row.asks) assert.equal(step(module, restored, { event: "ask", ...asked }), asked.expect, JSON.stringify(asked));
    }
  }
});

test("what else a site knows", () => {
  const crawler = new rx.Crawler(["FooBot-Images", "FooBot"]);
  const site = new rx.Site(new URL("https://Example.com:443/a"));
  assert.deepEqual([crawler.name, crawler.maxRedirects, crawler.maxBytes], ["FooBot-Images", 5, 512_000]);
  assert.deepEqual([site.origin, site.rules(crawler), site.outcome, site.nextFetchAt], ["https://example.com", null, null, 0]);
  const body = "User-agent: foobot\nDisallow: /x\nSitemap: https://example.com/s.xml";
  assert.equal(site.onResponse(crawler, { status: 200, body }, new Date(10)).text, "the rules of robots.txt decide");
  assert.deepEqual(site.sitemaps(crawler), ["https://example.com/s.xml"]);
  assert.equal(site.rules(crawler).isAllowed("/x"), false);
  site.onPageRequest(20);
  assert.deepEqual([site.nextPageAt(crawler, 20), site.nextFetchAt], [1020, 86_400_010]);
  site.onPageResponse({ status: 503, headers: { "retry-after": "60", "set-cookie": ["a", "b"], unset: undefined } }, 30);
  assert.deepEqual(site.decide(crawler, "/y", 30), waiting(60_030, "pause"));
  // Without a time, the clock counts.
  site.onResponse(crawler, { status: 404 });
  site.onPageRequest();
  assert.equal(site.decide(crawler, "/").action, "wait-until");
});

test("wrong arguments", () => {
  const [site, crawler] = [new rx.Site("https://example.com"), new rx.Crawler("FooBot")];
  assert.throws(() => new rx.Site("example.com"), /not the URL of a site/u);
  assert.throws(() => new rx.Crawler("FooBot", { delay: 1 }), TypeError);
  assert.throws(() => new rx.Crawler("FooBot", { maxDelay: -1 }), TypeError);
  assert.throws(() => site.decide({}, "/"), TypeError);
  for (const now of [-1, NaN, Infinity, "1"]) assert.throws(() => site.decide(crawler, "/", now), TypeError);
  assert.throws(() => site.onResponse(crawler, { status: "200" }), TypeError);
  assert.throws(() => rx.Site.restore("{}"), Error);
  assert.throws(() => JSON.stringify(site), TypeError);
  site.free();
  assert.throws(() => site.decide(crawler, "/"), /freed/u);
});

/** A server while something asks it. */
async function serving(answer, ask) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await ask(`http://127.0.0.1:${server.address().port}`, requests);
  } finally {
    server.closeAllConnections?.();
    server.close();
  }
}

test("robots.txt is fetched as the policy has it", async () => {
  const crawler = new rx.Crawler("FooBot");
  const answer = (request, response) => {
    const hop = /^\/(\d+)$/u.exec(request.url)?.[1];
    if (request.url === "/robots.txt") response.writeHead(301, { location: "/elsewhere" }).end();
    else if (hop < 6) response.writeHead(302, { location: `/${Number(hop) + 1}` }).end();
    else if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end("User-agent: *\nDisallow: /x\n".padEnd(600_000, "#"));
  };
  await serving(answer, async (base, requests) => {
    const site = new rx.Site(base);
    assert.equal(outcomeText(await site.fetchRobots(crawler, { headers: { "user-agent": "FooBot/1.0" } })), "parse");
    assert.equal(site.decide(crawler, "/x").action, "skip");
    // The validators are those of where the redirect leads.
    assert.equal(outcomeText(await site.fetchRobots(crawler)), "use-copy not-modified");
    assert.deepEqual(requests.map(({ url }) => url), ["/robots.txt", "/elsewhere", "/robots.txt", "/elsewhere"]);
    assert.equal(requests[1].headers["user-agent"], "FooBot/1.0");
    const direct = { fetch: (url, init) => globalThis.fetch(url.replace("/robots.txt", "/elsewhere"), init) };
    const own = new rx.Site(base);
    assert.equal(outcomeText(await own.fetchRobots(crawler, direct)), "parse");
    assert.equal(outcomeText(await own.fetchRobots(crawler, direct)), "use-copy not-modified");
    // With a fetch of one's own: five redirects, and one more than are followed.
    for (const start of ["/1", "/0"]) {
      const fetch = (url, init) => globalThis.fetch(url.replace("/robots.txt", start), init);
      const other = new rx.Site(base);
      const found = outcomeText(await other.fetchRobots(crawler, { fetch }));
      assert.equal(found, start === "/1" ? "parse" : "allow-all bad-redirect");
    }
  });
  // Nobody answers any more, or not in time; who gives up says so.
  const site = new rx.Site("http://127.0.0.1:9");
  assert.equal(outcomeText(await site.fetchRobots(crawler)), "disallow-all unreachable");
  await serving(() => {}, async (base) => {
    const silent = new rx.Site(base);
    assert.equal(outcomeText(await silent.fetchRobots(crawler, { signal: AbortSignal.timeout(50) })), "disallow-all unreachable");
    await assert.rejects(silent.fetchRobots(crawler, { signal: AbortSignal.abort() }), { name: "AbortError" });
  });
});

/** The ways to fetch a robots.txt: each is given the URL of a site, and options. */
const DOORS = {
  "Site.visit": (base, options) => new rx.Site(base).visit(new rx.Crawler("FooBot"), `${base}/page`, options),
  "Site.fetchRobots": (base, options) => new rx.Site(base).fetchRobots(new rx.Crawler("FooBot"), options),
  "RobotsTxtFile.find": (base, options) => rx.RobotsTxtFile.find(base, options),
};

const SECRETS = { Authorization: "Bearer secret", Cookie: "session=secret", "Proxy-Authorization": "Basic secret", "X-Api-Key": "secret" };

test("credentials stay with the origin that they are for", async () => {
  const headers = { "User-Agent": "FooBot/1.0", Accept: "text/plain", "Accept-Encoding": "gzip", ...SECRETS };
  const secretsIn = ({ headers }) => Object.keys(SECRETS).filter((name) => headers[name.toLowerCase()] !== undefined).length;
  for (const [door, enter] of Object.entries(DOORS)) {
    for (const given of [headers, new Headers(headers), Object.entries(headers)]) {
      const places = {};
      const answer = (request, response) => {
        const location = places[request.url];
        if (location === undefined) response.end("User-agent: *\nDisallow: /x\n");
        else response.writeHead(302, { location }).end();
      };
      await serving(answer, (first, ofFirst) =>
        serving(answer, async (second, ofSecond) => {
          // Within the origin, to the other, and back again.
          Object.assign(places, { "/robots.txt": "/moved", "/moved": `${second}/1`, "/1": `${second}/2`, "/2": `${first}/3`, "/3": "/4" });
          await enter(first, { headers: given });
          const ofRobots = ofFirst.filter(({ url }) => url !== "/page");
          assert.deepEqual(ofRobots.map(({ url }) => url), ["/robots.txt", "/moved", "/3", "/4"], door);
          assert.deepEqual(ofSecond.map(({ url }) => url), ["/1", "/2"], door);
          assert.deepEqual(ofRobots.map(secretsIn), [4, 4, 0, 0], door);
          assert.deepEqual(ofSecond.map(secretsIn), [0, 0], door);
          for (const request of [...ofFirst, ...ofSecond]) {
            const sent = ["user-agent", "accept", "accept-encoding"].map((name) => request.headers[name]);
            assert.deepEqual(sent, ["FooBot/1.0", "text/plain", "gzip"], `${door} ${request.url}`);
          }
          // The page is of the first origin.
          for (const request of ofFirst.filter(({ url }) => url === "/page")) assert.equal(secretsIn(request), 4);
        }),
      );
    }
  }
});

test("another scheme, host or port is another origin; validators are sent to none", async () => {
  const fields = { "user-agent": "FooBot", authorization: "secret" };
  for (const [location, isSame] of [
    ["http://example.com/1", false],
    ["https://www.example.com/1", false],
    ["https://example.com:8443/1", false],
    ["//example.org/1", false],
    ["https://example.com:443/1", true],
    ["https://me:password@EXAMPLE.com/1", true],
    ["/1#part", true],
  ]) {
    const asked = [];
    const fetch = async (url, { headers }) => {
      asked.push([url, Object.fromEntries(headers)]);
      return url.endsWith("/robots.txt") ? new Response(null, { status: 301, headers: { location } }) : new Response("");
    };
    const [site, crawler] = [new rx.Site("https://example.com"), new rx.Crawler("FooBot")];
    site.onResponse(crawler, { status: 200, headers: { etag: '"1"' }, body: "" });
    await site.fetchRobots(crawler, { fetch, headers: fields });
    const [[, first], [url, second]] = asked;
    assert.deepEqual(first, { ...fields, "if-none-match": '"1"' });
    assert.deepEqual(second, isSame ? fields : { "user-agent": "FooBot" }, location);
    assert.doesNotMatch(url, /[@#]/u);
  }
});

test("a site does not lead a crawler into its own network", async () => {
  const answers = async (from, location, options) => {
    const asked = [];
    const fetch = async (url) => {
      asked.push(url);
      return asked.length === 1 ? new Response(null, { status: 302, headers: { location } }) : new Response("User-agent: *\nDisallow: /x\n");
    };
    const outcome = outcomeText(await new rx.Site(from).fetchRobots(new rx.Crawler("FooBot"), { fetch, ...options }));
    assert.equal(asked.length, outcome === "parse" ? 2 : 1);
    const found = await rx.RobotsTxtFile.find(from, { fetch: (asked.length = 0, fetch), ...options });
    assert.equal(found.isAllowed(`${new URL(from).origin}/y`), outcome === "parse", `${from} ${location}`);
    return outcome;
  };
  const inside = [
    ...["http://127.0.0.1/", "http://10.0.0.1/", "http://169.254.169.254/latest", "http://192.168.1.1:8080/", "http://2130706433/", "http://0x7f.1/"],
    ...["http://[::1]/", "http://[fe80::1]/", "http://[::ffff:10.0.0.1]/", "http://localhost/", "http://a.localhost:3000/", "http://localhost./"],
  ];
  for (const location of inside) {
    for (const from of ["https://example.com", "http://1.1.1.1", "http://[2606:4700:4700::1111]"]) {
      assert.equal(await answers(from, location), "disallow-all unreachable", `${from} ${location}`);
      assert.equal(await answers(from, location, { allowPrivate: true }), "parse", `${from} ${location}`);
    }
    // What is asked for a private host may go on there, and to the outside.
    for (const to of ["http://10.0.0.2/", "https://example.com/"]) assert.equal(await answers(location, to), "parse", location);
  }
  for (const location of ["http://1.1.1.1/", "http://[2606:4700:4700::1111]/", "https://example.org/", "https://localhost.example/", "https://mylocalhost/"]) {
    assert.equal(await answers("https://example.com", location), "parse", location);
  }
});

test("addresses of the public Internet", () => {
  for (const { isPublicAddress } of [rx, core]) {
    for (const address of ["1.1.1.1", "2606:4700:4700::1111"]) assert.equal(isPublicAddress(address), true, address);
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"]) assert.equal(isPublicAddress(address), false, address);
    for (const wrong of ["localhost", "", "1.1.1", "[::1]"]) assert.throws(() => isPublicAddress(wrong), /is not an IP address/u);
    assert.throws(() => isPublicAddress(1), TypeError);
  }
});

test("a visit tells the site how it answered", async () => {
  let now = 1e12;
  const [crawler, site] = [new rx.Crawler("FooBot"), new rx.Site("https://example.com", { clock: () => now })];
  const busy = new Response(null, { status: 503, headers: { "retry-after": "60" } });
  const fetch = async (url) => (url.endsWith("/robots.txt") ? new Response("") : busy);
  // robots.txt is a request like any other, after which the delay is kept.
  assert.deepEqual(await site.visit(crawler, "/", { fetch }), unvisited(waiting(now + 1_000, "delay")));
  now += 1_000;
  assert.equal((await site.visit(crawler, "/", { fetch })).response, busy);
  assert.ok(site.decide(crawler, "/").until >= now + 60_000);
});

test("a redirect that a browser hides counts as a failure", async () => {
  const hidden = { status: 0, ok: false, headers: new Headers(), body: null };
  const site = new rx.Site("https://example.com", { clock: () => 1e12 });
  assert.equal(outcomeText(await site.fetchRobots(new rx.Crawler("FooBot"), { fetch: async () => hidden })), "disallow-all unreachable");
  assert.equal(site.failingSince, 1e12);
});

test("what redirects of robots.txt lead to, and what they bring", async () => {
  const crawler = new rx.Crawler("FooBot");
  const fetched = async (location, { status = 302, answer = () => new Response("User-agent: *\nDisallow: /x\n", { headers: { etag: '"1"', "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" } }) } = {}) => {
    const asked = [];
    const fetch = async (url, init) => {
      asked.push(url);
      assert.equal(init.redirect, "manual");
      return url.endsWith("/robots.txt") ? new Response(null, { status, headers: location === null ? {} : { location } }) : answer();
    };
    const site = new rx.Site("https://example.com");
    const outcome = outcomeText(await site.fetchRobots(crawler, { fetch }));
    return { outcome, asked: asked.slice(1), site };
  };
  for (const status of [301, 302, 303, 307, 308]) {
    const { outcome, asked, site } = await fetched("/1", { status });
    assert.deepEqual([outcome, asked], ["parse", ["https://example.com/1"]], String(status));
    // Validators of another URL say nothing about the one that is asked first the next time.
    assert.deepEqual(site.requestHeaders(crawler), {});
  }
  for (const [location, expected] of [
    ["https://me:secret@example.org:8443/a?b#c", "https://example.org:8443/a?b"],
    ["https://me@example.org/a", "https://example.org/a"],
    ["//example.org", "https://example.org/"],
    ["http://example.com/a", "http://example.com/a"],
    ["a/../b", "https://example.com/b"],
    // Each byte is a character, here of UTF-8 and of Latin-1.
    ["/caf\u00C3\u00A9", "https://example.com/caf%C3%A9"],
    ["/caf\u00E9?\u00E9", "https://example.com/caf%E9?%E9"],
  ]) {
    assert.deepEqual((await fetched(location)).asked, [expected], location);
  }
  for (const location of ["ftp://example.com/a", "data:,x", "file:///etc/passwd", "javascript:0", "http://", "https://[", null]) {
    const { outcome, asked } = await fetched(location);
    assert.deepEqual([outcome, asked], ["allow-all bad-redirect", []], String(location));
  }
  for (const status of [300, 304, 305, 306]) assert.deepEqual((await fetched("/1", { status })).asked, [], String(status));
  // Without a redirect they are kept.
  const site = new rx.Site("https://example.com");
  await site.fetchRobots(crawler, { fetch: async () => new Response("", { headers: { etag: '"1"' } }) });
  assert.deepEqual(site.requestHeaders(crawler), { "If-None-Match": '"1"' });
});

test("a robots.txt behind a redirect is confirmed by 304", async () => {
  const file = (tag) => ({ status: 200, headers: { etag: tag }, body: "User-agent: *\nDisallow: /x\n" });
  const answer = (response, { status, headers, body }) => response.writeHead(status, headers).end(body);
  const tagIn = ({ headers }) => headers["if-none-match"];
  let answerOfFirst;
  let ofSecond;
  await serving((request, response) => answerOfFirst(request, response), (first, ofFirst) =>
    serving((request, response) => answer(response, ofSecond), async (second, asked) => {
      let now = 1e12;
      const crawler = new rx.Crawler("FooBot");
      let site = new rx.Site(first, { clock: () => now });
      const fetched = async () => {
        now += 48 * 3_600_000;
        ofFirst.length = asked.length = 0;
        const outcome = outcomeText(await site.fetchRobots(crawler));
        return [outcome, ofFirst.map(tagIn), asked.map(tagIn)];
      };
      answerOfFirst = (request, response) => response.writeHead(301, { location: `${second}/elsewhere` }).end();
      ofSecond = file('"1"');
      assert.deepEqual(await fetched(), ["parse", [undefined], [undefined]]);
      ofSecond = { status: 304 };
      assert.deepEqual(await fetched(), ["use-copy not-modified", [undefined], ['"1"']]);
      assert.equal(site.rules(crawler).isAllowed("/x"), false);
      // They are saved, with the URL that they are for.
      site = rx.Site.restore(site.save(), { clock: () => now });
      assert.deepEqual(await fetched(), ["use-copy not-modified", [undefined], ['"1"']]);
      assert.deepEqual(site.requestHeaders(crawler), {});
      assert.deepEqual(site.requestHeaders(crawler, new URL("/elsewhere", second)), { "If-None-Match": '"1"' });
      // Another URL there has not sent them, and nor has the first: nobody has asked it whether something changed.
      answerOfFirst = (request, response) => response.writeHead(302, { location: `${second}/other` }).end();
      assert.deepEqual(await fetched(), ["disallow-all unreachable", [undefined], [undefined]]);
      answerOfFirst = (request, response) => response.writeHead(304).end();
      assert.deepEqual(await fetched(), ["disallow-all unreachable", [undefined], []]);
      // A file of its own replaces them.
      answerOfFirst = (request, response) => answer(response, file('"2"'));
      assert.deepEqual(await fetched(), ["parse", [undefined], []]);
      answerOfFirst = (request, response) => answer(response, { status: 304 });
      assert.deepEqual(await fetched(), ["use-copy not-modified", ['"2"'], []]);
    }),
  );
});

test("validators of a loop of one's own belong to the URL that sent them", () => {
  const [crawler, there] = [new rx.Crawler("FooBot"), "https://www.example.com/robots.txt"];
  for (const url of [there, new URL(there)]) {
    const site = new rx.Site("https://example.com");
    assert.equal(site.onResponse(crawler, { status: 200, headers: { etag: '"1"' }, body: "", url }).action, "parse");
    assert.deepEqual(site.requestHeaders(crawler), {});
    assert.deepEqual(site.requestHeaders(crawler, url), { "If-None-Match": '"1"' });
    assert.equal(site.onResponse(crawler, { status: 304, url }).cause, "not-modified");
    assert.equal(site.onResponse(crawler, { status: 304 }).cause, "unreachable");
  }
  // Its own URL, in full or left out.
  for (const url of ["https://example.com/robots.txt", "", undefined]) {
    const site = new rx.Site("https://example.com");
    site.onResponse(crawler, { status: 200, headers: { etag: '"1"' }, body: "", url });
    for (const asked of ["https://example.com/robots.txt", undefined]) assert.deepEqual(site.requestHeaders(crawler, asked), { "If-None-Match": '"1"' });
    assert.deepEqual(site.requestHeaders(crawler, there), {});
  }
});

test("requests that are open", () => {
  const decided = (maxOpen, after, ...events) => {
    const [crawler, site] = [new rx.Crawler("FooBot", { maxOpen }), new rx.Site("https://example.com", { clock: () => 1e12 })];
    site.onResponse(crawler, { status: 404 }, 1e12);
    site.onPageRequest(1e12);
    for (const event of events) event(site);
    return site.decide(crawler, "/", 1e12 + after);
  };
  assert.deepEqual(decided(1, 20_000), waiting(1e12 + 21_000, "request-in-flight"));
  for (const maxOpen of [2, 254, undefined]) assert.equal(decided(maxOpen, 20_000).action, "fetch-page");
  assert.equal(decided(1, 20_000, (site) => site.onPageAbort()).action, "fetch-page");
  assert.equal(decided(1, 20_000, (site) => site.onPageResponse({ status: 200 })).action, "fetch-page");
  // One that is never reported is lost in the end.
  assert.deepEqual([299_000, 300_000].map((after) => decided(1, after).action), ["wait-until", "fetch-page"]);
  for (const maxOpen of [0, 255, -1, 1e30]) assert.throws(() => new rx.Crawler("FooBot", { maxOpen }), /maxOpen is .*; the least is 1 and the most 254, and undefined is no limit/u);
  for (const maxOpen of ["1", 1.5, NaN, null]) assert.throws(() => new rx.Crawler("FooBot", { maxOpen }), TypeError);
});

test("a visit that was given up is not open", async () => {
  let now = 1e12;
  const crawler = new rx.Crawler("FooBot", { maxOpen: 1 });
  const site = new rx.Site("https://example.com", { clock: () => (now += 2_000) });
  const page = (fetch, options) => site.visit(crawler, "/", { fetch, ...options });
  await page(async () => new Response(null, { status: 404 }));
  const abort = new AbortController();
  await assert.rejects(page(async () => { abort.abort(); throw abort.signal.reason; }, { signal: abort.signal }), { name: "AbortError" });
  await assert.rejects(page(async () => undefined.x), { name: "TypeError" });
  await assert.rejects(page(async () => ({ status: "200" })), { name: "TypeError" });
  // While one is open, another waits.
  const found = await page(async () => {
    assert.equal(site.decide(crawler, "/b").reason, "request-in-flight");
    return new Response("");
  });
  assert.equal(found.action, "page");
});

test("a body is read up to the limit, and no rule is cut in half", async () => {
  const crawler = new rx.Crawler("FooBot");
  const head = "User-agent: *\nDisallow: /a\n#";
  const rule = "\nDisallow: /private";
  const outcomes = async (length, rest, chunk) => {
    const body = new TextEncoder().encode(`${head.padEnd(length - rule.length, "#")}${rule}${rest}`);
    let read = 0;
    let cancelled = false;
    const stream = () => new ReadableStream({
      pull(controller) {
        if (read >= body.length) return controller.close();
        controller.enqueue(body.slice(read, (read += chunk)));
      },
      cancel: () => void (cancelled = true),
    }, { highWaterMark: 0 });
    const fetch = async () => new Response(stream());
    const site = new rx.Site("https://example.com");
    await site.fetchRobots(crawler, { fetch });
    const answers = ["/a", "/private", "/private/x"].map((url) => site.rules(crawler).isAllowed(url));
    read = 0;
    const file = await rx.RobotsTxtFile.find("https://example.com", { fetch });
    assert.deepEqual(["/a", "/private", "/private/x"].map((url) => file.isAllowed(`https://example.com${url}`)), answers);
    return { answers, cancelled, read };
  };
  const limit = crawler.maxBytes;
  for (const chunk of [1_000, 65_536, 512_000, 512_001, 600_000]) {
    // The file ends where the limit is: its last line is whole.
    assert.deepEqual((await outcomes(limit, "", chunk)).answers, [false, false, false], String(chunk));
    // It goes on: the last line might be `Disallow: /private-and-more`, and is not read.
    for (const rest of ["x", "-and-more\n", "-and-more\n".repeat(100_000)]) assert.deepEqual((await outcomes(limit, rest, chunk)).answers, [false, true, true], `${chunk} ${rest.length}`);
    // A line that ends before the limit is.
    assert.deepEqual((await outcomes(limit - 1, "\nDisallow: /b", chunk)).answers, [false, false, false]);
  }
  // No more is requested than is read.
  const { cancelled, read } = await outcomes(limit, "x".repeat(5_000_000), 65_536);
  assert.ok(cancelled && read <= limit + 2 * 65_536, `${read}`);
});

test("statuses at the limits", () => {
  const [site, crawler] = [new rx.Site("https://example.com"), new rx.Crawler("FooBot")];
  for (const status of [0, 65_535]) site.onPageResponse({ status });
  for (const status of [-1, 65_536, 200.5, NaN, "200", undefined, 200n]) {
    assert.throws(() => site.onPageResponse({ status }), TypeError, String(status));
    assert.throws(() => site.onResponse(crawler, { status }), TypeError, String(status));
  }
  // 65,736 is not 200, as it were in sixteen bits.
  assert.throws(() => site.onResponse(crawler, { status: 65_536 + 200 }), TypeError);
});

test("header fields in each of their forms", () => {
  const crawler = new rx.Crawler("FooBot");
  for (const headers of [{ ETag: '"1"' }, { etag: ['"1"'] }, new Headers({ etag: '"1"' }), new Map([["etag", '"1"']]), [["etag", '"1"']], { etag: '"1"', unset: undefined, empty: [] }]) {
    const site = new rx.Site("https://example.com");
    site.onResponse(crawler, { status: 200, headers, body: "" });
    assert.deepEqual(site.requestHeaders(crawler), { "If-None-Match": '"1"' });
  }
  const site = new rx.Site("https://example.com");
  assert.equal(site.onResponse(crawler, { status: 200, headers: { "content-encoding": "br" }, body: "x" }).cause, "unreachable");
  assert.equal(site.onResponse(crawler, { status: 200, headers: { "content-encoding": "br" }, body: "x", decoded: true }).action, "parse");
  for (const headers of [undefined, null]) assert.equal(site.onResponse(crawler, { status: 404, headers }).action, "allow-all");
});

test("a body in a coding that fetch does not know is no robots.txt", async () => {
  const compressed = [new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0, 0, 0]), new Uint8Array([0x1f, 0x8b, 8, 0])];
  const rules = "User-agent: *\nDisallow: /x\n";
  for (const [encoding, body, outcome] of [
    ["gzip", rules, "parse"], ["GZIP, br", rules, "parse"], ["identity", rules, "parse"], ["zstd", rules, "parse"], ["", rules, "parse"],
    ["x-own", rules, "disallow-all unreachable"], ["gzip, compress", rules, "disallow-all unreachable"],
    ["zstd", compressed[0], "disallow-all unreachable"], ["", compressed[1], "disallow-all unreachable"],
  ]) {
    const headers = encoding === "" ? {} : { "content-encoding": encoding };
    const fetch = async () => new Response(body, { headers });
    const found = await new rx.Site("https://example.com").fetchRobots(new rx.Crawler("FooBot"), { fetch });
    assert.equal(outcomeText(found), outcome, encoding);
    const file = await rx.RobotsTxtFile.find("https://example.com", { fetch });
    assert.equal(file.isAllowed("https://example.com/y"), outcome === "parse", encoding);
  }
});

test("the options of a crawler", () => {
  const site = new rx.Site("https://example.com");
  const next = (options, robots = "User-agent: *\nCrawl-delay: 60\n") => {
    const [crawler, own] = [new rx.Crawler("FooBot", options), new rx.Site("https://example.com")];
    own.onResponse(crawler, { status: 200, body: robots }, 0);
    own.onPageRequest(0);
    return own.nextPageAt(crawler, 0);
  };
  assert.deepEqual([next(), next({ defaultDelay: 7 }), next({ defaultDelay: 7 }, ""), next({}, ""), next({ strict: true }, "")], [60_000, 60_000, 7_000, 1_000, 0]);
  // A site that asks for a longer delay than the longest that is followed has not permitted a shorter one.
  const paced = (options, delay) => {
    const [crawler, own] = [new rx.Crawler("FooBot", options), new rx.Site("https://example.com")];
    own.onResponse(crawler, { status: 200, body: `User-agent: *\nCrawl-delay: ${delay}\nDisallow: /x\n` }, 0);
    assert.equal(own.decide(crawler, "/x", 0).action, "skip");
    return own.decide(crawler, "/", 0);
  };
  const [slow, wait] = [(delay) => decided("too-slow", { delay }), (seconds) => waiting(1_000 * seconds, "delay")];
  for (const [options, delay, decision] of [
    [{ maxDelay: 5 }, 5, wait(5)],
    [{ maxDelay: 5 }, 6, slow(6)],
    [{}, 3_600, wait(3_600)],
    [{}, 3_601, slow(3_601)],
    [{ maxDelay: 43_200 }, 43_200, wait(43_200)],
    [{ maxDelay: 86_400 }, 43_201, slow(43_201)],
  ]) {
    assert.deepEqual(paced(options, delay), decision, `${JSON.stringify(options)} ${delay}`);
  }
  const misspelled = { status: 200, body: "User-agent: *\nDisalow: /x\n" };
  for (const [options, action] of [[{}, "skip"], [{ strict: true }, "fetch-page"], [{ dialect: "rfc9309" }, "fetch-page"], [{ strict: true, dialect: "lenient" }, "skip"]]) {
    const crawler = new rx.Crawler("FooBot", options);
    site.onResponse(crawler, misspelled, 0);
    assert.equal(site.decide(crawler, "/x", 1_000).action, action, JSON.stringify(options));
  }
});

test("a visit does all that a decision asks for", async () => {
  const answer = (request, response) => {
    if (request.url === "/robots.txt") response.end("User-agent: foobot\nDisallow: /x\nCrawl-delay: 60");
    else response.writeHead(request.url === "/moved" ? 302 : 200, { location: "/x" }).end(request.headers["user-agent"]);
  };
  await serving(answer, async (base, requests) => {
    let now = Date.now();
    const [crawler, site, options] = [new rx.Crawler("FooBot"), new rx.Site(base, { clock: () => now }), { headers: { "user-agent": "FooBot/1.0" } }];
    const closed = await site.visit(crawler, `${base}/a/../x`, options);
    assert.deepEqual(closed, unvisited(decided("skip")));
    const early = await site.visit(crawler, new URL("/moved", base), options);
    assert.deepEqual(early, unvisited(waiting(now + 60_000, "delay")));
    now = early.until;
    const { action, response } = await site.visit(crawler, new URL("/moved", base), options);
    assert.deepEqual([action, response.status, await response.text()], ["page", 302, "FooBot/1.0"]);
    const later = await site.visit(crawler, "/b", options);
    assert.deepEqual(later, unvisited(waiting(now + 60_000, "delay")));
    const hasty = new rx.Crawler("FooBot", { maxDelay: 59 });
    assert.deepEqual(await site.visit(hasty, "/b", options), unvisited(decided("too-slow", { delay: 60 })));
    assert.equal((await site.visit(crawler, "https://example.org/", options)).action, "not-this-site");
    assert.deepEqual(requests.map(({ url }) => url), ["/robots.txt", "/moved"]);
    // A page that cannot be fetched is the caller's to know, and counts for the delay.
    now = later.until;
    await assert.rejects(site.visit(crawler, "/c", { fetch: () => Promise.reject(new Error("no connection")) }), /no connection/u);
    assert.ok(site.nextPageAt(crawler) >= now + 60_000);
  });
});

test("a site has a clock, says since when it fails, and why it skips", async () => {
  let now = 1e12;
  const crawler = new rx.Crawler("FooBot");
  const site = new rx.Site("https://example.com", { clock: () => new Date(now) });
  const fetch = async (url) => (url.endsWith("/robots.txt") ? new Response("User-agent: *\nDisallow: /x\n") : new Response(url));
  const skipped = [];
  const options = { fetch, onSkip: (one) => skipped.push(one) };
  assert.equal(site.failingSince, null);
  assert.equal((await site.visit(crawler, "/x?a", options)).action, "skip");
  assert.deepEqual(skipped.map(({ url, verdict }) => [url, verdict.reason, verdict.rule, verdict.line]), [["https://example.com/x?a", "rule", "Disallow: /x", 2]]);
  assert.deepEqual(await site.visit(crawler, "/y", options), unvisited(waiting(now + 1_000, "delay")));
  now += 1_000;
  assert.equal(await (await site.visit(crawler, "/y", options)).response.text(), "https://example.com/y");
  assert.deepEqual([(await site.visit(crawler, "/z", options)).until, site.nextPageAt(crawler)], [now + 1_000, now + 1_000]);
  now += 1_000;
  assert.equal((await site.visit(crawler, "/z", options)).action, "page");
  assert.equal(skipped.length, 1);
  // Every way to pass no time asks the clock.
  now += 5_000;
  site.onPageRequest();
  assert.equal(site.nextPageAt(crawler), now + 1_000);
  now += 1_000;
  site.onPageResponse({ status: 503, headers: { "retry-after": "7" } });
  assert.equal(site.decide(crawler, "/y").until, now + 7_000);
  now += 100 * 86_400_000;
  assert.equal(site.decide(crawler, "/y").action, "fetch-robots");
  site.onFailure(crawler);
  assert.equal(site.failingSince, now);
  const restored = rx.Site.restore(site.save(), { clock: () => now + 5 });
  assert.equal(restored.failingSince, now);
  restored.onResponse(crawler, { status: 404 });
  assert.deepEqual([restored.failingSince, restored.nextFetchAt > now], [null, true]);
});

test("why to wait", () => {
  for (const { Crawler, Site } of [rx, core]) {
    const crawler = new Crawler("FooBot");
    const after = (body, status = 200) => {
      const site = new Site("https://example.com");
      site.onResponse(crawler, { status, body: `User-agent: *\n${body}\n` }, 0);
      return site;
    };
    assert.deepEqual(after("Crawl-delay: 60").decide(crawler, "/", 1), waiting(60_000, "delay"));
    const paused = after("");
    paused.onPageResponse({ status: 503, headers: { "retry-after": "600" } }, 5_000);
    assert.deepEqual(paused.decide(crawler, "/", 5_000), givenUp(605_000, "pause"));
    assert.deepEqual(paused.decide(new Crawler("FooBot", { maxWait: 600 }), "/", 5_000), waiting(605_000, "pause"));
    assert.deepEqual(after("Visit-time: 0600-0700").decide(crawler, "/", 1_000), givenUp(6 * 3_600_000, "visit-time"));
    assert.deepEqual(after("", 503).decide(crawler, "/", 1), givenUp(3_600_000, "robots-unreachable"));
    assert.deepEqual(after("Request-rate: 1/7200").decide(crawler, "/", 1), decided("too-slow", { delay: 7_200 }));
    const site = new Site("https://example.com");
    assert.deepEqual(site.decide(crawler, "/", 100_000), decided("fetch-robots"));
    site.onRobotsRequest(100_000);
    for (const one of [site, Site.restore(site.save())]) {
      assert.deepEqual(one.decide(crawler, "/", 101_000), waiting(160_000, "robots-in-flight"));
      assert.equal(one.nextDue(crawler, 101_000), 160_000);
      // Whoever asked is gone.
      assert.deepEqual(one.decide(crawler, "/", 160_000), decided("fetch-robots"));
    }
    site.onResponse(crawler, { status: 404 }, 103_000);
    // The delay counts from the answer.
    assert.deepEqual([site.decide(crawler, "/", 103_000), site.nextDue(crawler, 103_000)], [waiting(104_000, "delay"), 104_000]);
    // A page without an answer slows the crawler down.
    site.onPageRequest(104_000);
    site.onPageFailure(105_000);
    assert.deepEqual(site.decide(crawler, "/", 105_000), waiting(107_000, "delay"));
  }
});

/** A signal that is aborted, for whatever reason. */
function stopped(milliseconds, reason) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}

/** Like `AbortSignal.timeout`, whose timer does not keep a test running. */
const inTime = (milliseconds) => stopped(milliseconds, new DOMException("too late", "TimeoutError"));

test("a page without an answer slows a visit down, unless the caller gave up", async () => {
  let now = 1e12;
  const [crawler, site] = [new rx.Crawler("FooBot"), new rx.Site("https://example.com", { clock: () => now })];
  site.onResponse(crawler, { status: 404 });
  const silent = (url, { signal }) => new Promise((_, reject) => {
    now += 250;
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  const broken = () => Promise.reject(new TypeError("fetch failed"));
  for (const [seconds, options, name] of [
    [2, { fetch: broken }, "TypeError"],
    [4, { fetch: silent, signal: inTime(5) }, "TimeoutError"],
    [4, { fetch: silent, signal: stopped(5) }, "AbortError"],
    [8, { fetch: broken, signal: new AbortController().signal }, "TypeError"],
  ]) {
    now += 10_000;
    const requested = now;
    await assert.rejects(site.visit(crawler, "/", options), { name });
    // The delay counts from the failure, or from the request if the caller gave it up.
    const from = name === "AbortError" ? requested : now;
    assert.deepEqual(site.decide(crawler, "/"), waiting(from + seconds * 1_000, "delay"), name);
  }
  // What fails before the request is no request.
  now += 10_000;
  const [timedOut, never] = [AbortSignal.abort(new DOMException("too late", "TimeoutError")), () => assert.fail("requested")];
  for (const [options, error] of [[{ signal: timedOut }, { name: "TimeoutError" }], [{ signal: AbortSignal.abort() }, { name: "AbortError" }], [{ headers: { "user agent": "x" } }, TypeError]]) {
    await assert.rejects(site.visit(crawler, "/", { fetch: never, ...options }), error);
    assert.equal(site.decide(crawler, "/").action, "fetch-page");
    const unknown = new rx.Site("https://example.com", { clock: () => now });
    for (const fetched of [() => unknown.visit(crawler, "/", { fetch: never, ...options }), () => unknown.fetchRobots(crawler, { fetch: never, ...options })]) {
      await assert.rejects(fetched(), error);
      assert.equal(unknown.decide(crawler, "/").action, "fetch-robots");
    }
  }
});

test("visits at once fetch robots.txt once", async () => {
  const asked = [];
  let answer;
  const fetch = (url) => {
    asked.push(url);
    return url.endsWith("/robots.txt") ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(new Response(url));
  };
  let now = 1e12;
  const clock = () => now;
  const crawler = new rx.Crawler("FooBot", { defaultDelay: 0 });
  const site = new rx.Site("https://example.com", { clock });
  const visits = ["/a", "/b", "/x"].map((url) => site.visit(crawler, url, { fetch }));
  assert.deepEqual(site.decide(crawler, "/c"), waiting(now + 60_000, "robots-in-flight"));
  // One that is in a hurry is not held up by the others.
  await assert.rejects(site.visit(crawler, "/c", { fetch, signal: inTime(5) }), { name: "TimeoutError" });
  await assert.rejects(site.visit(crawler, "/c", { fetch, signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(asked.length, 1);
  // A state that is saved meanwhile says so, and nobody there is waited for.
  const restored = rx.Site.restore(JSON.parse(JSON.stringify(site.save())), { clock });
  assert.deepEqual(await restored.visit(crawler, "/a", { fetch }), unvisited(waiting(now + 60_000, "robots-in-flight")));
  answer(new Response("User-agent: *\nDisallow: /x\n"));
  assert.deepEqual((await Promise.all(visits)).map(({ action }) => action), ["page", "page", "skip"]);
  assert.deepEqual(asked, ["/robots.txt", "/a", "/b"].map((path) => `https://example.com${path}`));

  // With a delay, the others wait for that, too.
  const polite = new rx.Crawler("FooBot");
  const slow = new rx.Site("https://example.com", { clock });
  const both = ["/a", "/b"].map((url) => slow.visit(polite, url, { fetch }));
  answer(new Response("", { status: 404 }));
  for (const visit of await Promise.all(both)) assert.deepEqual(visit, unvisited(waiting(now + 1_000, "delay")));

  // If who fetches it gives up, the others are not left waiting.
  const left = new rx.Site("https://example.com", { clock });
  const controller = new AbortController();
  const stopped = left.visit(crawler, "/a", { fetch: (url, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))), signal: controller.signal });
  const other = left.visit(crawler, "/b", { fetch });
  controller.abort();
  await assert.rejects(stopped, { name: "AbortError" });
  answer(new Response("User-agent: *\nDisallow: /x\n"));
  assert.equal((await other).action, "page");
  now += 60_000;
  assert.equal((await left.visit(crawler, "/x", { fetch })).action, "skip");
});

test("a mistake in fetch is thrown, and an error of the network is kept", async () => {
  const crawler = new rx.Crawler("FooBot", { defaultDelay: 0 });
  const failed = (message, cause) => new TypeError(message, cause === undefined ? undefined : { cause });
  for (const error of [new ReferenceError("x is not defined"), new RangeError("Invalid array length"), new SyntaxError("Unexpected token"), failed("options.fetch is not a function"), failed("Cannot read properties of undefined (reading 'status')"),
    failed("Failed to parse URL from x", Object.assign(failed("Invalid URL"), { code: "ERR_INVALID_URL" })), failed("fetch failed", Object.assign(new Error("invalid onRequestStart method"), { code: "UND_ERR_INVALID_ARG" }))]) {
    const site = new rx.Site("https://example.com");
    const fetch = () => Promise.reject(error);
    await assert.rejects(site.visit(crawler, "/", { fetch }), error);
    await assert.rejects(site.fetchRobots(crawler, { fetch }), error);
    // Nothing was learned, and nothing is in flight.
    assert.deepEqual([site.outcome, site.lastError, site.decide(crawler, "/").action], [null, null, "fetch-robots"]);
    site.onResponse(crawler, { status: 404 });
    await assert.rejects(site.visit(crawler, "/", { fetch }), error);
    assert.equal(site.decide(crawler, "/").action, "fetch-page");
  }
  for (const error of [failed("fetch failed", new Error("ECONNREFUSED")), failed("Failed to fetch"), failed("terminated", new Error("other side closed")), failed("NetworkError when attempting to fetch resource."), new Error("socket hang up"), new DOMException("too late", "TimeoutError")]) {
    const site = new rx.Site("https://example.com");
    const visit = await site.visit(crawler, "/", { fetch: () => Promise.reject(error) });
    assert.deepEqual([visit.action, visit.reason, site.lastError], ["give-up-until", "robots-unreachable", error], error.message);
    await site.fetchRobots(crawler, { fetch: async () => new Response("", { status: 404 }) });
    assert.equal(site.lastError, null);
  }
});

test("what fetch returns is a response", async () => {
  const crawler = new rx.Crawler("FooBot", { defaultDelay: 0 });
  for (const [response, message] of [
    [undefined, /^what fetch returned is an object, not undefined$/u],
    [{ status: "200" }, /^a status is a whole number/u],
    [{ status: 200, headers: {} }, /^the headers of what fetch returned are Headers, not Object$/u],
  ]) {
    const site = new rx.Site("https://example.com");
    const fetch = async () => response;
    for (const call of [() => site.fetchRobots(crawler, { fetch }), () => site.visit(crawler, "/", { fetch }), () => rx.RobotsTxtFile.find("https://example.com", { fetch })]) {
      await assert.rejects(call(), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
    }
    assert.deepEqual([site.outcome, site.decide(crawler, "/").action], [null, "fetch-robots"]);
  }
});

test("a clock that is set back while robots.txt is fetched", async () => {
  for (const back of [5, 61, 3 * 3_600, 10 * 86_400]) {
    let now = 1e12;
    const asked = [];
    const fetch = async (url) => {
      asked.push(new URL(url).pathname);
      if (!url.endsWith("/robots.txt")) return new Response("");
      now -= back * 1_000;
      return new Response("User-agent: *\nDisallow: /x");
    };
    const [crawler, site] = [new rx.Crawler("FooBot"), new rx.Site("https://example.com", { clock: () => now })];
    const { until, reason } = await site.visit(crawler, "/a", { fetch });
    assert.ok(reason === "delay" && until <= now + 61_000, `${reason} ${until - now} after ${back}`);
    now = until;
    assert.equal((await site.visit(crawler, "/x", { fetch })).action, "skip");
    assert.equal((await site.visit(crawler, "/a", { fetch })).action, "page");
    assert.deepEqual(asked, ["/robots.txt", "/a"]);
  }
});

test("a saved state survives JSON", () => {
  const through = (text) => JSON.stringify(JSON.parse(text));
  let readers = 0;
  for (const row of rowsOf("saved_sites.jsonl")) {
    for (const { Site } of [rx, core]) {
      assert.equal(Site.restore(through(row.saved)).save(), row.saved);
    }
    // The number of 64 bits is a text: as a number, JavaScript would round it.
    const { reader } = JSON.parse(row.saved);
    assert.equal(typeof reader, "string");
    readers += !Number.isSafeInteger(Number(reader));
  }
  assert.ok(readers > 0);
});

test("the robots.txt of a site, as Crawlee finds it", async () => {
  const bodies = { ok: "User-agent: *\nDisallow: /x\nSitemap: /s.xml\nSitemap: http://127.0.0.1./s.xml", utf16: Buffer.from("\uFEFFUser-agent: *\nDisallow: /x", "utf16le") };
  for (const [file, x, y] of [["ok", false, true], ["utf16", false, true], [404, true, true], [503, false, false], [429, false, false]]) {
    const answer = (request, response) => {
      if (request.url === "/robots.txt") response.writeHead(301, { location: "/moved" }).end();
      else if (typeof file === "number") response.writeHead(file).end();
      else response.end(bodies[file]);
    };
    await serving(answer, async (base) => {
      for (const { RobotsTxtFile } of [rx, core]) {
        const robots = await RobotsTxtFile.find(`${base}/a/b?c`);
        assert.deepEqual([robots.isAllowed(`${base}/x`), robots.isAllowed(`${base}/y`, "FooBot")], [x, y], String(file));
        assert.deepEqual(robots.getSitemaps(), file === "ok" ? ["http://127.0.0.1./s.xml"] : []);
        robots.free();
      }
    });
  }
  const silent = await rx.RobotsTxtFile.find("http://127.0.0.1:9");
  assert.equal(silent.isAllowed("http://127.0.0.1:9/y"), false);
  await assert.rejects(rx.RobotsTxtFile.find("example.com"), /not the URL of a site/u);
});

test("times and lengths of time at their limits", () => {
  const [agent, body] = ["FooBot", "User-agent: *\nCrawl-delay: 1.0005\n"];
  const asked = (options, body) => {
    const [crawler, site] = [new rx.Crawler(agent, { strict: true, ...options }), new rx.Site("https://example.com/")];
    site.onResponse(crawler, { status: 200, body }, 1_000);
    return site.decide(crawler, "/", 2_000);
  };
  // Half a millisecond more than a second is rounded up: at that time the page may be fetched.
  assert.deepEqual([asked({}, body).action, asked({}, body).until], ["wait-until", 2_001]);
  // Longer than any clock counts, not shorter: robots.txt is due before the page.
  const endless = asked({ defaultDelay: Number.MAX_VALUE }, "");
  assert.deepEqual([endless.action, endless.until, endless.reason], ["wait-until", 1_000 + 24 * 3_600_000, "delay"]);
  assert.equal(asked({ maxDelay: Number.MAX_VALUE }, "User-agent: *\nCrawl-delay: 10\n").action, "wait-until");
});
