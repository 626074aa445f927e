// A browser, and a server of nothing but static files.

import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const FOLDER = fileURLToPath(new URL("../../page", import.meta.url));
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const KNOWN = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser's program, or `undefined`. */
export const program = KNOWN.find((path) => path && existsSync(path));

async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const content = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.setHeader("content-type", TYPES[extname(path) || ".html"] ?? "text/plain");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** Starts both. `open` shows the page, and `close` ends all. */
export async function start(folder = FOLDER) {
  const { server, origin } = await serve(folder);
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });

  async function open({ fragment = "", width = 1280, height = 900, colorScheme = "light" } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    context.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:")) problems.push(`request to ${request.url()}`);
    });
    await page.goto(`${origin}/${fragment}`);
    await page.waitForSelector("#results[aria-busy=false]");
    return { page, problems };
  }

  async function close() {
    await browser.close();
    server.close();
  }

  return { browser, open, close, origin };
}
