/*
 * robots_exclusion.h: parse and match robots.txt, after RFC 9309, as Google's library does, or in
 * another dialect. Made by cbindgen from bindings/c/src; do not edit.
 *
 * Text. A robots_str is a pointer and a length; robots_cstr makes one from a C string. It may hold
 * any bytes. Text that you pass has to stay valid and unchanged during the call only; for text that
 * is returned, each function says how long it lives.
 *
 * Handles. robots_options, robots_agents, robots_txt, robots_rules, robots_verdict, robots_crawler,
 * robots_site and robots_sitemap are opaque. A function that makes one writes it to its last
 * argument, or NULL on failure. Free each handle once, with the free function of its type. Handles
 * do not refer to each other, so they can be freed in any order.
 *
 * Errors. Functions that can fail return a robots_status; robots_status_message has it in words.
 * NULL where a pointer is required gives ROBOTS_STATUS_INVALID_ARGUMENT, or false from functions
 * that answer true or false, so that nothing is allowed by mistake. The content of a robots.txt is
 * never an error. robots_check and robots_is_allowed refuse a text that is not a URL, and a URL in
 * place of a crawler. Other invalid pointers are undefined behavior, as everywhere in C.
 *
 * Threads. Any number of threads may use the same handle at the same time, except that functions
 * that take a pointer to it without const need it for themselves. The library keeps no global
 * state, except for the rules of sites without a file, which never change and are never freed.
 *
 * Memory. If memory runs out, the process ends with abort(), as Rust programs do. A panic in the
 * library, which is a bug, is caught: the function returns ROBOTS_STATUS_INTERNAL_ERROR, false, 0
 * or no text. Handles do not come from malloc: never pass them to free().
 *
 * The header is C99, and C++11.
 *
 * The layout of robots_str, robots_rule, robots_line, robots_content_signal, robots_content_usage,
 * robots_answer, robots_time_window, robots_request_rate, robots_decision_details,
 * robots_sitemap_entry and robots_sitemap_problem_details stays the same for as long as the shared
 * library keeps its soname.
 */


#ifndef ROBOTS_EXCLUSION_H
#define ROBOTS_EXCLUSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The major version of this header. The interface keeps to semantic versioning: before 1.0 a minor
 * version may change it, and the name of the shared library with it.
 */
#define ROBOTS_VERSION_MAJOR 0

/**
 * The minor version of this header.
 */
#define ROBOTS_VERSION_MINOR 1

/**
 * The patch version of this header.
 */
#define ROBOTS_VERSION_PATCH 0

/**
 * The version of this header as one number that grows: 1,002,003 for 1.2.3.
 */
#define ROBOTS_VERSION_NUMBER (((ROBOTS_VERSION_MAJOR * 1000000) + (ROBOTS_VERSION_MINOR * 1000)) + ROBOTS_VERSION_PATCH)

/**
 * The result of a function that can fail. Zero is success. Later versions may add values.
 */
typedef enum robots_status {
  /**
   * Success.
   */
  ROBOTS_STATUS_OK = 0,
  /**
   * A required pointer is NULL, or a length is more than any object can have.
   */
  ROBOTS_STATUS_INVALID_ARGUMENT = 1,
  /**
   * No dialect has this name.
   */
  ROBOTS_STATUS_UNKNOWN_DIALECT = 2,
  /**
   * No well-known crawler has this product token, or the text is not the name of one crawler.
   */
  ROBOTS_STATUS_UNKNOWN_AGENT = 3,
  /**
   * The bytes are not compiled rules.
   */
  ROBOTS_STATUS_FOREIGN_BYTES = 4,
  /**
   * The bytes are compiled rules of another version of the format.
   */
  ROBOTS_STATUS_OTHER_FORMAT_VERSION = 5,
  /**
   * The bytes are compiled rules, or a saved site, that were cut or changed.
   */
  ROBOTS_STATUS_CORRUPT_BYTES = 6,
  /**
   * A bug in the library, which wrote the details to standard error. Handles stay valid. Please
   * report it.
   */
  ROBOTS_STATUS_INTERNAL_ERROR = 7,
  /**
   * Not the URL of a site: an absolute http or https URL.
   */
  ROBOTS_STATUS_NOT_A_SITE = 8,
  /**
   * The crawler is a URL: it was probably swapped with the URL, which comes after it.
   */
  ROBOTS_STATUS_AGENT_IS_URL = 9,
  /**
   * The URL is neither an absolute http or https URL nor a path that begins with `/`.
   */
  ROBOTS_STATUS_NOT_A_URL = 10
} robots_status;

/**
 * Whether a rule allows or disallows.
 */
typedef enum robots_rule_kind {
  /**
   * Allow.
   */
  ROBOTS_RULE_KIND_ALLOW = 0,
  /**
   * Disallow.
   */
  ROBOTS_RULE_KIND_DISALLOW = 1
} robots_rule_kind;

/**
 * Why a rule that matches lost to the one that decides. Later versions may add values.
 */
typedef enum robots_lost_by {
  /**
   * Nothing: it decides.
   */
  ROBOTS_LOST_BY_NOTHING = 0,
  /**
   * Its pattern is shorter (RFC 9309 section 2.2.2).
   */
  ROBOTS_LOST_BY_LENGTH = 1,
  /**
   * Its pattern is equally long, but it disallows, and the rule that decides allows.
   */
  ROBOTS_LOST_BY_KIND = 2,
  /**
   * It comes later in the file.
   */
  ROBOTS_LOST_BY_ORDER = 3,
  /**
   * Something that this interface has no number for.
   */
  ROBOTS_LOST_BY_OTHER = 4
} robots_lost_by;

/**
 * The reason for a verdict. Later versions may add values.
 */
typedef enum robots_reason {
  /**
   * A rule decided.
   */
  ROBOTS_REASON_RULE = 0,
  /**
   * Groups apply to the crawler, but none of their rules matches: allowed.
   */
  ROBOTS_REASON_NO_MATCHING_RULE = 1,
  /**
   * No group applies to the crawler: allowed.
   */
  ROBOTS_REASON_NO_GROUP = 2,
  /**
   * The URL is the robots.txt itself, which is always allowed (RFC 9309 section 2.2.2).
   */
  ROBOTS_REASON_ROBOTS_TXT_ITSELF = 3,
  /**
   * There is no file to ask, because it cannot be reached: disallowed (RFC 9309 section
   * 2.3.1.4).
   */
  ROBOTS_REASON_UNREACHABLE = 4,
  /**
   * A reason that this interface has no number for; robots_verdict_text tells it.
   */
  ROBOTS_REASON_OTHER = 5,
  /**
   * There is no file to ask, because the server refuses to give it: disallowed.
   */
  ROBOTS_REASON_FORBIDDEN = 6,
  /**
   * There is no file to ask, and everything is allowed (RFC 9309 section 2.3.1.3).
   */
  ROBOTS_REASON_UNAVAILABLE = 7,
  /**
   * The name of the crawler is a URL: agent and URL were probably given in the wrong order.
   */
  ROBOTS_REASON_AGENT_IS_URL = 8
} robots_reason;

