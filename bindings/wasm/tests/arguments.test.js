// Every export is called with every kind of value in every place. None of it may reach WebAssembly
// and make it trap, because a trap loses every object of the process.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as rx from "../pkg/node.js";
import * as core from "../pkg/core/node.js";

const ROBOTS = "User-agent: *\nDisallow: /x\nSitemap: https://example.com/s.xml\n";
const nothing = () => {};
const thrown = new Error("thrown by the caller's own code");
const fail = () => {
  throw thrown;
};

/** Objects whose memory was given back. */
function freed({ RobotsTxt, Rules, Crawler, Site }) {
  const objects = [new RobotsTxt(ROBOTS), new Rules(ROBOTS, "x"), new Crawler("x"), new Site("https://example.com")];
  for (const object of objects) object.free();
  return objects;
}

function detached() {
  const bytes = new Uint8Array([47, 120]);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** An array that is one thing when it is checked, and another when it is used. */
function changing(first, then) {
  let count = 0;
  return new Proxy([first], { get: (array, name) => (name === "0" && count++ > 0 ? then : array[name]) });
}

function values(module) {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  const longer = Object.defineProperty(new Uint8Array(2), "length", { value: 1 });
  const shorter = Object.defineProperty(new Uint8Array(5_000), "length", { value: 1 });
  class Lying extends Uint8Array {
    get length() {
      return 2 ** 31;
    }
  }
  const all = {
    undefined, null: null, true: true, false: false,
    zero: 0, "minus zero": -0, "minus one": -1, half: 1.5, NaN, Infinity, "minus infinity": -Infinity,
    "2 ** 31": 2 ** 31, "2 ** 32": 2 ** 32, "2 ** 53": 2 ** 53, "the greatest number": Number.MAX_VALUE, "a bigint": 10n, "a long bigint": 2n ** 70n,
    "a symbol": Symbol("x"), "Symbol.iterator": Symbol.iterator,
    "an empty string": "", text: "x", path: "/x", "a lone surrogate": "\uD800", "another lone surrogate": "/\uDC00x", NUL: "\0", emoji: "/🤖", spaces: " \t\r\n",
    "a long string": "x".repeat(2 ** 24 + 1), "a very long string": "x".repeat(2 ** 28 + 1), "the longest string": "é".repeat(2 ** 29 - 24),
    "an empty array": [], "an array of texts": ["x", "/"], "an array of arrays": [["x"], [1, 2]], "an array of undefined": [undefined], "an array with holes": new Array(3),
    "the longest array": new Array(2 ** 32 - 1), "an array of objects": [{}, null], "an array of symbols": [Symbol("x")], "an array of long strings": Array(100).fill("x".repeat(2 ** 20)),
    "an array that changes": changing("x", 5), "an array without end": new Proxy([], { get: (_, name) => (name === "length" ? Infinity : "x") }),
    "an array with a map of its own": Object.assign(["x"], { map: fail, some: fail, every: fail, forEach: fail }),
    "an object": {}, "a nested object": { a: { b: [{ c: 1 }] }, href: { href: "/" }, tokens: { 0: "x", length: 1 } }, "an object without a prototype": Object.create(null),
    "an object like an agent": { tokens: ["x", 5], obeysStar: "no" }, "an agent that changes": { tokens: changing("x", {}) }, "an object like a pointer": { __wbg_ptr: 0, ptr: 1 },
    "an object that converts": { toString: () => "/", valueOf: () => 1, [Symbol.toPrimitive]: () => "x" }, "an object that does not": { toString: fail, valueOf: fail, toJSON: fail, [Symbol.toPrimitive]: fail },
    "a function": nothing, "a function that throws": fail, "an async function": async () => {}, "a class": class {}, "a generator": function* () {},
    "a date": new Date(5), "no date": new Date(NaN), "an early date": new Date(-5), "a map": new Map([["a", "b"]]), "a map of objects": new Map([[{}, nothing]]), "a set": new Set(["x"]), "a pattern": /x/u, "a promise": Promise.resolve("x"),
    "an iterator without end": { *[Symbol.iterator]() { for (;;) yield ["a".repeat(2 ** 12), "b"]; } }, "an iterator that throws": { [Symbol.iterator]: fail },
    "a proxy that throws": new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail }), "a proxy of an array that throws": new Proxy([], { get: fail, ownKeys: fail }), "a revoked proxy": proxy,
    "getters that throw": Object.defineProperties({}, Object.fromEntries(["href", "tokens", "obeysStar", "dialect", "preset", "status", "headers", "body", "maxBytes", "agents", "fetch", "then", "start", "constructor"].map((name) => [name, { get: fail, enumerable: true }]))),
    "no bytes": new Uint8Array(), bytes: new Uint8Array([0xff, 0, 47]), "a Buffer": Buffer.from("/x"), "a proxy of bytes": new Proxy(new Uint8Array(4), {}),
    "bytes that say that they are fewer": longer, "bytes that say that they are far fewer": shorter, "bytes that say that they are more": new Lying(3), "bytes of a transferred buffer": detached(), "bytes of a shared buffer": shared,
    "halfwords": new Uint16Array(3), "floats": new Float64Array([NaN]), "clamped bytes": new Uint8ClampedArray(3), "a view": new DataView(new ArrayBuffer(3)), "a buffer": new ArrayBuffer(3),
    "the global object": globalThis, "an error": new RangeError("call stack"), "a URL": new URL("https://example.com/x"), "headers": new Headers({ a: "b" }), "a response": new Response("x"), "a signal": AbortSignal.abort(),
    "a RobotsTxt": new module.RobotsTxt(ROBOTS), "a Rules": new module.Rules(ROBOTS, "x"), "a Crawler": new module.Crawler("x"), "a Site": new module.Site("https://example.com"),
    "the prototype of a class": module.Crawler.prototype, "a class of the package": module.Crawler, "an object with the prototype of a class": Object.create(module.Crawler.prototype),
  };
  freed(module).forEach((object) => (all[`a freed ${object.constructor.name}`] = object));
  if (ArrayBuffer.prototype.resize) {
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    all["bytes out of bounds"] = new Uint8Array(buffer, 4, 4);
    buffer.resize(2);
  }
  return Object.entries(all);
}

