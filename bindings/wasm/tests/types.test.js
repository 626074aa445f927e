// The declarations: a program that uses all of them compiles, and one that misuses them does not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const RIGHT = `
import { RobotsTxt, Rules, agents, applyCorrection, check, compareDialects, diff, fix, isAllowed, lint, test, userAgent } from "robots-exclusion";
import type { Finding, Verdict } from "robots-exclusion";
import { isAllowed as one } from "robots-exclusion/core";
import { initSync } from "robots-exclusion/manual";

const verdict: Verdict = check("", agents("search")[0]!, new URL("https://example.com/"), { dialect: { preset: "google", indexHtml: false } });
const findings: Finding<string>[] = lint("", { disable: ["R010"] });
const text: string = fix("");
const bytes: Uint8Array = fix(new Uint8Array());
const first = findings[0]?.correction;
const corrected: string = first ? applyCorrection("", first) : "";
const allowed: boolean[] = [isAllowed("", ["a", "b"], "/"), one(bytes, userAgent("x"), "/"), new RobotsTxt(text).rulesFor("x").isAllowed("/")];
const outcome: "proved" | "refuted" | "undecided" | undefined = test("", [{ allowed: ["/"] }])[0]?.outcome;
const line: number | null = verdict.line;
const sets: string[][] = compareDialects("")[0]!.agreeing;
const before: boolean | undefined = diff("", "").changes[0]?.witnesses[0]?.allowedBefore;
{
  using rules = Rules.allowAll();
  rules.toBytes();
}
initSync({ module: new Uint8Array() });
export { allowed, before, corrected, line, outcome, sets };
`;

const WRONG = [
  'isAllowed(3, "x", "/");',
  'isAllowed("", "x", "/", { dialect: "altavista" });',
  'lint("", { disabled: [] });',
  'const text: Uint8Array = fix("");',
  'test("", [{ agent: ["x"] }]);',
];

test("types", () => {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../pkg", import.meta.url)), join(folder, "node_modules/robots-exclusion"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const compile = (code, resolution) => {
      writeFileSync(join(folder, "program.ts"), code);
      const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,esnext.disposable,dom", "--types", "", ...resolution];
      const tsc = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
      try {
        execFileSync(tsc, [...options, "program.ts"], { cwd: folder, encoding: "utf8" });
        return "";
      } catch (error) {
        return error.stdout;
      }
    };
    const node = ["--module", "nodenext"];
    assert.equal(compile(RIGHT, node), "");
    assert.equal(compile(RIGHT, ["--module", "esnext", "--moduleResolution", "bundler"]), "");
    for (const line of WRONG) {
      const code = `import { fix, isAllowed, lint, test } from "robots-exclusion";\nexport const all = [fix, isAllowed, lint, test];\n${line}\n`;
      assert.match(compile(code, node), /program\.ts\(3,/u, line);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
