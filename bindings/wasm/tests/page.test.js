// The page in headless Chromium, by real clicks and key presses.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { program, start } from "./page/browser.js";

const options = program ? {} : { skip: "there is no Chromium; CHROMIUM may name one" };
let browser;
before(async () => {
  if (program) browser = await start();
});
after(() => browser?.close());

/** A test on the page as it opens, in which nothing may go wrong and no request may leave. */
function pageTest(name, run, opening = {}) {
  test(name, options, async () => {
    const { page, problems } = await browser.open(opening);
    await run(page);
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}

const status = (page) => page.textContent("#status");
/** Waits until all answers are shown, and the status is this. */
async function settled(page, pattern) {
  await page.waitForSelector("#results[aria-busy=false]");
  await page.waitForFunction((source) => new RegExp(source, "u").test(document.getElementById("status").textContent), pattern.source);
}

async function enter(page, { robots, urls, crawlers }) {
  if (robots !== undefined) await page.fill("#robots", robots);
  if (urls !== undefined) await page.fill("#urls", urls);
  if (crawlers !== undefined) {
    for (let left = await page.locator("#crawlers button").count(); left > 0; left -= 1) await page.click("#crawlers button >> nth=0");
    for (const crawler of crawlers) {
      await page.fill("#crawler", crawler);
      await page.press("#crawler", "Enter");
    }
  }
}

pageTest("a pasted file is asked about, and the deciding line is highlighted and reached by a click", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /a\nAllow: /a/b\n", urls: "/a/x\nhttps://example.com/a/b", crawlers: ["FooBot"] });
  await settled(page, /2 questions: 1 allowed, 1 disallowed/);
  assert.deepEqual(await page.locator(".annotated li.decides").evaluateAll((items) => items.map((item) => item.dataset.line)), ["2", "3"]);
  await page.click('#verdicts button:has-text("Allow: /a/b")');
  const line = page.locator('.annotated [data-line="3"]');
  assert.equal(await line.getAttribute("aria-current"), "true");
  assert.equal(await line.evaluate((item) => item === document.activeElement), true);
  assert.equal(await line.locator("mark.pattern").textContent(), "/a/b");
  assert.match(await page.textContent("#verdicts"), /Line 2 matches too, but is shorter/u);
});

pageTest("crawlers: a token, a set by its button, a header, and removing by keyboard", async (page) => {
  await enter(page, { robots: "User-agent: Googlebot\nDisallow: /\n", urls: "/x", crawlers: ["Mozilla/5.0 (compatible; Googlebot/2.1)"] });
  await settled(page, /1 question: 0 allowed, 1 disallowed/);
  await page.click('#sets button:has-text("@ai-training")');
  await page.waitForFunction(() => Number(/^\d+/u.exec(document.getElementById("status").textContent)?.[0]) > 5);
  await page.locator("#crawlers button").nth(1).focus();
  await page.keyboard.press("Enter");
  await settled(page, /^1 question/);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Remove Mozilla/5.0 (compatible; Googlebot/2.1)");
  await page.keyboard.press("Space");
  await settled(page, /1 question: 1 allowed/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "crawler");
});

pageTest("an unknown set is an error", async (page) => {
  await enter(page, { crawlers: ["@nobody"] });
  await settled(page, /there is no set of crawlers @nobody/);
});

pageTest("the dialect changes verdicts", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /\nAllow: /open\n", urls: "/open", crawlers: ["*"] });
  await settled(page, /1 allowed/);
  await page.selectOption("#dialect", "original1994");
  await settled(page, /1 disallowed/);
});

pageTest("each crawler is asked about as its operator documents it, unless a dialect is chosen", async (page) => {
  assert.equal(await page.inputValue("#dialect"), "auto");
  // Google reads a misspelled key; the standard does not.
  await enter(page, { robots: "User-agent: *\nDisalow: /x\n", urls: "/x", crawlers: ["Googlebot", "FooBot"] });
  await settled(page, /2 questions: 1 allowed, 1 disallowed/);
  await page.selectOption("#dialect", "google");
  await settled(page, /2 questions: 0 allowed, 2 disallowed/);
  const bare = await page.locator("#dialect option").evaluateAll((options) => options.filter(({ value, text }) => value === text).map(({ value }) => value));
  assert.deepEqual(bare, [], "every dialect has a name for people");
});