const AGENT = { tokens: ["FooBot", "Foo"], obeysStar: false };
const DIALECT = { preset: "google", indexHtml: false, groupEnd: undefined, maxLineBytes: null };
const PARSING = { dialect: DIALECT, maxBytes: 5_000, transcodeUtf16: true };
const ANSWER = { status: 200, headers: { etag: '"1"', "set-cookie": ["a"] }, body: ROBOTS, decoded: true };
const answering = async () => new Response(ROBOTS);
const FETCHING = { fetch: answering, headers: { "user-agent": "x" }, signal: AbortSignal.timeout(1e8), allowPrivate: false };

/** For each export and each method arguments that are right, in the order of the interface. */
const RIGHT = (crawler) => ({
  isAllowed: [ROBOTS, AGENT, "/x", { dialect: DIALECT }],
  check: [ROBOTS, AGENT, { href: "https://example.com/x" }, { dialect: DIALECT }],
  urlProblem: ["/x"],
  dialects: [],
  agents: ["search"],
  agentSets: [],
  agentByToken: ["Googlebot"],
  userAgent: ["FooBot/1.0"],
  resolveAgent: ["FooBot/1.0"],
  token: ["FooBot"],
  isPublicAddress: ["1.1.1.1"],
  RobotsTxt: [ROBOTS, PARSING],
  "RobotsTxt#isAllowed": [AGENT, "/x"],
  "RobotsTxt#isAllowedBatch": [{ each: [AGENT, "FooBot"] }, ["/x", { href: "/y" }]],
  "RobotsTxt#check": [AGENT, "/x"],
  "RobotsTxt#matchingRules": [AGENT, "/x"],
  "RobotsTxt#rulesFor": [AGENT],
  "RobotsTxt#groupsFor": [AGENT],
  "RobotsTxt#cleanUrl": ["/x?a=b"],
  Rules: [ROBOTS, AGENT, PARSING],
  "Rules.fromBytes": [new rx.Rules(ROBOTS, "x").toBytes()],
  "Rules#isAllowed": ["/x"],
  "Rules#isAllowedBatch": [["/x", { href: "/y" }, new Uint8Array([47])]],
  "Rules#check": ["/x"],
  Crawler: [AGENT, { strict: false, dialect: DIALECT, defaultDelay: 1, minDelay: 1, maxDelay: 5, maxWait: 5, maxOpen: 1 }],
  Site: ["https://example.com", { clock: () => 5 }],
  "Site.restore": [new rx.Site("https://example.com").save(), { clock: () => 5 }],
  "Site#decide": [crawler, "/x", 5],
  "Site#nextDue": [crawler, 5],
  "Site#nextPageAt": [crawler, 5],
  "Site#requestHeaders": [crawler, "https://example.com/robots.txt"],
  "Site#onRobotsRequest": [5],
  "Site#onResponse": [crawler, ANSWER, 5],
  "Site#onRobotsAbort": [],
  "Site#onFailure": [crawler, 5],
  "Site#fetchRobots": [crawler, FETCHING],
  "Site#visit": [crawler, "/y", { ...FETCHING, onSkip: nothing }],
  "Site#onPageRequest": [5],
  "Site#onPageResponse": [{ status: 200, headers: [["a", "b"]] }, 5],
  "Site#onPageFailure": [5],
  "Site#onPageAbort": [],
  "Site#rules": [crawler],
  "Site#sitemaps": [crawler],
  robotsParser: ["https://example.com/robots.txt", ROBOTS],
  "ParsedRobots#isAllowed": ["https://example.com/x", "FooBot"],
  "ParsedRobots#isDisallowed": ["https://example.com/x", "FooBot"],
  "ParsedRobots#getMatchingLineNumber": ["https://example.com/x", "FooBot"],
  "ParsedRobots#getCrawlDelay": ["FooBot"],
  RobotsTxtFile: [],
  "RobotsTxtFile.find": ["https://example.com/x", undefined, FETCHING],
  "RobotsTxtFile.load": ["https://example.com/x", FETCHING],
  "RobotsTxtFile.from": ["https://example.com/robots.txt", ROBOTS],
  "RobotsTxtFile#isAllowed": ["https://example.com/x", "FooBot"],
  "RobotsTxtFile#getSitemaps": [{ enqueueStrategy: "all" }],
  "RobotsTxtFile#parseSitemaps": [{ ...FETCHING, enqueueStrategy: "all", maxDepth: 1, nestedSitemapFilter: () => true }],
  "RobotsTxtFile#parseUrlsFromSitemaps": [{ ...FETCHING, enqueueStrategy: "same-origin", maxDepth: 1, nestedSitemapFilter: () => true }],
  readSitemap: ["https://example.com/"],
  pageRules: [AGENT, { meta: { robots: "noindex", googlebot: ["nofollow", "x"] }, headers: [["x-robots-tag", "noindex"]] }],
  lint: [ROBOTS, { dialect: DIALECT, disable: ["R010"] }],
  report: [ROBOTS, { dialect: DIALECT, disable: ["R010"] }],
  fix: [ROBOTS, { also: ["R041"], dialect: DIALECT, disable: ["R010"] }],
  applyCorrection: [ROBOTS, { start: 1, end: 2, text: "x" }],
  diff: [ROBOTS, `${ROBOTS}Disallow: /y\n`, { agents: ["FooBot"], dialect: DIALECT }],
  test: [ROBOTS, [{ allowed: ["/x"], except: ["/y"], agents: ["*"], dialect: DIALECT, equivalentTo: ROBOTS }], { dialect: DIALECT }],
  compareDialects: [ROBOTS, { agents: ["x"], dialects: ["google", DIALECT], urls: ["/x"], maxUrls: 5 }],
});

