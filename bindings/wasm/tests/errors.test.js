// Wrong arguments, freed objects, traps, and hostile files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as rx from "../pkg/node.js";

test("wrong types are TypeErrors, wrong values Errors that say what is right", () => {
  assert.throws(() => rx.isAllowed(null, "x", "/"), { name: "TypeError", message: "a robots.txt is a string or a Uint8Array, not null" });
  assert.throws(() => rx.isAllowed("", 3, "/"), TypeError);
  assert.throws(() => rx.isAllowed("", ["x", 3], "/"), TypeError);
  assert.throws(() => rx.isAllowed("", "x", 3), TypeError);
  assert.throws(() => rx.urlProblem(3), TypeError);
  assert.match(rx.urlProblem("private/x"), /put `\/` before a path/u);
  assert.equal(rx.urlProblem("/private/x"), null);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: "altavista" }), /no dialect is named "altavista"; there are rfc9309, google/u);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { indexHTML: true } }), /indexHTML is not an option; known options: /u);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { groupEnd: "never" } }), /groupEnd is "never": not one of/u);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { maxLineBytes: -1 } }), /maxLineBytes/u);
  assert.throws(() => rx.agents("nobody"), /there are search/u);
  assert.throws(() => rx.lint("", { disable: ["R999"] }), /R999/u);
  assert.throws(() => rx.lint("", { disable: "R010" }), TypeError);
  assert.throws(() => new rx.RobotsTxt("", { maxBytes: -1 }), TypeError);
});

test("every error has a code", () => {
  const [file, crawler, site] = [new rx.RobotsTxt(""), new rx.Crawler("x"), new rx.Site("https://example.com")];
  const gone = new rx.RobotsTxt("");
  gone.free();
  const parser = rx.robotsParser("https://example.com/robots.txt", "");
  parser.free();
  const long = "x".repeat(2 ** 24 + 1);
  for (const [code, name, ...calls] of [
    ["ERR_INVALID_ARG_TYPE", "TypeError", () => rx.isAllowed(5, "x", "/"), () => rx.isAllowed("", 5, "/"), () => rx.check("", "x", 5), () => rx.agents(5), () => rx.lint("", null), () => rx.test("", 5)],
    ["ERR_INVALID_ARG_TYPE", "TypeError", () => site.decide({}, "/"), () => site.decide(crawler, "/", -1), () => site.onPageResponse({ status: -1 }), () => new rx.Site("https://example.com", { clock: 5 })],
    ["ERR_INVALID_ARG_TYPE", "TypeError", () => new rx.Crawler("x", { maxDelay: -1 }), () => new rx.Site("https://example.com", { clock: () => "x" }).decide(crawler, "/")],
    ["ERR_UNKNOWN_OPTION", "TypeError", () => rx.isAllowed("", "x", "/", { dialects: "google" }), () => rx.isAllowed("", "x", "/", { dialect: { indexHTML: true } })],
    ["ERR_INVALID_ARG_VALUE", "Error", () => rx.isAllowed("", "x", "/", { dialect: { groupEnd: "never" } }), () => rx.isAllowed("", "x", "/", { dialect: { indexHtml: "no" } }), () => rx.isAllowed("", "x", "/", { dialect: { maxLineBytes: -1 } })],
    ["ERR_INVALID_ARG_VALUE", "Error", () => rx.lint("", { disable: ["R999"] }), () => rx.Rules.fromBytes(new Uint8Array(3)), () => rx.Site.restore("{}"), () => rx.isPublicAddress("x")],
    ["ERR_INVALID_ARG_VALUE", "RangeError", () => rx.test("", [{}]), () => rx.test("", [{ allowed: ["checkout"] }]), () => rx.applyCorrection("", { start: 0, end: 1, text: "" }), () => rx.applyCorrection("", { start: 1, end: 0, text: "" })],
    ["ERR_UNKNOWN_DIALECT", "Error", () => rx.isAllowed("", "x", "/", { dialect: "altavista" }), () => new rx.RobotsTxt("", { dialect: "altavista" }), () => rx.compareDialects("", { dialects: ["altavista"] })],
    ["ERR_UNKNOWN_SET", "RangeError", () => rx.agents("nobody"), () => rx.isAllowed("", "@nobody", "/"), () => rx.test("", [{ allowed: ["/"], agents: ["@nobody"] }]), () => rx.diff("", "", { agents: ["@nobody"] })],
    ["ERR_INVALID_AGENT", "RangeError", ...["", " ", "Foo,GPTBot", "@search", "https://example.com/"].map((agent) => () => rx.isAllowed("", agent, "/")), () => rx.resolveAgent(""), () => rx.diff("", "", { agents: [""] })],
    ["ERR_INVALID_AGENT", "RangeError", () => rx.isAllowed("", { tokens: ["https://example.com/"] }, "/")],
    ["ERR_INVALID_URL", "Error", () => rx.isAllowed("", "x", "x"), () => rx.check("", "x", ""), () => new rx.Site("example.com")],
    ["ERR_TOO_LARGE", "RangeError", () => rx.isAllowed(new Uint8Array(2 ** 28 + 1), "x", "/"), () => rx.isAllowed("", long, "/"), () => rx.isAllowed("", "x", `/${long}`), () => rx.isAllowed("", Array(2 ** 20 + 1).fill("x"), "/")],
    ["ERR_TOO_LARGE", "RangeError", () => site.onPageResponse({ status: 200, headers: { a: long } })],
    ["ERR_FREED", "Error", () => gone.isAllowed("x", "/"), () => gone.groups, () => gone.rulesFor("x"), () => parser.isAllowed("https://example.com/"), () => parser.getSitemaps()],
    ["ERR_NOT_COPIED", "TypeError", () => JSON.stringify(file), () => JSON.stringify(site), () => JSON.stringify(crawler)],
    ["ERR_ILLEGAL_CONSTRUCTOR", "TypeError", () => new rx.RobotsTxtFile()],
  ]) {
    for (const call of calls) assert.throws(call, { code, name }, String(call));
  }
});

