// The entries of a sitemap, one by one, from a module of its own.

import { Handle, INSPECT, native } from "./engine.js";
import { notCopied } from "./errors.js";
import { checkMethods, checked } from "./signatures.js";

function cannotBeCopied() {
  throw notCopied("a Sitemap cannot be copied: copy its entries, or the file");
}

class Sitemap {
  toJSON = cannotBeCopied;
  #handle;
  /** The entries that were read already, and how many of them were returned. */
  #entries = [];
  #returned = 0;
  #problems = [];
  #format = null;
  #isAtEnd = false;

  constructor(bytes) {
    this.#handle = new Handle("Sitemap", () => new native.Sitemap(bytes, Date.now()));
  }

  #read() {
    try {
      this.#entries = this.#handle.with((sitemap) => sitemap.nextEntries());
      this.#returned = 0;
      if (this.#entries.length > 0) this.#note();
      else this.#end();
    } catch (error) {
      // What was found before the file could not be read any further.
      if (error.code === "ERR_INVALID_SITEMAP") this.#end();
      throw error;
    }
  }

  #note() {
    const { problems, format } = this.#handle.with((sitemap) => ({ problems: sitemap.newProblems(), format: sitemap.format }));
    this.#problems = this.#problems.concat(problems);
    this.#format = format ?? null;
  }

  #end() {
    this.#note();
    this.#isAtEnd = true;
    this.#handle.free();
  }

  next() {
    if (!this.#isAtEnd && this.#returned === this.#entries.length) this.#read();
    if (this.#isAtEnd) return { done: true, value: undefined };
    this.#returned += 1;
    return { done: false, value: this.#entries[this.#returned - 1] };
  }

  /** What a loop calls that ends before the entries do. */
  return() {
    this.#isAtEnd = true;
    this.#handle.free();
    return { done: true, value: undefined };
  }

  [Symbol.iterator]() {
    return this;
  }

  get problems() {
    return [...this.#problems];
  }

  get format() {
    return this.#format;
  }

  [INSPECT]() {
    return `Sitemap { format: ${JSON.stringify(this.#format)}, problems: ${this.#problems.length} }`;
  }

  free() {
    this.return();
  }
}

checkMethods(Sitemap, "Sitemap");
if (Symbol.dispose) Sitemap.prototype[Symbol.dispose] = Sitemap.prototype.free;

export const readSitemap = checked("readSitemap", (bytes) => {
  return new Sitemap(bytes);
});
