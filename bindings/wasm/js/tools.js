// What a page says to crawlers, what is wrong with a file, what an edit changes, whether assertions hold, where dialects
// disagree.

import { crawlersOf } from "./arguments.js";
import { Handle, guarded, native } from "./engine.js";
import { wrongValue } from "./errors.js";
import { checked } from "./signatures.js";

export const pageRules = checked("pageRules", ({ tokens, follows }, { meta = [], headers = [] }) => {
  return guarded(() => native.pageRules(tokens, follows, meta, headers));
});

export const lint = checked("lint", ({ bytes, isText }, { dialect, disable = [] }) => {
  return guarded(() => native.lint(bytes, isText, dialect, disable));
});

export const report = checked("report", ({ bytes, isText }, { dialect, disable = [] }) => {
  return guarded(() => native.report(bytes, isText, dialect, disable));
});

export const fix = checked("fix", ({ bytes, isText }, { also = [], dialect, disable = [] }) => {
  const fixed = guarded(() => native.fix(bytes, also, dialect, disable));
  return isText ? textOf(fixed) : fixed;
});

export const applyCorrection = checked("applyCorrection", ({ body: robots, bytes, isText }, { start, end, text }) => {
  if (end > (isText ? robots : bytes).length) throw wrongValue(`a correction from ${start} to ${end}, of a file that is shorter`);
  if (isText) {
    const inserted = typeof text === "string" ? text : textOf(text);
    return robots.slice(0, start) + inserted + robots.slice(end);
  }
  const inserted = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const corrected = new Uint8Array(start + inserted.length + bytes.length - end);
  corrected.set(bytes.subarray(0, start));
  corrected.set(inserted, start);
  corrected.set(bytes.subarray(end), start + inserted.length);
  return corrected;
});

function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export const diff = checked("diff", (before, after, { agents = [], dialect }) => {
  const crawlers = crawlersOf(agents);
  const namesOf = (wanted) => crawlers.filter(({ isKnown }) => isKnown === wanted).map(({ name }) => name);
  return withFiles([before, after], [dialect, dialect], ([old, changed]) => native.diff(old, changed, namesOf(false), namesOf(true)));
});

export const test = checked("test", (robots, assertions, { dialect }) => {
  return assertions.flatMap((assertion) => prove(robots, { ...assertion, dialect: assertion.dialect ?? dialect }));
});

const EVERYONE = ["*"];

function prove(robots, { number, claims, except, agents, dialect, equivalentTo }) {
  const results = [];
  const add = (pattern, expected, crawler, { outcome, witness }) => {
    const readAs = dialect ?? crawler.dialect ?? "rfc9309";
    results.push({ assertion: number, agent: crawler.name, pattern, expected, outcome, witness: witness && flat(witness), dialect: readAs });
  };
  withFiles([robots], [dialect], ([file]) => {
    const crawlers = crawlersOf(agents ?? EVERYONE);
    for (const { pattern, expected } of claims) {
      for (const crawler of crawlers) {
        const { tokens, follows } = crawler;
        add(pattern, expected, crawler, holds(number, file, tokens, follows, expected === "allowed", pattern, except));
      }
    }
  });
  if (equivalentTo !== undefined) {
    withFiles([robots, equivalentTo], [dialect, dialect], ([file, other]) => {
      const crawlers = crawlersOf(agents ?? ["*", ...namesIn([file, other])]);
      for (const crawler of crawlers) {
        add(null, "equivalent", crawler, native.isEquivalent(file, other, crawler.tokens, crawler.follows));
      }
    });
  }
  return results;
}

// An assertion about no URL is refused.
function holds(number, ...asked) {
  try {
    return native.holds(...asked);
  } catch (error) {
    if (error?.code !== "ERR_INVALID_ARG_VALUE") throw error;
    throw wrongValue(`assertion ${number}: ${error.message}`, { cause: error });
  }
}

// The verdict's fields beside the URL.
function flat({ url, verdict, other }) {
  return other ? { url, ...verdict, other } : { url, ...verdict };
}

export const compareDialects = checked("compareDialects", (robots, { agents, dialects, urls: asked = [], maxUrls = 20 }) => {
  const { bytes } = robots;
  const names = dialects ?? guarded(() => native.comparedDialects(bytes));
  const crawlers = crawlersOf(agents ?? ["*", ...withFiles([robots], ["rfc9309"], namesIn)]);
  const encoder = new TextEncoder();
  return withFiles(names.map(() => robots), names, (files) =>
    crawlers.map(({ name, tokens, follows }) => {
      const { pairs, urls: found } = native.compareDialects(bytes, tokens, follows, names, maxUrls);
      const rows = [...new Set([...asked, ...found])].map((url) => {
        const target = encoder.encode(url);
        const verdicts = files.map((file, index) => ({ dialect: names[index], ...file.check(tokens, follows, target) }));
        return { url, differs: new Set(verdicts.map(({ allowed }) => allowed)).size > 1, verdicts };
      });
      return { agent: name, agreeing: agreeing(names, pairs), pairs, rows };
    }),
  );
});

// Dialects that agree, in sets: agreement on every URL is transitive.
function agreeing(names, pairs) {
  const sets = [];
  for (const name of names) {
    const agrees = ([first]) => pairs.some(({ dialects, outcome }) => outcome === "proved" && dialects[0] === first && dialects[1] === name);
    const set = sets.find(agrees);
    if (set) set.push(name);
    else sets.push([name]);
  }
  return sets;
}

// The product tokens that files name, each once, other than `*`.
function namesIn(files) {
  const names = new Map();
  for (const file of files) {
    for (const { agents } of file.groups(undefined, true)) {
      for (const name of agents) if (name !== "*" && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
  }
  return [...names.values()];
}

// Parses files in dialects, calls with the objects within WebAssembly, and frees them, unless the
// instance was replaced meanwhile.
function withFiles(bodies, dialects, call) {
  const files = [];
  try {
    bodies.forEach(({ bytes, isText }, index) => {
      files.push(new Handle("RobotsTxt", () => new native.RobotsTxt(bytes, isText, dialects[index], undefined, false)));
    });
    return guarded(() => call(files.map((file) => file.get())));
  } finally {
    for (const file of files) file.free();
  }
}
