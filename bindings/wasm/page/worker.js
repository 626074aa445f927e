// The engine, in its own thread, so that the page stays responsive.

import { RobotsTxt, agentSets, agents, compareDialects, dialects, diff, fix, report, test, urlProblem } from "./pkg/web.js";
import { crawlersOf } from "./pkg/arguments.js";
import { oneOf, readingOf } from "./dialects.js";

const tasks = {
  tables: () => ({ dialects: dialects(), agents: agents(), sets: agentSets() }),

  /** For each URL the verdicts, and for each verdict the crawlers. */
  ask({ robots, crawlers, dialect, urls }) {
    const file = new RobotsTxt(robots, readingOf(dialect));
    const asked = crawlersOf(crawlers).map((crawler) => ({ ...crawler, rules: file.rulesFor(crawler) }));
    const rows = urls.map((url) => {
      const problem = urlProblem(url);
      if (problem !== null) return { url, problem, answers: [] };
      const answers = new Map();
      for (const crawler of asked) {
        const { allowed, line, reason } = crawler.rules.check(url);
        const key = JSON.stringify([allowed, line, reason]);
        if (answers.has(key)) answers.get(key).agents.push(crawler.name);
        else answers.set(key, { agents: [crawler.name], verdict: file.check(crawler, url), crawler });
      }
      const told = [...answers.values()].map(({ agents, verdict, crawler }) => ({ agents, verdict, others: others(file, crawler, url) }));
      return { url, problem, answers: told };
    });
    const groups = asked.length === 1 ? file.groupsFor(asked[0]).map(({ line }) => line) : [];
    for (const { rules } of asked) rules.free();
    file.free();
    return { rows, groups };
  },

  report: ({ robots, dialect }) => report(robots, { dialect: oneOf(dialect) }),

  fix: ({ robots, dialect }) => fix(robots, { dialect: oneOf(dialect) }),

  compare: ({ robots, crawlers, urls }) => compareDialects(robots, { agents: crawlers, urls, maxUrls: 12 }),

  diff: ({ before, after, crawlers, dialect }) => diff(before, after, { agents: crawlers, ...readingOf(dialect) }),

  test: ({ robots, assertions, dialect }) => test(robots, assertions, readingOf(dialect)),
};

// Rules that match as well, without the one that decides.
function others(file, crawler, url) {
  return file.matchingRules(crawler, url).slice(1, 6).map(({ line, text, lostBy }) => ({ line, text, lostBy }));
}

addEventListener("message", ({ data: { task, input } }) => {
  try {
    postMessage({ output: tasks[task](input) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

// Messages sent before this point would be lost.
postMessage({ ready: true });
