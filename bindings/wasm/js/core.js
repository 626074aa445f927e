export { RobotsTxt, Rules, agentByToken, agentSets, agents, check, dialects, isAllowed, resolveAgent, urlProblem, userAgent } from "./questions.js";