/**
 * What an HTTP status in answer to a request for robots.txt means. Later versions may add values:
 * treat those as ROBOTS_OUTCOME_TRY_LATER.
 */
typedef enum robots_outcome {
  /**
   * Read the body.
   */
  ROBOTS_OUTCOME_PARSE = 0,
  /**
   * Everything is allowed, because there is no file: robots_rules_allow_all.
   */
  ROBOTS_OUTCOME_ALLOW_ALL = 1,
  /**
   * Everything is disallowed: robots_rules_disallow_all.
   */
  ROBOTS_OUTCOME_DISALLOW_ALL = 2,
  /**
   * Everything is disallowed for now; ask again soon: robots_rules_disallow_all.
   */
  ROBOTS_OUTCOME_TRY_LATER = 3,
  /**
   * Keep the rules of the last good answer.
   */
  ROBOTS_OUTCOME_USE_COPY = 4
} robots_outcome;

/**
 * What to do about a URL now. Later versions add no values.
 */
typedef enum robots_decision {
  /**
   * Fetch the site's robots.txt first, tell robots_site_on_robots_request and
   * robots_site_on_response, and ask again.
   */
  ROBOTS_DECISION_FETCH_ROBOTS = 0,
  /**
   * Fetch the URL now. Tell robots_site_on_page_request, and then robots_site_on_page_response
   * or robots_site_on_page_failure.
   */
  ROBOTS_DECISION_FETCH_PAGE = 1,
  /**
   * Do not fetch the URL: the rules disallow it.
   */
  ROBOTS_DECISION_SKIP = 2,
  /**
   * Ask again at the time that was written, and not before. The wait is short, or it is the
   * delay that the site asks for, so a crawler of one site can sleep.
   */
  ROBOTS_DECISION_WAIT_UNTIL = 3,
  /**
   * The URL does not belong to this site: its scheme, host or port is different, or it is not
   * clear where a request for it would go.
   */
  ROBOTS_DECISION_NOT_THIS_SITE = 4,
  /**
   * Do not fetch the URL, nor any other of this site: it asks for a longer delay than the crawler
   * follows.
   */
  ROBOTS_DECISION_TOO_SLOW = 5,
  /**
   * Drop the URL for now, or put it back until the time that was written: robots.txt cannot be
   * reached, or the wait is longer than robots_crawler_set_max_wait allows.
   */
  ROBOTS_DECISION_GIVE_UP_UNTIL = 6
} robots_decision;

/**
 * Why nothing is requested before a time. Later versions may add values.
 */
typedef enum robots_wait_reason {
  /**
   * None: the decision is neither to wait nor to give up.
   */
  ROBOTS_WAIT_REASON_NONE = 0,
  /**
   * The delay between two requests is not over: the delay that the site asks for, the crawler's
   * own, or a longer one after complaints of the server.
   */
  ROBOTS_WAIT_REASON_DELAY = 1,
  /**
   * The server asked for a pause (Retry-After).
   */
  ROBOTS_WAIT_REASON_PAUSE = 2,
  /**
   * The site is to be visited at certain hours (Visit-time).
   */
  ROBOTS_WAIT_REASON_VISIT_TIME = 3,
  /**
   * robots.txt cannot be reached, so nothing may be fetched. It is requested again at the time.
   */
  ROBOTS_WAIT_REASON_ROBOTS_UNREACHABLE = 4,
  /**
   * robots.txt is being fetched: robots_site_on_robots_request was told, and
   * robots_site_on_response was not yet. Ask again as soon as it was; at the time the answer
   * counts as lost.
   */
  ROBOTS_WAIT_REASON_ROBOTS_IN_FLIGHT = 5,
  /**
   * As many requests are open as the server gets at a time (robots_crawler_set_max_open). Ask again as
   * soon as the end of one was told, or at the time.
   */
  ROBOTS_WAIT_REASON_REQUEST_IN_FLIGHT = 6,
  /**
   * A reason that this interface has no number for.
   */
  ROBOTS_WAIT_REASON_OTHER = 7
} robots_wait_reason;

/**
 * A crawler: its product tokens such as "FooBot", most preferred first, and whether the groups of
 * `*` apply if no group names one. Make one for each crawler and use it for every file.
 */
typedef struct robots_agents robots_agents;

/**
 * A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does
 * not say. Make one, and use it for every site.
 */
typedef struct robots_crawler robots_crawler;

/**
 * How files are read. Functions that take options take NULL for the defaults: the whole file, in
 * the dialect of the crawler that is asked about (robots_agents_dialect).
 */
typedef struct robots_options robots_options;

/**
 * A parsed file, for any crawler. For many questions by one crawler, compile its rules
 * (robots_txt_rules_for, or robots_rules_parse without parsing the file).
 *
 * Unless a dialect was set, each crawler reads the file in its own (robots_agents_dialect): the
 * file is parsed again for a dialect when such a crawler is first asked about. Functions that take
 * no crawler read it as RFC 9309 says.
 */
typedef struct robots_txt robots_txt;

/**
 * What one crawler may fetch, compiled for many questions: small, and independent of the file.
 */
typedef struct robots_rules robots_rules;

/**
 * What a crawler knows about one site (scheme, host and port): the rules, when to request
 * robots.txt again, and when to visit. It does no I/O and reads no clock: times are in
 * milliseconds since 1970-01-01 00:00 UTC, and you say what time it is.
 *
 * Keep one for each origin and each crawler. Use it in one thread at a time: a site should get one
 * request at a time.
 */
typedef struct robots_site robots_site;

/**
 * A sitemap that is being read: XML, a list of URLs in text, RSS or Atom, also compressed with
 * gzip. Use it in one thread at a time.
 */
typedef struct robots_sitemap robots_sitemap;

/**
 * Whether a crawler may fetch a URL, and why. It stays valid when the file or the rules that it
 * came from are freed.
 */
typedef struct robots_verdict robots_verdict;

/**
 * Bytes: a pointer and a length. They need no NUL at the end, and may hold any bytes.
 *
 * Memory that a program passes has to stay valid and unchanged for the call only. Memory that the
 * library returns belongs to the handle that it came from. No text at all has NULL for data and 0
 * for len; data of an empty text that the library returns is not NULL.
 */
typedef struct robots_str {
  /**
   * The first byte. May be NULL if len is 0.
   */
  const char *data;
  /**
   * How many bytes there are.
   */
  size_t len;
} robots_str;

/**
 * A part of the day, in UTC. If the last minute is before the first, it lasts over midnight.
 */
typedef struct robots_time_window {
  /**
   * The first minute of the day that belongs to it, from 0 to 1439.
   */
  uint16_t first_minute;
  /**
   * The last minute of the day that belongs to it, from 0 to 1439.
   */
  uint16_t last_minute;
} robots_time_window;

/**
 * How often a site may be visited, by a Request-rate line.
 */
