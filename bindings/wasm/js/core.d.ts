export * from "./questions.js";
