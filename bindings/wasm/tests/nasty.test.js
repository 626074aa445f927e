// The loop that README.md prints, against sites that misbehave: those of tests/nasty in the root of the repository.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** For one site, in milliseconds: three pages, one of which is disallowed. The longest wait that the loop accepts is a minute. */
const LIMIT = 90_000;

/** As long as the loop waits for an answer here. README.md has twenty seconds. */
const TIMEOUT = 5_000;

/** As much of a page as is read. */
const MOST = 1_000_000;

/** The sites whose robots.txt allows everything, as far as a crawler can tell. */
const WITHOUT_RULES = ["robots-401", "robots-403", "robots-404", "robots-410", "robots-loop", "robots-onward", "robots-to-file", "robots-to-data", "robots-to-line-end", "robots-to-integer", "robots-to-hex"];

/** Why the server cannot be built here, if it cannot. */
function obstacle() {
  const { status, error } = spawnSync("cargo", ["--version"]);
  return status === 0 ? false : `cargo, which builds the server of these sites, does not run here: ${error?.code ?? status}`;
}

/** The sites, once they are served, until `stop` is called. */
async function served() {
  const manifest = fileURLToPath(new URL("../../../Cargo.toml", import.meta.url));
  const server = spawn("cargo", ["run", "--quiet", "--locked", "--manifest-path", manifest, "-p", "robots-exclusion-nasty-sites"], { stdio: ["pipe", "pipe", "inherit"] });
  const sites = new Map();
  for await (const line of createInterface({ input: server.stdout })) {
    if (line === "") break;
    const [name, url, access] = line.split("\t");
    sites.set(name, { url, isOpen: access === "open" });
  }
  const log = sites.get("log");
  assert.ok(log !== undefined, "the server did not start");
  sites.delete("log");
  const requests = async () => {
    const table = await (await fetch(log.url)).text();
    const found = new Map([...sites.keys()].map((name) => [name, []]));
    for (const row of table.trimEnd().split("\n")) {
      const [name, at, path] = row.split("\t");
      found.get(name)?.push({ at: Number(at), path });
    }
    return found;
  };
  return { sites, requests, stop: () => server.stdin.end() };
}

/** The function of README.md, and what it prints. */
async function loopOfReadme() {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code] = /```js\n(import \{ Crawler, Site \}[\s\S]*?)```/u.exec(readme);
  const timeout = /AbortSignal\.timeout\(20_000\)/gu;
  assert.equal(code.match(timeout)?.length, 1);
  const program = code
    .replace('"robots-exclusion"', JSON.stringify(new URL("../pkg/node.js", import.meta.url).href))
    .replace(timeout, `AbortSignal.timeout(${TIMEOUT})`)
    .replaceAll("console.log", "(() => {})");
  // A loop that does not end fails instead of keeping the process running.
  const deadline = performance.now() + LIMIT;
  globalThis.timerOfLoop = (done, wait) => {
    if (performance.now() + wait > deadline) throw new Error(`the loop waits for ${wait} ms`);
    return setTimeout(done, wait);
  };
  assert.equal(program.split("setTimeout(").length, 2);
  const timed = program.replace("setTimeout(", "timerOfLoop(");
  return (await import(`data:text/javascript,${encodeURIComponent(`${timed}\nexport { sites, visit };`)}`)).visit;
}

/** The beginning of a page. */
async function read({ body }) {
  let length = 0;
  for await (const { length: more } of body ?? []) if ((length += more) > MOST) break;
}

test("the loop of README.md ends on every site, and obeys", { skip: obstacle(), timeout: 600_000 }, async (context) => {
  const { sites, requests, stop } = await served();
  const visit = await loopOfReadme();
  const { fetch } = globalThis;
  const made = [];
  globalThis.fetch = (url, init) => {
    made.push({ url: new URL(url), at: performance.now() });
    return fetch(url, init);
  };
  try {
    assert.ok(sites.size > 60);
    const crawl = async ([name, { url }], index) => {
      // Not all of them in one task, which would take as long as a delay.
      await new Promise((resolve) => setTimeout(resolve, 20 * index));
      const started = performance.now();
      for (const path of ["/a", "/x/secret", "/b"]) {
        // A page that cannot be had is thrown as `fetch` throws it, and the crawl goes on.
        try {
          const response = await visit(url + path);
          if (response !== null) await read(response);
        } catch (error) {
          assert.ok(["TypeError", "TimeoutError", "AbortError"].includes(error.name), `${name}${path}: ${error.stack}`);
        }
      }
      return [name, Math.round(performance.now() - started)];
    };
    const times = await Promise.all([...sites].map(crawl));
    const [slowest, longest] = times.reduce((one, other) => (other[1] > one[1] ? other : one));
    context.diagnostic(`the longest crawl, of ${slowest}, took ${longest} ms`);
    for (const [name, time] of times) assert.ok(time < LIMIT, `${name} took ${time} ms`);
    for (const [name, all] of await requests()) {
      const pages = all.filter(({ path }) => !path.startsWith("/robots"));
      assert.ok(all.length > 0, name);
      if (!sites.get(name).isOpen) assert.deepEqual(pages, [], name);
      if (!WITHOUT_RULES.includes(name)) assert.deepEqual(pages.filter(({ path }) => path.startsWith("/x")), [], name);
      if (name === "good") assert.deepEqual(pages.map(({ path }) => path), ["/a", "/b"]);
      // A delay counts from when a request is made: a busy machine lets it arrive late.
      const { origin } = new URL(sites.get(name).url);
      const times = (isOne) => made.filter(({ url }) => url.origin === origin && isOne(url.pathname)).map(({ at }) => at);
      const [[robots], visited] = [times((path) => path === "/robots.txt"), times((path) => !path.startsWith("/robots"))];
      visited.forEach((at, index) => {
        const apart = at - (index === 0 ? robots : visited[index - 1]);
        assert.ok(apart >= 990, `${name}: ${apart} ms before request ${index + 1} for a page`);
      });
    }
  } finally {
    globalThis.fetch = fetch;
    stop();
  }
});