test("what promises are rejected with has a code, too", async () => {
  const [crawler, site] = [new rx.Crawler("x"), new rx.Site("https://example.com")];
  const never = () => assert.fail("requested");
  await assert.rejects(site.visit(crawler, "http://[", { fetch: never }), { name: "TypeError", code: "ERR_INVALID_URL" });
  await assert.rejects(site.visit(crawler, "/", { fetch: 5 }), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  await assert.rejects(site.visit(crawler, "/", { fetch: never, headers: { "user agent": "x" } }), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  await assert.rejects(rx.RobotsTxtFile.find("example.com", { fetch: never }), { code: "ERR_INVALID_URL" });
  await site.fetchRobots(crawler, { fetch: async () => new Response(null, { status: 301, headers: { location: "http://10.0.0.1/" } }) });
  assert.equal(site.lastError.code, "ERR_NOT_PUBLIC");
});

// Every function that takes options, with arguments that are right before them.
const WITH_OPTIONS = {
  isAllowed: ["", "x", "/"],
  check: ["", "x", "/"],
  RobotsTxt: [""],
  Rules: ["", "x"],
  lint: [""],
  fix: [""],
  diff: ["", ""],
  test: ["", []],
  compareDialects: [""],
};

test("options are an object, and each is known", () => {
  for (const [name, args] of Object.entries(WITH_OPTIONS)) {
    const call = (...options) => (/^[A-Z]/u.test(name) ? new rx[name](...args, ...options) : rx[name](...args, ...options));
    call();
    call(undefined);
    call({});
    for (const options of [null, 3, "google", ["google"], true]) assert.throws(() => call(options), TypeError, `${name} ${options}`);
    assert.throws(() => call(null), { name: "TypeError", message: "options are an object, not null" });
    assert.throws(() => call({ dialects_: "google" }), (error) => error instanceof TypeError && /^dialects_ is not an option; known options: .*dialect/u.test(error.message), name);
  }
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: null }), TypeError);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: ["google"] }), TypeError);
});

