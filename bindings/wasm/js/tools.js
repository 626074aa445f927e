// What is wrong with a file, what an edit changes, whether assertions hold, where dialects
// disagree.

import { bodyOf, crawlersOf, dialectOf, isBytes, optionsOf, stringsOf, textOfUrl } from "./arguments.js";
import { guarded, native } from "./engine.js";
import { RobotsTxt } from "./questions.js";

export function lint(robots, options) {
  const { dialect, disable = [] } = optionsOf(options, ["dialect", "disable"]);
  const { bytes, isText } = bodyOf(robots);
  const disabled = stringsOf(disable, "disable");
  return guarded(() => native.lint(bytes, isText, dialectOf(dialect), disabled));
}

export function report(robots, options) {
  const { dialect, disable = [] } = optionsOf(options, ["dialect", "disable"]);
  const { bytes, isText } = bodyOf(robots);
  const disabled = stringsOf(disable, "disable");
  return guarded(() => native.report(bytes, isText, dialectOf(dialect), disabled));
}

export function fix(robots, options) {
  const { also = [], dialect, disable = [] } = optionsOf(options, ["also", "dialect", "disable"]);
  const { bytes, isText } = bodyOf(robots);
  const disabled = stringsOf(disable, "disable");
  const fixed = guarded(() => native.fix(bytes, stringsOf(also, "also"), dialectOf(dialect), disabled));
  return isText ? textOf(fixed) : fixed;
}

export function applyCorrection(robots, { start, end, text }) {
  if (typeof robots !== "string" && !isBytes(robots)) throw new TypeError("a robots.txt is a string or a Uint8Array");
  if (typeof robots === "string") {
    const inserted = typeof text === "string" ? text : textOf(text);
    return robots.slice(0, start) + inserted + robots.slice(end);
  }
  const inserted = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const corrected = new Uint8Array(start + inserted.length + Math.max(0, robots.length - end));
  corrected.set(robots.subarray(0, start));
  corrected.set(inserted, start);
  corrected.set(robots.subarray(end), start + inserted.length);
  return corrected;
}

function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function diff(before, after, options) {
  const { agents = [], dialect } = optionsOf(options, ["agents", "dialect"]);
  const crawlers = crawlersOf(agents).filter(({ name }) => name !== "*");
  const namesOf = (wanted) => crawlers.filter(({ isKnown }) => isKnown === wanted).map(({ name }) => name);
  return withFiles([before, after], { dialect }, ([old, changed]) => native.diff(old, changed, namesOf(false), namesOf(true)));
}

export function test(robots, assertions, options) {
  const { dialect } = optionsOf(options, ["dialect"]);
  if (!Array.isArray(assertions)) throw new TypeError("assertions is not an array");
  return assertions.flatMap((assertion, index) => proveOne(robots, assertion, index + 1, dialect));
}

const EVERYONE = ["*"];

function proveOne(robots, assertion, number, dialectOfFile) {
  const wrong = (why) => {
    throw new RangeError(`assertion ${number}: ${why}`);
  };
  const { allowed = [], disallowed = [], except = [], agents, dialect = dialectOfFile, equivalentTo, ...others } = assertion;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) wrong(`there is no \`${unknown}\`; write allowed, disallowed, except, agents, dialect or equivalentTo`);
  for (const pattern of [...stringsOf(allowed, "allowed"), ...stringsOf(disallowed, "disallowed"), ...stringsOf(except, "except")]) {
    if (!/^[/*$]/u.test(pattern)) wrong(`${JSON.stringify(pattern)} matches no URL; write a pattern that begins with / or *`);
  }
  const claims = [
    ...disallowed.map((pattern) => ({ pattern, expected: "disallowed" })),
    ...allowed.map((pattern) => ({ pattern, expected: "allowed" })),
  ];
  if (claims.length === 0 && except.length > 0) wrong("`except` only goes with `allowed` or `disallowed`");
  if (claims.length === 0 && equivalentTo === undefined) wrong("write `allowed`, `disallowed` or `equivalentTo`");
  if (agents?.length === 0) wrong('`agents` is empty; leave it out for ["*"]');

  const results = [];
  const add = (pattern, expected, crawler, { outcome, witness }) => {
    results.push({ assertion: number, agent: crawler.name, pattern, expected, outcome, witness: witness && flat(witness), dialect: dialectOf(dialect) });
  };
  withFiles([robots], { dialect }, ([file]) => {
    const crawlers = crawlersOf(agents ?? EVERYONE);
    for (const { pattern, expected } of claims) {
      for (const crawler of crawlers) {
        const { tokens, obeysStar } = crawler;
        add(pattern, expected, crawler, native.holds(file, tokens, obeysStar, expected === "allowed", pattern, except));
      }
    }
  });
  if (equivalentTo !== undefined) {
    withFiles([robots, equivalentTo], { dialect }, ([file, other]) => {
      const crawlers = crawlersOf(agents ?? ["*", ...namesIn([robots, equivalentTo], dialect)]);
      for (const crawler of crawlers) {
        add(null, "equivalent", crawler, native.isEquivalent(file, other, crawler.tokens, crawler.obeysStar));
      }
    });
  }
  return results;
}

// The verdict's fields beside the URL.
function flat({ url, verdict, other }) {
  return other ? { url, ...verdict, other } : { url, ...verdict };
}

export function compareDialects(robots, options) {
  const { agents, dialects, urls = [], maxUrls = 20 } = optionsOf(options, ["agents", "dialects", "urls", "maxUrls"]);
  const { bytes } = bodyOf(robots);
  const names = dialects === undefined ? guarded(() => native.comparedDialects(bytes)) : dialects.map(dialectOf);
  const crawlers = crawlersOf(agents ?? ["*", ...namesIn([robots])]);
  const asked = urls.map(textOfUrl);
  const encoder = new TextEncoder();
  return withFiles(names.map(() => robots), names.map((dialect) => ({ dialect })), (files) =>
    crawlers.map(({ name, tokens, obeysStar }) => {
      const { pairs, urls: found } = native.compareDialects(bytes, tokens, obeysStar, names, maxUrls);
      const rows = [...new Set([...asked, ...found])].map((url) => {
        const target = encoder.encode(url);
        const verdicts = files.map((file, index) => ({ dialect: names[index], ...file.check(tokens, obeysStar, target) }));
        return { url, differs: new Set(verdicts.map(({ allowed }) => allowed)).size > 1, verdicts };
      });
      return { agent: name, agreeing: agreeing(names, pairs), pairs, rows };
    }),
  );
}

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
function namesIn(files, dialect) {
  const names = new Map();
  for (const file of files) {
    const robots = new RobotsTxt(file, { dialect });
    for (const { agents } of robots.groups) {
      for (const name of agents) if (name !== "*" && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
    robots.free();
  }
  return [...names.values()];
}

// Parses files, calls with the objects within WebAssembly, and frees them.
function withFiles(bodies, options, call) {
  const files = [];
  try {
    bodies.forEach((body, index) => files.push(new RobotsTxt(body, Array.isArray(options) ? options[index] : options)));
    const objects = files.map((file) => RobotsTxt.handle(file).get());
    return guarded(() => call(objects));
  } finally {
    for (const file of files) file.free();
  }
}