typedef struct robots_request_rate {
  /**
   * So many pages,
   */
  uint32_t documents;
  /**
   * in so many seconds,
   */
  uint32_t seconds;
  /**
   * in this part of the day, or all day: from minute 0 to minute 1439.
   */
  struct robots_time_window window;
} robots_request_rate;

/**
 * One signal of the Content-Signal lines that apply to a crawler, such as ai-train=no.
 */
typedef struct robots_content_signal {
  /**
   * The name in lower case, such as "ai-train". It lives as long as the rules.
   */
  struct robots_str name;
  /**
   * "yes" or "no"; of the signal "use" "immediate", "reference" or "full". It lives as long as the
   * program.
   */
  struct robots_str value;
} robots_content_signal;

/**
 * A Content-Usage line.
 */
typedef struct robots_content_usage {
  /**
   * The value as written, such as "train-ai=n" or "/open/ train-ai=y". It lives as long as the
   * rules.
   */
  struct robots_str value;
  /**
   * The number of the line, counted from 1.
   */
  uint32_t line;
} robots_content_usage;

/**
 * A rule that matches a URL.
 */
typedef struct robots_rule {
  /**
   * The key: as the file spells it if a file was asked, such as "disallow" or "Disalow"; "Allow"
   * or "Disallow" if compiled rules were. It lives as long as the verdict.
   */
  struct robots_str key;
  /**
   * The pattern: as the file has it if a file was asked, in canonical percent-encoding if
   * compiled rules were. It lives as long as the verdict.
   */
  struct robots_str pattern;
  /**
   * The number of its line, counted from 1.
   */
  uint32_t line;
  /**
   * Whether it allows or disallows.
   */
  enum robots_rule_kind kind;
  /**
   * Why it does not decide.
   */
  enum robots_lost_by lost_by;
} robots_rule;

/**
 * A line of a file, whatever is in it.
 */
typedef struct robots_line {
  /**
   * What it is: a known key as its specification spells it, such as "Disallow", also for a
   * misspelling that the dialect forgives; "unknown" for another key, "no-key" for text without a
   * key, "comment" for a line with nothing but a comment, or "blank". It lives as long as the
   * program.
   */
  struct robots_str kind;
  /**
   * The key as the file spells it; no text if there is none.
   */
  struct robots_str key;
  /**
   * The value, without white space around it and without the comment; no text if there is no key.
   */
  struct robots_str value;
  /**
   * The comment, with its `#`; no text if there is none.
   */
  struct robots_str comment;
  /**
   * The line as written, without its line end.
   */
  struct robots_str text;
  /**
   * Its number, counted from 1.
   */
  uint32_t line;
} robots_line;

/**
 * An answer in short, which owns no memory.
 */
typedef struct robots_answer {
  /**
   * Whether the crawler may fetch the URL.
   */
  bool allowed;
  /**
   * Why.
   */
  enum robots_reason reason;
  /**
   * The number of the line that decided, counted from 1, or 0 if no rule did.
   */
  uint32_t line;
} robots_answer;

/**
 * What a decision rests on.
 */
typedef struct robots_decision_details {
  /**
   * When to ask again if the decision is ROBOTS_DECISION_WAIT_UNTIL or
   * ROBOTS_DECISION_GIVE_UP_UNTIL, in milliseconds since 1970-01-01 00:00 UTC; otherwise 0.
   */
  uint64_t until;
  /**
   * The delay that the site asks for if the decision is ROBOTS_DECISION_TOO_SLOW, in
   * milliseconds; otherwise 0.
   */
  uint64_t delay;
  /**
   * Why to wait or to give up if the decision is ROBOTS_DECISION_WAIT_UNTIL or
   * ROBOTS_DECISION_GIVE_UP_UNTIL; otherwise ROBOTS_WAIT_REASON_NONE.
   */
  enum robots_wait_reason wait_reason;
} robots_decision_details;

/**
 * A page that a sitemap lists, or a sitemap that an index lists. Its texts live until the next call
 * of robots_sitemap_next with the sitemap, or until the sitemap is freed.
 */
typedef struct robots_sitemap_entry {
  /**
   * The URL as written, with entities resolved.
   */
  struct robots_str loc;
  /**
   * The date of the last change, such as "2007-11-02" or "2007-11-02T08:00:00+01:00"; no text if
   * there is none.
   */
  struct robots_str lastmod;
  /**
   * How often the page changes, such as "daily"; no text if it does not say. It lives as long as
   * the program.
   */
  struct robots_str changefreq;
  /**
   * The priority, from 0 to 1; negative if there is none.
   */
  double priority;
  /**
   * The number of the line on which the entry begins, counted from 1.
   */
  uint64_t line;
  /**
   * Whether it is a sitemap, and not a page.
   */
  bool is_sitemap;
} robots_sitemap_entry;

/**
 * A violation of the protocol, which does not end reading.
 */
typedef struct robots_sitemap_problem_details {
  /**
   * A name such as "loc-not-encoded". It lives as long as the program.
   */
  struct robots_str kind;
  /**
   * What is wrong, for people. It lives as long as the program.
   */
  struct robots_str message;
  /**
   * The beginning of what it is about. It lives until the next call of robots_sitemap_next with
   * the sitemap, or until the sitemap is freed.
   */
  struct robots_str excerpt;
  /**
   * The number of its line, counted from 1.
   */
  uint64_t line;
  /**
   * Whether an entry was left out because of it.
   */
  bool entry_dropped;
} robots_sitemap_problem_details;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * The version of the library that runs, such as "0.1.0". It ends with a NUL and is never freed.
 */
const char *robots_version(void);

/**
 * The version of the library that runs; ROBOTS_VERSION_NUMBER is the version of the header. A
 * program that was compiled with one and runs with the other may compare them.
 */
uint32_t robots_version_number(void);

/**
 * A status in words, for people. It ends with a NUL and is never freed. The text may change in any
 * version. Unknown status values yield a message too.
 */
const char *robots_status_message(enum robots_status status);

/**
 * Makes options with the defaults. Free them with robots_options_free.
 */
enum robots_status robots_options_new(struct robots_options **options);

/**
 * Frees options. NULL is ignored. Whatever was made with them stays valid.
 */
void robots_options_free(struct robots_options *options);

/**
 * Reads files as the dialect of this name does, whoever asks; robots_dialect_name lists the names.
 * By default, each well-known crawler reads in the dialect that its operator documents, and every
 * other crawler as RFC 9309 says: see robots_agents_dialect.
 *
 * Fails with ROBOTS_STATUS_UNKNOWN_DIALECT, and then changes nothing.
 */
enum robots_status robots_options_set_dialect(struct robots_options *options,
                                              struct robots_str name);

/**
 * Reads at most this many bytes of a file, cut after the last line that fits whole, so that no
 * rule is cut in half. By default the whole file is read, up to 4 GiB. RFC 9309 asks crawlers to
 * read at least 500 KiB.
 */
enum robots_status robots_options_set_max_bytes(struct robots_options *options, size_t max_bytes);

/**
 * Converts a file in UTF-16 to UTF-8 first. By default such a file is read as it is, and none of
 * its lines are understood.
 */
