// The interface of the package robots-parser.

import type { Body } from "./questions.js";

/** A parsed file with the methods of the package robots-parser, and of Crawlee's `RobotsTxtFile`. */
export interface ParsedRobots {
  /** Whether a crawler, or one without a name, may fetch a URL; `undefined` if the URL is not one of the site's. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  isDisallowed(url: string, ua?: string): boolean | undefined;
  /** The line of the rule that decides, counted from 1, or -1. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** In seconds. */
  getCrawlDelay(ua?: string): number | undefined;
  getSitemaps(): string[];
  getPreferredHost(): string | null;
  /** Gives its memory back. */
  free(): void;
}

/** Parses the robots.txt at a URL: an instead-of for `robotsParser` of the package robots-parser. */
export function robotsParser(url: string, contents: Body | null | undefined): ParsedRobots;