pageTest("a crawler that ignores `*` does so", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /\n", urls: "/x", crawlers: ["AdsBot-Google", "FooBot"] });
  await settled(page, /2 questions: 1 allowed, 1 disallowed/);
});

pageTest("what is not a URL or path is refused, in the program's words", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /private/\n", urls: "private/x\n/private/x\nftp://example.com/", crawlers: ["*"] });
  await settled(page, /1 question: 0 allowed, 1 disallowed\. 2 lines are not URLs or paths/);
  const refused = await page.locator("#verdicts .notice").allTextContents();
  assert.match(refused[0], /not a URL or path: it begins with neither https:\/\/, http:\/\/ nor \/; write the whole URL, or put \/ before a path/u);
  assert.equal(refused.length, 2);
});

pageTest("findings are in groups, worst first, and lead to their lines", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /x*\nDisalow: /a\nDisallow: /y*\nDisalow: /b\n" });
  await page.waitForFunction(() => /lines 2, 4/u.test(document.getElementById("findings").textContent));
  const severities = await page.locator("#findings .badge").allTextContents();
  const order = ["error", "warning", "info"];
  assert.deepEqual(severities, [...severities].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
  assert.ok(new Set(severities).size > 1, severities.join());
  // Each says what to write, so they are told apart.
  assert.equal(await page.locator("#findings > li", { hasText: "Disalow" }).count(), 2);
  const stars = page.locator("#findings > li", { hasText: "R031" });
  assert.equal(await stars.count(), 1);
  await stars.locator("button", { hasText: "4" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.line), "4");
});

pageTest("who is shut out comes first, and what follows from it is folded", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /x\nDisallow: /y\nDisallow: /\nDisalow: /z\n\nUser-agent: Googlebot\nDisallow: /w\n" });
  await page.waitForFunction(() => /nothing/u.test(document.getElementById("outcomes").textContent));
  const outcomes = await page.locator("#outcomes li").allTextContents();
  assert.equal(outcomes[0], "crawlers that follow *: may crawl nothing, because of line 4 (Disallow: /)");
  assert.match(outcomes[1], /^Googlebot, .*: may crawl a part of the site$/u);
  const first = page.locator("#findings > li >> nth=0");
  assert.match(await first.textContent(), /R028.*Because of it, these rules have no effect: lines 2, 3$/u);
  assert.doesNotMatch(await page.textContent("#findings"), /R037/u);
  await enter(page, { robots: "User-agent: *\nDisallow: /x\n" });
  await page.waitForFunction(() => document.getElementById("outcomes").childElementCount === 0);
});

pageTest("on a phone the answer is above the fold", async (page) => {
  for (const selector of ["#status", "#verdicts .verdict >> nth=0"]) {
    const { y, height } = await page.locator(selector).boundingBox();
    assert.ok(y >= 0 && y + height <= 700, `${selector} ends at ${y + height}`);
  }
}, { width: 360, height: 700 });

pageTest("findings are corrected by a click, and the correction is undone", async (page) => {
  const robots = "User-agent: *\nDisalow: /é/🤖\nDisallow: /x*\n";
  await enter(page, { robots });
  await page.waitForSelector('.annotated [data-line="2"] .finding');
  assert.equal(await page.locator('.annotated [data-line="2"] mark.found').first().textContent(), "Disalow");
  await page.locator('.annotated [data-line="2"] .finding button').first().click();
  await page.waitForFunction(() => document.getElementById("robots").value.includes("Disallow: /é/🤖\n"));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.line), "2");
  await page.click("#undo");
  assert.equal(await page.inputValue("#robots"), robots);
  await page.waitForSelector("#fix:not([disabled])");
  await page.click("#fix");
  await page.waitForFunction(() => document.getElementById("robots").value.includes("Disallow: /x\n"));
  // What is not proved is left to the reader.
  assert.match(await page.inputValue("#robots"), /^Disalow: /mu);
});

