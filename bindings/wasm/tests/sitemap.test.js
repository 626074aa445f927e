// Sitemaps: their entries, and those that a robots.txt names, as Crawlee asks for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";

import * as core from "../pkg/core/node.js";
import { RobotsTxtFile, readSitemap } from "../pkg/node.js";

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const urlset = (...urls) => `<urlset ${NAMESPACES}>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("\n")}</urlset>`;
const index = (...urls) => `<sitemapindex ${NAMESPACES}>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("\n")}</sitemapindex>`;
const locsOf = (sitemap) => [...sitemap].map(({ loc }) => loc);

test("the fields of an entry", () => {
  const file = `<urlset ${NAMESPACES}>
    <url><loc>https://example.com/é</loc><lastmod>2007-11-02T08:00:00+01:00</lastmod><changefreq>daily</changefreq><priority>0.8</priority>
      <image:image><image:loc>https://example.com/1.png</image:loc></image:image>
      <xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/></url>
    <url><loc>https://example.com/2</loc></url></urlset>`;
  for (const source of [file, new TextEncoder().encode(file), gzipSync(file)]) {
    const sitemap = readSitemap(source);
    assert.equal(sitemap.format, null);
    const [first, second] = sitemap;
    assert.deepEqual(first, {
      loc: "https://example.com/é",
      isSitemap: false,
      lastmod: "2007-11-02T08:00:00+01:00",
      changefreq: "daily",
      priority: 0.8,
      images: ["https://example.com/1.png"],
      alternates: [["de", "https://example.com/de"]],
      line: 2,
    });
    assert.deepEqual(second, { loc: "https://example.com/2", isSitemap: false, lastmod: null, changefreq: null, priority: null, images: [], alternates: [], line: 5 });
    assert.equal(sitemap.format, "urlset");
    assert.deepEqual(sitemap.problems.map(({ kind, line, entryDropped }) => [kind, line, entryDropped]), [["loc-not-encoded", 2, false]]);
  }
});

test("every format", () => {
  const formats = {
    urlset: urlset("https://example.com/a"),
    index: index("https://example.com/a"),
    text: "https://example.com/a\n",
    rss: "<rss version='2.0'><channel><item><link>https://example.com/a</link></item></channel></rss>",
    atom: "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='https://example.com/a'/></entry></feed>",
  };
  for (const [format, file] of Object.entries(formats)) {
    const sitemap = readSitemap(file);
    const entries = [...sitemap];
    assert.deepEqual(entries.map(({ loc, isSitemap }) => [loc, isSitemap]), [["https://example.com/a", format === "index"]], format);
    assert.equal(sitemap.format, format);
  }
});

test("entries come in sequence, and end once", () => {
  const urls = Array.from({ length: 1_000 }, (_, number) => `https://example.com/${number}`);
  const sitemap = readSitemap(urlset(...urls));
  assert.equal(sitemap[Symbol.iterator](), sitemap);
  assert.equal(sitemap.next().value.loc, urls[0]);
  assert.deepEqual(locsOf(sitemap), urls.slice(1));
  assert.deepEqual([sitemap.next(), sitemap.next()], Array(2).fill({ done: true, value: undefined }));
  for (const end of [() => left.free(), () => left.return(), () => { for (const entry of left) if (entry) break; }]) {
    var left = readSitemap(urlset(...urls));
    left.next();
    end();
    assert.deepEqual([locsOf(left), left.format], [[], "urlset"]);
    left.free();
  }
  assert.equal(inspect(left), 'Sitemap { format: "urlset", problems: 0 }');
  assert.throws(() => JSON.stringify(left), { code: "ERR_NOT_COPIED" });
});

test("the limits are those of the protocol, and what comes before them is returned", () => {
  const many = readSitemap(Array.from({ length: 50_001 }, (_, number) => `https://example.com/${number}\n`).join(""));
  let count = 0;
  assert.throws(() => { for (const entry of many) count += Number(entry.isSitemap === false); }, { code: "ERR_INVALID_SITEMAP", message: "the sitemap has more than 50000 entries" });
  assert.deepEqual([count, many.next().done], [50_000, true]);
  // A little file that is a large one.
  const bomb = gzipSync(`<urlset ${NAMESPACES}>${" ".repeat(52_428_800)}</urlset>`);
  assert.throws(() => [...readSitemap(bomb)], { code: "ERR_INVALID_SITEMAP", message: /more than 52428800 bytes/u });
  assert.throws(() => [...readSitemap("<html><body>Not found</body></html>")], { code: "ERR_INVALID_SITEMAP" });
  const broken = readSitemap(`<urlset ${NAMESPACES}><url><loc>/relative</loc></url><url><loc>https://example.com/a</loc></url>`);
  assert.deepEqual(locsOf(broken), ["https://example.com/a"]);
  assert.deepEqual(broken.problems.map(({ entryDropped }) => entryDropped), [true, false]);
  assert.ok(broken.problems.every(({ kind, message, line, excerpt }) => kind && message && line === 1 && typeof excerpt === "string"));
});

