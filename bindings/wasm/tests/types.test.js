// The declarations: a program that uses all of them compiles, and one that misuses them does not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const RIGHT = `
import { Crawler, RobotsTxt, RobotsTxtFile, Rules, Site, agents, applyCorrection, check, compareDialects, diff, fix, isAllowed, isPublicAddress, lint, pageRules, readSitemap, resolveAgent, robotsParser, test, token, userAgent } from "robots-exclusion";
import type { CodedError, Decision, ErrorCode, Finding, ParsedSitemaps, SitemapEntry, Verdict, WaitReason } from "robots-exclusion";
import { isAllowed as one } from "robots-exclusion/core";
import { check as another } from "robots-exclusion/inline";
import { init, initSync } from "robots-exclusion/manual";

const verdict: Verdict = check("", agents("search")[0]!, { href: "https://example.com/" }, { dialect: { preset: "google", indexHtml: false } });
const findings: Finding<string>[] = lint("", { disable: ["R010"] });
const text: string = fix("");
const bytes: Uint8Array = fix(new Uint8Array());
const first = findings[0]?.correction;
const corrected: string = first ? applyCorrection("", first) : "";
const allowed: boolean[] = [isAllowed("", ["a", "b"], "/"), one(bytes, userAgent("x"), "/"), another("", resolveAgent("x"), "/").allowed, new RobotsTxt(text).rulesFor("x").isAllowed("/")];
const batch: boolean[] = [...Rules.allowAll().isAllowedBatch(["/", { href: "/" }, bytes]), ...new RobotsTxt(text).isAllowedBatch(["a", "b"], ["/"]), ...new RobotsTxt(text).isAllowedBatch({ each: ["a", ["b", "c"]] }, ["/", "/"])];
const outcome: "proved" | "refuted" | "undecided" | undefined = test("", [{ allowed: ["/"] }])[0]?.outcome;
const line: number | null = verdict.line;
const codeOf = ({ code }: CodedError): ErrorCode => (code === "ERR_FREED" ? code : "ERR_INTERNAL");
const obeys: "always" | "may-ignore" | "unknown" | null = check("", token("x"), "/").obeys;
const sets: string[][] = compareDialects("")[0]!.agreeing;
const before: boolean | undefined = diff("", "").changes[0]?.witnesses[0]?.allowedBefore;
{
  using rules = Rules.allowAll();
  rules.toBytes();
}
const crawler = new Crawler(["a", "b"], { strict: true, maxDelay: 60 });
const site = Site.restore(new Site({ href: "https://example.com/" }).save());
const decision: Decision = site.decide(crawler, "/", 1);
const until: number = decision.action === "wait-until" ? decision.until : site.nextPageAt(crawler);
const wait: [number, WaitReason] | undefined = decision.action === "give-up-until" ? [decision.until, decision.reason] : undefined;
const slow: number = decision.action === "too-slow" ? decision.delay : 0;
const page: Promise<number | string> = site.visit(crawler, "/").then((visit) => (visit.action === "page" ? visit.response.status : visit.action));
const why: WaitReason | null = decision.reason;
const seconds: number | null = decision.delay;
const due: number = site.nextDue(crawler, new Date());
site.onRobotsRequest(1);
site.onPageFailure();
site.onPageAbort();
site.onPageResponse({ status: 200, headers: { "retry-after": "1", "set-cookie": ["a"] } });
const cause: string | null = site.onResponse(crawler, { status: 200, headers: [["etag", "1"]], body: "" }).cause;
const mayFetch: boolean | undefined = robotsParser("https://example.com/robots.txt", null).isAllowed("https://example.com/", "x");
const file: Promise<RobotsTxtFile> = RobotsTxtFile.find("https://example.com/", { headers: { "user-agent": "x" } });
const parsedSitemaps: Promise<ParsedSitemaps> = file.then((one) => one.parseSitemaps({ enqueueStrategy: "all", maxDepth: 1, nestedSitemapFilter: (url) => url !== "" }));
const pages: Promise<string[]> = RobotsTxtFile.load("https://example.com/", undefined, { headers: { "user-agent": "x" } }).then((one) => one.parseUrlsFromSitemaps());
const entries: SitemapEntry[] = [...readSitemap("")];
const lastmods: (string | null)[] = entries.map(({ lastmod }) => lastmod);
{
  using sitemap = readSitemap(bytes);
  const next: SitemapEntry | undefined = sitemap.next().value;
  void [next, sitemap.format === "urlset", sitemap.problems[0]?.entryDropped];
}
const found: boolean = RobotsTxtFile.from("https://example.com/robots.txt", "").isAllowed("https://example.com/");
const visited: Promise<number | null> = site.visit(crawler, "/").then(({ until }) => until);
const answered: Promise<string | null | undefined> = site.visit(crawler, "/", { onSkip: ({ url, verdict }) => void [url, verdict.line] }).then(({ response }) => (response?.ok ? response.headers.get("etag") : undefined));
const own: Promise<string | undefined> = site.visit(crawler, "/", { fetch: async () => ({ status: 200, mine: "x" }), headers: [["user-agent", "x"]], allowPrivate: true }).then(({ response }) => response?.mine);
const clocked: number | null = new Site("https://example.com", { clock: () => new Date() }).failingSince;
const indexed: boolean = pageRules("x", { meta: { robots: ["noindex"] }, headers: [["x-robots-tag", "noindex"]] }).mayIndex && isPublicAddress("::1");
const rates: number | undefined = Rules.allowAll().requestRates[0]?.seconds;
const kinds: string[] = new RobotsTxt("").lines.map(({ kind, span }) => kind + span.start);
initSync({ module: new Uint8Array() });
void init({ module_or_path: "native_bg.wasm" });
export { codeOf, page, slow, wait, obeys, why, seconds, due, answered, own, clocked, indexed, rates, kinds, allowed, batch, parsedSitemaps, pages, lastmods, before, cause, file, found, mayFetch, visited, until, corrected, line, outcome, sets };
`;

const URLS = 'import { isAllowed } from "robots-exclusion";\nexport const allowed: boolean = isAllowed("", "x", new URL("https://example.com/"));\n';

const WRONG = [
  'isAllowed(3, "x", "/");',
  'isAllowed("", "x", "/", { dialect: "altavista" });',
  'new RobotsTxt("").isAllowedBatch({ all: ["x"] }, ["/"]);',
  'RobotsTxtFile.from("", "").getSitemaps({ enqueueStrategy: "same-domain" });',
  'lint("", { disabled: [] });',
  'const text: Uint8Array = fix("");',
  'test("", [{ agent: ["x"] }]);',
  'new Site("https://example.com").visit(new Crawler("x"), "/").then(({ response }) => response?.nothing);',
  'new Site("https://example.com").visit(new Crawler("x"), "/", { onSkip: 5 });',
  'const until: number = new Site("https://example.com").decide(new Crawler("x"), "/").until;',
  'new Site("https://example.com").visit(new Crawler("x"), "/").then((visit) => visit.response.status);',
];

/** Calls with a function that compiles a program for what depends on the package, and returns what the compiler says. */
function withCompiler(call) {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../pkg", import.meta.url)), join(folder, "node_modules/robots-exclusion"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    call((code, settings, program = "program.ts") => {
      writeFileSync(join(folder, program), code);
      const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--exactOptionalPropertyTypes", "--target", "es2022", "--types", "", ...settings];
      const tsc = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
      try {
        execFileSync(tsc, [...options, program], { cwd: folder, encoding: "utf8" });
        return "";
      } catch (error) {
        return error.stdout;
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("types", () => {
  withCompiler((compile) => {
    const node = ["--module", "nodenext"];
    // With the types of browsers and without them, and without those that `using` needs.
    for (const lib of [[], ["--lib", "es2022"], ["--lib", "es2022,dom"], ["--lib", "esnext"]]) {
      assert.equal(compile(RIGHT, [...node, ...lib]), "", lib.join(" "));
      assert.equal(compile(RIGHT.replace(/^import \{ init.*\n/mu, "").replace(/^.*init(Sync)?\(.*\n/gmu, ""), [...node, ...lib], "program.cts"), "", lib.join(" "));
      assert.equal(compile(RIGHT, ["--module", "esnext", "--moduleResolution", "bundler", ...lib]), "", lib.join(" "));
    }
    assert.equal(compile(URLS, [...node, "--lib", "es2022,dom"]), "");
    for (const line of WRONG) {
      const code = `import { Crawler, RobotsTxt, RobotsTxtFile, Site, fix, isAllowed, lint, test } from "robots-exclusion";\nexport const all = [Crawler, RobotsTxt, RobotsTxtFile, Site, fix, isAllowed, lint, test];\n${line}\n`;
      assert.match(compile(code, node), /program\.ts\(3,/u, line);
    }
  });
});

test("the programs of README.md, as TypeScript", () => {
  const programs = [...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/```js\n([\s\S]*?)```/gu)].map(([, code]) => code);
  assert.ok(programs.length > 3);
  withCompiler((compile) => {
    // In JavaScript, a parameter has no type. Of Crawlee there is no more than the examples use.
    const javascript = ["--module", "nodenext", "--lib", "es2022,dom", "--allowJs", "--checkJs", "--noImplicitAny", "false"];
    const crawlee = 'const crawler = { /** @param {string[]} urls */ async addRequests(urls) { void urls; } };\n';
    for (const code of programs) assert.equal(compile(/\bcrawler\.addRequests/u.test(code) ? crawlee + code : code, javascript, "program.js"), "", code);
  });
});