pageTest("a file is dropped; its CRLF line ends do not shift highlights", async (page) => {
  const drop = (selector, text) =>
    page.evaluate(
      ([target, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], "robots.txt", { type: "text/plain" }));
        for (const type of ["dragover", "drop"]) document.querySelector(target).dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      },
      [selector, text],
    );
  await enter(page, { urls: "/é/x", crawlers: ["*"] });
  await drop("#robots", "# Ü\r\nUser-agent: *\r\nDisallow: /é\r\n");
  await page.waitForFunction(() => [...document.querySelectorAll('.annotated [data-line="3"] mark.pattern')].map((mark) => mark.textContent).join("") === "/é");
  assert.equal(await page.locator(".annotated li").count(), 3);
  await page.click("#tab-diff");
  await drop("#before", "User-agent: *\nDisallow:\n");
  await page.waitForSelector("#changes .badge");
});

pageTest("a file is chosen, also one that is not UTF-8", async (page) => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#open")]);
  await chooser.setFiles({ name: "robots.txt", mimeType: "text/plain", buffer: Buffer.from("User-agent: *\nDisallow: /caf\xe9\n", "latin1") });
  await page.waitForFunction(() => document.getElementById("shared").textContent.includes("not UTF-8"));
  assert.equal(await page.inputValue("#robots"), "User-agent: *\nDisallow: /caf\uFFFD\n");
});

pageTest("the table of dialects marks disagreements", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /\nAllow: /open\n", urls: "/open\n/closed", crawlers: ["FooBot"] });
  await page.click("#tab-dialects");
  await page.waitForSelector("#comparison table");
  const heads = await page.locator("#comparison thead th").allTextContents();
  const row = page.locator("#comparison tbody tr").first();
  const differs = await row.locator("td").evaluateAll((cells) => cells.map((cell) => cell.classList.contains("differs")));
  assert.equal(await row.locator("th").textContent(), "/open");
  assert.equal(differs[heads.findIndex((head) => head.includes("The original of 1994")) - 1], true);
  assert.equal(differs[heads.findIndex((head) => head.includes("The standard (RFC 9309) (chosen)")) - 1], false);
  assert.match(await row.locator("td.differs").first().textContent(), /✗ disallowed.*, disagrees/u);
  assert.match(await page.textContent("#comparison"), /agree on every URL \(proved\)/u);
  await enter(page, { robots: "User-agent: *\nDisallow: /x\n", urls: "" });
  await page.waitForFunction(() => /These dialects agree|readings/u.test(document.getElementById("comparison").textContent) && !document.querySelector("#comparison table td.differs"));
});

pageTest("a diff shows witnesses, or a proof that nothing changes", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /a\n", crawlers: ["*", "Googlebot"] });
  await page.click("#tab-diff");
  assert.match(await page.textContent("#changes"), /nothing to compare/u);
  await page.click("#take");
  await page.waitForSelector("#changes .badge.proved");
  await enter(page, { robots: "User-agent: *\nDisallow: /\n" });
  await page.waitForSelector("#changes .badge.critical");
  const text = await page.textContent("#changes");
  assert.match(text, /blocked from the whole site/u);
  assert.match(text, /https:\/\/example\.com\/: allowed → disallowed \(Disallow: \/\)/u);
});