/** A `fetch` for these files, which notes what was asked with which fields. */
function serving(files) {
  const asked = [];
  const fetch = async (url, { headers }) => {
    asked.push([url, Object.fromEntries(headers)]);
    const file = files[url];
    if (file === undefined) return new Response("", { status: 404 });
    return file instanceof URL ? new Response(null, { status: 302, headers: { location: file.href } }) : new Response(file);
  };
  return { fetch, asked };
}

test("the example of README.md in place of Crawlee's class", async () => {
  const programs = [...readFileSync(new URL("../README.md", import.meta.url), "utf8").matchAll(/```js\n([\s\S]*?)```/gu)].map(([, code]) => code);
  const [code] = programs.filter((program) => program.includes("crawler.addRequests"));
  const added = [];
  const { fetch } = serving({
    "https://example.com/robots.txt": "User-agent: *\nDisallow: /shop/cart\nSitemap: https://example.com/sitemap.xml\nSitemap: https://example.com/list.txt\nSitemap: https://other.example/not-this.xml\n",
    "https://example.com/sitemap.xml": index("https://example.com/shop.xml.gz", "https://other.example/not-this.xml"),
    "https://example.com/shop.xml.gz": gzipSync(urlset("https://example.com/shop/a", "https://other.example/not-this")),
    "https://example.com/list.txt": "https://example.com/b\n",
  });
  const before = globalThis.fetch;
  globalThis.fetch = fetch;
  globalThis.crawler = { addRequests: async (urls) => added.push(urls) };
  try {
    await import(`data:text/javascript,${encodeURIComponent(code.replace('"robots-exclusion"', JSON.stringify(new URL("../pkg/node.js", import.meta.url).href)))}`);
  } finally {
    globalThis.fetch = before;
  }
  assert.deepEqual(added, [["https://example.com/shop/news"], ["https://example.com/b", "https://example.com/shop/a"]]);
});

test("which sitemaps a file has", () => {
  const content = "Sitemap: https://example.com/1.xml\nSitemap: http://example.com:8080/2.xml\nSitemap: https://www.example.com/3.xml\nSitemap: ftp://example.com/4.xml\nSitemap: /5.xml\nSitemap: https://example.com./6.xml\n";
  for (const File of [RobotsTxtFile, core.RobotsTxtFile]) {
    const file = File.from("https://example.com/robots.txt", content);
    const [one, two, three, six] = ["https://example.com/1.xml", "http://example.com:8080/2.xml", "https://www.example.com/3.xml", "https://example.com./6.xml"];
    assert.deepEqual(file.getSitemaps(), [one, two, six]);
    for (const [enqueueStrategy, found] of [["all", [one, two, three, six]], ["same-hostname", [one, two, six]], ["same-origin", [one, six]]]) assert.deepEqual(file.getSitemaps({ enqueueStrategy }), found);
    assert.throws(() => file.getSitemaps({ enqueueStrategy: "same-domain" }), { code: "ERR_INVALID_ARG_VALUE", message: /Public Suffix List/u });
    assert.ok(file instanceof File);
    const { from } = File;
    assert.deepEqual(from("https://example.com/robots.txt", content).getSitemaps(), [one, two, six]);
  }
  assert.equal(core.RobotsTxtFile.prototype.parseSitemaps, undefined);
});

