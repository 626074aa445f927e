export * from "./questions.js";
export * from "./robots-parser.js";
export { RobotsTxtFile } from "./crawlee.js";
export type { ParsedSitemaps, SitemapsOptions } from "./crawlee.js";
export * from "./site.js";
export * from "./sitemap.js";
export * from "./tools.js";
