// The package as it is built into programs and then run: by bundlers, in Jest, in each version of
// Node.js.
//
// What it needs is in bundlers/: npm ci --prefix tests/bundlers

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";

import { program, start } from "./page/browser.js";

const TOOLS = fileURLToPath(new URL("bundlers/node_modules", import.meta.url));
const MODULES = ["robots-exclusion", "robots-exclusion/core", "robots-exclusion/inline", "robots-exclusion/core/inline"];
/** The two ways in which the engine gets into a bundle; `core` is no third. */
const WAYS = ["robots-exclusion", "robots-exclusion/inline"];

const USE = `
const robots = "User-agent: *\\nDisallow: /x\\n";
const rules = new Rules(new TextEncoder().encode(robots), "FooBot");
const printed = [isAllowed(robots, "FooBot", "https://example.com/x"), rules.isAllowed("/y"), rules.check(new URL("https://example.com/x")).line].join(" ");
`;
const EXPECTED = "false true 2";
const imported = (module, show) => `import { Rules, isAllowed } from "${module}";${USE}${show}`;
const required = (module, show) => `const { Rules, isAllowed } = require("${module}");${USE}${show}`;
const PRINT = "console.log(printed);\n";
const SHOW = "document.body.dataset.printed = printed;\n";

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "bundlers-"));
  mkdirSync(join(folder, "node_modules"));
  // Not linked, so that it is found as an installed package is.
  cpSync(fileURLToPath(new URL("../pkg", import.meta.url)), join(folder, "node_modules/robots-exclusion"), { recursive: true });
});
after(() => rmSync(folder, { recursive: true }));

const installed = { skip: existsSync(TOOLS) ? false : "npm ci --prefix tests/bundlers was not run" };
const run = (command, args, options) => execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
const tool = (name, ...args) => run(join(TOOLS, ".bin", name), args);
const write = (name, content) => {
  writeFileSync(join(folder, name), content);
  return name;
};
/** Runs a bundle where there is no package to be found. */
function runAlone(bundle) {
  const alone = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    cpSync(join(folder, bundle), join(alone, bundle.split("/").at(-1)));
    return run(process.execPath, [join(alone, bundle.split("/").at(-1))], { cwd: alone }).trim();
  } finally {
    rmSync(alone, { recursive: true });
  }
}

const nodes = { [process.version]: process.execPath };
for (const name of ["node18", "node20", "node-newest"]) {
  const path = join(TOOLS, name, "bin/node");
  // The packages are of Linux on x86-64.
  if (existsSync(path) && process.platform === "linux" && process.arch === "x64") nodes[name] = path;
}
for (const [name, node] of Object.entries(nodes)) {
  test(`Node.js ${name}: imported and required, from one instance`, installed, () => {
    for (const module of MODULES) {
      assert.equal(run(node, [write("program.mjs", imported(module, PRINT))]).trim(), EXPECTED, module);
      assert.equal(run(node, [write("program.cjs", required(module, PRINT))]).trim(), EXPECTED, module);
    }
    const same = `
      import { createRequire } from "node:module";
      import { RobotsTxt, check } from "robots-exclusion";
      const other = createRequire(import.meta.url)("robots-exclusion");
      console.log(other.RobotsTxt === RobotsTxt, Object.keys(other).length, (await import("robots-exclusion/inline")).check === check);
    `;
    const names = run(node, [write("names.mjs", 'import * as all from "robots-exclusion"; console.log(Object.keys(all).length);')]).trim();
    assert.equal(run(node, [write("same.mjs", same)]).trim(), `true ${names} true`);
    const manual = `
      import { readFileSync } from "node:fs";
      import { createRequire } from "node:module";
      import { Rules, initSync, isAllowed } from "robots-exclusion/manual";
      initSync({ module: readFileSync(createRequire(import.meta.url).resolve("robots-exclusion/native_bg.wasm")) });
    `;
    assert.equal(run(node, [write("manual.mjs", `${manual}${USE}${PRINT}`)]).trim(), EXPECTED);
  });
}