test("sitemaps are fetched once, and what fails is said", async () => {
  const files = {
    "https://example.com/robots.txt": "Sitemap: https://example.com/i.xml\nSitemap: https://example.com/i.xml\nSitemap: https://example.com/gone.xml\nSitemap: https://example.com/page.html\nSitemap: https://other.example/o.xml\nSitemap: http://10.0.0.1/p.xml\n",
    "https://example.com/i.xml": index("https://example.com/i.xml", "https://example.com/a.xml", "https://example.com/skip.xml", "https://example.com/deep1.xml"),
    "https://example.com/a.xml": urlset("https://example.com/a", "https://other.example/b"),
    "https://example.com/skip.xml": urlset("https://example.com/skipped"),
    "https://example.com/page.html": "<html></html>",
    "https://other.example/o.xml": new URL("https://other.example/o2.xml"),
    "https://other.example/o2.xml": urlset("https://other.example/o"),
  };
  for (let depth = 1; depth < 9; depth += 1) files[`https://example.com/deep${depth}.xml`] = index(`https://example.com/deep${depth + 1}.xml`);
  const { fetch, asked } = serving(files);
  const file = await RobotsTxtFile.load("https://example.com/a/page", undefined, { fetch, headers: { "user-agent": "FooBot", authorization: "secret" } });
  const { urls, failed } = await file.parseSitemaps({ enqueueStrategy: "all", nestedSitemapFilter: (url) => !url.endsWith("/skip.xml") });
  assert.deepEqual(urls, ["https://other.example/o", "https://example.com/a", "https://other.example/b"]);
  assert.deepEqual(failed.map(({ url, error }) => [url, error.code]), [["https://example.com/gone.xml", "ERR_NOT_FETCHED"], ["https://example.com/page.html", "ERR_INVALID_SITEMAP"], ["http://10.0.0.1/p.xml", "ERR_NOT_PUBLIC"]]);
  const names = asked.map(([url]) => url);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes("https://example.com/deep3.xml") && !names.includes("https://example.com/deep4.xml") && !names.includes("https://example.com/skip.xml"));
  for (const [url, headers] of asked) assert.deepEqual(headers, url.startsWith("https://example.com/") ? { "user-agent": "FooBot", authorization: "secret" } : { "user-agent": "FooBot" }, url);

  asked.length = 0;
  assert.deepEqual(await file.parseUrlsFromSitemaps({ maxDepth: 0 }), []);
  assert.deepEqual(asked.map(([url]) => url), ["https://example.com/i.xml", "https://example.com/gone.xml", "https://example.com/page.html"]);
  await assert.rejects(file.parseSitemaps({ signal: AbortSignal.abort(new Error("enough")), fetch: async (_, { signal }) => signal.throwIfAborted() }), /enough/u);
  await assert.rejects(RobotsTxtFile.find("https://example.com/", "http://proxy.example:8080"), { code: "ERR_INVALID_ARG_VALUE", message: /pass a fetch/u });
  // A file that was not fetched here is fetched with what is passed.
  assert.deepEqual(await RobotsTxtFile.from("https://example.com/robots.txt", "Sitemap: https://example.com/a.xml").parseUrlsFromSitemaps({ fetch }), ["https://example.com/a"]);
});

test("a thousand problems of a file are told, and objects outlive a file of many", () => {
  const robots = RobotsTxtFile.from("https://example.com/robots.txt", "User-agent: *\nDisallow: /x\n");
  const sitemap = readSitemap(`<urlset>${"<foo/>".repeat(200_000)}</urlset>`);
  assert.deepEqual([...sitemap], []);
  assert.equal(sitemap.problems.length, 1_000);
  assert.equal(robots.isAllowed("https://example.com/x"), false);
});

test("who named a sitemap is public unless it is known", async () => {
  const { fetch, asked } = serving({ "http://10.0.0.1/p.xml": urlset("http://10.0.0.1/a") });
  const content = "Sitemap: http://10.0.0.1/p.xml\n";
  const unknown = await RobotsTxtFile.from("robots.txt", content).parseSitemaps({ fetch });
  assert.deepEqual(unknown.failed.map(({ error }) => error.code), ["ERR_NOT_PUBLIC"]);
  assert.deepEqual(asked, []);
  const own = await RobotsTxtFile.from("http://10.0.0.1/robots.txt", content).parseSitemaps({ fetch });
  assert.deepEqual(own.urls, ["http://10.0.0.1/a"]);
});

test("a call fetches a thousand sitemaps", async () => {
  const lines = Array.from({ length: 1_002 }, (_, at) => `Sitemap: https://example.com/${at}.xml`);
  const { fetch, asked } = serving({});
  const { failed } = await RobotsTxtFile.from("https://example.com/robots.txt", lines.join("\n")).parseSitemaps({ fetch });
  assert.equal(asked.length, 1_000);
  assert.equal(failed.length, 1_002);
  assert.match(failed[1_001].error.message, /a thousand sitemaps/u);
});
