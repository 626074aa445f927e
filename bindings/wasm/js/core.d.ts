export * from "./questions.js";
export * from "./robots-parser.js";
export * from "./site.js";
