export { RobotsTxt, Rules, agentByToken, agentSets, agents, check, dialects, isAllowed, userAgent } from "./questions.js";