test("values of another realm are as good as those of this one", () => {
  const foreign = (code) => runInNewContext(code, { URL });
  const robots = foreign("new Uint8Array([...'User-agent: *\\nDisallow: /x\\n'].map((character) => character.charCodeAt(0)))");
  assert.equal(robots instanceof Uint8Array, false);
  assert.equal(rx.isAllowed(robots, "FooBot", foreign("new Uint8Array([47, 120])")), false);
  assert.equal(rx.isAllowed(robots, foreign("['FooBot']"), foreign("({ href: 'https://example.com/x' })"), foreign("({ dialect: 'google' })")), false);
  assert.equal(new rx.RobotsTxt(robots).check("FooBot", "/x").line, 2);
  const bytes = new rx.Rules(robots, "FooBot").toBytes();
  assert.equal(rx.Rules.fromBytes(foreign(`new Uint8Array([${bytes}])`)).isAllowed("/x"), false);
  assert.ok(rx.lint(robots).every(({ correction }) => correction === null || correction.text instanceof Uint8Array));
  assert.equal(rx.isAllowed(Buffer.from("User-agent: *\nDisallow: /x\n"), "FooBot", "/x"), false);
  for (const other of [foreign("new Uint16Array(2)"), new ArrayBuffer(2), new DataView(new ArrayBuffer(2)), { [Symbol.toStringTag]: "Uint8Array" }]) {
    assert.throws(() => rx.isAllowed(other, "FooBot", "/x"), TypeError);
  }
});

test("answers are copied between threads; what lives in WebAssembly says that it cannot be", () => {
  const robots = "User-agent: *\nDisalow: /é\nDisallow: /x\n";
  const file = new rx.RobotsTxt(robots);
  const rules = file.rulesFor("FooBot");
  const answers = [rx.check(robots, "FooBot", "/x"), file.groups, file.matchingRules("x", "/x"), rules.toList(), rules.toBytes(), rx.lint(new TextEncoder().encode(robots))];
  answers.push(rx.diff(robots, ""), rx.compareDialects(robots), rx.test(robots, [{ allowed: ["/"] }]), rx.agents(), rx.dialects(), rx.userAgent("FooBot/1.0"));
  for (const answer of answers) assert.deepEqual(structuredClone(answer), answer);
  assert.equal(rx.isAllowed("User-agent: *\nDisallow: /\n", structuredClone(rx.agentByToken("AdsBot-Google")), "/"), true);
  for (const object of [file, rules]) {
    assert.throws(() => structuredClone(object), { name: "DataCloneError" });
    assert.throws(() => JSON.stringify({ object }), TypeError);
  }
});