enum robots_status robots_options_set_transcode_utf16(struct robots_options *options,
                                                      bool transcode);

/**
 * The name of a dialect, counted from 0: writes it and returns true, or returns false if the index
 * is out of range. The name lives as long as the program.
 */
bool robots_dialect_name(size_t index, struct robots_str *name);

/**
 * Makes the crawler that a person means: by a product token, a whole User-Agent header, or the
 * name of a well-known crawler, which then is as robots_agents_known makes it. "*" is a crawler
 * that no group names.
 *
 * A product with a version, such as "FooBot/2.1", and a text with a comment in parentheses are not
 * tokens, so they are read as robots_agents_from_header reads them.
 *
 * Fails with ROBOTS_STATUS_UNKNOWN_AGENT if the text is empty, or names several crawlers or a set,
 * and with ROBOTS_STATUS_AGENT_IS_URL if it is a URL.
 */
enum robots_status robots_agents_resolve(struct robots_str written, struct robots_agents **agents);

/**
 * Makes a crawler with one product token. It reads files as RFC 9309 says, even if a well-known
 * crawler has this token.
 *
 * Bytes that are not UTF-8 count as U+FFFD. Fails as robots_agents_resolve does.
 */
enum robots_status robots_agents_one(struct robots_str token, struct robots_agents **agents);

/**
 * Makes the well-known crawler with this product token, in any case, with the tokens that it falls
 * back to: "Googlebot-Image" obeys the groups of Googlebot if none names it, and "AdsBot-Google"
 * ignores the groups of `*`. It reads files in the dialect that its operator documents.
 *
 * Fails with ROBOTS_STATUS_UNKNOWN_AGENT.
 */
enum robots_status robots_agents_known(struct robots_str token, struct robots_agents **agents);

/**
 * Makes the crawler that sends this User-Agent header, such as "Mozilla/5.0 (compatible;
 * FooBot/2.1; +https://foo.example)": of a well-known crawler as robots_agents_known does,
 * otherwise with every product token of the header. A header without a product token is a crawler
 * without a name. Fails with ROBOTS_STATUS_AGENT_IS_URL if it is a URL.
 */
enum robots_status robots_agents_from_header(struct robots_str header,
                                             struct robots_agents **agents);

/**
 * What to call the crawler: its first product token, or "*" if it has none; of a well-known crawler
 * that sends no name of its own, the name that others use. It lives as long as the crawler. No text
 * for NULL.
 */
struct robots_str robots_agents_name(const struct robots_agents *agents);

/**
 * A product token of the crawler, counted from 0, most preferred first: writes it and returns
 * true, or returns false if the index is out of range. It lives as long as the crawler.
 */
bool robots_agents_token(const struct robots_agents *agents,
                         size_t index,
                         struct robots_str *token);

/**
 * The name of the dialect in which the crawler reads files, unless options have another: the
 * dialect that the operator of a well-known crawler documents, such as "yandex", and "rfc9309" of
 * every other crawler. It lives as long as the program. No text for NULL.
 */
struct robots_str robots_agents_dialect(const struct robots_agents *agents);

/**
 * What the operator of a well-known crawler says about obeying robots.txt: "always", "may-ignore"
 * (usually because a person asked for the page: then a verdict binds nobody), or "unknown", which
 * every other crawler has. It lives as long as the program. No text for NULL.
 */
struct robots_str robots_agents_obeys(const struct robots_agents *agents);

/**
 * Whether the groups of `*` apply to the crawler if no group names a token of it. False for NULL.
 */
bool robots_agents_obeys_star(const struct robots_agents *agents);

/**
 * Sets whether the groups of `*` apply if no group names a token of the crawler. The default is
 * true.
 */
enum robots_status robots_agents_set_star(struct robots_agents *agents, bool obeys_star);

/**
 * Sets whether the groups of all tokens are merged, as Google's library does when it is asked
 * about several crawlers at once. The default is false: the first token that has a group decides.
 */
enum robots_status robots_agents_set_merged(struct robots_agents *agents, bool is_merged);

/**
 * Frees a crawler. NULL is ignored. Whatever was made with it stays valid.
 */
void robots_agents_free(struct robots_agents *agents);

/**
 * Compiles the rules that apply to a crawler straight from a file. Any bytes are a valid
 * robots.txt. The options may be NULL.
 */
enum robots_status robots_rules_parse(struct robots_str body,
                                      const struct robots_agents *agents,
                                      const struct robots_options *options,
                                      struct robots_rules **rules);

/**
 * Makes rules that allow everything: for a file that does not exist (RFC 9309 section 2.3.1.3).
 */
enum robots_status robots_rules_allow_all(struct robots_rules **rules);

/**
 * Makes rules that disallow everything except robots.txt itself: for a file that cannot be reached
 * (RFC 9309 section 2.3.1.4).
 */
enum robots_status robots_rules_disallow_all(struct robots_rules **rules);

/**
 * Reads rules that robots_rules_to_bytes wrote.
 *
 * It is safe to pass any bytes. Fails with ROBOTS_STATUS_FOREIGN_BYTES,
 * ROBOTS_STATUS_OTHER_FORMAT_VERSION or ROBOTS_STATUS_CORRUPT_BYTES; then compile the rules from
 * the file again.
 */
enum robots_status robots_rules_from_bytes(struct robots_str bytes, struct robots_rules **rules);

/**
 * Frees rules, and with them the text that they returned. NULL is ignored.
 */
void robots_rules_free(struct robots_rules *rules);

/**
 * Whether the crawler may fetch the URL: an absolute one, or a path that begins with `/`. False if
 * an argument is not valid.
 */
bool robots_rules_is_allowed(const struct robots_rules *rules, struct robots_str url);

/**
 * The verdict on a URL, with the rule that decided.
 */
enum robots_status robots_rules_check(const struct robots_rules *rules,
                                      struct robots_str url,
                                      struct robots_verdict **verdict);

/**
 * The seconds that the crawler should leave between requests, by a Crawl-delay line: writes them
 * and returns true, or returns false if the file did not say.
 */
bool robots_rules_crawl_delay(const struct robots_rules *rules, double *seconds);

/**
 * A Request-rate line that applies to the crawler, counted from 0: writes it and returns true, or
 * returns false if the index is out of range.
 */
bool robots_rules_request_rate(const struct robots_rules *rules,
                               size_t index,
                               struct robots_request_rate *rate);

/**
 * A Visit-time line that applies to the crawler, counted from 0: writes it and returns true, or
 * returns false if the index is out of range.
 */
bool robots_rules_visit_time(const struct robots_rules *rules,
                             size_t index,
                             struct robots_time_window *window);

/**
 * A signal of the Content-Signal lines that apply to the crawler, counted from 0, in the order of
 * their names: writes it and returns true, or returns false if the index is out of range. Of
 * several values of a signal, the most restrictive is the one that counts. A signal that is not
 * there neither grants nor refuses anything.
 *
 * Lines outside of groups count for crawlers whose groups have none.
 */
bool robots_rules_content_signal(const struct robots_rules *rules,
                                 size_t index,
                                 struct robots_content_signal *signal);