pageTest("assertions are proved or refuted, and lead to the line", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /checkout\nAllow: /checkout/help\n" });
  await page.click("#tab-assertions");
  await page.click("#policy-example");
  await page.waitForSelector("#assertions .badge.refuted");
  await page.fill("#policy", '[[assert]]\ndisallowed = ["/checkout"]\nexcept = ["/checkout/help"]\nagents = ["*", "@search"]\n');
  await page.waitForFunction(() => document.querySelector("#assertions .badge")?.textContent === "holds");
  await page.fill("#policy", '[[assert]]\ndisallowed = ["/checkout"]\n');
  await page.click('#assertions button:has-text("line 3")');
  assert.equal(await page.getAttribute("#tab-file", "aria-selected"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.line), "3");
  await page.click("#tab-assertions");
  for (const [policy, message] of [
    ["[[assert]\n", /Invalid TOML|line 1/u],
    ["[[assert]]\nagent = 3\n", /there is no `agent`/u],
    ['[[assert]]\nsitemap = "x"\n', /only works in the/u],
    ["", /Write assertions/u],
  ]) {
    await page.fill("#policy", policy);
    await page.waitForFunction((source) => new RegExp(source, "u").test(document.getElementById("assertions").textContent), message.source);
  }
  await page.click("#tab-diff");
  await page.fill("#before", "User-agent: *\nDisallow: /checkout\n");
  await page.click("#tab-assertions");
  await page.fill("#policy", '[[assert]]\nequivalent-to = "robots.old.txt"\n');
  await page.waitForFunction(() => /equivalent to the old file/u.test(document.getElementById("assertions").textContent));
  assert.match(await page.textContent("#assertions"), /disallowed in the old file/u);
});

pageTest("a link restores everything, and none of it is sent to the server", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /é🤖\n", urls: "/é🤖", crawlers: ["FooBot", "@seo"] });
  await page.selectOption("#dialect", "google");
  await page.click("#tab-diff");
  await page.fill("#before", "User-agent: *\n");
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("shared").textContent.startsWith("Copied"));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { page: other, problems } = await browser.open({ fragment: new URL(link).hash });
  assert.equal(await other.inputValue("#robots"), "User-agent: *\nDisallow: /é🤖\n");
  assert.deepEqual(await other.locator("#crawlers span").allTextContents(), ["FooBot", "@seo"]);
  assert.deepEqual([await other.inputValue("#urls"), await other.inputValue("#dialect"), await other.inputValue("#before")], ["/é🤖", "google", "User-agent: *\n"]);
  assert.equal(await other.getAttribute("#tab-diff", "aria-selected"), "true");
  await other.waitForSelector("#changes .badge.major");
  assert.deepEqual(problems, []);
});

for (const fragment of ["#s=AAAA", "#s=%00", "#nothing", "#s=qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"]) {
  pageTest(`a damaged link does no harm: ${fragment}`, async (page) => assert.match(await status(page), /question/u), { fragment });
}

