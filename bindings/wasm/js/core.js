export { RobotsTxt, Rules, agentByToken, agentSets, agents, check, dialects, isAllowed, resolveAgent, userAgent } from "./questions.js";