test("a million Rules that are forgotten are garbage collected", async () => {
  const robots = `User-agent: *\n${Array.from({ length: 100 }, (_, number) => `Disallow: /folder/${number}/*.php\n`).join("")}`;
  // A gigabyte holds a fifth of them. Like those of any FinalizationRegistry, the callbacks run
  // between tasks.
  const rules = new rx.Rules(robots, "FooBot");
  const bytes = rules.toBytes();
  assert.ok(bytes.length * 1_000_000 > 2 ** 30);
  for (let number = 0; number < 1_000_000; number += 1) {
    rx.Rules.fromBytes(bytes);
    if (number % 1_000 === 0) await new Promise(setImmediate);
  }
  assert.equal(rules.isAllowed("/folder/7/x.php"), false);
});

test("an error about arguments does not replace the instance", () => {
  const robots = new rx.RobotsTxt("User-agent: *\nDisallow: /\n");
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: { groupEnd: "a b" } }), RangeError);
  assert.throws(() => rx.isAllowed("", "x", "/", { dialect: "altavista" }), Error);
  assert.throws(() => rx.test("", [{}]), RangeError);
  // A stack that overflows has such words.
  assert.throws(() => rx.isAllowed("", "@Maximum call stack size exceeded", "/"), { code: "ERR_UNKNOWN_SET" });
  assert.equal(robots.isAllowed("x", "/"), false);
});

test("using a freed object is an error, freeing it again is not", () => {
  const robots = new rx.RobotsTxt("User-agent: *\nDisallow: /\n");
  const rules = robots.rulesFor("x");
  robots.free();
  robots.free();
  assert.throws(() => robots.isAllowed("x", "/"), { message: "this RobotsTxt was freed" });
  assert.equal(rules.isAllowed("/"), false);
  rules.free();
  assert.throws(() => rules.isAllowed("/"), { message: "this Rules was freed" });
  if (Symbol.dispose) assert.equal(rx.Rules.prototype[Symbol.dispose], rx.Rules.prototype.free);
});

test("after a trap the instance is replaced, and its objects throw", () => {
  for (let round = 0; round < 2; round += 1) {
    const robots = new rx.RobotsTxt("User-agent: *\nDisallow: /\n");
    // Together more than the memory that an instance may have.
    const large = new Uint8Array(2 ** 28);
    const files = [];
    assert.throws(() => { for (;;) files.push(new rx.RobotsTxt(large)); }, (error) => error.code === "ERR_TRAPPED" && error.cause instanceof WebAssembly.RuntimeError && /out of memory/u.test(error.message));
    assert.throws(() => robots.isAllowed("x", "/"), { code: "ERR_LOST", message: /was lost/u });
    robots.free();
    const again = new rx.RobotsTxt("User-agent: *\nDisallow: /\n");
    assert.equal(again.isAllowed("x", "/"), false);
    assert.equal(rx.lint("User-agent: *\nDisalow: /\n")[0].code, "R010");
  }
});

test("memory is given back", () => {
  const body = `User-agent: *\n${"Disallow: /a\n".repeat(50_000)}`;
  for (let round = 0; round < 2_000; round += 1) {
    const robots = new rx.RobotsTxt(body);
    robots.free();
  }
});

// Each is 500 KiB, which is what crawlers read.
const SIZE = 500 * 1024;
const repeated = (head, line) => {
  let body = head;
  for (let number = 0; body.length < SIZE; number += 1) body += line(number);
  return body.slice(0, SIZE);
};
const HOSTILE = {
  "wildcards that overlap": repeated("User-agent: *\n", (number) => `${number % 2 ? "Allow" : "Disallow"}: /*a*b*c${number}*d\n`),
  "groups of one rule": repeated("", (number) => `User-agent: bot${number}\nDisallow: /${number}\n`),
  "misspelled keys": repeated("User-agent: *\n", (number) => `Disalow: /é${number}\n`),
  "one line": repeated("Disallow: /", () => "a*"),
  "line ends": repeated("", () => "\n"),
  "NULs": repeated("", () => "\0"),
  "bytes that are not UTF-8": new Uint8Array(SIZE).fill(0xff),
  "noise": Uint8Array.from({ length: SIZE }, (_, index) => (index * 2_654_435_761) >>> 24),
  "characters of four bytes": repeated("User-agent: *\nDisallow: /", () => "🤖"),
};
const LONG_URL = `/${"ab".repeat(2_000)}`;

for (const [name, body] of Object.entries(HOSTILE)) {
  test(`hostile: ${name}`, (context) => {
    const tasks = {
      check: () => rx.check(body, "FooBot", LONG_URL),
      compiled: () => new rx.Rules(body, "FooBot").check(LONG_URL),
      lint: () => rx.lint(body),
      fix: () => rx.fix(body),
      diff: () => rx.diff(body, typeof body === "string" ? body.replace("a", "b") : body.slice(1)),
      test: () => rx.test(body, [{ disallowed: ["/*a*b"], except: ["/*c"], agents: ["*", "bot7"] }]),
      compare: () => rx.compareDialects(body, { agents: ["*"] }),
    };
    const times = Object.entries(tasks).map(([task, call]) => {
      // Time of the CPU: other programs may need it too.
      const start = process.cpuUsage();
      call();
      const { user, system } = process.cpuUsage(start);
      return [task, Math.round((user + system) / 1000)];
    });
    context.diagnostic(times.map(([task, time]) => `${task} ${time} ms`).join(", "));
    // Generous: the slowest takes a few seconds.
    for (const [task, time] of times) assert.ok(time < 20_000, `${task} took ${time} ms`);
  });
}
