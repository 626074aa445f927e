export { RobotsTxt, Rules, agentByToken, agentSets, agents, check, dialects, isAllowed, resolveAgent, token, urlProblem, userAgent } from "./questions.js";
export { RobotsTxtFile, robotsParser } from "./robots-parser.js";
export { Crawler, Site, isPublicAddress } from "./site.js";