for (const module of WAYS) {
  for (const [format, ending] of [["esm", "mjs"], ["cjs", "cjs"]]) {
    test(`esbuild for Node.js, ${format}: ${module}`, installed, () => {
      for (const program of [write("program.mjs", imported(module, PRINT)), write("program.cjs", required(module, PRINT))]) {
        tool("esbuild", program, "--bundle", "--platform=node", `--format=${format}`, `--outfile=esbuild.${ending}`, "--log-level=error");
        assert.equal(runAlone(`esbuild.${ending}`), EXPECTED, program);
      }
    });
  }

  test(`webpack for Node.js: ${module}`, installed, () => {
    for (const program of [write("program.mjs", imported(module, PRINT)), write("program.cjs", required(module, PRINT))]) {
      tool("webpack", "--mode", "production", "--target", "node18", "--entry", `./${program}`, "--output-path", join(folder, "webpack-node"), "--output-filename", "bundle.cjs");
      assert.equal(runAlone("webpack-node/bundle.cjs"), EXPECTED, program);
    }
  });

  test(`vite for Node.js: ${module}`, installed, () => {
    write("package.json", '{ "type": "module" }');
    write("vite.config.mjs", "export default { ssr: { noExternal: true } };");
    tool("vite", "build", "--ssr", write("program.mjs", imported(module, PRINT)), "--outDir", "vite-node", "--logLevel", "error");
    const [bundle] = readdirSync(join(folder, "vite-node"));
    assert.equal(runAlone(`vite-node/${bundle}`), EXPECTED);
  });

  test(`rollup for Node.js: ${module}`, installed, () => {
    const plugins = ["-p", `${TOOLS}/@rollup/plugin-node-resolve={exportConditions:["node"]}`, "-p", `${TOOLS}/@rollup/plugin-commonjs`];
    tool("rollup", write("program.mjs", imported(module, PRINT)), ...plugins, "-f", "es", "-o", "rollup.mjs", "--silent");
    assert.equal(runAlone("rollup.mjs"), EXPECTED);
  });
}

test("Jest from CommonJS", installed, () => {
  const tests = MODULES.map((module, index) => {
    write(`one-${index}.test.js`, `test("${module}", () => {\n${required(module, `expect(printed).toBe("${EXPECTED}");`)}});\n`);
    return `one-${index}.test.js`;
  });
  write("package.json", '{ "type": "commonjs" }');
  tool("jest", "--rootDir", folder, "--no-cache", "--watchman=false", ...tests);
});

test("Jest with jsdom", installed, () => {
  const tests = MODULES.map((module, index) => {
    write(`jsdom-${index}.test.js`, `test("${module}", () => {\n${required(module, `expect(printed).toBe("${EXPECTED}");`).replace("new TextEncoder().encode(robots)", "Buffer.from(robots)")}\nexpect(typeof document).toBe("object");\n});\n`);
    return `jsdom-${index}.test.js`;
  });
  write("package.json", '{ "type": "commonjs" }');
  // The line that README.md asks for.
  write("jest.config.json", JSON.stringify({ testEnvironment: join(TOOLS, "jest-environment-jsdom"), testEnvironmentOptions: { customExportConditions: ["node"] } }));
  tool("jest", "--rootDir", folder, "--config", join(folder, "jest.config.json"), "--no-cache", "--watchman=false", ...tests);
  rmSync(join(folder, "jest.config.json"));
});