/**
 * A Content-Usage line (draft-ietf-aipref-attach) of the groups that apply to the crawler, counted
 * from 0, in file order: writes it and returns true, or returns false if the index is out of range.
 */
bool robots_rules_content_usage(const struct robots_rules *rules,
                                size_t index,
                                struct robots_content_usage *usage);

/**
 * The URL in a License line (RSL) that applies to the crawler, counted from 0, in file order: writes
 * it and returns true, or returns false if the index is out of range. It lives as long as the rules.
 *
 * Lines outside of groups count for crawlers whose groups have none.
 */
bool robots_rules_license(const struct robots_rules *rules,
                          size_t index,
                          struct robots_str *url);

/**
 * The name of the group that applies to the crawler, as the file spells it, or "*"; data is NULL
 * if no group applies. It lives as long as the rules.
 */
struct robots_str robots_rules_group(const struct robots_rules *rules);

/**
 * The number of rules.
 */
size_t robots_rules_count(const struct robots_rules *rules);

/**
 * The bytes of memory that the rules take, for caches that are bounded in bytes.
 */
size_t robots_rules_memory(const struct robots_rules *rules);

/**
 * Whether a crawler may fetch the URL, straight from a file. Nothing is kept.
 *
 * The crawler is named as for robots_agents_resolve: the token of a well-known crawler stands for
 * this crawler, with the tokens that it falls back to and the dialect that its operator documents.
 * Every other crawler reads as RFC 9309 says. The URL is an absolute one or a path that
 * begins with `/`. False if an argument is not valid, so that nothing is allowed by mistake: also
 * if the text names no crawler, or several, as robots_agents_resolve says, or if the URL is not one,
 * for example because the two were swapped. robots_check says which error it is.
 */
bool robots_is_allowed(struct robots_str body,
                       struct robots_str crawler,
                       struct robots_str url);

/**
 * Like robots_is_allowed, for a file that is read as the options say. They may be NULL.
 */
bool robots_is_allowed_with(struct robots_str body,
                            struct robots_str crawler,
                            struct robots_str url,
                            const struct robots_options *options);

/**
 * The verdict on one question, straight from a file. The options may be NULL.
 *
 * Fails with ROBOTS_STATUS_NOT_A_URL if the URL is not one. Functions that take a handle in place
 * of the body take any other text for some path.
 */
enum robots_status robots_check(struct robots_str body,
                                const struct robots_agents *agents,
                                struct robots_str url,
                                const struct robots_options *options,
                                struct robots_verdict **verdict);

/**
 * Parses a file. Any bytes are a valid robots.txt: lines without a meaning are skipped. The bytes
 * are copied. The options may be NULL.
 */
enum robots_status robots_txt_parse(struct robots_str body,
                                    const struct robots_options *options,
                                    struct robots_txt **robots);

/**
 * Frees a file, and with it the text that it returned. NULL is ignored. Rules and verdicts that
 * came from it stay valid.
 */
void robots_txt_free(struct robots_txt *robots);

/**
 * Whether the crawler may fetch the URL: an absolute one, or a path that begins with `/`. False if
 * an argument is not valid.
 */
bool robots_txt_is_allowed(const struct robots_txt *robots,
                           const struct robots_agents *agents,
                           struct robots_str url);

/**
 * The verdict on a URL, with the rule that decided.
 */
enum robots_status robots_txt_check(const struct robots_txt *robots,
                                    const struct robots_agents *agents,
                                    struct robots_str url,
                                    struct robots_verdict **verdict);

/**
 * The verdict on a URL, with every rule that matches and why it does not decide.
 */
enum robots_status robots_txt_explain(const struct robots_txt *robots,
                                      const struct robots_agents *agents,
                                      struct robots_str url,
                                      struct robots_verdict **verdict);

/**
 * Compiles the rules that apply to a crawler. Free them with robots_rules_free.
 */
enum robots_status robots_txt_rules_for(const struct robots_txt *robots,
                                        const struct robots_agents *agents,
                                        struct robots_rules **rules);

/**
 * The seconds that the crawler should leave between requests, by a Crawl-delay line: writes them
 * and returns true, or returns false if the file does not say.
 */
bool robots_txt_crawl_delay(const struct robots_txt *robots,
                            const struct robots_agents *agents,
                            double *seconds);

/**
 * The value of a Sitemap line, counted from 0, in file order: writes it and returns true, or
 * returns false if the index is out of range. It is as the file has it, not checked to be a URL,
 * and lives as long as the file.
 *
 * The first call takes time linear in the file, further calls constant time.
 */
bool robots_txt_sitemap(const struct robots_txt *robots, size_t index, struct robots_str *url);

/**
 * The number of the first line of a group, counted from 1; groups are counted from 0, in file
 * order. Returns 0 if the index is out of range.
 *
 * The first call about groups takes time and memory linear in the file, further calls constant
 * time.
 */
uint32_t robots_txt_group_line(const struct robots_txt *robots, size_t group);

/**
 * The name in a User-agent line of a group, both counted from 0: writes it and returns true, or
 * returns false if an index is out of range. It lives as long as the file.
 */
bool robots_txt_group_agent(const struct robots_txt *robots,
                            size_t group,
                            size_t index,
                            struct robots_str *name);

/**
 * A rule of a group, both counted from 0, in file order: writes it and returns true, or returns
 * false if an index is out of range. Its lost_by is ROBOTS_LOST_BY_NOTHING. It lives as long as
 * the file.
 */
bool robots_txt_group_rule(const struct robots_txt *robots,
                           size_t group,
                           size_t index,
                           struct robots_rule *rule);

/**
 * A line of the file, counted from 0, whatever is in it, as RFC 9309 or the dialect of the options
 * reads it: writes it and returns true, or returns false if the index is out of range. It lives as
 * long as the file.
 *
 * The first call takes time and memory linear in the file, further calls constant time.
 */
bool robots_txt_line(const struct robots_txt *robots, size_t index, struct robots_line *line);

/**
 * The URL in a License line (RSL), counted from 0, in file order: of all groups and of none, since
 * in RSL every license is for all crawlers. Writes it and returns true, or returns false if the
 * index is out of range. It lives as long as the file. robots_rules_license has the licenses that
 * apply to one crawler by its groups.
 *
 * The first call takes time linear in the file.
 */
bool robots_txt_license(const struct robots_txt *robots, size_t index, struct robots_str *url);

/**
 * The value of a Host line, counted from 0, in file order: writes it and returns true, or returns
 * false if the index is out of range. It lives as long as the file.
 *
 * The first call takes time linear in the file.
 */
bool robots_txt_host(const struct robots_txt *robots, size_t index, struct robots_str *host);

/**
 * Whether the end of the file was cut off by robots_options_set_max_bytes.
 */
bool robots_txt_is_truncated(const struct robots_txt *robots);

/**
 * Frees a verdict, and with it the text that it returned. NULL is ignored.
 */
void robots_verdict_free(struct robots_verdict *verdict);