pageTest("keyboard only", async (page) => {
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  await press("Tab");
  assert.equal(await focused(), "Skip to the answer");
  // The first deciding line, and on from there to the correction of a finding.
  await page.waitForSelector('.annotated [data-line="6"] .finding button');
  await press("Enter", "Tab", "Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.line), "5");
  await press("Tab", "Enter");
  await page.waitForFunction(() => document.getElementById("robots").value.includes("Disallow: /drafts/"));
  for (let steps = 0; steps < 60 && (await focused()) !== "tab-file"; steps += 1) await press("Shift+Tab");
  assert.equal(await focused(), "tab-file");
  await press("ArrowRight");
  assert.equal(await focused(), "tab-dialects");
  assert.equal(await page.isVisible("#panel-dialects"), true);
  await press("End", "ArrowRight", "ArrowLeft");
  assert.equal(await focused(), "tab-assertions");
  await press("Home");
  assert.equal(await focused(), "tab-file");
});

pageTest("the link to the answer keeps what was entered", async (page) => {
  await enter(page, { robots: "User-agent: *\nDisallow: /\n", urls: "/x", crawlers: ["FooBot"] });
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#answer");
  await settled(page, /1 question: 0 allowed, 1 disallowed/);
  assert.equal(await page.inputValue("#robots"), "User-agent: *\nDisallow: /\n");
});

pageTest("verdicts are drawn once, so that a button that has the focus keeps it when findings arrive", async (page) => {
  await page.evaluate(() => {
    window.drawn = 0;
    new MutationObserver(() => (window.drawn += 1)).observe(document.getElementById("verdicts"), { childList: true });
  });
  await enter(page, { urls: "/drafts/plan.html" });
  await settled(page, /questions?: .* findings?/);
  assert.equal(await page.evaluate(() => window.drawn), 1);
});

pageTest("every field has a name, every button a text, and the tabs are tabs", async (page) => {
  const unnamed = await page.evaluate(() =>
    [...document.querySelectorAll("input:not([hidden]), textarea, select")].filter((field) => field.labels.length === 0).map(({ id }) => id),
  );
  assert.deepEqual(unnamed, []);
  const mute = await page.evaluate(() => [...document.querySelectorAll("button")].filter((button) => !button.textContent.trim() && !button.ariaLabel).length);
  assert.equal(mute, 0);
  for (const name of ["file", "dialects", "diff", "assertions"]) {
    await page.getByRole("tab", { name: new RegExp(name === "file" ? "Findings" : name, "iu") }).click();
    assert.equal(await page.getByRole("tabpanel").count(), 1);
  }
  assert.equal(await page.getAttribute("#status[role=status]", "aria-live"), "polite");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

pageTest("a hostile file leaves the page usable, and is shown in part", async (page) => {
  const robots = `User-agent: *\n${Array.from({ length: 20_000 }, (_, number) => `Disalow: /*a*b*${number}`).join("\n")}\n`;
  await page.evaluate((text) => {
    const field = document.getElementById("robots");
    field.value = text;
    field.dispatchEvent(new Event("input"));
  }, robots);
  await page.click("#tab-diff");
  assert.equal(await page.isVisible("#panel-diff"), true);
  await page.click("#tab-file");
  await page.waitForFunction(() => /more findings are not shown/u.test(document.getElementById("annotated").textContent), null, { timeout: 60_000 });
  assert.ok((await page.locator(".annotated li").count()) < 2_000);
  await enter(page, { robots: "User-agent: *\nDisallow: /\n", urls: "/x", crawlers: ["*"] });
  await settled(page, /1 question: 0 allowed, 1 disallowed/);
});

// SCREENSHOTS=folder saves screenshots.
for (const [width, height] of [[390, 844], [1280, 900]]) {
  for (const colorScheme of ["light", "dark"]) {
    pageTest(
      `nothing is wider than the window, and all of it can be read: ${width} pixels, ${colorScheme}`,
      async (page) => {
        await page.waitForSelector(".finding");
        for (const name of ["file", "dialects", "diff", "assertions"]) {
          await page.click(`#tab-${name}`);
          if (name === "dialects") await page.waitForSelector("#comparison table");
          if (name === "diff") await page.fill("#before", "User-agent: *\nDisallow: /\n");
          if (name === "diff") await page.waitForSelector("#changes .badge");
          if (name === "assertions") await page.click("#policy-example");
          if (name === "assertions") await page.waitForSelector("#assertions .badge");
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name);
          const faint = await page.evaluate(lowContrast);
          assert.deepEqual(faint, [], name);
          if (process.env.SCREENSHOTS) {
            mkdirSync(process.env.SCREENSHOTS, { recursive: true });
            await page.screenshot({ path: `${process.env.SCREENSHOTS}/${width}-${colorScheme}-${name}.png`, fullPage: true });
          }
        }
      },
      { width, height, colorScheme },
    );
  }
}

// Texts whose contrast is below 4.5, the limit of WCAG AA.
function lowContrast() {
  const channels = (color) => (color.match(/[\d.]+/gu) ?? []).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  for (const node of document.querySelectorAll("body *:not(:disabled)")) {
    const isText = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!isText || !node.checkVisibility() || node.closest(".hidden, .skip")) continue;
    const [one, other] = [luminance(channels(getComputedStyle(node).color)), luminance(backgroundOf(node))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) faint.add(`${node.tagName}.${node.className}: ${ratio.toFixed(2)}`);
  }
  return [...faint];
}
