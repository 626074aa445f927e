export { RobotsTxt, Rules, agentByToken, agentSets, agents, check, dialects, isAllowed, resolveAgent, token, urlProblem, userAgent } from "./questions.js";
export { RobotsTxtFile } from "./crawlee.js";
export { robotsParser } from "./robots-parser.js";
export { Crawler, Site, isPublicAddress } from "./site.js";
export { readSitemap } from "./sitemap.js";
export { applyCorrection, compareDialects, diff, fix, lint, pageRules, report, test } from "./tools.js";