/**
 * The answer in short: whether the crawler may fetch the URL, why, by which line.
 *
 * Fails with ROBOTS_STATUS_INVALID_ARGUMENT only.
 */
enum robots_status robots_verdict_answer(const struct robots_verdict *verdict,
                                         struct robots_answer *answer);

/**
 * Whether the crawler may fetch the URL. False if the verdict is NULL.
 */
bool robots_verdict_is_allowed(const struct robots_verdict *verdict);

/**
 * The verdict in one line, with the rule as the file spells it if a file was asked, such as
 * "disallowed by `Disallow: /x` on line 2, in the group of FooBot": for people, in UTF-8. It may
 * be reworded in any version. It lives as long as the verdict.
 */
struct robots_str robots_verdict_text(const struct robots_verdict *verdict);

/**
 * The name of the group that applies to the crawler, as the file spells it, or "*"; data is NULL
 * if no group applies. It lives as long as the verdict.
 */
struct robots_str robots_verdict_group(const struct robots_verdict *verdict);

/**
 * A rule that matches the URL, counted from 0, in order of precedence: writes it and returns true,
 * or returns false if the index is out of range.
 *
 * The first one decided. robots_txt_explain finds the first thousand, other functions no more than
 * the first. There are no rules if the reason is not ROBOTS_REASON_RULE.
 */
bool robots_verdict_rule(const struct robots_verdict *verdict,
                         size_t index,
                         struct robots_rule *rule);

/**
 * What an HTTP status in answer to a request for robots.txt means in the dialect of the options,
 * or to RFC 9309 if they have none or are NULL: the final status, after redirects. 0 means that
 * there was no answer.
 *
 * `has_copy` says whether the rules of the last good answer were kept; `failing_seconds` for how
 * long requests have failed since then, without a success in between, because RFC 9309 section
 * 2.3.1.4 lets a crawler use the copy after some time.
 */
enum robots_outcome robots_http_outcome(uint16_t http_status,
                                        bool has_copy,
                                        uint64_t failing_seconds,
                                        const struct robots_options *options);

/**
 * Whether a host is private: the host of a URL, without its port, or an address. An address is private
 * unless it belongs to the public Internet, and so is this machine ("localhost"). Nothing is resolved, so
 * ask twice: before a request goes to where a site leads (a redirect, a Sitemap line), and with the
 * address that is then connected to. If a site itself is not private, it must not lead to a host that is.
 *
 * The answer is true, too, where it is not clear which host is meant, or if the argument is not valid:
 * international names have to be in Punycode, and IPv4 addresses in four decimal numbers.
 */
bool robots_is_private_host(struct robots_str host);

/**
 * Makes a polite crawler of whatever names it: it obeys what sites misspell, converts files in
 * UTF-16, waits a second between two pages, and takes 429 (Too Many Requests) in answer to
 * robots.txt for a failure.
 */
enum robots_status robots_crawler_polite(const struct robots_agents *agents,
                                         struct robots_crawler **crawler);

/**
 * Makes a crawler that does what RFC 9309 says and no more: without a delay of its own, and with
 * 429 in answer to robots.txt taken for a file that does not exist.
 */
enum robots_status robots_crawler_strict(const struct robots_agents *agents,
                                         struct robots_crawler **crawler);

/**
 * Frees a crawler. NULL is ignored. Sites stay valid.
 */
void robots_crawler_free(struct robots_crawler *crawler);

/**
 * Reads files, and understands HTTP statuses, as the dialect of this name does; the remaining
 * options stay. What sites have kept is then for another crawler: robots.txt is fetched again.
 *
 * Fails with ROBOTS_STATUS_UNKNOWN_DIALECT, and then changes nothing.
 */
enum robots_status robots_crawler_set_dialect(struct robots_crawler *crawler,
                                              struct robots_str name);

/**
 * Reads files as the options say, in place of all that robots_crawler_polite or
 * robots_crawler_strict chose: the dialect, and with it what HTTP statuses mean, how much is read,
 * whether UTF-16 is converted. NULL, and options without a dialect, stand for RFC 9309. What sites
 * have kept is then for another crawler: robots.txt is fetched again.
 */
enum robots_status robots_crawler_set_options(struct robots_crawler *crawler,
                                              const struct robots_options *options);

/**
 * Sets the delay between two fetches where a site asks for none, from the end of one to the start
 * of the next, in milliseconds. The default is a second, and none for a strict crawler.
 */
enum robots_status robots_crawler_set_default_delay(struct robots_crawler *crawler,
                                                    uint64_t milliseconds);

/**
 * Sets the least delay between two fetches where a site asks for one, in
 * milliseconds: `Crawl-delay: 0` does not mean a thousand requests a second. The default is a
 * second, and none for a strict crawler.
 */
enum robots_status robots_crawler_set_min_delay(struct robots_crawler *crawler,
                                                uint64_t milliseconds);

/**
 * Sets the longest wait that is worth waiting for, in milliseconds: after a longer one the
 * decision is ROBOTS_DECISION_GIVE_UP_UNTIL. The delay that a site asks for is waited for in any
 * case, and a robots.txt that cannot be reached is never waited for. The default is a minute.
 */
enum robots_status robots_crawler_set_max_wait(struct robots_crawler *crawler,
                                               uint64_t milliseconds);

/**
 * Sets how many requests may be open at a time, robots.txt included: with 1, a server that needs half
 * a minute for a page gets one request in that time, and the delay counts from its answer. 0 means 1,
 * and 255 that there is no limit, which is the default: with a limit, tell
 * robots_site_on_page_response, robots_site_on_page_failure or robots_site_on_page_abort when each page
 * has ended. One that is never reported counts as lost five minutes after the last request, and until
 * then the site waits for it.
 */
enum robots_status robots_crawler_set_max_open(struct robots_crawler *crawler,
                                               uint8_t requests);

/**
 * Sets the longest delay that is followed if a site asks for one, in milliseconds, twelve hours at
 * most. A site that asks for more is skipped. The default is an hour.
 */
enum robots_status robots_crawler_set_max_delay(struct robots_crawler *crawler,
                                                uint64_t milliseconds);

/**
 * How many bytes of a robots.txt the crawler reads, as its dialect says. Stop the download after
 * one byte more, and pass that byte too: it tells robots_site_on_response that the file goes on. 0
 * for NULL.
 */
size_t robots_crawler_max_bytes(const struct robots_crawler *crawler);

/**
 * How many redirects of robots.txt in a row the crawler follows, as its dialect says. They may lead
 * to other hosts. 0 for NULL.
 */
uint32_t robots_crawler_max_redirects(const struct robots_crawler *crawler);

/**
 * Makes the site of a URL, about which nothing is known. Until its robots.txt has been fetched, no
 * page may be fetched.
 *
 * Fails with ROBOTS_STATUS_NOT_A_SITE if it is not an absolute http or https URL.
 */
enum robots_status robots_site_new(struct robots_str url, struct robots_site **site);

/**
 * Reads what robots_site_save returned, here or in another language.
 *
 * It is safe to pass any bytes. Fails with ROBOTS_STATUS_CORRUPT_BYTES; then make a new site.
 */
