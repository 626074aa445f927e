export * from "./questions.js";
export * from "./tools.js";
