//! The table of codes: what lint finds, how severe it is, what its findings offer at most, why, by
//! which source, with examples, and the functions that find it.
//!
//! The functions run in the order of the table, and the codes that a function reports are listed
//! below its name. A new code is a row here, with the fields of the macro in `code_row.rs` (only
//! `dialect` and `url` may be left out), and a number that no row has or ever had (numbers are
//! grouped by tens, roughly by subject). The title is a phrase, the reason is sentences, the
//! source cites. In the bad file exactly this code is found, and nothing in the good one, which a
//! test checks for every row; another code that cannot be avoided is ignored in a comment.

use core::fmt;
use core::str::FromStr;

use super::code_row::Example;
use super::code_row::Text::{Long, Whole};
use super::remedy::Remedy;
use super::severity::Severity;
use robots_exclusion::error::ParseNameError;

super::code_row::codes! {
    whole_file::body::check {
        NotRobotsTxt = "R001" "not-robots-txt" Error Help
            title: "the file is no robots.txt"
            why: "The server sends something else with status 200: an HTML page, an error in XML, JSON or plain text, a sitemap, an image, \
                  a compressed file. Crawlers read it line by line, find no rule, and treat everything as allowed."
            source: "Google, How Google interprets the robots.txt specification: invalid lines, HTML among them, are ignored one by one; RFC 9309 \
                     section 2.3: the file is UTF-8 text of the type text/plain"
            bad: Whole(b"<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        Utf16 = "R002" "utf-16" Error Help
            title: "the file is in UTF-16 or UTF-32"
            why: "Most of its bytes are NUL, so no key is recognized and no rule is read."
            source: "RFC 9309 section 2.2: the file is UTF-8"
            bad: Whole(b"\xFF\xFEU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0 \0*\0\n\0");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        ByteOrderMark = "R003" "byte-order-mark" Info Correction
            title: "the file begins with a byte order mark"
            why: "UTF-8 does not need the mark. Readers that do not skip it take it for part of the first key, and so lose the first line, \
                  usually the User-agent line of the first group. One that was encoded twice is skipped by none, and is an error where it costs that \
                  line."
            source: "Google, How Google interprets the robots.txt specification: a byte order mark is ignored"
            bad: Whole(b"\xEF\xBB\xBFUser-agent: *\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        NulByte = "R004" "nul-byte" Error Suggestion
            title: "a NUL byte in a line"
            why: "Readers written in C end the line there, Google's library among them; others match the NUL as an octet of the path, and \
                  no URL has one. \
                  Files that were in UTF-16 and lost their mark, or that a crash left unfinished, have them."
            source: "google/robotstxt, robots.cc: lines are C strings; RFC 9309 section 2.2: paths hold no control characters"
            bad: Whole(b"User-agent: *\nDisallow: /x\0y\n");
            good: Whole(b"User-agent: *\nDisallow: /xy\n");
        CarriageReturn = "R005" "carriage-return" Warning Correction
            title: "a line ends in CR without an LF"
            why: "The standard allows it, but editors and tools that only know LF and CRLF show or read the file as one line. In the middle of \
                  a line it is an accident that cuts the line in two."
            source: "RFC 9309 section 2.2 (NL = CR, LF or CRLF)"
            bad: Whole(b"User-agent: *\rDisallow: /x\r");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        OverSizeLimit = "R006" "over-size-limit" Error Help
            title: "the file is over 500 KiB"
            why: "Crawlers need not read more than 500 KiB, and Google does not: the rules after that do not count. Yandex treats a site \
                  whose file is larger as open."
            source: "RFC 9309 section 2.5; Google, How Google interprets the robots.txt specification, File size; Yandex Webmaster help"
            bad: Long { head: b"User-agent: *\nDisallow: /x\n", filler: b"# A comment of fifty bytes, to fill up the file...\n", times: 10_240, tail: b"Disallow: /y\n" };
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
        LongLine = "R007" "long-line" Warning Help
            title: "a line longer than crawlers read"
            why: "Google's library reads the first 16,663 bytes of a line and ignores the rest. A rule that is cut there matches more than was \
                  written. Programs that put all their paths on one line make such files."
            source: "google/robotstxt, robots.cc: the line buffer"
            bad: Long { head: b"User-agent: *\nDisallow: /", filler: b"abcdefgh", times: 2_100, tail: b"\n" };
            good: Whole(b"User-agent: *\nDisallow: /abcdefgh\n");
        NotUtf8 = "R008" "not-utf-8" Warning Suggestion
            title: "a line is not in UTF-8"
            why: "Bytes in another encoding only match URLs that use the same encoding; most browsers and crawlers use UTF-8."
            source: "RFC 9309 section 2.2: the file is UTF-8"
            bad: Whole(b"User-agent: *\nDisallow: /caf\xE9\n");
            good: Whole(b"User-agent: *\nDisallow: /caf%C3%A9\n");
        NotInRoot = "R079" "not-in-root" Error Help
            title: "the file is not at the address where crawlers look for it"
            why: "Crawlers ask for `/robots.txt` and nothing else: in the root of the host, in lower case. A file in a folder, or named \
                  `Robots.txt`, is never read. \
                  Sites that share a host with others have such files."
            source: "RFC 9309 section 2.3; Google, How Google interprets the robots.txt specification: file location and range of validity"
            url: "https://www.example.com/files/robots.txt"
            bad: Whole(b"User-agent: *\nDisallow: /x\n");
            good: Whole(b"# The rules of this host are at /robots.txt\n");
    }
    whole_file::unrendered::check {
        UnrenderedTemplate = "R090" "unrendered-template" Error Help
            title: "a template that was not run"
            why: "The file has code of a template, such as `{{ x }}`, `{% if x %}`, `<?php`, `${X}` or front matter, because the server sends the \
                  template and not what it makes. Crawlers read the code as it is. Its lines are not checked, and not corrected, because what they \
                  will say is not known. A path such as `/{{x}}` may be meant: sites close addresses of links that were not rendered."
            source: "RFC 9309 section 2.2: crawlers read the lines as they are served"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nSitemap: {{ site.url }}/sitemap.xml\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n\nSitemap: https://www.example.com/sitemap.xml\n");
    }
    keys::check {
        MisspelledKey = "R010" "misspelled-key" Error Suggestion
            title: "a misspelled key"
            why: "Crawlers ignore lines whose key they do not know. Some accept common misspellings, but none accepts all of them."
            source: "RFC 9309 section 2.2.4: leniency is up to the crawler"
            bad: Whole(b"User-agent: *\nDissallow: /x\nDisallow: /y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
        ForgivenKey = "R011" "forgiven-key" Warning Correction
            title: "a misspelling, or an invisible character, that this dialect accepts"
            why: "Other crawlers ignore the line. It is reported in dialects that accept such keys, where sites that were only tried there have them."
            source: "google/robotstxt, robots.cc: keys are compared by prefix, with a list of misspellings"
            dialect: "google"
            bad: Whole(b"User-agent: *\nDissallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        MissingColon = "R012" "missing-colon" Error Suggestion
            title: "no colon after the key"
            why: "Without a colon the line is not a directive and is ignored. If a colon follows later, in a URL, what comes before it is taken \
                  for the key."
            source: "RFC 9309 section 2.2, ABNF: rule = *WS (\"allow\" / \"disallow\") *WS \":\""
            bad: Whole(b"User-agent: *\nDisallow /x\nDisallow: /y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
        ForgivenColon = "R013" "forgiven-missing-colon" Warning Suggestion
            title: "no colon after the key, which this dialect accepts"
            why: "Other crawlers ignore the line."
            source: "google/robotstxt, robots.cc: white space separates a line of exactly two words"
            dialect: "google"
            bad: Whole(b"User-agent: *\nDisallow /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        UnknownKey = "R014" "unknown-key" Warning Suggestion
            title: "a key that no known crawler reads"
            why: "Crawlers ignore lines whose key they do not know."
            source: "RFC 9309 section 2.2.4: other records"
            bad: Whole(b"User-agent: *\nDisallow: /x\nMaintainer: webmaster\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n# Maintainer: webmaster\n");
        StrayText = "R015" "stray-text" Warning Correction
            title: "text that is neither a directive nor a comment"
            why: "Crawlers ignore it. A comment begins with `#`; a rule has a key and a colon. The two characters `\\n` end no line: they become a part of \
                  the value."
            source: "RFC 9309 section 2.2, ABNF"
            bad: Whole(b"Rules for robots\nUser-agent: *\nDisallow: /x\n");
            good: Whole(b"# Rules for robots\nUser-agent: *\nDisallow: /x\n");
        RetiredKey = "R016" "retired-key" Warning Suggestion
            title: "a key that is no longer supported"
            why: "`Noindex`, `Nofollow` and `Noarchive` never were part of a standard, and Google's library lists them as unsupported. Use \
                  `<meta name=\"robots\">` in the page or the `X-Robots-Tag` header instead, and let crawlers fetch the page so that they see it. \
                  `Host` was for Yandex, which now wants a permanent redirect to the main mirror."
            source: "google/robotstxt, reporting_robots.cc: unsupported tags; Yandex Webmaster help: Host"
            bad: Whole(b"User-agent: *\nDisallow: /x\nNoindex: /y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        NicheKey = "R017" "niche-key" Info Help
            title: "a key that few crawlers read"
            why: "`Crawl-delay` was introduced for Yahoo! Slurp, and Bing, Anthropic and Common Crawl read it; Google, Amazon and, since 2018, Yandex \
                  ignore it. SeznamBot reads `Request-rate`, Yandex `Clean-param`. `Visit-time`, `Robot-version` and `Comment` come from Conner's extended standard of 1996; \
                  Seznam used `Robot-version` too. `Content-Signal` is a convention of Cloudflare, `Content-Usage` an Internet-Draft, `License` part of \
                  RSL. None of them is part of RFC 9309, which lets crawlers read them. `Crawl-delay`, `Request-rate` and \
                  `Clean-param` are not reported in a group of crawlers that this library does not know."
            source: "RFC 9309 section 2.2.4; the help pages of Google, Bing, Anthropic, Yandex, Seznam and Yahoo; draft-ietf-aipref-attach"
            bad: Whole(b"User-agent: *\nDisallow: /x\nCrawl-delay: 5\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        PrefixTrap = "R018" "prefix-trap" Warning Help
            title: "a key that some crawlers take for another"
            why: "Google's library only compares the beginning of a key, so it reads `DisallowAITraining: /` as `Disallow: /`. Others ignore the \
                  line. Those who follow an expired draft about training write such keys."
            source: "google/robotstxt, robots.cc: keys are compared by prefix; draft-canel-robots-ai-control (expired)"
            bad: Whole(b"User-agent: *\nDisallow: /x\nDisallowAITraining: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        TwoDirectives = "R019" "two-directives" Error Suggestion
            title: "two directives on one line"
            why: "A line is one directive: everything after the first colon is its value."
            source: "RFC 9309 section 2.2, ABNF: every directive ends in EOL"
            bad: Whole(b"User-agent: FooBot Disallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\n");
    }
    groups::check {
        RuleOutsideGroup = "R020" "rule-outside-group" Error Suggestion
            title: "a rule that belongs to no group"
            why: "A rule applies to the crawlers that the User-agent lines above it name. Without such a line it applies to nobody. In dialects \
                  whose groups end at a blank line, the rules after one are ignored too."
            source: "RFC 9309 section 2.1; A Standard for Robot Exclusion (1994): blank lines separate records; Yandex Webmaster help: errors"
            bad: Whole(b"Disallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        BlankLineInGroup = "R021" "blank-line-in-group" Info Correction
            title: "rules after a blank line within a group"
            why: "RFC 9309 and Google skip the blank line, but for robots of the 1994 and 1996 texts, for Yandex and Baidu it ends the group: they \
                  ignore the rules after it. It is a warning where it decides how much such a crawler may fetch. A line with only a `#` is not \
                  blank."
            source: "RFC 9309 section 2.2, ABNF (group); draft-koster-robots-00 section 3.3; Yandex Webmaster help"
            bad: Whole(b"User-agent: *\n\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        RepeatedGroup = "R022" "repeated-group" Warning Help
            title: "two groups for the same crawler"
            why: "RFC 9309 and Google merge them, so both apply. Crawlers that follow older texts, such as Baidu's, only read the first one. It is \
                  not reported of crawlers that are known to merge them, nor of a second group that says nothing, and is information as long as the \
                  dialect merges them. A second group for `*` is an error in dialects whose groups end at blank lines: their texts allow only one."
            source: "RFC 9309 section 2.2.1; draft-koster-robots-00 section 3.2.1"
            bad: Whole(b"User-agent: FooBot\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /y\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\nDisallow: /y\n");
        RepeatedName = "R023" "repeated-name" Info Correction
            title: "the same crawler is named twice without effect"
            why: "It is named again in the same group, or in a group that has the same rules. To parsers for which a `Crawl-delay` above it ends the group, \
                  such as Python's `urllib.robotparser`, the second line begins another group, which they ignore."
            source: "RFC 9309 section 2.2.1"
            bad: Whole(b"User-agent: FooBot\nUser-agent: foobot\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\n");
        GroupHidesStar = "R024" "group-hides-star" Warning Help
            title: "a group without rules hides the rules of `*`"
            why: "A crawler that is named obeys its own group alone and does not inherit the rules of `*`, so it may fetch everything. An \
                  explicit `Disallow:` says that this is meant."
            source: "RFC 9309 sections 2.1 and 2.2.1"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\nDisallow:\n");
        FusedGroups = "R025" "fused-groups" Warning Help
            title: "two groups are read as one"
            why: "By RFC 9309, and for Google, only a rule ends the User-agent lines of a group. `Sitemap`, `Crawl-delay` and other lines do not, and neither do \
                  blank lines. Some parsers end the group there all the same: Moz's `rep-cpp` at any line, Python's `urllib.robotparser` at a \
                  `Crawl-delay` or `Request-rate`. The \
                  next User-agent line joins the group above, and the rules below it apply to both. It is an error if they close the site for a search \
                  engine of the group above, and information if there are none."
            source: "RFC 9309 section 2.2.4: other records do not interfere; google/robotstxt, commit c8ac4b1 (2021)"
            bad: Whole(b"User-agent: FooBot\nSitemap: https://www.example.com/sitemap.xml\nUser-agent: BarBot\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow:\n\nUser-agent: BarBot\nDisallow: /x\n\nSitemap: https://www.example.com/sitemap.xml\n");
        UnmatchableName = "R026" "unmatchable-name" Error Suggestion
            title: "a name that no crawler can have"
            why: "A User-agent line holds a product token, which consists of letters, `-` and `_`, or `*` alone. A value that begins with anything \
                  else names nobody, and nobody reads its rules."
            source: "RFC 9309 section 2.2.1; google/robotstxt, robots.cc: the leading letters, `-` and `_` are the name"
            bad: Whole(b"User-agent: \"FooBot\"\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\n");
        CutName = "R027" "cut-name" Warning Suggestion
            title: "only the beginning of a name counts"
            why: "A product token consists of letters, digits, `.`, `-` and `_` (for Google's library, letters, `-` and `_`). The rest, such as more \
                  words or names, is ignored. Each crawler needs a line of its own. It is information where the file has the name as one word too, with \
                  the same rules, and for the names of Sogou's crawlers, which share their first word."
            source: "RFC 9309 section 2.2.1 and erratum 8895; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"User-agent: FooBot, BarBot\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nUser-agent: BarBot\nDisallow: /x\n");
        NameSuffix = "R051" "name-suffix" Info Correction
            title: "a version or a star after a name"
            why: "Crawlers ignore it: there are no groups for one version, or for all names that begin alike. It is a warning where such names were \
                  probably meant, since then the group is for nobody."
            source: "RFC 9309 section 2.2.1; Google, How Google interprets the robots.txt specification: `googlebot/1.2` and `googlebot*` are \
                     `googlebot`; A Standard for Robot Exclusion (1994): no version information"
            bad: Whole(b"User-agent: FooBot/2.1\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\n");
        MisspelledName = "R053" "misspelled-name" Warning Suggestion
            title: "a name that looks like a typo of a known crawler"
            why: "A crawler only reads the groups that have its name, letter by letter. With a typo, the group applies to nobody. It is information where \
                  the file names that crawler too, with the same rules."
            source: "RFC 9309 section 2.2.1; the table of known crawlers of this library"
            bad: Whole(b"User-agent: Googelbot\nDisallow: /x\n");
            good: Whole(b"User-agent: Googlebot\nDisallow: /x\n");
        RetiredName = "R054" "retired-name" Info Help
            title: "a name that no crawler uses any more"
            why: "Its operator has replaced or dropped the name, or never documented it. If the group is meant for the successor too, name that as well."
            source: "The operators' documentation; the table of retired names of this library"
            bad: Whole(b"User-agent: anthropic-ai\nDisallow: /x\n");
            good: Whole(b"User-agent: ClaudeBot\nDisallow: /x\n");
        ExtensionOutsideGroup = "R071" "extension-outside-group" Warning Help
            title: "a line for a group is outside any group"
            why: "`Crawl-delay`, `Request-rate`, `Visit-time` and `Robot-version` apply to the crawlers that the User-agent lines above them name. \
                  `Content-Signal` above all groups is information: some readers take it for the whole site, and others look for it in groups alone."
            source: "Conner, An Extended Standard for Robot Exclusion (1996); Seznam help; Cloudflare, Content Signals policy: the line below `User-agent: *`"
            bad: Whole(b"Crawl-delay: 10\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        RecordsNotSeparated = "R078" "records-not-separated" Warning Correction
            title: "two records without a blank line between them"
            why: "In the texts of 1994 and 1996 and the one that revisits them, one or more blank lines separate records. A robot that goes by them \
                  may take both for one record, and read the rules of either for both."
            source: "A Standard for Robot Exclusion (1994), the format; draft-koster-robots-00 section 3.3"
            dialect: "original1994"
            bad: Whole(b"User-agent: FooBot\nDisallow: /x\nUser-agent: BarBot\nDisallow: /y\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\n\nUser-agent: BarBot\nDisallow: /y\n");
        RecordWithoutRule = "R081" "record-without-rule" Warning Help
            title: "a record without a Disallow line"
            why: "In this dialect a record has at least one User-agent line and one Disallow line. Without the latter it is no record, and is ignored. \
                  Files that were written for RFC 9309 have records of Allow lines alone."
            source: "Kollar, Leavitt and Mauldin, Robot Exclusion Standard Revisited: the grammar of records"
            dialect: "revisited"
            bad: Whole(b"User-agent: FooBot\n\nUser-agent: BarBot\nDisallow: /x\n");
            good: Whole(b"User-agent: BarBot\nDisallow: /x\n");
    }
    site_effects::check {
        EverythingBlocked = "R028" "everything-blocked" Error Help
            title: "the whole site is blocked for all crawlers that follow `*`"
            why: "`Disallow: /` under `*` removes a site from search engines. This is right for a site that is not public yet, and a disaster on a \
                  public one. That `/robots.txt`, `/ads.txt`, sitemaps or `/.well-known/` stay allowed makes no difference. Where the file lets search \
                  engines in by name, which the message names, it is information; it is a warning if Googlebot or bingbot, by which most people find a site, \
                  is not among them and no comment above the group begins with a word such as `Block`."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"User-agent: *\nDisallow: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        AssetsBlocked = "R029" "assets-blocked" Warning Help
            title: "style sheets or scripts are blocked for search engines"
            why: "Search engines render pages; without style sheets and scripts they do not see what visitors see. Folders that hold such files in one \
                  content management system are reported where the group looks like its template: `/media/` for Joomla, `/misc/` and `/modules/` for \
                  Drupal. In the template of Squarespace, which its customers cannot change, it is information."
            source: "Google Search Central, robots.txt introduction: do not block resources that pages need to be understood"
            bad: Whole(b"User-agent: *\nDisallow: /*.css$\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        SearchEngineBlocked = "R082" "search-engine-blocked" Warning Help
            title: "a search engine is blocked from the whole site, while others are not"
            why: "A group for one search engine that disallows everything removes the site from its results. Often it is left over from a test, or \
                  from a list of bad bots. It is an error for Googlebot and bingbot, by which most people find a site, and information for search \
                  engines that few people use where the site is: these are one finding of a file. A comment above the group that begins with a word such \
                  as `Block` shows that it is meant: then it is information for the former, and not reported for the latter."
            source: "RFC 9309 section 2.2.1; the operators' documentation"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /x\n");
        ServiceBlocked = "R091" "service-blocked" Info Help
            title: "the crawler of a service is blocked that the site may use"
            why: "Some crawlers serve a site that does not want to be found: AdSense and Google Ads look at pages with advertisements, networks \
                  make previews of links that people share, and buyers of advertisements read `/ads.txt`. A group that closes the site to one of them, or a \
                  rule that closes that file, often comes from a list of bad bots. It is not reported where a comment above the group begins with a word such as `Block`."
            source: "Google, List of Google special-case crawlers: Mediapartners-Google, AdsBot; X, Cards: troubleshooting; IAB Tech Lab, ads.txt specification"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: Twitterbot\nDisallow: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: Twitterbot\nDisallow: /x\n");
        RevealedSecret = "R093" "revealed-secret" Warning Help
            title: "the file shows a secret"
            why: "robots.txt is public. A password or a private address in a comment, or a token in the query of a rule, is known to \
                  everybody who reads the file. \
                  Those who take robots.txt for a part of the server's configuration leave them there."
            source: "RFC 9309 section 3; draft-koster-robots-00 section 6"
            bad: Whole(b"# Staging: 10.0.3.17\nUser-agent: *\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        HintedSecret = "R049" "hinted-secret" Info Help
            title: "the rule reveals where something secret may be"
            why: "robots.txt is public, and those who look for secrets do not obey it. Protect such places with a password, and do not name \
                  them here. `/phpmyadmin` is not reported: scanners try it on every host."
            source: "RFC 9309 section 3; draft-koster-robots-00 section 6"
            bad: Whole(b"User-agent: *\nDisallow: /admin-backup-2019/\n");
            good: Whole(b"User-agent: *\nDisallow: /x/\n");
    }
    rules::patterns::check_meaning {
        NoLeadingSlash = "R030" "no-leading-slash" Error Suggestion
            title: "a pattern that does not begin as a path does"
            why: "Patterns are compared with the path from its first byte, which is a `/`, so one that begins otherwise matches nothing, and one that \
                  begins with `//` matches nothing that servers have. A name without a slash that other rules have within a folder may be meant there, or in the \
                  root. One that begins with a slash and a whole URL matches only mistaken addresses, and is \
                  a warning. Baidu's table of examples counts `html$` as a match for `/tmpa.html`, against its own \
                  text, by which a value is a path or the beginning of one; all others match nothing with it, and so does this library. `/*html$` is \
                  read alike by all."
            source: "RFC 9309 section 2.2, ABNF (path-pattern) and erratum 7995; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"User-agent: *\nDisallow: x/\n");
            good: Whole(b"User-agent: *\nDisallow: /x/\n");
        SeveralPaths = "R040" "several-paths" Error Suggestion
            title: "several paths on one line"
            why: "The value is one pattern, with the spaces, commas or other signs between the paths, and matches none of them. Each path needs a line \
                  of its own."
            source: "RFC 9309 section 2.2, ABNF (path-pattern): no spaces"
            bad: Whole(b"User-agent: *\nDisallow: /x /y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /y\n");
        MatchesNothing = "R052" "matches-nothing" Warning Suggestion
            title: "a pattern that matches no URL"
            why: "The pattern has a character that URLs, or the paths of those that browsers send, only have percent-encoded, and this dialect \
                  does not encode it before it compares. \
                  Or it matches `/robots.txt` alone, which crawlers may always fetch, or only paths with the segments `.` or `..`, which clients resolve \
                  before they ask."
            source: "RFC 3986 sections 2 and 5.2.4; URL Standard, path percent-encode set; RFC 9309 section 2.2.2; google/robotstxt, robots.cc: only bytes outside ASCII are escaped"
            dialect: "google"
            bad: Whole(b"User-agent: *\nDisallow: /{id}/\n");
            good: Whole(b"User-agent: *\nDisallow: /%7Bid%7D/\n");
        RegularExpression = "R057" "regular-expression" Warning Help
            title: "a pattern that looks like a regular expression"
            why: "Only `*` and `$` are special in patterns. Everything else of a regular expression is compared literally, so that the pattern most \
                  probably matches nothing."
            source: "RFC 9309 section 2.2.3; Yandex Webmaster help, robots.txt parsing errors: a special character other than `*` and `$`"
            bad: Whole(b"User-agent: *\nDisallow: /p[0-9]/\n");
            good: Whole(b"User-agent: *\nDisallow: /p*/\n");
    }
    rules::check {
        EmptyRule = "R034" "empty-rule" Info Correction
            title: "an empty rule that has no effect"
            why: "An empty `Disallow:` disallows nothing, so it only matters in a group without other rules; it does not cancel them. An empty \
                  `Allow:` never has an effect."
            source: "RFC 9309 section 2.2, ABNF (empty-pattern); draft-koster-robots-00 section 3.2"
            bad: Whole(b"User-agent: *\nDisallow:\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
    }
    rules::redundancy::check {
        DuplicateRule = "R035" "duplicate-rule" Info Correction
            title: "the same rule twice"
            why: "It has no effect."
            source: "RFC 9309 section 2.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        UnreachableRule = "R036" "unreachable-rule" Warning Help
            title: "a rule that never decides"
            why: "Wherever it matches, other rules take precedence and say the opposite: longer ones, and Allow among equals; or, where the order counts, \
                  earlier ones. Or its crawlers ignore `Allow`. Where the order only counts for few of the crawlers of a group, as for Baidu, an \
                  Allow of everything above other rules is information. This is decided for all URLs; in JSON, `witness` is one that shows it."
            source: "RFC 9309 section 2.2.2; draft-koster-robots-00 section 3.2.2: the first match"
            dialect: "baidu"
            bad: Whole(b"User-agent: *\nDisallow: /x\nAllow: /x/y\n");
            good: Whole(b"User-agent: *\nAllow: /x/y\nDisallow: /x\n");
        RedundantRule = "R037" "redundant-rule" Info Correction
            title: "a rule that has no effect"
            why: "Without the rule, every URL keeps its verdict for every crawler that reads it: another rule says the same, or nothing disallows what it allows. This is proved for all URLs, for the rule alone and for all reported rules together."
            source: "RFC 9309 section 2.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /x/y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        FailedException = "R058" "failed-exception" Warning Help
            title: "an Allow that fails as an exception"
            why: "The Allow matches pages that a Disallow with a longer pattern disallows all the same, and has no effect on any other. A star counts as \
                  one byte, however much it matches: what looks more specific to people may be shorter."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification: order of precedence for rules"
            bad: Whole(b"User-agent: *\nDisallow: /*/private/*.html\nAllow: /docs/private/\n");
            good: Whole(b"User-agent: *\nDisallow: /*/private/*.html\nAllow: /docs/private/*.html\n");
        Contradiction = "R038" "contradiction" Warning Help
            title: "the same pattern is allowed and disallowed"
            why: "RFC 9309 and Google then allow it; crawlers that go by the order use the first line, and those that follow the text of 1994 the Disallow. \
                  `Allow: /x/$` beside `Disallow: /x/` opens the page of that address alone."
            source: "RFC 9309 section 2.2.2: of equivalent rules, Allow is used; draft-koster-robots-00 section 3.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /x\nAllow: /x\n");
            good: Whole(b"User-agent: *\nAllow: /x/y\nDisallow: /x\n");
    }
    wildcards::equal_length::check {
        EqualLength = "R039" "equal-length" Info Suggestion
            title: "an Allow is not longer than the Disallow to which it is an exception"
            why: "A star counts as one byte, however much it matches. Where two rules of equal length match, RFC 9309 decides only between equal patterns, \
                  for which it prefers Allow. Google and Yandex take the Allow of any two, and groups for their crawlers alone are not looked at; other \
                  crawlers may take the Disallow."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification: order of precedence for rules; Yandex Webmaster \
                     help: Disallow and Allow"
            bad: Whole(b"User-agent: *\nDisallow: /*/y/\nAllow: /x/y/\n");
            good: Whole(b"User-agent: *\nDisallow: /*/y/\nAllow: /xx/y/\n");
    }
    rules::opened_types::check {
        TypeOpened = "R095" "type-opened" Info Help
            title: "an Allow of a folder opens files of a kind that a Disallow closes"
            why: "The longest rule decides, and a pattern for a kind of files, such as `/*.pdf$`, is short. An Allow of a folder with a longer name opens such \
                  files too. This may be an exception, or the folder may have been meant without them; only the author knows."
            source: "RFC 9309 section 2.2.2: the most octets; Google, How Google interprets the robots.txt specification: order of precedence"
            bad: Whole(b"User-agent: *\nDisallow: /*.pdf$\nAllow: /public/\n");
            good: Whole(b"User-agent: *\nDisallow: /*.pdf$\nDisallow: /public/\n");
    }
    rules::reserved::check {
        OtherSpelling = "R096" "other-spelling" Info Help
            title: "the other spelling of a reserved character stays open"
            why: "`:` and `%3A` differ in a URL (RFC 3986), and search engines compare them so, but most servers send the same page for both, and some link \
                  to both. RFC 9309 can be read as if they were equal: Scrapy and Python's `urllib.robotparser` block both for either."
            source: "RFC 9309 section 2.2.2; RFC 3986 section 2.2; 2.2.2-O3 in the conformance suite of this library"
            bad: Whole(b"User-agent: *\nDisallow: /wiki/Special:\n");
            good: Whole(b"User-agent: *\nDisallow: /wiki/Special:\nDisallow: /wiki/Special%3A\n");
    }
    rules::patterns::check_spelling {
        TrailingStar = "R031" "trailing-star" Info Correction
            title: "a `*` at the end has no effect"
            why: "A pattern without `$` matches everything that begins with it, so the star matches nothing more. The star only makes the pattern one byte longer; where that byte decides between rules, it is not reported."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification: the trailing wildcard is ignored"
            bad: Whole(b"User-agent: *\nDisallow: /x/*\n");
            good: Whole(b"User-agent: *\nDisallow: /x/\n");
        InnerDollar = "R032" "inner-dollar" Warning Suggestion
            title: "a `$` that does not end the pattern"
            why: "Only as the last byte, `$` means the end of the URL; elsewhere it is a literal `$`, which few URLs contain. If it is meant, \
                  leave it as it is: Google's library does not match a `$` with `%24`."
            source: "RFC 9309 section 2.2.3; google/robotstxt, robots.cc"
            bad: Whole(b"User-agent: *\nDisallow: /*.php$?\n");
            good: Whole(b"User-agent: *\nDisallow: /*.php$\n");
        LiteralWildcard = "R033" "literal-wildcard" Warning Suggestion
            title: "a wildcard that this dialect matches literally"
            why: "In the texts of 1994 and 1996 a pattern is a plain prefix, in which `*` and `$` are not special. In Seznam's dialect `[xyz]` and `\\*` \
                  are special only in a group with `Robot-version: 2.0`."
            source: "A Standard for Robot Exclusion (1994); draft-koster-robots-00 section 3.2.2; Seznam help, robots.txt 2.0"
            dialect: "original1994"
            bad: Whole(b"User-agent: *\nDisallow: /*.gif$\n");
            good: Whole(b"User-agent: *\nDisallow: /images/\n");
        UnescapedBlank = "R041" "unescaped-blank" Warning Suggestion
            title: "a space or control character in a pattern"
            why: "URLs contain `%20` instead of a space. Some crawlers treat the two as equal; others, such as Google's library, do not."
            source: "RFC 9309 section 2.2, ABNF (UTF8-char-noctl); google/robotstxt, robots.cc: spaces are not escaped"
            bad: Whole(b"User-agent: *\nDisallow: /x y/\n");
            good: Whole(b"User-agent: *\nDisallow: /x%20y/\n");
        UnescapedNonAscii = "R042" "unescaped-non-ascii" Info Correction
            title: "characters outside ASCII are not percent-encoded"
            why: "URLs contain them percent-encoded. Most crawlers encode patterns before they compare, but not all do."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification: encoding is recommended"
            bad: Whole(b"User-agent: *\nDisallow: /caf\xC3\xA9\n");
            good: Whole(b"User-agent: *\nDisallow: /caf%C3%A9\n");
        LowerCaseEscape = "R043" "lower-case-escape" Info Correction
            title: "a percent-encoding in lower case"
            why: "`%c3` and `%C3` mean the same, but crawlers that compare bytes match no URL in the other spelling, and URLs should use upper \
                  case."
            source: "RFC 3986 section 2.1"
            bad: Whole(b"User-agent: *\nDisallow: /caf%c3%a9\n");
            good: Whole(b"User-agent: *\nDisallow: /caf%C3%A9\n");
        EscapedWildcard = "R044" "escaped-wildcard" Info Suggestion
            title: "`%2A` or `%24` is not a wildcard"
            why: "It is the way to write a literal `*` or `$`. Google's library only finds it in URLs with the same percent-encoding. Those who copy \
                  patterns through a program that encodes URLs write it by mistake."
            source: "RFC 9309 section 2.2.3; google/robotstxt, robots.cc: nothing is decoded"
            bad: Whole(b"User-agent: *\nDisallow: /x%2A/y\n");
            good: Whole(b"User-agent: *\nDisallow: /x*/y\n");
        BrokenEscape = "R045" "broken-escape" Warning Suggestion
            title: "a `%` that does not begin a percent-encoding"
            why: "Two hexadecimal digits follow a `%`; a literal one is written `%25`. Readers differ on anything else: for some, a pattern that ends \
                  within an escape matches every URL that goes on with it."
            source: "RFC 3986 section 2.1"
            bad: Whole(b"User-agent: *\nDisallow: /100%\n");
            good: Whole(b"User-agent: *\nDisallow: /100%25\n");
        NeedlessEscape = "R046" "needless-escape" Info Correction
            title: "a percent-encoded letter, digit, `-`, `.`, `_` or `~`"
            why: "URLs should not encode these, and crawlers that compare without decoding, such as Google's library, do not find the plain \
                  character. Programs that encode whole paths write them."
            source: "RFC 3986 section 2.3; google/robotstxt, robots.cc: nothing is decoded"
            bad: Whole(b"User-agent: *\nDisallow: /%7Ejoe/\n");
            good: Whole(b"User-agent: *\nDisallow: /~joe/\n");
        CommentInValue = "R047" "comment-in-value" Warning Suggestion
            title: "a `#` cuts the value short"
            why: "A `#` begins a comment wherever it is. A literal one is written `%23`; put a space before a comment. The fragment of a URL is never sent \
                  to a server, so no rule can be about it."
            source: "RFC 9309 section 2.2, ABNF (comment)"
            bad: Whole(b"User-agent: *\nDisallow: /x#y\n");
            good: Whole(b"User-agent: *\nDisallow: /x #y\n");
        GlobCoversOne = "R048" "glob-covers-one" Warning Suggestion
            title: "a glob that matches only one address"
            why: "In Seznam's robots.txt 2.0 the whole URL must match: `Disallow: /` matches the home page alone, and `Disallow: /helpme` nothing but \
                  that URL. A `*` at the end makes it a prefix."
            source: "Seznam help, robots.txt 2.0: the expression must match the whole address"
            dialect: "seznam2"
            bad: Whole(b"User-agent: *\nDisallow: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x*\n");
        HtmlEntity = "R050" "html-entity" Warning Suggestion
            title: "HTML in a pattern or a URL"
            why: "robots.txt is plain text: `&amp;` is five characters, and `<br>` four. URLs contain neither."
            source: "RFC 9309 section 2.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /*?a=1&amp;b=\n");
            good: Whole(b"User-agent: *\nDisallow: /*?a=1&b=\n");
    }
    whole_file::limits::check {
        TooManyRules = "R009" "too-many-rules" Warning Help
            title: "more rules than a crawler reads"
            why: "Yandex reads no more than 2,048 rules of a file. Join rules by their common beginning, and remove those that have no effect."
            source: "Yandex Webmaster help, robots.txt parsing errors: the number of rules in the file exceeds 2048"
            dialect: "yandex"
            bad: Long { head: b"User-agent: *\n# robots-lint: ignore-file R035, R037\n", filler: b"Disallow: /y\n", times: 2_048, tail: b"Disallow: /z\n" };
            good: Whole(b"User-agent: *\nDisallow: /y\n");
        LongRule = "R056" "long-rule" Warning Help
            title: "a rule longer than a crawler reads"
            why: "Yandex reports rules of more than 1,024 characters as errors."
            source: "Yandex Webmaster help, robots.txt parsing errors: the rule exceeds the length limit"
            dialect: "yandex"
            bad: Long { head: b"User-agent: *\nDisallow: /", filler: b"abcdefgh", times: 128, tail: b"\n" };
            good: Whole(b"User-agent: *\nDisallow: /abcdefgh\n");
    }
    groups::ignores_star::check {
        IgnoresStar = "R055" "ignores-star" Info Help
            title: "a group ignores rules of `*`"
            why: "A crawler that is named obeys its own group alone. Rules of `*` that the group does not repeat do not apply to it: URLs that they \
                  disallow are allowed."
            source: "RFC 9309 section 2.2.1; Google, How Google interprets the robots.txt specification: order of precedence for user agents"
            bad: Whole(b"User-agent: *\nDisallow: /account\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /account\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /account\nDisallow: /y\nDisallow: /x\n");
        LostPreference = "R059" "lost-preference" Warning Suggestion
            title: "a group loses what `*` says besides rules"
            why: "A crawler that is named obeys its own group alone: a `Content-Signal`, `Content-Usage`, `License` or `Crawl-delay` of `*` does not \
                  apply to it. Blocks that hosting providers put before a file say their preferences under `*`, so every group below escapes them."
            source: "RFC 9309 section 2.2.1; Cloudflare, Content Signals policy; draft-ietf-aipref-attach; RSL 1.0"
            bad: Whole(b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: FooBot\nContent-Signal: ai-train=no\nDisallow: /x\n# robots-lint: ignore-file R017\n");
    }
    groups::binds_nobody::check {
        BindsNobody = "R089" "binds-nobody" Info Help
            title: "a group that its crawlers may ignore"
            why: "The operators of these crawlers say that they may ignore robots.txt, mostly because a person asked for the page, or that they send \
                  no name of their own. What the group disallows may be fetched all the same."
            source: "OpenAI, Overview of OpenAI crawlers; Google, List of Google user-triggered fetchers; Brave, Brave Search crawler"
            bad: Whole(b"User-agent: ChatGPT-User\nDisallow: /x\n");
            good: Whole(b"User-agent: GPTBot\nDisallow: /x\n");
    }
    sitemaps::check {
        RelativeSitemap = "R060" "relative-sitemap" Error Suggestion
            title: "a Sitemap line without an absolute URL"
            why: "The URL must be complete, with scheme and host; crawlers ignore anything else."
            source: "sitemaps.org, protocol: submitting via robots.txt; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"Sitemap: /sitemap.xml\nSitemap: https://www.example.com/news.xml\n");
            good: Whole(b"Sitemap: https://www.example.com/sitemap.xml\nSitemap: https://www.example.com/news.xml\n");
        ForeignSitemap = "R061" "foreign-sitemap" Info Help
            title: "a sitemap on another host, or with another scheme"
            why: "It is valid: this site authorizes the sitemap. Often it is left over from a move or a copied file."
            source: "sitemaps.org, protocol: cross submits; RFC 9309 section 2.2.4"
            url: "https://www.example.com/robots.txt"
            bad: Whole(b"Sitemap: https://www.example.org/sitemap.xml\n");
            good: Whole(b"Sitemap: https://www.example.com/sitemap.xml\n");
        BadSitemap = "R062" "bad-sitemap" Error Suggestion
            title: "a Sitemap line without a usable URL"
            why: "The value is empty, is not a valid URL, does not begin with `http:` or `https:`, or is the URL of a robots.txt. A line without a value is a \
                  warning, and the URL of a page (`.html`) information."
            source: "sitemaps.org, protocol: submitting via robots.txt"
            bad: Whole(b"Sitemap:\n");
            good: Whole(b"Sitemap: https://www.example.com/sitemap.xml\n");
        BlockedSitemap = "R063" "blocked-sitemap" Warning Help
            title: "a sitemap that the rules disallow"
            why: "A crawler that obeys the rules of `*` for everything it fetches does not read it."
            source: "RFC 9309 section 2.2.2"
            url: "https://www.example.com/robots.txt"
            bad: Whole(b"User-agent: *\nDisallow: /files/\n\nSitemap: https://www.example.com/files/sitemap.xml\n");
            good: Whole(b"User-agent: *\nDisallow: /files/\nAllow: /files/sitemap.xml\n\nSitemap: https://www.example.com/files/sitemap.xml\n");
        RepeatedSitemap = "R064" "repeated-sitemap" Info Correction
            title: "the same sitemap twice"
            why: "The second line has no effect."
            source: "sitemaps.org, protocol"
            bad: Whole(b"Sitemap: https://www.example.com/sitemap.xml\nSitemap: https://www.example.com/sitemap.xml\n");
            good: Whole(b"Sitemap: https://www.example.com/sitemap.xml\n");
        UnreachableSitemap = "R065" "unreachable-sitemap" Error Help
            title: "a sitemap on a host that crawlers cannot reach"
            why: "`localhost`, private addresses and names without a dot only mean something within one network."
            source: "RFC 1918; RFC 6761 section 6.3"
            bad: Whole(b"Sitemap: http://localhost:8080/sitemap.xml\n");
            good: Whole(b"Sitemap: https://www.example.com/sitemap.xml\n");
    }
    keys::extensions::check {
        RelativeLicense = "R066" "relative-license" Error Help
            title: "a License line without an absolute URL"
            why: "The URL of the license terms must be complete, with scheme and host; readers ignore others. \
                  Those who take it for a path of their own site shorten it."
            source: "RSL 1.0, robots.txt: the License directive holds an absolute URL"
            bad: Whole(b"License: /license.xml\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"License: https://www.example.com/license.xml\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        BadExtensionValue = "R070" "bad-extension-value" Warning Suggestion
            title: "the value cannot be read"
            why: "Crawlers ignore a line whose value they cannot read."
            source: "Conner, An Extended Standard for Robot Exclusion (1996); Seznam help; Yandex Webmaster help: Clean-param; draft-ietf-aipref-attach"
            bad: Whole(b"User-agent: *\nCrawl-delay: 10s\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        RepeatedExtension = "R072" "repeated-extension" Info Correction
            title: "several values of which only one counts"
            why: "A group has one `Crawl-delay` and one `Robot-version`. The first valid one counts; crawlers differ on further ones."
            source: "Conner, An Extended Standard for Robot Exclusion (1996)"
            bad: Whole(b"User-agent: *\nCrawl-delay: 10\nCrawl-delay: 20\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        StrayPreference = "R075" "stray-preference" Warning Help
            title: "a preference that applies to the last group only"
            why: "`Content-Signal`, `Content-Usage` and `License` belong to the group above them, even after a blank line. At the end of a list of groups \
                  they apply to the crawlers of the last one, and not to the site. \
                  Programs that append a line to a file put it there."
            source: "RFC 9309 section 2.2.4: other records; Cloudflare, Content Signals policy; draft-ietf-aipref-attach"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /x\n\nContent-Signal: ai-train=no\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\nContent-Signal: ai-train=no\n\nUser-agent: *\nDisallow: /x\nContent-Signal: ai-train=no\n# robots-lint: ignore-file R017\n");
        PolicyWithoutSignal = "R094" "policy-without-signal" Info Help
            title: "the text of a policy without a line that says something in its terms"
            why: "Cloudflare puts a text above files that says how `Content-Signal` is read. Without such a line, none of the uses that it explains \
                  is granted or refused."
            source: "Cloudflare, Content Signals policy: a signal that is absent neither grants nor restricts"
            bad: Whole(b"# As a condition of accessing this website, you agree to abide by the following content signals.\nUser-agent: *\nDisallow: /x\n");
            good: Whole(b"# As a condition of accessing this website, you agree to abide by the following content signals.\nUser-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        LongDelay = "R076" "long-delay" Warning Help
            title: "a `Crawl-delay` of five minutes or more"
            why: "The value is in seconds. With an hour between two requests a crawler fetches at most 24 pages a day; often milliseconds were meant, \
                  or the site is better closed. A delay below an hour is information: with five minutes, a crawler fetches 288 pages a day."
            source: "Bing Webmaster help: Crawl-delay is a number of seconds from 1 to 30"
            bad: Whole(b"User-agent: *\nCrawl-delay: 10000\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        RateBelowMinimum = "R077" "rate-below-minimum" Info Help
            title: "a `Request-rate` slower than SeznamBot goes"
            why: "SeznamBot raises a rate of fewer than one document in 10 seconds to that, without a word."
            source: "Seznam help, robots.txt: Request-rate"
            dialect: "seznam"
            bad: Whole(b"User-agent: SeznamBot\nRequest-rate: 1/60\nDisallow: /x\n");
            good: Whole(b"User-agent: SeznamBot\nRequest-rate: 1/10\nDisallow: /x\n");
        MisplacedVersion = "R073" "misplaced-version" Warning Help
            title: "`Robot-version` does not follow its User-agent line"
            why: "It counts only as the second line of a group, directly after the User-agent line; elsewhere it is ignored, and patterns are those of version 1."
            source: "Seznam help, robots.txt 2.0"
            dialect: "seznam"
            bad: Whole(b"User-agent: *\nDisallow: /x\nRobot-version: 2.0\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nRobot-version: 2.0\nDisallow: /x*\n# robots-lint: ignore-file R017\n");
        UnknownUsage = "R074" "unknown-usage" Warning Suggestion
            title: "a use or a preference that the current draft does not have"
            why: "`Content-Usage` has the categories `train-ai` and `search`, and the preferences `y` and `n` in lower case, separated by commas. \
                  Anything else, such as `train-ai=no`, says nothing. \
                  Those who know `Content-Signal`, or an earlier draft, write such values."
            source: "draft-ietf-aipref-vocab-08; draft-ietf-aipref-attach; RFC 9651: dictionaries"
            bad: Whole(b"User-agent: *\nContent-Usage: genai=n\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nContent-Usage: train-ai=n\nDisallow: /x\n# robots-lint: ignore-file R017\n");
    }
    whole_file::bad_ignore::check {
        BadIgnore = "R080" "bad-ignore" Warning Help
            title: "an ignore comment with an unknown code"
            why: "No code has this number or name, so nothing is ignored. \
                  The comment has a typo, or is about another program."
            source: "this library"
            bad: Whole(b"User-agent: *\nDisallow: /x # robots-lint: ignore R999\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
    }
}

impl Code {
    /// The length of an array that is indexed by the numbers of codes. Some numbers are not in use.
    pub(super) const PLACES: usize = Self::ALL[Self::ALL.len() - 1] as usize + 1;

    /// The code as reports spell it: `R012`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().number
    }

    /// A name of lower-case words joined by hyphens: `missing-colon`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How severe it is unless [`LintOptions::severity`](super::LintOptions::severity) says
    /// otherwise, or the finding itself weighs more: the [explanations](Self::explanation) of a few
    /// codes say when.
    #[must_use]
    pub fn default_severity(self) -> Severity {
        self.row().severity
    }

    /// What is found, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The most that its findings offer.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, Remedy};
    ///
    /// assert_eq!(Code::TrailingStar.remedy(), Remedy::Correction);
    /// assert_eq!(Code::MisspelledKey.remedy(), Remedy::Suggestion);
    /// assert_eq!(Code::EverythingBlocked.remedy(), Remedy::Help);
    /// ```
    #[must_use]
    pub fn remedy(self) -> Remedy {
        self.row().remedy
    }

    /// Why it matters.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.row().explanation
    }

    /// Where that is documented: a section of a standard, an operator's page.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// A file that has the finding, and a similar file without it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let bad = Code::MissingColon.example().bad();
    /// assert_eq!(LintOptions::new().lint(&bad)[0].code(), Code::MissingColon);
    /// ```
    #[must_use]
    pub fn example(self) -> Example {
        self.row().example
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Code {
    type Err = ParseNameError;

    /// Reads a code (`R012`) or its name (`missing-colon`), in any case.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let found = Self::ALL
            .iter()
            .find(|code| code.as_str().eq_ignore_ascii_case(text) || code.name().eq_ignore_ascii_case(text));
        found
            .copied()
            .ok_or(ParseNameError::new("no finding has this code or name"))
    }
}