enum robots_status robots_site_restore(struct robots_str saved, struct robots_site **site);

/**
 * Frees a site, and with it the text that it returned. NULL is ignored.
 */
void robots_site_free(struct robots_site *site);

/**
 * The site as JSON, for robots_site_restore: the rules and the times that it keeps, and the
 * crawler that they are for. It lives until the next function that changes the site. No text if
 * the argument is not valid.
 */
struct robots_str robots_site_save(struct robots_site *site);

/**
 * Scheme, host and port, such as "https://example.com": the URL of robots.txt is this text
 * followed by "/robots.txt". It lives as long as the site.
 */
struct robots_str robots_site_origin(const struct robots_site *site);

/**
 * What to do about a URL of this site now: an absolute one, or a path that begins with one `/`.
 * Changes nothing: tell the site what you then do.
 *
 * Writes to `until`, which may be NULL, when to ask again if the decision is
 * ROBOTS_DECISION_WAIT_UNTIL or ROBOTS_DECISION_GIVE_UP_UNTIL, and 0 otherwise;
 * robots_site_decide_details also says why. If an argument is not valid, the decision is
 * ROBOTS_DECISION_SKIP.
 */
enum robots_decision robots_site_decide(const struct robots_site *site,
                                        const struct robots_crawler *crawler,
                                        uint64_t now,
                                        struct robots_str url,
                                        uint64_t *until);

/**
 * Like robots_site_decide, but also writes why to wait, and the delay of a site that is too slow.
 * `details` may be NULL.
 */
enum robots_decision robots_site_decide_details(const struct robots_site *site,
                                                const struct robots_crawler *crawler,
                                                uint64_t now,
                                                struct robots_str url,
                                                struct robots_decision_details *details);

/**
 * The reason of a wait as a phrase for people, without a period, such as "the server asked for a
 * pause". It lives as long as the program. It may be reworded in any version. No text for
 * ROBOTS_WAIT_REASON_NONE, and for values that this version does not know.
 */
struct robots_str robots_wait_reason_text(enum robots_wait_reason reason);

/**
 * When to look at this site again: the earliest time, from `now` on, at which robots_site_decide
 * may ask for a request, whatever the URL, unless something is recorded in the meantime. For
 * schedulers that keep sites in a queue by time. The largest number if an argument is not valid.
 */
uint64_t robots_site_next_due(const struct robots_site *site,
                              const struct robots_crawler *crawler,
                              uint64_t now);

/**
 * The header fields to send with the next request for robots.txt besides your own, one on each
 * line, so that the server can answer 304 (Not Modified): `If-None-Match` and `If-Modified-Since`,
 * or an empty text. It lives until the next function that changes the site. No text if an argument
 * is not valid.
 */
struct robots_str robots_site_request_fields(struct robots_site *site,
                                             const struct robots_crawler *crawler);

/**
 * Like robots_site_request_fields, for a request to this URL: that of robots.txt, or one to which a
 * redirect of it leads. What a URL has sent is sent back to it alone, so ask again after each
 * redirect, and record the answer with robots_site_on_response_from.
 */
struct robots_str robots_site_request_fields_for(struct robots_site *site,
                                                 const struct robots_crawler *crawler,
                                                 struct robots_str url);

/**
 * Records that robots.txt is being requested now. The next delay counts from its answer, or from
 * here. Until robots_site_on_response, for a minute at most, whoever else asks has to wait
 * (ROBOTS_WAIT_REASON_ROBOTS_IN_FLIGHT).
 */
enum robots_status robots_site_on_robots_request(struct robots_site *site, uint64_t now);

/**
 * Records that the crawler itself has given up a request for robots.txt before there was an
 * answer. Nothing is known about the site then, and nobody has to wait for the answer. The delay
 * counts from the request.
 */
enum robots_status robots_site_on_robots_abort(struct robots_site *site);

/**
 * Records the answer to a request for robots.txt. `now` is when it was received.
 *
 * `http_status` is the final status: after as many redirects as robots_crawler_max_redirects says,
 * pass the status of the next one. 0 means that there was no answer, or that the body broke off.
 * `fields` are the lines of the header, as they were received, and `body` is the body,
 * decompressed: leave out `Content-Encoding` once that is done, because with it the body counts as
 * unreachable. Both may be empty. The body may be as long as it is; robots_crawler_max_bytes says how
 * much of it is read. After a redirect, use robots_site_on_response_from.
 *
 * Writes the outcome of the answer to `outcome`, which may be NULL. You need not act on it:
 * robots_site_decide does. `Retry-After` in the answer stops pages too, also if the last good copy
 * of the file is used.
 */
enum robots_status robots_site_on_response(struct robots_site *site,
                                           const struct robots_crawler *crawler,
                                           uint64_t now,
                                           uint16_t http_status,
                                           struct robots_str fields,
                                           struct robots_str body,
                                           enum robots_outcome *outcome);

/**
 * Like robots_site_on_response, for the answer of this URL: that of robots.txt, or one to which
 * redirects of it have led. `ETag` and `Last-Modified` are kept for this URL
 * (robots_site_request_fields_for). A 304 (Not Modified) of a URL that was sent none counts as
 * unreachable.
 */
enum robots_status robots_site_on_response_from(struct robots_site *site,
                                                const struct robots_crawler *crawler,
                                                uint64_t now,
                                                struct robots_str url,
                                                uint16_t http_status,
                                                struct robots_str fields,
                                                struct robots_str body,
                                                enum robots_outcome *outcome);

/**
 * The cause of the outcome of the last request for robots.txt, in a word such as "unavailable" or
 * "unreachable"; no text if there is a file, or if there was no request. It lives as long as the
 * program.
 */
struct robots_str robots_site_cause(const struct robots_site *site);

/**
 * The outcome of the last request for robots.txt: writes it and returns true, or returns false if
 * there was none.
 */
bool robots_site_outcome(const struct robots_site *site, enum robots_outcome *outcome);

/**
 * The outcome of the last request for robots.txt as a phrase for people, without a period, such as
 * "allow all: robots.txt is unavailable". It may be reworded in any version, and lives until the
 * next function that changes the site. No text if there was no request.
 */
struct robots_str robots_site_outcome_text(struct robots_site *site);

/**
 * Since when robots.txt has been unreachable: 0 if the last request was answered, or if there was
 * no request.
 */
uint64_t robots_site_failing_since(const struct robots_site *site);

/**
 * Records that a page of the site is being requested now. The next delay counts from its answer, or
 * from here.
 */
enum robots_status robots_site_on_page_request(struct robots_site *site, uint64_t now);

/**
 * Records how the site answered a request for a page: 429 (Too Many Requests) and 5xx slow the
 * crawler down, and `Retry-After` stops it for a while. `now` is when the answer was received;
 * `fields` are the lines of the header, as they were received. An `http_status` of 0, or any other
 * below 200, means that there was no answer, as robots_site_on_page_failure does.
 */