// Cloudflare Workers run in workerd, which Miniflare starts.
const workerd = { skip: installed.skip || (existsSync(join(TOOLS, "@cloudflare/workerd-linux-64")) && process.platform === "linux" && process.arch === "x64" ? false : "there is no workerd for this machine") };
const WORKERS = {
  "robots-exclusion/manual": 'import { Rules, initSync, isAllowed } from "./manual.js";\nimport wasm from "./native_bg.wasm";\ninitSync({ module: wasm });\n',
  "robots-exclusion/inline": 'import { Rules, isAllowed } from "./inline.js";\n',
};
for (const [module, imports] of Object.entries(WORKERS)) {
  test(`workerd: ${module}`, workerd, async () => {
    const { Miniflare } = createRequire(join(TOOLS, "..", "package.json"))("miniflare");
    const pkg = join(folder, "node_modules/robots-exclusion");
    const files = readdirSync(pkg).filter((name) => /\.js$/u.test(name) && !["web.js", "node.js"].includes(name));
    const worker = new Miniflare({
      compatibilityDate: "2026-01-01",
      modules: [
        { type: "ESModule", path: "worker.mjs", contents: `${imports}export default { fetch() {${USE}return new Response(printed); } };` },
        ...files.map((path) => ({ type: "ESModule", path, contents: readFileSync(join(pkg, path), "utf8") })),
        { type: "CompiledWasm", path: "native_bg.wasm", contents: readFileSync(join(pkg, "native_bg.wasm")) },
      ],
    });
    try {
      const response = await worker.dispatchFetch("http://localhost/");
      assert.equal(await response.text(), EXPECTED);
    } finally {
      await worker.dispose();
    }
  });
}

test("types with the module resolution of TypeScript 5 called node10", installed, () => {
  const imports = MODULES.concat("robots-exclusion/manual").map((module, index) => `import { Rules as Rules${index} } from "${module}";\nexport const rules${index}: Rules${index} = Rules${index}.allowAll();\n`);
  write("node10.ts", imports.join(""));
  run(process.execPath, [join(TOOLS, "typescript-5/bin/tsc"), "--noEmit", "--strict", "--module", "commonjs", "--moduleResolution", "node10", "--target", "es2022", "node10.ts"]);
});

// In a browser: the page's only script is the bundle, which leaves its answer in the body.
const inBrowser = { skip: installed.skip || (program ? false : "there is no Chromium; CHROMIUM may name one") };

async function shown(site, script = "bundle.js") {
  writeFileSync(join(folder, site, "index.html"), `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script>`);
  const { browser, close, origin } = await start(join(folder, site));
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(origin);
    await page.waitForFunction(() => document.body.dataset.printed, null, { timeout: 20_000 }).catch((error) => problems.push(error.message));
    assert.deepEqual(problems, []);
    return await page.evaluate(() => document.body.dataset.printed);
  } finally {
    await close();
  }
}

for (const module of WAYS) {
  // The first reads a file beside the bundle, which not every bundler copies.
  const isInline = module.endsWith("inline");

  for (const format of isInline ? ["esm", "iife"] : []) {
    test(`esbuild for browsers, ${format}: ${module}`, inBrowser, async () => {
      tool("esbuild", write("program.mjs", imported(module, SHOW)), "--bundle", `--format=${format}`, "--outfile=esbuild-web/bundle.js", "--log-level=error");
      assert.equal(await shown("esbuild-web"), EXPECTED);
    });
  }

  if (isInline) {
    test(`rollup for browsers: ${module}`, inBrowser, async () => {
      const plugins = ["-p", `${TOOLS}/@rollup/plugin-node-resolve={browser:true}`];
      tool("rollup", write("program.mjs", imported(module, SHOW)), ...plugins, "-f", "es", "-o", "rollup-web/bundle.js", "--silent");
      assert.equal(await shown("rollup-web"), EXPECTED);
    });
  }

  test(`webpack for browsers: ${module}`, inBrowser, async () => {
    write("program.mjs", imported(module, SHOW));
    rmSync(join(folder, "webpack-web"), { recursive: true, force: true });
    tool("webpack", "--mode", "production", "--target", "web", "--entry", "./program.mjs", "--output-path", join(folder, "webpack-web"), "--output-filename", "bundle.js");
    assert.equal(await shown("webpack-web"), EXPECTED);
  });

  test(`vite for browsers: ${module}`, inBrowser, async () => {
    write("package.json", '{ "type": "module" }');
    write("program.mjs", imported(module, SHOW));
    write("vite.config.mjs", 'export default { build: { rollupOptions: { output: { entryFileNames: "bundle.js" } } } };');
    write("index.html", '<!doctype html><script type="module" src="/program.mjs"></script>');
    rmSync(join(folder, "vite-web"), { recursive: true, force: true });
    tool("vite", "build", "--outDir", "vite-web", "--logLevel", "error");
    assert.equal(await shown("vite-web"), EXPECTED);
  });
}