/** What throws whatever it is given. */
const REFUSING = /^RobotsTxtFile$|#toJSON$/u;

/** Errors that are not of this package: of revoked proxies, of proxies of bytes, of the getters of other objects, of signals, and of classes that are called. */
const OTHERS = /proxy that has been revoked|private member|operation was aborted|without 'new'|not a typed array/iu;

/** Objects to call methods of: a new one each time, because a method may free it. */
const MADE = {
  RobotsTxt: ({ RobotsTxt }) => new RobotsTxt(ROBOTS),
  Rules: ({ Rules }) => new Rules(ROBOTS, "x"),
  Crawler: ({ Crawler }) => new Crawler("x"),
  Site: ({ Site }) => new Site("https://example.com"),
  ParsedRobots: ({ robotsParser }) => robotsParser("https://example.com/robots.txt", ROBOTS),
  RobotsTxtFile: ({ RobotsTxtFile }) => RobotsTxtFile.from("https://example.com/robots.txt", ROBOTS),
};

/** What can be called, by name: found by looking, so that nothing can be left out. */
function callables(module) {
  const found = new Map();
  const describe = (owner, prefix, call) => {
    for (const [key, { value, get, set }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (key === "constructor" || key === "prototype") continue;
      for (const one of [value, get, set]) if (typeof one === "function") found.set(prefix + key, call(one));
    }
    for (const symbol of Object.getOwnPropertySymbols(owner)) if (typeof owner[symbol] === "function") found.set(`${prefix}${String(symbol)}`, call(owner[symbol]));
  };
  for (const [name, value] of Object.entries(module)) {
    const isClass = name in MADE;
    found.set(name, isClass ? (...args) => new value(...args) : value);
    if (isClass) describe(value, `${name}.`, (one) => (...args) => one.apply(value, args));
  }
  for (const [name, make] of Object.entries(MADE)) {
    const object = make(module);
    describe(Object.getPrototypeOf(object), `${name}#`, (method) => Object.assign((...args) => method.apply(make(module), args), { method }));
    describe(object, `${name}#`, (method) => (...args) => method.apply(make(module), args));
  }
  return found;
}

/** The value with each thing within it replaced, one at a time. */
function* replaced(value, replacement, path = "") {
  yield [path, replacement];
  const isPlain = Array.isArray(value) || (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);
  if (!isPlain) return;
  for (const key of Object.keys(value)) {
    for (const [within, changed] of replaced(value[key], replacement, `${path}.${key}`)) {
      yield [within, Array.isArray(value) ? Object.assign([...value], { [key]: changed }) : { ...value, [key]: changed }];
    }
  }
}

for (const [title, module] of [["everything", rx], ["core", core]]) {
  test(`no value makes the module trap: ${title}`, async () => {
    // What a test of real servers does is not to happen here.
    const { fetch } = globalThis;
    globalThis.fetch = answering;
    const [before, crawler] = [new module.Rules(ROBOTS, "FooBot"), new module.Crawler("FooBot")];
    const stands = (what) => {
      assert.equal(before.isAllowed("/x"), false, what);
      assert.equal(before.isAllowed("/y"), true, what);
    };
    const [traps, uncoded] = [[], new Set()];
    let calls = 0;
    const tried = async (what, call, isOurs = true) => {
      calls += 1;
      try {
        const answer = call();
        // Not every value with `then` is a promise of ours.
        if (answer instanceof Promise) await answer;
      } catch (error) {
        if (error?.cause instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.RuntimeError) traps.push(`${what}: ${error.message}`);
        if (isOurs && error !== thrown && error?.code === undefined && !OTHERS.test(error?.message)) uncoded.add(`${what}: ${error?.stack}`);
      }
      try {
        stands(what);
      } catch (error) {
        traps.push(`${what}: ${error.message}`);
        throw new Error(traps.join("\n"), { cause: error });
      }
    };
    try {
      const right = RIGHT(crawler);
      const given = values(module);
      for (const [name, call] of callables(module)) {
        const args = right[name] ?? [];
        assert.ok(right[name] !== undefined || call.length === 0, `${name} has no row`);
        if (!REFUSING.test(name)) await call(...args);
        for (const [kind, value] of given) {
          for (let place = 0; place < Math.max(args.length, 1); place += 1) {
            for (const [path, changed] of replaced(args[place], value)) {
              await tried(`${name} with ${kind} as argument ${place + 1}${path}`, () => call(...args.slice(0, place), changed, ...args.slice(place + 1)));
            }
          }
          await tried(`${name} with nothing but ${kind}`, () => call(...args.map(() => value)));
          if (call.method) await tried(`${name} of ${kind}`, () => call.method.apply(value, args), false);
        }
        await tried(`${name} without arguments`, () => call());
      }
      assert.deepEqual([traps, [...uncoded].slice(0, 5)], [[], []]);
      stands("at the end");
      assert.ok(calls > 10_000, `${calls}`);
    } finally {
      globalThis.fetch = fetch;
    }
  });
}

test("what changes after it was read, or lies, is not what is used", () => {
  const robots = new TextEncoder().encode("User-agent: *\nDisallow: /\n");
  assert.equal(rx.isAllowed(Object.defineProperty(robots.slice(), "length", { value: 3 }), "x", "/"), false);
  assert.equal(rx.isAllowed(ROBOTS, changing("FooBot", 5), "/x"), false);
  // A file of which nothing is left is not one that allows everything.
  const bytes = robots.slice();
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  for (const call of [() => rx.isAllowed(bytes, "x", "/"), () => new rx.Rules(bytes, "x"), () => rx.robotsParser("https://example.com/robots.txt", bytes)]) {
    assert.throws(call, TypeError);
  }
  // An object that is freed while its method reads the next argument.
  const [crawler, site] = [new rx.Crawler("x"), new rx.Site("https://example.com")];
  assert.throws(() => site.decide(crawler, { get href() { crawler.free(); return "/"; } }), /this Crawler was freed/u);
  assert.throws(() => site.decide(new rx.Crawler("x"), { get href() { site.free(); return "/"; } }), /this Site was freed/u);
});

test("the longest arguments", () => {
  for (const robots of ["x".repeat(2 ** 28 + 1), new Uint8Array(2 ** 28 + 1)]) assert.throws(() => rx.isAllowed(robots, "x", "/"), { name: "RangeError", message: /more than 268435456/u });
  const long = "x".repeat(2 ** 24 + 1);
  for (const call of [() => rx.agentByToken(long), () => rx.isAllowed("", long, "/"), () => rx.isAllowed("", "x", long), () => rx.isAllowed("", ["x", long], "/"), () => rx.Rules.allowAll().isAllowed(long)]) {
    assert.throws(call, RangeError);
  }
  assert.equal(rx.isAllowed(ROBOTS, "x", `/y${long.slice(3)}`), true);
  // All members of an array together are as long as one text may be.
  const half = "x".repeat(2 ** 23);
  assert.equal(rx.isAllowed(ROBOTS, [half, half], "/y"), true);
  assert.throws(() => rx.isAllowed(ROBOTS, [half, half, "x"], "/y"), { name: "RangeError", message: "tokens is an array of more than 16777216 characters" });
});

test("errors name the argument", () => {
  const cases = [
    [() => rx.userAgent(5), "a User-Agent header is a string, not number"],
    [() => rx.agentByToken({}), "a product token is a string, not Object"],
    [() => rx.resolveAgent(null), "a text that names a crawler is a string, not null"],
    [() => rx.agents(5), "the name of a set is a string, not number"],
    [() => rx.diff("", 5), "after is a string or a Uint8Array, not number"],
    [() => rx.compareDialects("", { maxUrls: NaN }), "maxUrls is a whole number that is not negative, not NaN"],
    [() => rx.compareDialects("", { dialects: "google" }), "dialects is not an array of dialects, but string"],
    [() => rx.compareDialects("", { urls: [new Uint8Array()] }), "a URL is a string or a URL, not Uint8Array"],
    [() => rx.fix("", { also: "R010" }), "also is not an array of strings, but string"],
    [() => new rx.RobotsTxt("", { transcodeUtf16: 1 }), "transcodeUtf16 is true or false, not 1"],
    [() => rx.Rules.allowAll().isAllowedBatch("/x"), "urls is not an array of URLs, but string"],
    [() => rx.Rules.allowAll().isAllowedBatch(["/x", 5]), "a URL is a string or a Uint8Array, not number"],
    [() => new rx.RobotsTxt("").isAllowedBatch({ each: "x" }, []), "each is not an array of crawlers, but string"],
    [() => new rx.RobotsTxt("").isAllowedBatch({ each: [], other: 1 }, []), "other is not an option; known options: each"],
    [() => rx.readSitemap(5), "a sitemap is a string or a Uint8Array, not number"],
    [() => rx.lint("", { disable: [5] }), "disable is not an array of strings: one is number"],
    [() => rx.test("", [5]), "assertion 1 is an object, not number"],
    [() => rx.pageRules("x", { meta: "noindex" }), "meta are an object, not string"],
    [() => new rx.Site("https://example.com", { clock: 5 }), "clock is a function, not number"],
    [() => new rx.Site("https://example.com", { clock: () => "5" }).onPageRequest(), "a time is a number that is not negative, not string"],
    [() => rx.applyCorrection("", null), "a correction is an object, not null"],
    [() => rx.applyCorrection("", { start: -1, end: 0, text: "" }), "start is a whole number that is not negative, not -1"],
    [() => new rx.Crawler("x", { maxDelay: "1" }), "maxDelay is a number that is not negative, not string"],
    [() => new rx.Crawler("x", { strict: "no" }), "strict is true or false, not string"],
    [() => new rx.Site("https://example.com").decide({}, "/"), "expected a Crawler, not Object"],
    [() => rx.robotsParser("", 5), "a robots.txt is a string or a Uint8Array, not number"],
    [() => rx.robotsParser("https://example.com/robots.txt", "").isAllowed("https://example.com/", 5), "a crawler is a string, not number"],
  ];
  for (const [call, message] of cases) assert.throws(call, { name: "TypeError", message });
});

test("arguments in the wrong order are an error that says which is which", () => {
  const robots = "User-agent: *\nDisallow: /private\n";
  const swapped = [
    () => rx.isAllowed(robots, "https://example.com/private/x", "FooBot"),
    () => rx.check(robots, "http://example.com/private/x", "FooBot"),
    () => rx.check(robots, ["FooBot", "https://example.com/"], "/x"),
    () => new rx.RobotsTxt(robots).isAllowed("https://example.com/private/x", "FooBot"),
    () => new rx.Rules(robots, "https://example.com/private/x"),
    () => new rx.Crawler("https://example.com/"),
  ];
  for (const call of swapped) assert.throws(call, { name: "RangeError", message: /^agent is "https?:\/\/example\.com\/.*", which is a URL: the crawler is the argument before the URL$/u });
  // A header with a URL in it names a crawler.
  assert.equal(rx.isAllowed(robots, "Mozilla/5.0 (compatible; FooBot/1.0; +https://example.com/bot)", "/private"), false);
  for (const ask of [rx.isAllowed, rx.check]) {
    for (const url of ["private/x", "FooBot", "", "example.com/private", new TextEncoder().encode("private/x")]) assert.throws(() => ask(robots, "FooBot", url), /^Error: url is ".*": it /u);
  }
  // Many questions have an answer for any text, so that no crawl ends at one.
  assert.equal(new rx.Rules(robots, "FooBot").isAllowed("private/x"), true);
  assert.equal(rx.robotsParser("https://example.com/robots.txt", robots).isAllowed("https://example.com/private", "https://example.com/bot"), false);
});

test("an option that is undefined was not given", () => {
  const robots = "User-agent: *\nDisallow: /\nAllow: /index.html\n";
  for (const dialect of [{ preset: "google", indexHtml: undefined }, { preset: "google", groupEnd: undefined, maxLineBytes: undefined }]) assert.equal(rx.isAllowed(robots, "x", "/", { dialect }), true);
  assert.equal(rx.isAllowed(robots, "x", "/", { dialect: { preset: undefined, indexHtml: false } }), false);
  assert.equal(rx.isAllowed(robots, "x", "/", { dialect: undefined }), false);
  assert.equal(new rx.RobotsTxt(robots, { maxBytes: undefined, transcodeUtf16: undefined }).isTruncated, false);
});