enum robots_status robots_site_on_page_response(struct robots_site *site,
                                                uint64_t now,
                                                uint16_t http_status,
                                                struct robots_str fields);

/**
 * Records that a request for a page failed without an answer, or that its body broke off: no
 * connection, a reset one, no answer in time. It slows the crawler down as 503 does. `now` is when
 * it failed.
 */
enum robots_status robots_site_on_page_failure(struct robots_site *site, uint64_t now);

/**
 * Records that the crawler itself has given up a request for a page before there was an answer. It says
 * nothing about the server, and the page is not open any more. The delay counts from the request.
 */
enum robots_status robots_site_on_page_abort(struct robots_site *site);

/**
 * When the next page may be fetched, from `now` on, considering only delays, pauses and hours. A
 * scheduler needs robots_site_next_due instead. The largest number if an argument is not valid.
 */
uint64_t robots_site_next_page_at(const struct robots_site *site,
                                  const struct robots_crawler *crawler,
                                  uint64_t now);

/**
 * When to request robots.txt again: 0 if it never was.
 */
uint64_t robots_site_next_fetch_at(const struct robots_site *site);

/**
 * Makes a copy of the rules in force for a crawler, for other questions. If robots.txt was never
 * requested for it, they disallow everything.
 */
enum robots_status robots_site_rules(const struct robots_site *site,
                                     const struct robots_crawler *crawler,
                                     struct robots_rules **rules);

/**
 * A Sitemap line of the rules in force for a crawler, counted from 0, in file order: writes its
 * value and returns true, or returns false if the index is out of range. The value is as the file
 * has it, not checked to be a URL. It lives until the next function that changes the site.
 *
 * Takes time linear in the index.
 */
bool robots_site_sitemap(const struct robots_site *site,
                         const struct robots_crawler *crawler,
                         size_t index,
                         struct robots_str *url);

/**
 * The memory of a site, in bytes, for caches that are bounded in bytes.
 */
size_t robots_site_memory(const struct robots_site *site);

/**
 * Begins to read a sitemap. The bytes are copied. Free it with robots_sitemap_free.
 *
 * Nothing that the file refers to is fetched.
 */
enum robots_status robots_sitemap_read(struct robots_str body, struct robots_sitemap **sitemap);

/**
 * Frees a sitemap, and with it the text that it returned. NULL is ignored.
 */
void robots_sitemap_free(struct robots_sitemap *sitemap);

/**
 * The next entry: writes it and returns true, or returns false if there is none: at the end of the
 * file, and where it cannot be read any further, which robots_sitemap_error tells.
 */
bool robots_sitemap_next(struct robots_sitemap *sitemap, struct robots_sitemap_entry *entry);

/**
 * Why the file could not be read to its end, for people: it exceeds the limits of the protocol
 * (50,000 entries, 52,428,800 bytes before compression), its compression is broken, or it is no
 * sitemap. No text if there is no such reason, so far. It lives as long as the sitemap. The entries
 * before that are valid.
 */
struct robots_str robots_sitemap_error(const struct robots_sitemap *sitemap);

/**
 * A problem of the file, as far as it was read, counted from 0: writes it and returns true, or
 * returns false if the index is out of range. Of a file with more problems, the first thousand are
 * kept.
 */
bool robots_sitemap_problem(const struct robots_sitemap *sitemap,
                            size_t index,
                            struct robots_sitemap_problem_details *problem);

/**
 * The format of the file: "urlset", "index", "text", "rss" or "atom"; no text until the first entry
 * was read. It lives as long as the program.
 */
struct robots_str robots_sitemap_format(const struct robots_sitemap *sitemap);

/**
 * The bytes of a C string, up to its NUL, which does not count. For NULL, no text. The result is
 * valid for as long as the string stays as it is.
 */
struct robots_str robots_cstr(const char *text);

/**
 * Makes the crawler with these product tokens, most preferred first: the groups of the first token
 * that a group names apply, or the groups of `*` if no group names a token. It reads files as
 * RFC 9309 says, whatever the tokens are.
 *
 * `tokens` has to point to `count` texts. Bytes that are not UTF-8 count as U+FFFD. Fails as
 * robots_agents_resolve does for a token, and with ROBOTS_STATUS_UNKNOWN_AGENT without tokens: the
 * crawler without a name is what robots_agents_resolve makes of "*".
 */
enum robots_status robots_agents_new(const struct robots_str *tokens,
                                     size_t count,
                                     struct robots_agents **agents);

/**
 * Makes the crawler that several texts name, most preferred first, each of which is read as
 * robots_agents_resolve reads it: {"MyBot", "Googlebot-Image"} has the tokens MyBot,
 * Googlebot-Image and Googlebot. If one of the names ignores the groups of `*`, so does the
 * crawler. It reads files in the dialect that all its names share, or as RFC 9309 says if they
 * have different dialects.
 *
 * `written` has to point to `count` texts. Fails as robots_agents_resolve does if one of them names
 * no crawler, or several, and with ROBOTS_STATUS_UNKNOWN_AGENT without texts.
 */
enum robots_status robots_agents_resolve_list(const struct robots_str *written,
                                              size_t count,
                                              struct robots_agents **agents);

/**
 * Whether the crawler may fetch each of many URLs.
 *
 * `urls` has to point to `count` texts, and `allowed` to room for `count` answers. If it fails,
 * with ROBOTS_STATUS_INVALID_ARGUMENT, some answers may have been written.
 */
enum robots_status robots_rules_is_allowed_batch(const struct robots_rules *rules,
                                                 const struct robots_str *urls,
                                                 size_t count,
                                                 bool *allowed);

/**
 * The answers to many URLs: whether the crawler may fetch them, why, by which line.
 *
 * `urls` has to point to `count` texts, and `answers` to room for `count` answers. If it fails,
 * with ROBOTS_STATUS_INVALID_ARGUMENT, some answers may have been written.
 */
enum robots_status robots_rules_check_batch(const struct robots_rules *rules,
                                            const struct robots_str *urls,
                                            size_t count,
                                            struct robots_answer *answers);

/**
 * Writes a URL without the parameters that Clean-param lines of the file call meaningless. Returns
 * how many bytes it takes, at most as many as the URL. If that is more than `size`, nothing is
 * written. Returns 0 if an argument is not valid.
 *
 * `buffer` has to point to room for `size` bytes. A URL that is not UTF-8 stays as it is.
 */
size_t robots_txt_clean_url(const struct robots_txt *robots,
                            struct robots_str url,
                            char *buffer,
                            size_t size);

/**
 * Writes rules as bytes for robots_rules_from_bytes, to keep them or to send them elsewhere.
 * Returns how many bytes they take. If that is more than `size`, nothing is written: ask with NULL
 * and 0 first. Returns 0 if an argument is not valid.
 *
 * `buffer` has to point to room for `size` bytes.
 */
size_t robots_rules_to_bytes(const struct robots_rules *rules, char *buffer, size_t size);

#ifdef __cplusplus
}  // extern "C"
#endif /* __cplusplus */

#endif  /* ROBOTS_EXCLUSION_H */
