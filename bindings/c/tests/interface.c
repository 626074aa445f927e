/* Every function of the interface, with good arguments and with bad ones. Also compiled as C++. */
#include <robots_exclusion.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

#define OK(call) CHECK((call) == ROBOTS_STATUS_OK)
#define INVALID(call) CHECK((call) == ROBOTS_STATUS_INVALID_ARGUMENT)

#define BODY                                                                   \
    "User-agent: *\nDisallow: /private/\nAllow: /private/press/\nCrawl-delay: 1.5\n\n" \
    "User-agent: Googlebot\nDisallow: /g\n\n"                                  \
    "Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml\n"

static const robots_str NONE = {NULL, 0};
/* A text that cannot be: no data, and yet some of it. */
static const robots_str BROKEN = {NULL, 1};
/* Longer than any object; the data is not looked at. */
static const robots_str ENDLESS = {"", SIZE_MAX};

static robots_str str(const char *text) { return robots_cstr(text); }

static int equals(robots_str text, const char *expected) {
    return text.data != NULL && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static robots_agents *agents_of(const char *token) {
    robots_agents *agents;
    OK(robots_agents_one(str(token), &agents));
    return agents;
}

static robots_rules *rules_of(const char *body, const char *token) {
    robots_agents *agents = agents_of(token);
    robots_rules *rules;
    OK(robots_rules_parse(str(body), agents, NULL, &rules));
    robots_agents_free(agents);
    return rules;
}

static void versions(void) {
    char expected[40];
    snprintf(expected, sizeof expected, "%d.%d.%d", ROBOTS_VERSION_MAJOR, ROBOTS_VERSION_MINOR, ROBOTS_VERSION_PATCH);
    CHECK(strcmp(robots_version(), expected) == 0);
    CHECK(robots_version_number() == ROBOTS_VERSION_NUMBER);
}

static void texts(void) {
    char letters[] = {'a', 'b', 'c'};
    robots_str text;
    CHECK(equals(robots_cstr("abc"), "abc"));
    CHECK(equals(robots_cstr(""), ""));
    CHECK(equals(robots_cstr(" a\n"), " a\n"));
    text = robots_cstr(NULL);
    CHECK(text.data == NULL && text.len == 0);
    /* No NUL is needed, and NULs are bytes as any other. */
    text.data = letters;
    text.len = sizeof letters;
    CHECK(robots_is_allowed(text, text, str("/")));
    text.data = "/a\0b";
    text.len = 4;
    {
        robots_rules *rules = rules_of("User-agent: *\nDisallow: /a%00b\n", "FooBot");
        CHECK(!robots_rules_is_allowed(rules, text));
        text.len = 2;
        CHECK(robots_rules_is_allowed(rules, text));
        robots_rules_free(rules);
    }
}

static void status_messages(void) {
    static const struct {
        robots_status status;
        const char *part;
    } table[] = {
        {ROBOTS_STATUS_OK, "success"},
        {ROBOTS_STATUS_INVALID_ARGUMENT, "NULL"},
        {ROBOTS_STATUS_UNKNOWN_DIALECT, "dialect"},
        {ROBOTS_STATUS_UNKNOWN_AGENT, "well-known crawler"},
        {ROBOTS_STATUS_FOREIGN_BYTES, "not the bytes"},
        {ROBOTS_STATUS_OTHER_FORMAT_VERSION, "another version"},
        {ROBOTS_STATUS_CORRUPT_BYTES, "cut or changed"},
        {ROBOTS_STATUS_INTERNAL_ERROR, "a bug"},
        {ROBOTS_STATUS_NOT_A_SITE, "URL of a site"},
        {ROBOTS_STATUS_AGENT_IS_URL, "the crawler is a URL"},
        {ROBOTS_STATUS_NOT_A_URL, "neither"},
    };
    size_t i;
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        CHECK(table[i].status == (robots_status)i);
        CHECK(strstr(robots_status_message(table[i].status), table[i].part) != NULL);
    }
    CHECK(strcmp(robots_status_message((robots_status)i), robots_status_message((robots_status)-1)) == 0);
    CHECK(strcmp(robots_status_message(ROBOTS_STATUS_OK), "success") == 0);
    CHECK(strcmp(robots_status_message((robots_status)-1), robots_status_message((robots_status)12345)) == 0);
    CHECK(strcmp(robots_status_message((robots_status)-1), robots_status_message(ROBOTS_STATUS_INTERNAL_ERROR)) != 0);
}

static void options(void) {
    robots_options *options;
    robots_rules *rules;
    robots_txt *robots;
    robots_agents *agents = agents_of("FooBot");
    robots_str name;
    size_t count = 0;
    int found_google = 0;
    const robots_str typo = str("user agent: *\ndisalow: /x\n");
    const robots_str utf16 = {"\xFF\xFE" "U\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0\n\0D\0i\0s\0a\0l\0l\0o\0w\0:\0/\0", 48};

    while (robots_dialect_name(count, &name)) {
        OK(robots_options_new(&options));
        OK(robots_options_set_dialect(options, name));
        found_google |= equals(name, "google");
        robots_options_free(options);
        count++;
    }
    CHECK(count >= 9 && found_google);
    CHECK(!robots_dialect_name(SIZE_MAX, &name));
    CHECK(!robots_dialect_name(0, NULL));

    OK(robots_options_new(&options));
    OK(robots_rules_parse(typo, agents, options, &rules));
    CHECK(robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);
    OK(robots_options_set_dialect(options, str("google")));
    CHECK(robots_options_set_dialect(options, str("altavista")) == ROBOTS_STATUS_UNKNOWN_DIALECT);
    CHECK(robots_options_set_dialect(options, NONE) == ROBOTS_STATUS_UNKNOWN_DIALECT);
    OK(robots_rules_parse(typo, agents, options, &rules));
    CHECK(!robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);

    OK(robots_options_set_max_bytes(options, 20));
    OK(robots_txt_parse(typo, options, &robots));
    CHECK(robots_txt_is_truncated(robots));
    CHECK(robots_txt_is_allowed(robots, agents, str("/x")));
    robots_txt_free(robots);
    /* As many bytes as the file has are the whole file; one less are not. */
    OK(robots_options_set_max_bytes(options, typo.len));
    OK(robots_txt_parse(typo, options, &robots));
    CHECK(!robots_txt_is_truncated(robots));
    robots_txt_free(robots);
    OK(robots_options_set_max_bytes(options, typo.len - 1));
    OK(robots_txt_parse(typo, options, &robots));
    CHECK(robots_txt_is_truncated(robots));
    robots_txt_free(robots);
    OK(robots_options_set_max_bytes(options, SIZE_MAX));
    OK(robots_txt_parse(typo, options, &robots));
    CHECK(!robots_txt_is_truncated(robots));
    robots_txt_free(robots);

    OK(robots_rules_parse(utf16, agents, options, &rules));
    CHECK(robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);
    OK(robots_options_set_transcode_utf16(options, true));
    OK(robots_rules_parse(utf16, agents, options, &rules));
    CHECK(!robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);
    OK(robots_options_set_transcode_utf16(options, false));
    OK(robots_rules_parse(utf16, agents, options, &rules));
    CHECK(robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);

    INVALID(robots_options_new(NULL));
    INVALID(robots_options_set_dialect(NULL, str("google")));
    INVALID(robots_options_set_dialect(options, BROKEN));
    INVALID(robots_options_set_max_bytes(NULL, 1));
    INVALID(robots_options_set_transcode_utf16(NULL, true));
    robots_options_free(options);
    robots_options_free(NULL);
    robots_agents_free(agents);
}

static void crawlers(void) {
    robots_str tokens[2];
    robots_agents *agents;
    robots_txt *robots;
    OK(robots_txt_parse(str(BODY), NULL, &robots));

    /* A token stays as it is written. */
    tokens[0] = str(" FooBot/2 ");
    OK(robots_agents_new(tokens, 1, &agents));
    CHECK(robots_agents_token(agents, 0, &tokens[1]) && equals(tokens[1], " FooBot/2 "));
    CHECK(equals(robots_agents_name(agents), " FooBot/2 "));
    robots_agents_free(agents);

    tokens[0] = str("FooBot");
    tokens[1] = str("googlebot");
    OK(robots_agents_new(tokens, 2, &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/g")));
    CHECK(robots_txt_is_allowed(robots, agents, str("/private/")));
    robots_agents_free(agents);

    OK(robots_agents_new(tokens, 1, &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/private/")));
    OK(robots_agents_set_star(agents, false));
    CHECK(robots_txt_is_allowed(robots, agents, str("/private/")));
    robots_agents_free(agents);

    /* The first token has a group and decides, unless groups are merged. */
    tokens[0] = str("a");
    tokens[1] = str("b");
    {
        const robots_str body = str("User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n");
        robots_verdict *verdict;
        OK(robots_agents_new(tokens, 2, &agents));
        OK(robots_check(body, agents, str("/b"), NULL, &verdict));
        CHECK(robots_verdict_is_allowed(verdict));
        robots_verdict_free(verdict);
        OK(robots_agents_set_merged(agents, true));
        OK(robots_check(body, agents, str("/b"), NULL, &verdict));
        CHECK(!robots_verdict_is_allowed(verdict));
        robots_verdict_free(verdict);
        OK(robots_agents_set_merged(agents, false));
        OK(robots_check(body, agents, str("/b"), NULL, &verdict));
        CHECK(robots_verdict_is_allowed(verdict));
        robots_verdict_free(verdict);
        robots_agents_free(agents);
    }

    /* bingbot alone takes the delay of the group for * where its own has none, however it is found. */
    {
        const robots_str body = str("User-agent: bingbot\nUser-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 7\n");
        robots_rules *rules;
        double seconds;
        size_t way;
        for (way = 0; way < 6; way++) {
            const robots_str token = str("bingbot");
            switch (way) {
            case 0: OK(robots_agents_resolve(str("bingbot"), &agents)); break;
            case 1: OK(robots_agents_known(str("bingbot"), &agents)); break;
            case 2: OK(robots_agents_from_header(str("Mozilla/5.0 (compatible; bingbot/2.0)"), &agents)); break;
            case 3: OK(robots_agents_one(token, &agents)); break;
            case 4: OK(robots_agents_new(&token, 1, &agents)); break;
            default: OK(robots_agents_resolve(str("FooBot"), &agents)); break;
            }
            OK(robots_rules_parse(body, agents, NULL, &rules));
            seconds = 0;
            CHECK(robots_rules_crawl_delay(rules, &seconds) == (way < 3));
            CHECK(seconds == (way < 3 ? 7 : 0));
            robots_rules_free(rules);
            robots_agents_free(agents);
        }
    }

    /* Without a name, the groups of * apply. No name at all is a mistake. */
    CHECK(robots_agents_new(NULL, 0, &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    CHECK(robots_agents_resolve_list(NULL, 0, &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    OK(robots_agents_resolve(str("*"), &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/private/")));
    robots_agents_free(agents);

    OK(robots_agents_known(str("googlebot-image"), &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/g")));
    robots_agents_free(agents);
    OK(robots_agents_known(str("AdsBot-Google"), &agents));
    CHECK(robots_txt_is_allowed(robots, agents, str("/private/")));
    robots_agents_free(agents);
    CHECK(robots_agents_known(str("FooBot"), &agents) == ROBOTS_STATUS_UNKNOWN_AGENT);
    CHECK(agents == NULL);

    OK(robots_agents_from_header(str("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"), &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/g")));
    robots_agents_free(agents);
    OK(robots_agents_resolve(str("adsbot-google"), &agents));
    CHECK(robots_txt_is_allowed(robots, agents, str("/private/")));
    CHECK(equals(robots_agents_name(agents), "AdsBot-Google") && !robots_agents_obeys_star(agents));
    OK(robots_agents_set_star(agents, true));
    CHECK(robots_agents_obeys_star(agents));
    robots_agents_free(agents);
    OK(robots_agents_one(str("Googlebot-Image"), &agents));
    CHECK(robots_txt_is_allowed(robots, agents, str("/g")) && robots_agents_obeys_star(agents));
    CHECK(robots_agents_token(agents, 0, &tokens[0]) && equals(tokens[0], "Googlebot-Image"));
    CHECK(!robots_agents_token(agents, 1, &tokens[0]) && !robots_agents_token(agents, 0, NULL));
    CHECK(!robots_agents_token(NULL, 0, &tokens[0]) && !robots_agents_obeys_star(NULL));
    CHECK(robots_agents_name(NULL).data == NULL);
    robots_agents_free(agents);
    OK(robots_agents_resolve(str("*"), &agents));
    CHECK(equals(robots_agents_name(agents), "*") && !robots_agents_token(agents, 0, &tokens[0]));
    robots_agents_free(agents);
    INVALID(robots_agents_resolve(BROKEN, &agents));
    INVALID(robots_agents_resolve(str("a"), NULL));
    /* What is not the name of one crawler. */
    CHECK(robots_agents_resolve(NONE, &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    CHECK(robots_agents_resolve(str("FooBot, BarBot"), &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    CHECK(robots_agents_resolve(str("@all"), &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    CHECK(robots_agents_resolve(str("@nobody"), &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    CHECK(robots_agents_resolve(str("https://example.com/"), &agents) == ROBOTS_STATUS_AGENT_IS_URL && agents == NULL);
    CHECK(!robots_is_allowed(NONE, str("@all"), str("/")) && !robots_is_allowed(NONE, str("@nobody"), str("/")));
    CHECK(!robots_is_allowed(NONE, NONE, str("/")) && !robots_is_allowed(NONE, str(" "), str("/")));
    CHECK(!robots_is_allowed(NONE, str("Foo,GPTBot"), str("/")) && robots_is_allowed(NONE, str("GPTBot"), str("/")));

    /* Who may ignore robots.txt is said. */
    OK(robots_agents_resolve(str("ChatGPT-User/1.0"), &agents));
    CHECK(equals(robots_agents_obeys(agents), "may-ignore"));
    robots_agents_free(agents);
    OK(robots_agents_resolve(str("GPTBot"), &agents));
    CHECK(equals(robots_agents_obeys(agents), "always"));
    robots_agents_free(agents);
    OK(robots_agents_one(str("GPTBot"), &agents));
    CHECK(equals(robots_agents_obeys(agents), "unknown"));
    robots_agents_free(agents);
    CHECK(robots_agents_obeys(NULL).data == NULL);

    /* Each name of a list is what it is alone. */
    tokens[0] = str("FooBot");
    tokens[1] = str("Googlebot-Video");
    OK(robots_agents_resolve_list(tokens, 2, &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/g")) && robots_agents_obeys_star(agents));
    CHECK(robots_agents_token(agents, 2, &tokens[0]) && equals(tokens[0], "Googlebot"));
    CHECK(equals(robots_agents_dialect(agents), "rfc9309"));
    robots_agents_free(agents);
    tokens[0] = str("AdsBot-Google");
    OK(robots_agents_resolve_list(tokens, 1, &agents));
    CHECK(!robots_agents_obeys_star(agents) && equals(robots_agents_dialect(agents), "google"));
    robots_agents_free(agents);
    tokens[1] = str("@all");
    CHECK(robots_agents_resolve_list(tokens, 2, &agents) == ROBOTS_STATUS_UNKNOWN_AGENT && agents == NULL);
    tokens[1] = str("http://example.com/");
    CHECK(robots_agents_resolve_list(tokens, 2, &agents) == ROBOTS_STATUS_AGENT_IS_URL && agents == NULL);
    tokens[1] = BROKEN;
    INVALID(robots_agents_resolve_list(tokens, 2, &agents));
    INVALID(robots_agents_resolve_list(NULL, 1, &agents));
    INVALID(robots_agents_resolve_list(tokens, 1, NULL));
    OK(robots_agents_resolve(str("Googlebot-Image"), &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/g")));
    robots_agents_free(agents);
    OK(robots_agents_from_header(NONE, &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/private/")));
    robots_agents_free(agents);

    OK(robots_agents_one(str("*"), &agents));
    CHECK(!robots_agents_token(agents, 0, &tokens[0]) && equals(robots_agents_name(agents), "*"));
    robots_agents_free(agents);

    /* Bytes that are not UTF-8 are a token. */
    OK(robots_agents_one(str("\xFF\xFE"), &agents));
    CHECK(!robots_txt_is_allowed(robots, agents, str("/private/")));

    /* What it held lived as long as the crawler it came from. */
    tokens[0] = str("FooBot");
    tokens[1] = BROKEN;
    INVALID(robots_agents_new(tokens, 2, NULL));
    robots_agents_free(agents);
    INVALID(robots_agents_new(tokens, 2, &agents));
    CHECK(agents == NULL);
    INVALID(robots_agents_new(NULL, 1, &agents));
    INVALID(robots_agents_new(tokens, SIZE_MAX / 4, &agents));
    INVALID(robots_agents_one(BROKEN, &agents));
    INVALID(robots_agents_one(str("a"), NULL));
    INVALID(robots_agents_known(BROKEN, &agents));
    INVALID(robots_agents_from_header(BROKEN, &agents));
    INVALID(robots_agents_set_star(NULL, true));
    INVALID(robots_agents_set_merged(NULL, true));
    robots_agents_free(NULL);
    robots_txt_free(robots);
}

/* One rule, as a file and as compiled rules cite it: dialect, line, URL, key and pattern as written, and both in canonical form. */
/* A blank line ends a group of Yandex and Baidu, so that /x is closed to all others. */
static void dialects_of_crawlers(void) {
    static const struct {
        robots_status (*make)(robots_str, robots_agents **);
        const char *written, *dialect;
        bool is_open;
    } table[] = {
        {robots_agents_resolve, "FooBot", "rfc9309", false},
        {robots_agents_resolve, "Googlebot", "google", false},
        {robots_agents_resolve, "bingbot", "rfc9309", false},
        {robots_agents_resolve, "YandexBot", "yandex", true},
        {robots_agents_resolve, "yandexbot/3.0", "yandex", true},
        {robots_agents_resolve, "YandexMobileBot", "yandex", true},
        {robots_agents_resolve, "Baiduspider", "baidu", true},
        {robots_agents_resolve, "*", "rfc9309", false},
        {robots_agents_known, "Baiduspider", "baidu", true},
        {robots_agents_from_header, "Mozilla/5.0 (compatible; YandexBot/3.0)", "yandex", true},
        {robots_agents_one, "YandexBot", "rfc9309", false},
    };
    robots_str body = str("User-agent: *\n\nDisallow: /x\n"), url = str("/x"), name;
    robots_options *chosen;
    robots_txt *own, *alike;
    robots_agents *agents;
    size_t i;
    OK(robots_options_new(&chosen));
    OK(robots_options_set_max_bytes(chosen, 1000));
    /* Options without a dialect are like none. */
    OK(robots_txt_parse(body, chosen, &own));
    OK(robots_options_set_dialect(chosen, str("yandex")));
    OK(robots_txt_parse(body, chosen, &alike));
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_rules *rules;
        robots_verdict *verdict;
        bool is_open = table[i].is_open;
        OK(table[i].make(str(table[i].written), &agents));
        CHECK(equals(robots_agents_dialect(agents), table[i].dialect));
        OK(robots_check(body, agents, url, NULL, &verdict));
        CHECK(robots_verdict_is_allowed(verdict) == is_open);
        robots_verdict_free(verdict);
        OK(robots_txt_check(own, agents, url, &verdict));
        CHECK(robots_verdict_is_allowed(verdict) == is_open);
        robots_verdict_free(verdict);
        OK(robots_txt_explain(own, agents, url, &verdict));
        CHECK(robots_verdict_is_allowed(verdict) == is_open);
        robots_verdict_free(verdict);
        CHECK(robots_txt_is_allowed(own, agents, url) == is_open);
        OK(robots_txt_rules_for(own, agents, &rules));
        CHECK(robots_rules_is_allowed(rules, url) == is_open);
        robots_rules_free(rules);
        OK(robots_rules_parse(body, agents, NULL, &rules));
        CHECK(robots_rules_is_allowed(rules, url) == is_open);
        robots_rules_free(rules);
        if (table[i].make == robots_agents_resolve) {
            CHECK(robots_is_allowed(body, str(table[i].written), url) == is_open);
        }
        /* What the options say is so for every crawler. */
        CHECK(robots_txt_is_allowed(alike, agents, url));
        OK(robots_rules_parse(body, agents, chosen, &rules));
        CHECK(robots_rules_is_allowed(rules, url));
        robots_rules_free(rules);
        robots_agents_free(agents);
    }
    name = str("YandexBot");
    OK(robots_agents_new(&name, 1, &agents));
    CHECK(equals(robots_agents_dialect(agents), "rfc9309"));
    CHECK(!robots_txt_is_allowed(own, agents, url));
    robots_agents_free(agents);
    CHECK(robots_agents_dialect(NULL).data == NULL);
    robots_txt_free(own);
    robots_txt_free(alike);
    robots_options_free(chosen);
}

static void cited(const char *dialect, const char *line, const char *url, const char *const written[2], const char *const canonical[2]) {
    robots_agents *agents = agents_of("FooBot");
    robots_options *options;
    robots_txt *robots;
    robots_rules *rules, *restored;
    robots_verdict *verdict;
    robots_rule rule;
    char *bytes, *body = (char *)malloc(strlen(line) + 100);
    robots_str kept;
    int asked;
    CHECK(body != NULL);
    sprintf(body, "User-agent: *\n%s\nDisallow: /other\n", line);
    OK(robots_options_new(&options));
    OK(robots_options_set_dialect(options, str(dialect)));
    OK(robots_txt_parse(str(body), options, &robots));
    OK(robots_txt_rules_for(robots, agents, &rules));
    kept.len = robots_rules_to_bytes(rules, NULL, 0);
    CHECK(kept.len > 0 && (bytes = (char *)malloc(kept.len)) != NULL);
    CHECK(robots_rules_to_bytes(rules, bytes, kept.len) == kept.len);
    kept.data = bytes;
    OK(robots_rules_from_bytes(kept, &restored));
    for (asked = 0; asked < 5; asked++) {
        const char *const *expected = asked < 3 ? written : canonical;
        switch (asked) {
        case 0: OK(robots_txt_check(robots, agents, str(url), &verdict)); break;
        case 1: OK(robots_txt_explain(robots, agents, str(url), &verdict)); break;
        case 2: OK(robots_check(str(body), agents, str(url), options, &verdict)); break;
        case 3: OK(robots_rules_check(rules, str(url), &verdict)); break;
        default: OK(robots_rules_check(restored, str(url), &verdict)); break;
        }
        CHECK(robots_verdict_rule(verdict, 0, &rule) && rule.line == 2);
        CHECK(equals(rule.key, expected[0]) && equals(rule.pattern, expected[1]));
        robots_verdict_free(verdict);
    }
    robots_rules_free(restored);
    robots_rules_free(rules);
    robots_txt_free(robots);
    robots_options_free(options);
    robots_agents_free(agents);
    free(bytes);
    free(body);
}

static void citations(void) {
    static const char *const table[][7] = {
        {"lenient", "Disalow: /zz", "/zz", "Disalow", "/zz", "Disallow", "/zz"},
        {"lenient", "disallow /%7Ez # why", "/~z", "disallow", "/%7Ez", "Disallow", "/~z"},
        {"rfc9309", "  ALLOW\t:/\xC3\xA9*$", "/%C3%A9", "ALLOW", "/\xC3\xA9*$", "Allow", "/%C3%A9*$"},
        {"revisited", "Disallow: /x /%79 /y", "/y", "Disallow", "/%79", "Disallow", "/y"},
        {"revisited", "disallow: /x /%79 /y/%7A", "/y/z", "disallow", "/y/%7A", "Disallow", "/y/z"},
    };
    size_t i;
    char *pattern = (char *)malloc(5002), *line = (char *)malloc(5100);
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        cited(table[i][0], table[i][1], table[i][2], &table[i][3], &table[i][5]);
    }
    /* None is cut. */
    CHECK(pattern != NULL && line != NULL);
    memset(pattern, 'x', 5001);
    pattern[0] = '/';
    pattern[5001] = '\0';
    sprintf(line, "disallow: %s", pattern);
    {
        const char *written[2], *canonical[2];
        written[0] = "disallow";
        canonical[0] = "Disallow";
        written[1] = canonical[1] = pattern;
        cited("rfc9309", line, pattern, written, canonical);
    }
    free(line);
    free(pattern);
}

static void files(void) {
    robots_agents *agents = agents_of("FooBot");
    robots_agents *google = agents_of("Googlebot");
    robots_txt *robots;
    robots_rules *rules;
    robots_verdict *verdict;
    robots_rule rule;
    robots_str url;
    double seconds;
    char *body = (char *)malloc(sizeof BODY - 1);
    robots_str text;
    CHECK(body != NULL);
    memcpy(body, BODY, sizeof BODY - 1);
    text.data = body;
    text.len = sizeof BODY - 1;
    OK(robots_txt_parse(text, NULL, &robots));
    /* The file was copied. */
    memset(body, 'x', text.len);
    free(body);

    CHECK(robots_txt_is_allowed(robots, agents, str("https://example.com/private/press/1")));
    CHECK(!robots_txt_is_allowed(robots, agents, str("https://example.com/private/1")));
    CHECK(robots_txt_sitemap(robots, 1, &url) && equals(url, "https://example.com/2.xml"));
    CHECK(robots_txt_sitemap(robots, 0, &url) && equals(url, "https://example.com/1.xml"));
    CHECK(!robots_txt_sitemap(robots, 2, &url));
    CHECK(!robots_txt_sitemap(robots, SIZE_MAX, &url));
    CHECK(robots_txt_crawl_delay(robots, agents, &seconds) && seconds == 1.5);
    CHECK(!robots_txt_crawl_delay(robots, google, &seconds));

    OK(robots_txt_check(robots, agents, str("/private/press/1"), &verdict));
    CHECK(robots_verdict_rule(verdict, 0, &rule));
    CHECK(!robots_verdict_rule(verdict, 1, &rule));
    robots_verdict_free(verdict);

    OK(robots_txt_explain(robots, agents, str("/private/press/1"), &verdict));
    OK(robots_txt_rules_for(robots, google, &rules));
    INVALID(robots_txt_explain(NULL, agents, str("/"), NULL));

    /* Verdicts and rules do not need the file. */
    robots_txt_free(robots);
    CHECK(robots_verdict_rule(verdict, 0, &rule));
    CHECK(equals(rule.pattern, "/private/press/") && rule.line == 3);
    CHECK(rule.kind == ROBOTS_RULE_KIND_ALLOW && rule.lost_by == ROBOTS_LOST_BY_NOTHING);
    CHECK(robots_verdict_rule(verdict, 1, &rule));
    CHECK(equals(rule.pattern, "/private/") && rule.line == 2);
    CHECK(rule.kind == ROBOTS_RULE_KIND_DISALLOW && rule.lost_by == ROBOTS_LOST_BY_LENGTH);
    CHECK(!robots_verdict_rule(verdict, 2, &rule));
    CHECK(!robots_verdict_rule(verdict, SIZE_MAX, &rule));
    robots_verdict_free(verdict);
    CHECK(!robots_rules_is_allowed(rules, str("/g")));
    robots_rules_free(rules);

    OK(robots_txt_parse(NONE, NULL, &robots));
    CHECK(robots_txt_is_allowed(robots, agents, str("/")));
    CHECK(!robots_txt_sitemap(robots, 0, &url));
    CHECK(!robots_txt_sitemap(robots, 0, NULL));
    CHECK(!robots_txt_sitemap(NULL, 0, &url));
    CHECK(!robots_txt_is_allowed(NULL, agents, str("/")));
    CHECK(!robots_txt_is_allowed(robots, NULL, str("/")));
    CHECK(!robots_txt_is_allowed(robots, agents, BROKEN));
    CHECK(!robots_txt_is_allowed(robots, agents, ENDLESS));
    CHECK(!robots_txt_is_truncated(NULL));
    CHECK(!robots_txt_crawl_delay(NULL, agents, &seconds));
    CHECK(!robots_txt_crawl_delay(robots, NULL, &seconds));
    CHECK(!robots_txt_crawl_delay(robots, agents, NULL));
    INVALID(robots_txt_parse(BROKEN, NULL, NULL));
    INVALID(robots_txt_check(robots, NULL, str("/"), &verdict));
    CHECK(verdict == NULL);
    INVALID(robots_txt_check(robots, agents, BROKEN, &verdict));
    INVALID(robots_txt_check(robots, agents, str("/"), NULL));
    INVALID(robots_txt_explain(robots, agents, BROKEN, &verdict));
    INVALID(robots_txt_rules_for(robots, NULL, &rules));
    CHECK(rules == NULL);
    robots_txt_free(robots);
    INVALID(robots_txt_parse(ENDLESS, NULL, &robots));
    CHECK(robots == NULL);
    robots_txt_free(NULL);
    robots_agents_free(google);
    robots_agents_free(agents);
}

/* Every rule that matches, in order, and why it lost. */
static void explanations(void) {
    static const struct {
        uint32_t line;
        robots_lost_by lost_by;
        robots_rule_kind kind;
    } expected[] = {{4, ROBOTS_LOST_BY_NOTHING, ROBOTS_RULE_KIND_ALLOW},
                    {5, ROBOTS_LOST_BY_ORDER, ROBOTS_RULE_KIND_ALLOW},
                    {3, ROBOTS_LOST_BY_KIND, ROBOTS_RULE_KIND_DISALLOW},
                    {2, ROBOTS_LOST_BY_LENGTH, ROBOTS_RULE_KIND_DISALLOW}};
    robots_agents *agents = agents_of("FooBot");
    robots_txt *robots;
    robots_verdict *verdict;
    robots_rule rule;
    size_t i;
    OK(robots_txt_parse(str("User-agent: *\nDisallow: /\nDisallow: /a\nAllow: /a\nAllow: /a\n"), NULL, &robots));
    OK(robots_txt_explain(robots, agents, str("/a"), &verdict));
    for (i = 0; i < sizeof expected / sizeof *expected; i++) {
        CHECK(robots_verdict_rule(verdict, i, &rule));
        CHECK(rule.line == expected[i].line && rule.lost_by == expected[i].lost_by && rule.kind == expected[i].kind);
        CHECK(equals(rule.key, rule.kind == ROBOTS_RULE_KIND_ALLOW ? "Allow" : "Disallow"));
    }
    CHECK(!robots_verdict_rule(verdict, i, &rule));
    CHECK(robots_verdict_is_allowed(verdict));
    robots_verdict_free(verdict);
    robots_txt_free(robots);
    robots_agents_free(agents);
}

/* What a file says besides rules. */
static void extensions(void) {
    static const char body[] = "User-agent: FooBot\nUser-agent: BarBot\ndisallow: /%61\nAllow: /b\nRequest-rate: 1/10\n"
                               "Request-rate: 2/1m 2200-0559\nVisit-time: 0100-0545\n\nUser-agent: *\nDisallow:\n\n"
                               "Host: https://www.example.com\nHost: example.com\nClean-param: ref /\n";
    static const char dirty[] = "https://example.com/a?ref=1&b=2";
    static const char clean[] = "https://example.com/a?b=2";
    robots_agents *agents = agents_of("FooBot");
    robots_rules *rules = rules_of(body, "BarBot");
    robots_txt *robots;
    robots_rule rule;
    robots_str text;
    robots_request_rate rate;
    robots_time_window window;
    char room[sizeof dirty];
    OK(robots_txt_parse(str(body), NULL, &robots));

    CHECK(robots_txt_group_line(robots, 0) == 1 && robots_txt_group_line(robots, 1) == 9);
    CHECK(robots_txt_group_line(robots, 2) == 0 && robots_txt_group_line(robots, SIZE_MAX) == 0);
    CHECK(robots_txt_group_agent(robots, 0, 0, &text) && equals(text, "FooBot"));
    CHECK(robots_txt_group_agent(robots, 0, 1, &text) && equals(text, "BarBot"));
    CHECK(robots_txt_group_agent(robots, 1, 0, &text) && equals(text, "*"));
    CHECK(!robots_txt_group_agent(robots, 0, 2, &text) && !robots_txt_group_agent(robots, 2, 0, &text));
    CHECK(robots_txt_group_rule(robots, 0, 0, &rule));
    CHECK(equals(rule.key, "disallow") && equals(rule.pattern, "/%61") && rule.line == 3);
    CHECK(rule.kind == ROBOTS_RULE_KIND_DISALLOW && rule.lost_by == ROBOTS_LOST_BY_NOTHING);
    CHECK(robots_txt_group_rule(robots, 0, 1, &rule) && equals(rule.pattern, "/b") && rule.kind == ROBOTS_RULE_KIND_ALLOW);
    CHECK(!robots_txt_group_rule(robots, 0, 2, &rule) && !robots_txt_group_rule(robots, 2, 0, &rule));
    CHECK(robots_txt_host(robots, 0, &text) && equals(text, "https://www.example.com"));
    CHECK(robots_txt_host(robots, 1, &text) && equals(text, "example.com") && !robots_txt_host(robots, 2, &text));

    CHECK(robots_txt_clean_url(robots, str(dirty), room, sizeof room) == sizeof clean - 1);
    CHECK(memcmp(room, clean, sizeof clean - 1) == 0);
    memset(room, 'x', sizeof room);
    CHECK(robots_txt_clean_url(robots, str(dirty), room, sizeof clean - 2) == sizeof clean - 1 && room[0] == 'x');
    CHECK(robots_txt_clean_url(robots, str(dirty), room, sizeof clean - 1) == sizeof clean - 1 && room[0] == 'h');
    CHECK(robots_txt_clean_url(robots, str(dirty), NULL, 0) == sizeof clean - 1);
    CHECK(robots_txt_clean_url(robots, str("/\xff?ref=1"), room, sizeof room) == 8 && room[1] == '\xff');

    CHECK(robots_rules_request_rate(rules, 0, &rate) && rate.documents == 1 && rate.seconds == 10);
    CHECK(rate.window.first_minute == 0 && rate.window.last_minute == 1439);
    CHECK(robots_rules_request_rate(rules, 1, &rate) && rate.documents == 2 && rate.seconds == 60);
    CHECK(rate.window.first_minute == 22 * 60 && rate.window.last_minute == 5 * 60 + 59);
    CHECK(!robots_rules_request_rate(rules, 2, &rate));
    CHECK(robots_rules_visit_time(rules, 0, &window) && window.first_minute == 60 && window.last_minute == 5 * 60 + 45);
    CHECK(!robots_rules_visit_time(rules, 1, &window));

    CHECK(robots_txt_group_line(NULL, 0) == 0);
    CHECK(!robots_txt_group_agent(NULL, 0, 0, &text) && !robots_txt_group_agent(robots, 0, 0, NULL));
    CHECK(!robots_txt_group_rule(NULL, 0, 0, &rule) && !robots_txt_group_rule(robots, 0, 0, NULL));
    CHECK(!robots_txt_host(NULL, 0, &text) && !robots_txt_host(robots, 0, NULL));
    CHECK(robots_txt_clean_url(NULL, str(dirty), room, sizeof room) == 0);
    CHECK(robots_txt_clean_url(robots, BROKEN, room, sizeof room) == 0);
    CHECK(robots_txt_clean_url(robots, str(dirty), NULL, 1) == 0);
    CHECK(!robots_rules_request_rate(NULL, 0, &rate) && !robots_rules_request_rate(rules, 0, NULL));
    CHECK(!robots_rules_visit_time(NULL, 0, &window) && !robots_rules_visit_time(rules, 0, NULL));
    robots_txt_free(robots);
    robots_rules_free(rules);
    robots_agents_free(agents);
}

/* Every line of a file, of whatever kind. */
static void lines(void) {
    static const char body[] = "user-agent: FooBot # us\n\n# only this\nDisalow: /\xc3\xa9\r\nX-Own:\nnonsense\nDisallow: /x";
    static const struct {
        const char *kind, *key, *value, *comment, *text;
    } expected[] = {
        {"User-agent", "user-agent", "FooBot", "# us", "user-agent: FooBot # us"},
        {"blank", NULL, NULL, NULL, ""},
        {"comment", NULL, NULL, "# only this", "# only this"},
        {"unknown", "Disalow", "/\xc3\xa9", NULL, "Disalow: /\xc3\xa9"},
        {"unknown", "X-Own", "", NULL, "X-Own:"},
        {"no-key", NULL, NULL, NULL, "nonsense"},
        {"Disallow", "Disallow", "/x", NULL, "Disallow: /x"},
    };
    const size_t count = sizeof expected / sizeof *expected;
    robots_options *lenient;
    robots_txt *robots;
    robots_line line;
    size_t i;
    OK(robots_txt_parse(str(body), NULL, &robots));
    for (i = 0; i < count; i++) {
        CHECK(robots_txt_line(robots, i, &line) && line.line == i + 1);
        CHECK(equals(line.kind, expected[i].kind) && equals(line.text, expected[i].text));
        CHECK(expected[i].key == NULL ? line.key.data == NULL && line.value.data == NULL
                                      : equals(line.key, expected[i].key) && equals(line.value, expected[i].value));
        CHECK(expected[i].comment == NULL ? line.comment.data == NULL : equals(line.comment, expected[i].comment));
    }
    CHECK(!robots_txt_line(robots, count, &line) && !robots_txt_line(robots, SIZE_MAX, &line));
    CHECK(!robots_txt_line(NULL, 0, &line) && !robots_txt_line(robots, 0, NULL));
    robots_txt_free(robots);

    OK(robots_options_new(&lenient));
    OK(robots_options_set_dialect(lenient, str("lenient")));
    OK(robots_txt_parse(str(body), lenient, &robots));
    CHECK(robots_txt_line(robots, 3, &line) && equals(line.kind, "Disallow") && equals(line.key, "Disalow"));
    robots_txt_free(robots);
    robots_options_free(lenient);

    OK(robots_txt_parse(NONE, NULL, &robots));
    CHECK(!robots_txt_line(robots, 0, &line));
    robots_txt_free(robots);
}

/* What a file says about the use of content. */
static void signals(void) {
    static const char body[] = "Content-Signal: ai-train=no, Search=yes, use=reference, ai-train=yes\n"
                               "License: https://example.com/license.xml\n\n"
                               "User-agent: FooBot\nContent-Usage: /open/ train-ai=y\nContent-Usage: train-ai=n\nDisallow: /x\n\n"
                               "User-agent: BarBot\nContent-Signal: ai-input=no\nLicense: https://example.com/bar.xml\n"
                               "License: /relative\nLicense: https://example.com/2.xml\nDisallow: /x\n";
    static const char *const names[] = {"ai-train", "search", "use"};
    static const char *const values[] = {"no", "yes", "reference"};
    robots_rules *foo = rules_of(body, "FooBot");
    robots_rules *bar = rules_of(body, "BarBot");
    robots_rules *none;
    robots_content_signal signal;
    robots_content_usage usage;
    robots_str url;
    robots_txt *robots;
    size_t i;
    OK(robots_rules_allow_all(&none));
    for (i = 0; i < 3; i++) {
        CHECK(robots_rules_content_signal(foo, i, &signal) && equals(signal.name, names[i]) && equals(signal.value, values[i]));
    }
    CHECK(!robots_rules_content_signal(foo, 3, &signal) && !robots_rules_content_signal(foo, SIZE_MAX, &signal));
    CHECK(robots_rules_content_signal(bar, 0, &signal) && equals(signal.name, "ai-input") && !robots_rules_content_signal(bar, 1, &signal));
    CHECK(robots_rules_content_usage(foo, 0, &usage) && equals(usage.value, "/open/ train-ai=y") && usage.line == 5);
    CHECK(robots_rules_content_usage(foo, 1, &usage) && equals(usage.value, "train-ai=n") && usage.line == 6);
    CHECK(!robots_rules_content_usage(foo, 2, &usage) && !robots_rules_content_usage(bar, 0, &usage));
    CHECK(robots_rules_license(foo, 0, &url) && equals(url, "https://example.com/license.xml") && !robots_rules_license(foo, 1, &url));
    CHECK(robots_rules_license(bar, 1, &url) && equals(url, "https://example.com/2.xml") && !robots_rules_license(bar, 2, &url));
    OK(robots_txt_parse(str(body), NULL, &robots));
    CHECK(robots_txt_license(robots, 0, &url) && equals(url, "https://example.com/license.xml"));
    CHECK(robots_txt_license(robots, 2, &url) && equals(url, "https://example.com/2.xml") && !robots_txt_license(robots, 3, &url));

    CHECK(!robots_rules_content_signal(none, 0, &signal) && !robots_rules_content_usage(none, 0, &usage) && !robots_rules_license(none, 0, &url));
    CHECK(!robots_rules_content_signal(NULL, 0, &signal) && !robots_rules_content_signal(foo, 0, NULL));
    CHECK(!robots_rules_content_usage(NULL, 0, &usage) && !robots_rules_content_usage(foo, 0, NULL));
    CHECK(!robots_rules_license(NULL, 0, &url) && !robots_rules_license(foo, 0, NULL));
    CHECK(!robots_txt_license(NULL, 0, &url) && !robots_txt_license(robots, 0, NULL));
    robots_txt_free(robots);
    robots_rules_free(none);
    robots_rules_free(bar);
    robots_rules_free(foo);
}

/* A time that is no whole millisecond is rounded up, so that nobody comes too early. */
static void fractions(void) {
    robots_agents *agents = agents_of("FooBot");
    robots_crawler *crawler;
    robots_site *site;
    robots_outcome outcome;
    uint64_t until = 0;
    OK(robots_crawler_strict(agents, &crawler));
    OK(robots_site_new(str("https://example.com/"), &site));
    OK(robots_site_on_response(site, crawler, 5000, 200, NONE, str("User-agent: *\nCrawl-delay: 1.0005\n"), &outcome));
    OK(robots_site_on_page_request(site, 5000));
    CHECK(robots_site_decide(site, crawler, 5000, str("/"), &until) == ROBOTS_DECISION_WAIT_UNTIL && until == 6001);
    CHECK(robots_site_decide(site, crawler, 6000, str("/"), &until) == ROBOTS_DECISION_WAIT_UNTIL && until == 6001);
    CHECK(robots_site_decide(site, crawler, 6001, str("/"), &until) == ROBOTS_DECISION_FETCH_PAGE && until == 0);
    robots_site_free(site);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
}

/* What a crawler keeps of how it was made, and of its delay, when another setting changes: seen by a file in UTF-16, which it can read or not. */
static void settings(void) {
    enum setting { NOTHING, DIALECT, NO_DIALECT, DEFAULTS, CONVERTING, CONVERTING_IN_A_DIALECT };
    static const struct {
        bool strict;
        enum setting setting;
        bool converts;
    } table[] = {
        {false, NOTHING, true},   {true, NOTHING, false},   {false, DIALECT, true},    {true, DIALECT, false},
        {false, NO_DIALECT, true}, {true, NO_DIALECT, false}, {false, DEFAULTS, false}, {true, DEFAULTS, false},
        {true, CONVERTING, true}, {true, CONVERTING_IN_A_DIALECT, true},
    };
    const robots_str utf16 = {"\xFF\xFE" "U\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0\n\0D\0i\0s\0a\0l\0l\0o\0w\0:\0/\0", 48};
    robots_agents *agents = agents_of("FooBot");
    size_t i;
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_crawler *crawler;
        robots_options *options;
        robots_site *site;
        robots_outcome outcome;
        OK(table[i].strict ? robots_crawler_strict(agents, &crawler) : robots_crawler_polite(agents, &crawler));
        OK(robots_options_new(&options));
        OK(robots_options_set_transcode_utf16(options, true));
        OK(robots_crawler_set_default_delay(crawler, 250));
        switch (table[i].setting) {
        case NOTHING: break;
        case DIALECT: OK(robots_crawler_set_dialect(crawler, str("google"))); break;
        case NO_DIALECT: CHECK(robots_crawler_set_dialect(crawler, str("klingon")) == ROBOTS_STATUS_UNKNOWN_DIALECT); break;
        case DEFAULTS: OK(robots_crawler_set_options(crawler, NULL)); break;
        case CONVERTING_IN_A_DIALECT: OK(robots_options_set_dialect(options, str("google"))); /* fall through */
        case CONVERTING: OK(robots_crawler_set_options(crawler, options)); break;
        }
        robots_options_free(options);
        OK(robots_site_new(str("https://example.com/"), &site));
        OK(robots_site_on_response(site, crawler, 1000, 200, NONE, utf16, &outcome));
        CHECK(outcome == (table[i].converts ? ROBOTS_OUTCOME_PARSE : ROBOTS_OUTCOME_DISALLOW_ALL));
        CHECK(robots_site_next_page_at(site, crawler, 1000) == 1250);
        robots_site_free(site);
        robots_crawler_free(crawler);
    }
    robots_agents_free(agents);
}

/* What bodies mean that are as long as a download may be, and longer: a line that is cut off is left out, but not one of which only the end is. */
static void large_bodies(void) {
    enum { LIMIT = 500 * 1024 };
    static const char first[] = "User-agent: *\nDisallow: /first\n";
    static const char last[] = "\nDisallow: /last\n";
    static const struct {
        const char *dialect;
        size_t len;
        robots_outcome outcome;
        robots_decision first, last;
    } table[] = {
        {"rfc9309", LIMIT, ROBOTS_OUTCOME_PARSE, ROBOTS_DECISION_SKIP, ROBOTS_DECISION_SKIP},
        {"rfc9309", LIMIT + 1, ROBOTS_OUTCOME_PARSE, ROBOTS_DECISION_SKIP, ROBOTS_DECISION_SKIP},
        {"rfc9309", LIMIT + 2, ROBOTS_OUTCOME_PARSE, ROBOTS_DECISION_SKIP, ROBOTS_DECISION_FETCH_PAGE},
        {"yandex", LIMIT, ROBOTS_OUTCOME_PARSE, ROBOTS_DECISION_SKIP, ROBOTS_DECISION_SKIP},
        {"yandex", LIMIT + 1, ROBOTS_OUTCOME_ALLOW_ALL, ROBOTS_DECISION_FETCH_PAGE, ROBOTS_DECISION_FETCH_PAGE},
    };
    robots_agents *agents = agents_of("FooBot");
    char *body = (char *)malloc(LIMIT + 2);
    size_t i;
    CHECK(body != NULL);
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_crawler *crawler;
        robots_site *site;
        robots_outcome outcome;
        robots_str text;
        text.data = body;
        text.len = table[i].len;
        memset(body, '#', text.len);
        memcpy(body, first, sizeof first - 1);
        memcpy(body + text.len - (sizeof last - 1), last, sizeof last - 1);
        OK(robots_crawler_strict(agents, &crawler));
        OK(robots_crawler_set_dialect(crawler, str(table[i].dialect)));
        OK(robots_site_new(str("https://example.com/"), &site));
        OK(robots_site_on_response(site, crawler, 1000, 200, NONE, text, &outcome));
        CHECK(outcome == table[i].outcome);
        CHECK(robots_site_decide(site, crawler, 1000, str("/first"), NULL) == table[i].first);
        CHECK(robots_site_decide(site, crawler, 1000, str("/last"), NULL) == table[i].last);
        robots_site_free(site);
        robots_crawler_free(crawler);
    }
    free(body);
    robots_agents_free(agents);
}

/* What HTTP statuses mean, without a site. The copy is used after 30 days without a success. */
static void outcomes(void) {
    static const struct {
        const char *dialect;
        uint16_t status;
        bool has_copy;
        uint64_t failing_seconds;
        robots_outcome outcome;
    } table[] = {
        {NULL, 200, false, 0, ROBOTS_OUTCOME_PARSE},
        {NULL, 200, true, 31 * 24 * 3600, ROBOTS_OUTCOME_PARSE},
        {NULL, 304, true, 0, ROBOTS_OUTCOME_USE_COPY},
        {NULL, 404, true, 0, ROBOTS_OUTCOME_ALLOW_ALL},
        {NULL, 404, false, 0, ROBOTS_OUTCOME_ALLOW_ALL},
        {NULL, 503, true, 0, ROBOTS_OUTCOME_DISALLOW_ALL},
        {NULL, 503, true, 29 * 24 * 3600, ROBOTS_OUTCOME_DISALLOW_ALL},
        {NULL, 503, true, 31 * 24 * 3600, ROBOTS_OUTCOME_USE_COPY},
        {NULL, 0, false, 0, ROBOTS_OUTCOME_DISALLOW_ALL},
        {NULL, 0, true, 0, ROBOTS_OUTCOME_DISALLOW_ALL},
        {NULL, 0, true, 31 * 24 * 3600, ROBOTS_OUTCOME_USE_COPY},
        {NULL, 65535, false, UINT64_MAX, ROBOTS_OUTCOME_ALLOW_ALL},
        {NULL, 403, false, 0, ROBOTS_OUTCOME_ALLOW_ALL},
        {"rfc9309", 403, false, 0, ROBOTS_OUTCOME_ALLOW_ALL},
        {"draft1996", 403, false, 0, ROBOTS_OUTCOME_DISALLOW_ALL},
    };
    size_t i;
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_options *options = NULL;
        if (table[i].dialect != NULL) {
            OK(robots_options_new(&options));
            OK(robots_options_set_dialect(options, str(table[i].dialect)));
        }
        CHECK(robots_http_outcome(table[i].status, table[i].has_copy, table[i].failing_seconds, options) == table[i].outcome);
        robots_options_free(options);
    }
}

static void private_hosts(void) {
    static const char *const private_ones[] = {
        "localhost", "LocalHost", "a.localhost", "localhost.", "127.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0", "::1", "[::1]",
        "fe80::1", "[fd00::1]", "::ffff:10.0.0.1", "[::ffff:7f00:1]", "64:ff9b::a00:1",
        /* What clients take for an address: 127.0.0.1, or another host. */
        "127.1", "2130706433", "0x7f000001", "0X7F.1", "0177.0.0.1", "127.0.0.1.", "a.0x", "1.2.3.4.5", "256.256.256.256",
        "fe80::1%eth0", "[fe80::1%25eth0]", "[::1", "::1]",
        /* Not a host, or not the one that it seems to be. */
        "", ".", "a..", "example.com:80", "a@b", "http://example.com/", "example.com/", "127%2e0.0.1", "ex ample", "a\\b",
        "\xef\xbc\x91.0.0.1", "b\xc3\xbc""cher.example", "\xff"};
    static const char *const public_ones[] = {
        "example.com", "EXAMPLE.com.", "xn--bcher-kva.example", "a-b_c.example", "1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "[2606:4700:4700::1111]",
        "::ffff:8.8.8.8", "notlocalhost", "localhost.example", "127.0.0.1.example", "0xa.example", "face", "a.0b", "0x7g", "com"};
    size_t i;
    for (i = 0; i < sizeof private_ones / sizeof *private_ones; i++) {
        CHECK(robots_is_private_host(str(private_ones[i])));
    }
    for (i = 0; i < sizeof public_ones / sizeof *public_ones; i++) {
        CHECK(!robots_is_private_host(str(public_ones[i])));
    }
    CHECK(robots_is_private_host(NONE));
    {
        robots_str broken;
        broken.data = NULL;
        broken.len = 1;
        CHECK(robots_is_private_host(broken));
    }
}

static void questions(void) {
    robots_agents *agents = agents_of("FooBot");
    robots_verdict *verdict;
    robots_answer answer;
    robots_rule rule;
    CHECK(!robots_is_allowed(str(BODY), str("FooBot"), str("https://example.com/private/x")));
    CHECK(robots_is_allowed(str(BODY), str("Googlebot"), str("https://example.com/private/x")));
    CHECK(robots_is_allowed(NONE, str("*"), str("/")) && !robots_is_allowed(NONE, NONE, str("/")));
    {
        /* Bing's crawlers follow the delay of `*` beside a group of their own; a token is nothing but itself. */
        const robots_str body = str("User-agent: bingbot\nDisallow: /b\n\nUser-agent: *\nCrawl-delay: 5\n");
        const struct {
            robots_status (*make)(robots_str, robots_agents **);
            const char *written;
            bool has_delay;
        } ways[] = {
            {robots_agents_resolve, "bingbot", true},
            {robots_agents_known, "bingbot", true},
            {robots_agents_from_header, "Mozilla/5.0 (compatible; bingbot/2.0)", true},
            {robots_agents_one, "bingbot", false},
        };
        size_t i;
        for (i = 0; i < sizeof ways / sizeof *ways; i++) {
            robots_agents *bing;
            robots_rules *rules;
            double seconds = 0;
            OK(ways[i].make(str(ways[i].written), &bing));
            OK(robots_rules_parse(body, bing, NULL, &rules));
            CHECK(robots_rules_crawl_delay(rules, &seconds) == ways[i].has_delay && (seconds == 5) == ways[i].has_delay);
            robots_rules_free(rules);
            robots_agents_free(bing);
        }
    }
    /* A well-known crawler falls back to the tokens that its operator documents. */
    CHECK(!robots_is_allowed(str("User-agent: Googlebot\nDisallow: /x"), str("Applebot"), str("/x")));
    CHECK(robots_is_allowed(str("User-agent: *\nDisallow: /x"), str("AdsBot-Google"), str("/x")));
    /* Arguments that were swapped allow nothing, and robots_check says what is wrong. */
    CHECK(!robots_is_allowed(NONE, str("https://example.com/private/x"), str("FooBot")));
    CHECK(!robots_is_allowed(NONE, str("https://example.com/private/x"), str("/x")));
    CHECK(!robots_is_allowed(NONE, str("FooBot"), str("private/x")));
    CHECK(!robots_is_allowed(NONE, str("FooBot"), NONE));
    {
        robots_agents *swapped;
        CHECK(robots_agents_one(str("https://example.com/private/x"), &swapped) == ROBOTS_STATUS_AGENT_IS_URL && swapped == NULL);
        CHECK(strstr(robots_status_message(ROBOTS_STATUS_AGENT_IS_URL), "the crawler is the argument before the URL") != NULL);
        CHECK(robots_check(str(BODY), agents, str("private/x"), NULL, &verdict) == ROBOTS_STATUS_NOT_A_URL && verdict == NULL);
        CHECK(robots_check(NONE, agents, NONE, NULL, &verdict) == ROBOTS_STATUS_NOT_A_URL && verdict == NULL);
        CHECK(strstr(robots_status_message(ROBOTS_STATUS_NOT_A_URL), "put / before a path") != NULL);
    }
    {
        /* Options are those of robots_check; without a dialect, the crawler's own counts. */
        const robots_str typo = str("User-agent: *\nDisalow: /x\nDisallow: /y\n");
        robots_options *chosen;
        OK(robots_options_new(&chosen));
        CHECK(robots_is_allowed_with(typo, str("FooBot"), str("/x"), NULL) && robots_is_allowed_with(typo, str("FooBot"), str("/x"), chosen));
        CHECK(!robots_is_allowed_with(typo, str("FooBot"), str("/y"), chosen) && !robots_is_allowed_with(typo, str("Googlebot"), str("/x"), chosen));
        OK(robots_options_set_dialect(chosen, str("google")));
        CHECK(!robots_is_allowed_with(typo, str("FooBot"), str("/x"), chosen));
        OK(robots_options_set_max_bytes(chosen, 20));
        CHECK(robots_is_allowed_with(typo, str("FooBot"), str("/x"), chosen));
        CHECK(!robots_is_allowed_with(typo, str("/x"), str("FooBot"), chosen) && !robots_is_allowed_with(BROKEN, str("FooBot"), str("/"), NULL));
        robots_options_free(chosen);
    }
    CHECK(!robots_is_allowed(BROKEN, NONE, NONE));
    CHECK(!robots_is_allowed(NONE, BROKEN, NONE));
    CHECK(!robots_is_allowed(NONE, NONE, BROKEN));

    OK(robots_check(str(BODY), agents, str("/private/x"), NULL, &verdict));
    OK(robots_verdict_answer(verdict, &answer));
    CHECK(!answer.allowed && answer.reason == ROBOTS_REASON_RULE && answer.line == 2);
    CHECK(equals(robots_verdict_text(verdict), "disallowed by `Disallow: /private/` on line 2, in the group of *"));
    CHECK(robots_verdict_text(verdict).data == robots_verdict_text(verdict).data);
    CHECK(equals(robots_verdict_group(verdict), "*"));
    INVALID(robots_verdict_answer(verdict, NULL));
    CHECK(!robots_verdict_rule(verdict, 0, NULL));
    robots_verdict_free(verdict);

    OK(robots_check(str("User-agent: BarBot\nDisallow: /\n"), agents, str("/x"), NULL, &verdict));
    OK(robots_verdict_answer(verdict, &answer));
    CHECK(answer.allowed && answer.reason == ROBOTS_REASON_NO_GROUP && answer.line == 0);
    CHECK(robots_verdict_group(verdict).data == NULL);
    CHECK(!robots_verdict_rule(verdict, 0, &rule));
    robots_verdict_free(verdict);

    OK(robots_check(str("User-agent: *\nDisallow: /\n"), agents, str("/robots.txt"), NULL, &verdict));
    OK(robots_verdict_answer(verdict, &answer));
    CHECK(answer.allowed && answer.reason == ROBOTS_REASON_ROBOTS_TXT_ITSELF);
    robots_verdict_free(verdict);

    INVALID(robots_check(NONE, NULL, NONE, NULL, &verdict));
    CHECK(verdict == NULL);
    INVALID(robots_check(BROKEN, agents, NONE, NULL, &verdict));
    INVALID(robots_check(NONE, agents, str("/"), NULL, NULL));
    INVALID(robots_verdict_answer(NULL, &answer));
    CHECK(!robots_verdict_is_allowed(NULL));
    CHECK(robots_verdict_text(NULL).data == NULL);
    CHECK(robots_verdict_group(NULL).data == NULL);
    CHECK(!robots_verdict_rule(NULL, 0, &rule));
    robots_verdict_free(NULL);
    robots_agents_free(agents);

    outcomes();
    private_hosts();
}

static void compiled_rules(void) {
    robots_rules *rules = rules_of(BODY, "FooBot");
    robots_rules *all;
    robots_verdict *verdict;
    robots_answer answer;
    robots_rule rule;
    double seconds;
    CHECK(robots_rules_is_allowed(rules, str("https://example.com/private/press/1")));
    CHECK(!robots_rules_is_allowed(rules, str("https://example.com/private/1")));
    CHECK(robots_rules_is_allowed(rules, NONE));
    CHECK(robots_rules_crawl_delay(rules, &seconds) && seconds == 1.5);
    CHECK(equals(robots_rules_group(rules), "*"));
    CHECK(robots_rules_count(rules) == 2);
    CHECK(robots_rules_memory(rules) > 64 && robots_rules_memory(rules) < 2000);
    OK(robots_rules_check(rules, str("/private/1"), &verdict));
    CHECK(robots_verdict_rule(verdict, 0, &rule) && equals(rule.pattern, "/private/") && rule.line == 2);
    robots_verdict_free(verdict);

    OK(robots_rules_disallow_all(&all));
    CHECK(!robots_rules_is_allowed(all, str("/")));
    CHECK(robots_rules_is_allowed(all, str("/robots.txt")));
    OK(robots_rules_check(all, str("/"), &verdict));
    OK(robots_verdict_answer(verdict, &answer));
    CHECK(answer.reason == ROBOTS_REASON_UNREACHABLE && answer.line == 0);
    robots_verdict_free(verdict);
    CHECK(robots_rules_group(all).data == NULL);
    CHECK(!robots_rules_crawl_delay(all, &seconds));
    robots_rules_free(all);
    OK(robots_rules_allow_all(&all));
    CHECK(robots_rules_is_allowed(all, str("/")));
    CHECK(robots_rules_count(all) == 0);
    /* It takes memory without any rules. */
    CHECK(robots_rules_memory(all) >= 2 * sizeof(void *));
    /* And no less than their patterns with them. */
    CHECK(robots_rules_memory(rules) >= robots_rules_memory(all) + sizeof "/private/press/");
    robots_rules_free(all);

    CHECK(!robots_rules_is_allowed(NULL, str("/")));
    CHECK(!robots_rules_is_allowed(rules, BROKEN));
    CHECK(!robots_rules_is_allowed(rules, ENDLESS));
    CHECK(!robots_rules_crawl_delay(rules, NULL));
    CHECK(!robots_rules_crawl_delay(NULL, &seconds));
    CHECK(robots_rules_group(NULL).data == NULL);
    CHECK(robots_rules_count(NULL) == 0 && robots_rules_memory(NULL) == 0);
    INVALID(robots_rules_check(NULL, str("/"), &verdict));
    INVALID(robots_rules_check(rules, BROKEN, &verdict));
    INVALID(robots_rules_check(rules, str("/"), NULL));
    INVALID(robots_rules_parse(str(BODY), NULL, NULL, &all));
    CHECK(all == NULL);
    INVALID(robots_rules_parse(str(BODY), NULL, NULL, NULL));
    INVALID(robots_rules_allow_all(NULL));
    INVALID(robots_rules_disallow_all(NULL));
    robots_rules_free(rules);
    robots_rules_free(NULL);
}

static void batches(void) {
    robots_rules *rules = rules_of(BODY, "FooBot");
    robots_str urls[4];
    bool allowed[4];
    robots_answer answers[4];
    urls[0] = str("/");
    urls[1] = str("/private/x");
    urls[2] = str("/private/press/x");
    urls[3] = str("/robots.txt");
    OK(robots_rules_is_allowed_batch(rules, urls, 4, allowed));
    CHECK(allowed[0] && !allowed[1] && allowed[2] && allowed[3]);
    OK(robots_rules_check_batch(rules, urls, 4, answers));
    CHECK(answers[0].allowed && answers[0].reason == ROBOTS_REASON_NO_MATCHING_RULE && answers[0].line == 0);
    CHECK(!answers[1].allowed && answers[1].reason == ROBOTS_REASON_RULE && answers[1].line == 2);
    CHECK(answers[2].allowed && answers[2].reason == ROBOTS_REASON_RULE && answers[2].line == 3);
    CHECK(answers[3].allowed && answers[3].reason == ROBOTS_REASON_ROBOTS_TXT_ITSELF && answers[3].line == 0);
    OK(robots_rules_is_allowed_batch(rules, NULL, 0, NULL));
    OK(robots_rules_check_batch(rules, NULL, 0, NULL));

    INVALID(robots_rules_is_allowed_batch(NULL, urls, 4, allowed));
    INVALID(robots_rules_is_allowed_batch(rules, NULL, 4, allowed));
    INVALID(robots_rules_is_allowed_batch(rules, urls, 4, NULL));
    INVALID(robots_rules_is_allowed_batch(rules, urls, SIZE_MAX, allowed));
    INVALID(robots_rules_check_batch(NULL, urls, 4, answers));
    INVALID(robots_rules_check_batch(rules, NULL, 4, answers));
    INVALID(robots_rules_check_batch(rules, urls, 4, NULL));
    INVALID(robots_rules_check_batch(rules, urls, SIZE_MAX, answers));
    urls[1] = BROKEN;
    INVALID(robots_rules_is_allowed_batch(rules, urls, 4, allowed));
    INVALID(robots_rules_check_batch(rules, urls, 4, answers));
    robots_rules_free(rules);
}

/* What came of bytes that may be anything: rules that can be asked, or NULL. */
static int survive(const char *bytes, size_t len) {
    robots_str text;
    robots_rules *rules;
    robots_status status;
    text.data = bytes;
    text.len = len;
    status = robots_rules_from_bytes(text, &rules);
    CHECK((status == ROBOTS_STATUS_OK) == (rules != NULL));
    if (rules != NULL) {
        robots_verdict *verdict;
        robots_rules_is_allowed(rules, str("/private/x?y=z"));
        OK(robots_rules_check(rules, str("/private/x?y=z"), &verdict));
        robots_verdict_free(verdict);
    } else {
        CHECK(status == ROBOTS_STATUS_FOREIGN_BYTES || status == ROBOTS_STATUS_OTHER_FORMAT_VERSION ||
              status == ROBOTS_STATUS_CORRUPT_BYTES);
    }
    robots_rules_free(rules);
    return status == ROBOTS_STATUS_OK;
}

static void sites(void) {
    static const char *const body = "User-agent: foobot\nDisallow: /x\nCrawl-delay: 10\n";
    robots_agents *agents;
    robots_options *options;
    robots_crawler *crawler;
    robots_crawler *other;
    robots_site *site;
    robots_site *restored;
    robots_rules *rules;
    robots_outcome outcome;
    robots_str saved;
    uint64_t until;
    OK(robots_agents_resolve(str("FooBot/2.1 (+https://foo.example)"), &agents));
    OK(robots_crawler_polite(agents, &crawler));
    robots_agents_free(agents);
    OK(robots_agents_one(str("BarBot"), &agents));
    OK(robots_crawler_strict(agents, &other));
    OK(robots_site_new(str("https://Example.com:443/a"), &site));
    CHECK(equals(robots_site_origin(site), "https://example.com"));
    CHECK(equals(robots_site_request_fields(site, crawler), ""));
    CHECK(robots_site_cause(site).data == NULL && robots_site_next_fetch_at(site) == 0);
    CHECK(robots_site_decide(site, crawler, 1000, str("/x"), NULL) == ROBOTS_DECISION_FETCH_ROBOTS);
    OK(robots_site_rules(site, crawler, &rules));
    CHECK(!robots_rules_is_allowed(rules, str("/y")));
    robots_rules_free(rules);

    OK(robots_site_on_response(site, crawler, 1000, 200, str("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n"), str(body), &outcome));
    CHECK(outcome == ROBOTS_OUTCOME_PARSE && robots_site_cause(site).data == NULL);
    CHECK(equals(robots_site_request_fields(site, crawler), "If-None-Match: \"1\"\r\n"));
    CHECK(equals(robots_site_request_fields(site, other), ""));
    CHECK(robots_site_next_fetch_at(site) == 1000 + 24 * 3600 * 1000);
    CHECK(robots_site_decide(site, crawler, 1000, str("/x"), &until) == ROBOTS_DECISION_SKIP && until == 0);
    CHECK(robots_site_decide(site, crawler, 1000, str("https://example.org/"), NULL) == ROBOTS_DECISION_NOT_THIS_SITE);
    /* robots.txt is a request like others, and the file asks for ten seconds between two. */
    CHECK(robots_site_decide(site, crawler, 1000, str("/y"), &until) == ROBOTS_DECISION_WAIT_UNTIL && until == 11000);
    CHECK(robots_site_decide(site, crawler, 11000, str("/y"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    CHECK(robots_site_decide(site, other, 1000, str("/y"), NULL) == ROBOTS_DECISION_FETCH_ROBOTS);
    OK(robots_site_on_page_request(site, 11000));
    OK(robots_site_on_page_response(site, 11100, 429, str("retry-after: 60\n")));
    CHECK(robots_site_decide(site, crawler, 11100, str("/y"), &until) == ROBOTS_DECISION_WAIT_UNTIL && until == 71100);
    CHECK(robots_site_next_page_at(site, crawler, 11100) == 71100);
    OK(robots_crawler_set_max_delay(crawler, 500));
    OK(robots_crawler_set_default_delay(crawler, 100));
    OK(robots_site_rules(site, crawler, &rules));
    CHECK(robots_rules_is_allowed(rules, str("/y")) && !robots_rules_is_allowed(rules, str("/x")));
    robots_rules_free(rules);

    saved = robots_site_save(site);
    OK(robots_site_restore(saved, &restored));
    robots_site_free(site);
    CHECK(robots_site_decide(restored, crawler, 11100, str("/x"), NULL) == ROBOTS_DECISION_SKIP);
    OK(robots_site_on_response(restored, crawler, 12000, 0, NONE, NONE, NULL));
    CHECK(equals(robots_site_cause(restored), "unreachable"));
    OK(robots_crawler_set_dialect(crawler, str("google")));
    CHECK(robots_site_decide(restored, crawler, 12000, str("/x"), &until) == ROBOTS_DECISION_WAIT_UNTIL && until == 71100);

    /* Why the rules of a site without a file allow or disallow all. */
    {
        static const struct {
            const char *dialect;
            uint16_t status;
            robots_reason reason;
        } cases[] = {
            {"draft1996", 403, ROBOTS_REASON_FORBIDDEN},
            {"rfc9309", 403, ROBOTS_REASON_UNAVAILABLE},
            {"rfc9309", 404, ROBOTS_REASON_UNAVAILABLE},
            {"rfc9309", 503, ROBOTS_REASON_UNREACHABLE},
            {"rfc9309", 0, ROBOTS_REASON_UNREACHABLE}
        };
        robots_agents *named;
        size_t i;
        OK(robots_agents_one(str("FooBot"), &named));
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            robots_crawler *asking;
            robots_verdict *verdict;
            robots_answer answer;
            OK(robots_crawler_strict(named, &asking));
            OK(robots_crawler_set_dialect(asking, str(cases[i].dialect)));
            OK(robots_site_new(str("https://example.com"), &site));
            OK(robots_site_on_response(site, asking, 0, cases[i].status, NONE, NONE, NULL));
            OK(robots_site_rules(site, asking, &rules));
            OK(robots_rules_check(rules, str("/x"), &verdict));
            OK(robots_verdict_answer(verdict, &answer));
            CHECK(answer.reason == cases[i].reason && answer.allowed == (answer.reason == ROBOTS_REASON_UNAVAILABLE));
            robots_verdict_free(verdict);
            robots_rules_free(rules);
            robots_site_free(site);
            robots_crawler_free(asking);
        }
        robots_agents_free(named);
    }

    CHECK(robots_crawler_set_dialect(crawler, str("klingon")) == ROBOTS_STATUS_UNKNOWN_DIALECT);
    CHECK(robots_site_new(str("example.com"), &site) == ROBOTS_STATUS_NOT_A_SITE && site == NULL);
    CHECK(robots_site_restore(str("{}"), &site) == ROBOTS_STATUS_CORRUPT_BYTES && site == NULL);
    INVALID(robots_site_new(BROKEN, &site));
    INVALID(robots_site_new(str("https://example.com"), NULL));
    INVALID(robots_site_restore(ENDLESS, &site));
    robots_crawler_free(other);
    INVALID(robots_crawler_polite(NULL, &other));
    CHECK(other == NULL);
    INVALID(robots_crawler_strict(NULL, &other));
    INVALID(robots_crawler_strict(agents, NULL));

    robots_agents_free(agents);

    /* Whatever names a crawler, and whatever options say about reading. */
    OK(robots_agents_one(str("FooBot"), &agents));
    OK(robots_crawler_strict(agents, &other));
    robots_agents_free(agents);
    OK(robots_options_new(&options));
    OK(robots_options_set_max_bytes(options, 20));
    OK(robots_crawler_set_options(other, options));
    robots_options_free(options);
    OK(robots_site_new(str("https://example.com"), &site));
    OK(robots_site_on_response(site, other, 0, 200, NONE, str(body), NULL));
    CHECK(robots_site_decide(site, other, 0, str("/x"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    OK(robots_crawler_set_options(other, NULL));
    CHECK(robots_site_decide(site, other, 0, str("/x"), NULL) == ROBOTS_DECISION_FETCH_ROBOTS);
    OK(robots_site_on_response(site, other, 0, 200, NONE, str(body), NULL));
    CHECK(robots_site_decide(site, other, 0, str("/x"), NULL) == ROBOTS_DECISION_SKIP);
    robots_site_free(site);
    robots_crawler_free(other);
    OK(robots_agents_known(str("AdsBot-Google"), &agents));
    OK(robots_crawler_polite(agents, &other));
    robots_agents_free(agents);
    OK(robots_site_new(str("https://example.com"), &site));
    OK(robots_site_on_response(site, other, 0, 200, NONE, str("User-agent: *\nDisallow: /"), NULL));
    CHECK(robots_site_decide(site, other, 1000, str("/x"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    robots_site_free(site);
    robots_crawler_free(other);
    INVALID(robots_crawler_set_options(NULL, NULL));
    INVALID(robots_crawler_set_dialect(NULL, str("google")));
    INVALID(robots_crawler_set_default_delay(NULL, 1));
    INVALID(robots_crawler_set_max_delay(NULL, 1));
    INVALID(robots_crawler_set_max_open(NULL, 1));
    INVALID(robots_site_on_response(NULL, crawler, 0, 200, NONE, NONE, &outcome));
    INVALID(robots_site_on_response(restored, NULL, 0, 200, NONE, NONE, &outcome));
    INVALID(robots_site_on_response(restored, crawler, 0, 200, BROKEN, NONE, &outcome));
    INVALID(robots_site_on_response(restored, crawler, 0, 200, NONE, ENDLESS, &outcome));
    INVALID(robots_site_on_page_request(NULL, 0));
    INVALID(robots_site_on_page_response(NULL, 0, 200, NONE));
    INVALID(robots_site_on_page_response(restored, 0, 200, BROKEN));
    INVALID(robots_site_rules(restored, NULL, &rules));
    INVALID(robots_site_rules(NULL, crawler, &rules));
    CHECK(robots_site_decide(restored, NULL, 0, str("/"), &until) == ROBOTS_DECISION_SKIP && until == 0);
    CHECK(robots_site_decide(NULL, crawler, 0, str("/"), NULL) == ROBOTS_DECISION_SKIP);
    CHECK(robots_site_decide(restored, crawler, 0, BROKEN, NULL) == ROBOTS_DECISION_SKIP);
    CHECK(robots_site_next_page_at(NULL, crawler, 0) == UINT64_MAX && robots_site_next_fetch_at(NULL) == 0);
    CHECK(robots_site_save(NULL).data == NULL && robots_site_origin(NULL).data == NULL && robots_site_cause(NULL).data == NULL);
    CHECK(robots_site_request_fields(restored, NULL).data == NULL && robots_site_request_fields(NULL, crawler).data == NULL);
    robots_site_free(restored);
    robots_site_free(NULL);
    robots_crawler_free(crawler);
    robots_crawler_free(NULL);
}

/* What is decided at a time, with the delays of a crawler, and that only a wait has a time. */
static void decisions(void) {
    static const struct {
        bool strict;
        int64_t default_delay, max_delay; /* -1: as the crawler was made */
        const char *body;
        uint64_t now;
        const char *url;
        robots_decision decision;
        uint64_t until;
    } table[] = {
        {false, -1, -1, "", 1999, "/", ROBOTS_DECISION_WAIT_UNTIL, 2000},
        {false, -1, -1, "", 2000, "/", ROBOTS_DECISION_FETCH_PAGE, 0},
        {true, -1, -1, "", 1000, "/", ROBOTS_DECISION_FETCH_PAGE, 0},
        {true, 250, -1, "", 1249, "/", ROBOTS_DECISION_WAIT_UNTIL, 1250},
        {false, 0, -1, "", 1000, "/", ROBOTS_DECISION_FETCH_PAGE, 0},
        {true, -1, -1, "User-agent: *\nCrawl-delay: 3600\n", 1000, "/", ROBOTS_DECISION_WAIT_UNTIL, 3601000},
        {true, -1, -1, "User-agent: *\nCrawl-delay: 3601\n", 1000, "/", ROBOTS_DECISION_TOO_SLOW, 0},
        {true, -1, 2000, "User-agent: *\nCrawl-delay: 2\n", 1000, "/", ROBOTS_DECISION_WAIT_UNTIL, 3000},
        {true, -1, 1999, "User-agent: *\nCrawl-delay: 2\n", 1000, "/", ROBOTS_DECISION_TOO_SLOW, 0},
        {true, -1, 1250, "User-agent: *\nCrawl-delay: 1.25\n", 1000, "/", ROBOTS_DECISION_WAIT_UNTIL, 2250},
        {true, -1, -1, "User-agent: *\nDisallow: /x\n", 1000, "/x", ROBOTS_DECISION_SKIP, 0},
        {true, -1, -1, "", 1000, "http://example.com/", ROBOTS_DECISION_NOT_THIS_SITE, 0},
        {true, -1, -1, "", 1000 + 24 * 3600 * 1000, "/", ROBOTS_DECISION_FETCH_ROBOTS, 0},
    };
    robots_agents *agents = agents_of("FooBot");
    size_t i;
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_crawler *crawler;
        robots_site *site;
        uint64_t until = 12345;
        OK((table[i].strict ? robots_crawler_strict : robots_crawler_polite)(agents, &crawler));
        if (table[i].default_delay >= 0) {
            OK(robots_crawler_set_default_delay(crawler, (uint64_t)table[i].default_delay));
        }
        if (table[i].max_delay >= 0) {
            OK(robots_crawler_set_max_delay(crawler, (uint64_t)table[i].max_delay));
        }
        /* A dialect that is not known changes nothing. */
        CHECK(robots_crawler_set_dialect(crawler, str("klingon")) == ROBOTS_STATUS_UNKNOWN_DIALECT);
        OK(robots_site_new(str("https://example.com/"), &site));
        OK(robots_site_on_response(site, crawler, 1000, 200, NONE, str(table[i].body), NULL));
        if (robots_site_decide(site, crawler, table[i].now, str(table[i].url), &until) != table[i].decision || until != table[i].until) {
            fprintf(stderr, "decision %u: until %llu\n", (unsigned)i, (unsigned long long)until);
            exit(1);
        }
        if (table[i].decision == ROBOTS_DECISION_WAIT_UNTIL) {
            CHECK(robots_site_next_page_at(site, crawler, table[i].now) == table[i].until);
        } else if (table[i].decision == ROBOTS_DECISION_FETCH_PAGE) {
            CHECK(robots_site_next_page_at(site, crawler, table[i].now) == table[i].now);
        }
        robots_site_free(site);
        robots_crawler_free(crawler);
    }
    robots_agents_free(agents);
}

/* Each reason of a wait, and what other decisions leave at 0. A polite crawler asks at 1000. */
static void wait_reasons(void) {
    enum { UNASKED = 1 }; /* in place of a status: robots.txt was not answered */
    static const struct {
        uint16_t http_status; /* of robots.txt, at 1000 */
        const char *body;
        const char *page_fields; /* of a page that was answered by 503, at 1000 */
        bool in_flight;          /* robots.txt is requested, at 1000 */
        const char *url;
        robots_decision decision;
        robots_wait_reason reason;
        uint64_t until, delay;
        const char *text;
    } table[] = {
        {200, "", NULL, false, "/", ROBOTS_DECISION_WAIT_UNTIL, ROBOTS_WAIT_REASON_DELAY, 2000, 0, "the delay between two requests"},
        {200, "", "Retry-After: 60\r\n", false, "/", ROBOTS_DECISION_WAIT_UNTIL, ROBOTS_WAIT_REASON_PAUSE, 61000, 0, "a pause"},
        {200, "User-agent: *\nVisit-time: 0100-0200\n", NULL, false, "/", ROBOTS_DECISION_GIVE_UP_UNTIL, ROBOTS_WAIT_REASON_VISIT_TIME,
         3600000, 0, "at other hours"},
        {503, "", NULL, false, "/", ROBOTS_DECISION_GIVE_UP_UNTIL, ROBOTS_WAIT_REASON_ROBOTS_UNREACHABLE, 3601000, 0, "cannot be reached"},
        {UNASKED, "", NULL, true, "/", ROBOTS_DECISION_WAIT_UNTIL, ROBOTS_WAIT_REASON_ROBOTS_IN_FLIGHT, 61000, 0, "is being fetched"},
        {200, "User-agent: *\nCrawl-delay: 3601\n", NULL, false, "/", ROBOTS_DECISION_TOO_SLOW, ROBOTS_WAIT_REASON_NONE, 0, 3601000, NULL},
        {200, "User-agent: *\nCrawl-delay: 3600.0005\n", NULL, false, "/", ROBOTS_DECISION_TOO_SLOW, ROBOTS_WAIT_REASON_NONE, 0, 3600001,
         NULL},
        {UNASKED, "", NULL, false, "/", ROBOTS_DECISION_FETCH_ROBOTS, ROBOTS_WAIT_REASON_NONE, 0, 0, NULL},
        {200, "User-agent: *\nDisallow: /x\n", NULL, false, "/x", ROBOTS_DECISION_SKIP, ROBOTS_WAIT_REASON_NONE, 0, 0, NULL},
        {200, "", NULL, false, "https://example.org/", ROBOTS_DECISION_NOT_THIS_SITE, ROBOTS_WAIT_REASON_NONE, 0, 0, NULL},
    };
    robots_agents *agents = agents_of("FooBot");
    robots_crawler *crawler;
    robots_site *site;
    robots_decision_details details;
    size_t i;
    OK(robots_crawler_polite(agents, &crawler));
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        robots_str text = robots_wait_reason_text(table[i].reason);
        OK(robots_site_new(str("https://example.com/"), &site));
        if (table[i].http_status != UNASKED) {
            OK(robots_site_on_response(site, crawler, 1000, table[i].http_status, NONE, str(table[i].body), NULL));
        }
        if (table[i].page_fields != NULL) {
            OK(robots_site_on_page_response(site, 1000, 503, str(table[i].page_fields)));
        }
        if (table[i].in_flight) {
            OK(robots_site_on_robots_request(site, 1000));
        }
        memset(&details, 0xFF, sizeof details);
        if (robots_site_decide_details(site, crawler, 1000, str(table[i].url), &details) != table[i].decision ||
            details.wait_reason != table[i].reason || details.until != table[i].until || details.delay != table[i].delay) {
            fprintf(stderr, "wait reason %u: %d, until %llu, delay %llu\n", (unsigned)i, (int)details.wait_reason,
                    (unsigned long long)details.until, (unsigned long long)details.delay);
            exit(1);
        }
        CHECK(robots_site_decide_details(site, crawler, 1000, str(table[i].url), NULL) == table[i].decision);
        CHECK((text.data == NULL) == (table[i].text == NULL));
        if (text.data != NULL) {
            char phrase[100];
            snprintf(phrase, sizeof phrase, "%.*s", (int)text.len, text.data);
            CHECK(strstr(phrase, table[i].text) != NULL);
        }
        robots_site_free(site);
    }
    OK(robots_site_new(str("https://example.com/"), &site));
    for (i = 0; i < 3; i++) {
        memset(&details, 0xFF, sizeof details);
        CHECK(robots_site_decide_details(i == 0 ? NULL : site, i == 1 ? NULL : crawler, 1000, i == 2 ? BROKEN : str("/"), &details) ==
              ROBOTS_DECISION_SKIP);
        CHECK(details.wait_reason == ROBOTS_WAIT_REASON_NONE && details.until == 0 && details.delay == 0);
    }
    CHECK(robots_wait_reason_text(ROBOTS_WAIT_REASON_OTHER).data == NULL);
    CHECK(robots_wait_reason_text((robots_wait_reason)12345).data == NULL);
    INVALID(robots_site_on_robots_request(NULL, 1000));
    robots_site_free(site);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
}

/* What a scheduler asks a site about, and what it tells it. */
static void schedules(void) {
    static const char body[] = "User-agent: *\nCrawl-delay: 10\nSitemap: https://example.com/1.xml\nSitemap: 2.xml\n";
    robots_agents *agents = agents_of("FooBot");
    robots_crawler *crawler;
    robots_crawler *other;
    robots_site *site;
    robots_outcome outcome = ROBOTS_OUTCOME_TRY_LATER;
    robots_str url;
    size_t memory;
    OK(robots_crawler_polite(agents, &crawler));
    OK(robots_crawler_strict(agents, &other));
    OK(robots_site_new(str("https://example.com/"), &site));
    CHECK(robots_site_next_due(site, crawler, 1000) == 1000);
    CHECK(!robots_site_outcome(site, &outcome) && outcome == ROBOTS_OUTCOME_TRY_LATER);
    CHECK(robots_site_outcome_text(site).data == NULL);
    CHECK(robots_site_failing_since(site) == 0);
    CHECK(!robots_site_sitemap(site, crawler, 0, &url));
    memory = robots_site_memory(site);
    CHECK(memory > sizeof "https://example.com");

    OK(robots_site_on_response(site, crawler, 5000, 503, NONE, NONE, NULL));
    CHECK(robots_site_outcome(site, &outcome) && outcome == ROBOTS_OUTCOME_DISALLOW_ALL);
    CHECK(equals(robots_site_outcome_text(site), "disallow all: robots.txt cannot be reached"));
    CHECK(robots_site_failing_since(site) == 5000);
    CHECK(robots_site_next_due(site, crawler, 6000) == 5000 + 3600 * 1000);

    OK(robots_site_on_response(site, crawler, 9000, 200, NONE, str(body), NULL));
    CHECK(robots_site_outcome(site, &outcome) && outcome == ROBOTS_OUTCOME_PARSE);
    CHECK(robots_site_failing_since(site) == 0);
    CHECK(robots_site_next_due(site, crawler, 9000) == 19000);
    CHECK(robots_site_memory(site) > memory);
    CHECK(robots_site_sitemap(site, crawler, 1, &url) && equals(url, "2.xml"));
    CHECK(robots_site_sitemap(site, crawler, 0, &url) && equals(url, "https://example.com/1.xml"));
    CHECK(!robots_site_sitemap(site, crawler, 2, &url) && !robots_site_sitemap(site, crawler, SIZE_MAX, &url));
    /* The file was fetched for another crawler. */
    CHECK(!robots_site_sitemap(site, other, 0, &url));

    /* A page that is not answered slows the crawler down. */
    OK(robots_site_on_page_request(site, 19000));
    OK(robots_site_on_page_failure(site, 19500));
    CHECK(robots_site_next_due(site, crawler, 19500) == 39500);

    /* One at a time: until the page has ended, was given up, or counts as lost. */
    OK(robots_site_on_page_request(site, 40000));
    CHECK(robots_site_decide(site, crawler, 60000, robots_cstr("/"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    OK(robots_crawler_set_max_open(crawler, 1));
    CHECK(robots_site_decide(site, crawler, 60000, robots_cstr("/"), NULL) == ROBOTS_DECISION_WAIT_UNTIL);
    CHECK(robots_site_decide(site, crawler, 339999, robots_cstr("/"), NULL) == ROBOTS_DECISION_WAIT_UNTIL);
    CHECK(robots_site_decide(site, crawler, 340000, robots_cstr("/"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    OK(robots_crawler_set_max_open(crawler, 2));
    CHECK(robots_site_decide(site, crawler, 60000, robots_cstr("/"), NULL) == ROBOTS_DECISION_FETCH_PAGE);
    OK(robots_crawler_set_max_open(crawler, 0));
    OK(robots_site_on_page_abort(site));
    CHECK(robots_site_decide(site, crawler, 60000, robots_cstr("/"), NULL) == ROBOTS_DECISION_FETCH_PAGE);

    /* Whatever was set, the lines of sitemaps are kept. */
    OK(robots_crawler_set_options(other, NULL));
    OK(robots_site_on_response(site, other, 40000, 200, NONE, str(body), NULL));
    CHECK(robots_site_sitemap(site, other, 1, &url) && equals(url, "2.xml"));

    CHECK(!robots_site_outcome(NULL, &outcome) && !robots_site_outcome(site, NULL) && robots_site_outcome_text(NULL).data == NULL);
    CHECK(robots_site_failing_since(NULL) == 0 && robots_site_memory(NULL) == 0);
    CHECK(robots_site_next_due(NULL, crawler, 0) == UINT64_MAX && robots_site_next_due(site, NULL, 0) == UINT64_MAX);
    CHECK(!robots_site_sitemap(NULL, other, 0, &url) && !robots_site_sitemap(site, NULL, 0, &url) && !robots_site_sitemap(site, other, 0, NULL));
    INVALID(robots_site_on_page_failure(NULL, 0));
    INVALID(robots_site_on_page_abort(NULL));
    robots_site_free(site);
    robots_crawler_free(other);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
}

/* What a redirect led to is confirmed by the URL that has sent it, and by no other. */
static void redirected_files(void) {
    robots_str own = robots_cstr("https://example.com/robots.txt"), there = robots_cstr("https://www.example.com/robots.txt");
    robots_str tag = robots_cstr("ETag: \"1\""), body = robots_cstr("User-agent: *\nDisallow: /x\n");
    robots_agents *agents;
    robots_crawler *crawler;
    robots_site *site;
    robots_outcome outcome;
    OK(robots_agents_resolve(str("FooBot"), &agents));
    OK(robots_crawler_polite(agents, &crawler));
    OK(robots_site_new(own, &site));
    OK(robots_site_on_response_from(site, crawler, 1000, there, 200, tag, body, &outcome));
    CHECK(outcome == ROBOTS_OUTCOME_PARSE);
    CHECK(equals(robots_site_request_fields_for(site, crawler, there), "If-None-Match: \"1\"\r\n"));
    CHECK(equals(robots_site_request_fields_for(site, crawler, own), "") && equals(robots_site_request_fields(site, crawler), ""));
    OK(robots_site_on_response_from(site, crawler, 2000, there, 304, robots_cstr(""), robots_cstr(""), &outcome));
    CHECK(outcome == ROBOTS_OUTCOME_USE_COPY && robots_site_decide(site, crawler, 9000, str("/x"), NULL) == ROBOTS_DECISION_SKIP);
    OK(robots_site_on_response(site, crawler, 3000, 304, robots_cstr(""), robots_cstr(""), NULL));
    CHECK(equals(robots_site_cause(site), "unreachable"));
    OK(robots_site_on_response(site, crawler, 4000, 200, tag, body, NULL));
    CHECK(equals(robots_site_request_fields_for(site, crawler, own), "If-None-Match: \"1\"\r\n"));
    CHECK(equals(robots_site_request_fields_for(site, crawler, there), ""));
    CHECK(robots_site_request_fields_for(NULL, crawler, own).data == NULL && robots_site_request_fields_for(site, NULL, own).data == NULL);
    CHECK(robots_site_on_response_from(NULL, crawler, 0, own, 200, tag, body, NULL) == ROBOTS_STATUS_INVALID_ARGUMENT);
    CHECK(robots_site_on_response_from(site, NULL, 0, own, 200, tag, body, NULL) == ROBOTS_STATUS_INVALID_ARGUMENT);
    robots_site_free(site);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
}

/* How much of a robots.txt is read, and how far redirects are followed, is as the dialect says. */
static void limits(void) {
    static const struct {
        const char *dialect;
        size_t max_bytes;
        uint32_t max_redirects;
    } table[] = {{"rfc9309", 500 * 1024, 5}, {"draft1996", 500 * 1024, 20}};
    robots_agents *agents = agents_of("FooBot");
    robots_crawler *crawler;
    size_t i;
    OK(robots_crawler_polite(agents, &crawler));
    for (i = 0; i < sizeof table / sizeof *table; i++) {
        OK(robots_crawler_set_dialect(crawler, str(table[i].dialect)));
        CHECK(robots_crawler_max_bytes(crawler) == table[i].max_bytes);
        CHECK(robots_crawler_max_redirects(crawler) == table[i].max_redirects);
    }
    CHECK(robots_crawler_max_bytes(NULL) == 0 && robots_crawler_max_redirects(NULL) == 0);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
}

/* What is no field is skipped; a value may have colons; what is refused leaves site and outcome as they were. */
static void responses(void) {
    static const char fields[] = "no field\r\n\xff: x\r\nLast-Modified:Sun, 06 Nov 1994 08:49:37 GMT \r\nETag: \"a:b\"";
    robots_agents *agents = agents_of("FooBot");
    robots_agents *others = agents_of("BarBot");
    robots_crawler *crawler, *other;
    robots_site *site;
    robots_rules *rules;
    robots_outcome outcome = ROBOTS_OUTCOME_TRY_LATER;
    uint64_t next;
    OK(robots_crawler_strict(agents, &crawler));
    OK(robots_crawler_strict(others, &other));
    OK(robots_site_new(str("https://example.com/"), &site));
    OK(robots_site_on_response(site, crawler, 1000, 200, str(fields), str("User-agent: *\nDisallow: /x\n"), NULL));
    CHECK(equals(robots_site_request_fields(site, crawler),
                 "If-None-Match: \"a:b\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
    INVALID(robots_site_on_response(site, crawler, 2000, 404, BROKEN, NONE, &outcome));
    INVALID(robots_site_on_response(site, crawler, 2000, 404, NONE, BROKEN, &outcome));
    CHECK(outcome == ROBOTS_OUTCOME_TRY_LATER && robots_site_cause(site).data == NULL);
    CHECK(robots_site_next_fetch_at(site) == 1000 + 24 * 3600 * 1000);
    CHECK(robots_site_decide(site, crawler, 2000, str("/x"), NULL) == ROBOTS_DECISION_SKIP);
    INVALID(robots_site_on_page_response(site, 2000, 429, BROKEN));
    CHECK(robots_site_next_page_at(site, crawler, 2000) == 2000);
    /* The file was fetched for another crawler. */
    OK(robots_site_rules(site, other, &rules));
    CHECK(!robots_rules_is_allowed(rules, str("/y")));
    robots_rules_free(rules);
    robots_site_free(site);
    /* Without an answer, what was received of the header does not count. */
    OK(robots_site_new(str("https://example.com/"), &site));
    OK(robots_site_on_response(site, crawler, 1000, 0, NONE, NONE, &outcome));
    next = robots_site_next_fetch_at(site);
    OK(robots_site_on_response(site, crawler, 1000, 0, str("Retry-After: 7200"), NONE, &outcome));
    CHECK(outcome == ROBOTS_OUTCOME_DISALLOW_ALL && robots_site_next_fetch_at(site) == next);
    robots_site_free(site);
    robots_crawler_free(other);
    robots_crawler_free(crawler);
    robots_agents_free(others);
    robots_agents_free(agents);
}

/* FNV-1a, which rules end with, so that broken rules get past the checksum. */
static void sign(char *bytes, size_t len) {
    uint64_t sum = 0xCBF29CE484222325u;
    size_t i;
    for (i = 0; i < len - 8; i++) {
        sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    }
    for (i = 0; i < 8; i++) {
        bytes[len - 8 + i] = (char)(sum >> (8 * i) & 0xFF);
    }
}

static void bytes(void) {
    robots_rules *rules = rules_of(
        "User-agent: FooBot\nDisallow: /private/\nDisallow: /*.pdf$\nAllow: /*/press/*x\nAllow: /a/b\nCrawl-delay: 2\n"
        "Request-rate: 1/5 0900-1700\n", "FooBot");
    robots_rules *restored;
    size_t len = robots_rules_to_bytes(rules, NULL, 0);
    size_t i, kept;
    uint32_t random = 1;
    int accepted = 0;
    char *buffer = (char *)malloc(len + 1);
    char *changed = (char *)malloc(len);
    robots_str text;
    double seconds;
    CHECK(len > 16 && buffer != NULL && changed != NULL);
    buffer[0] = buffer[len] = 'x';
    CHECK(robots_rules_to_bytes(rules, buffer, len - 1) == len && buffer[0] == 'x');
    CHECK(robots_rules_to_bytes(rules, buffer, len) == len && buffer[len] == 'x');
    CHECK(robots_rules_to_bytes(rules, buffer, len + 1) == len && buffer[len] == 'x');
    text.data = buffer;
    text.len = len;
    OK(robots_rules_from_bytes(text, &restored));
    CHECK(!robots_rules_is_allowed(restored, str("/private/x")));
    CHECK(!robots_rules_is_allowed(restored, str("/x.pdf")));
    CHECK(robots_rules_crawl_delay(restored, &seconds) && seconds == 2);
    CHECK(equals(robots_rules_group(restored), "FooBot"));
    CHECK(robots_rules_to_bytes(restored, changed, len) == len && memcmp(buffer, changed, len) == 0);
    robots_rules_free(restored);

    CHECK(robots_rules_from_bytes(NONE, &restored) == ROBOTS_STATUS_FOREIGN_BYTES && restored == NULL);
    CHECK(robots_rules_from_bytes(str(BODY), &restored) == ROBOTS_STATUS_FOREIGN_BYTES);
    /* Another version of the format, and this one, cut. */
    CHECK(robots_rules_from_bytes(str("RBXR\143"), &restored) == ROBOTS_STATUS_OTHER_FORMAT_VERSION && restored == NULL);
    CHECK(robots_rules_from_bytes(str("RBXR\001"), &restored) == ROBOTS_STATUS_CORRUPT_BYTES && restored == NULL);
    text.len = len - 1;
    CHECK(robots_rules_from_bytes(text, &restored) == ROBOTS_STATUS_CORRUPT_BYTES);
    INVALID(robots_rules_from_bytes(BROKEN, &restored));
    INVALID(robots_rules_from_bytes(text, NULL));
    CHECK(robots_rules_to_bytes(NULL, buffer, len) == 0);
    CHECK(robots_rules_to_bytes(rules, NULL, 1) == 0);

    /* Cut anywhere, one byte changed, any bytes in place of some; with a checksum that is right and with one that is not. */
    for (i = 0; i < len; i++) {
        CHECK(!survive(buffer, i));
    }
    for (i = 0; i < len; i++) {
        int value;
        for (value = 0; value < 256; value++) {
            memcpy(changed, buffer, len);
            changed[i] = (char)value;
            CHECK(!survive(changed, len) || changed[i] == buffer[i]);
            sign(changed, len);
            accepted += survive(changed, len);
        }
    }
    for (i = 0; i < 20000; i++) {
        size_t edits;
        memcpy(changed, buffer, len);
        kept = len;
        for (edits = 0; edits < 1 + i % 7; edits++) {
            random = random * 1664525u + 1013904223u;
            changed[5 + (random >> 8) % (len - 5)] = (char)(random >> 24);
        }
        if (i % 3 == 0) {
            kept = 8 + (random >> 4) % (len - 8);
        }
        sign(changed, kept);
        accepted += survive(changed, kept);
    }
    /* The checksum did not keep everything away from what reads the rules. */
    CHECK(accepted > (int)len);
    free(changed);
    free(buffer);
    robots_rules_free(rules);
}

enum { THREADS = 8, ROUNDS = 2000 };

struct shared {
    const robots_rules *rules;
    const robots_txt *robots;
    const robots_agents *agents;
    const robots_verdict *verdict;
};

/* Sitemaps: what is in them, and where they end. */
static void sitemaps(void) {
    static const char body[] = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
                               "<url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2007-11-02</lastmod>"
                               "<changefreq>daily</changefreq><priority>0.8</priority></url>\n"
                               "<url><loc>/relative</loc></url>\n<url><loc>https://example.com/2</loc></url>\n</urlset>";
    static const char index[] = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
                                "<sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>";
    robots_sitemap *sitemap;
    robots_sitemap_entry entry;
    robots_sitemap_problem_details problem;
    OK(robots_sitemap_read(str(body), &sitemap));
    CHECK(robots_sitemap_format(sitemap).data == NULL);
    CHECK(robots_sitemap_next(sitemap, &entry) && equals(entry.loc, "https://example.com/?a=1&b=2") && equals(entry.lastmod, "2007-11-02"));
    CHECK(equals(entry.changefreq, "daily") && entry.priority == 0.8 && entry.line == 2 && !entry.is_sitemap);
    CHECK(robots_sitemap_next(sitemap, &entry) && equals(entry.loc, "https://example.com/2") && entry.line == 4);
    CHECK(entry.lastmod.data == NULL && entry.changefreq.data == NULL && entry.priority < 0);
    CHECK(equals(robots_sitemap_format(sitemap), "urlset"));
    CHECK(!robots_sitemap_next(sitemap, &entry) && !robots_sitemap_next(sitemap, &entry) && robots_sitemap_error(sitemap).data == NULL);
    CHECK(robots_sitemap_problem(sitemap, 0, &problem) && problem.line == 3 && problem.entry_dropped);
    CHECK(problem.kind.len > 0 && problem.message.len > 0 && equals(problem.excerpt, "/relative"));
    CHECK(!robots_sitemap_problem(sitemap, 1, &problem) && !robots_sitemap_problem(sitemap, SIZE_MAX, &problem));
    CHECK(!robots_sitemap_problem(sitemap, 0, NULL) && !robots_sitemap_problem(NULL, 0, &problem));
    CHECK(!robots_sitemap_next(sitemap, NULL) && !robots_sitemap_next(NULL, &entry));
    CHECK(robots_sitemap_error(NULL).data == NULL && robots_sitemap_format(NULL).data == NULL);
    robots_sitemap_free(sitemap);

    OK(robots_sitemap_read(str(index), &sitemap));
    CHECK(robots_sitemap_next(sitemap, &entry) && entry.is_sitemap && equals(entry.loc, "https://example.com/s.xml"));
    CHECK(equals(robots_sitemap_format(sitemap), "index"));
    robots_sitemap_free(sitemap);

    OK(robots_sitemap_read(str("<html></html>"), &sitemap));
    CHECK(!robots_sitemap_next(sitemap, &entry) && robots_sitemap_error(sitemap).len > 0);
    CHECK(!robots_sitemap_next(sitemap, &entry) && robots_sitemap_error(sitemap).len > 0);
    robots_sitemap_free(sitemap);
    OK(robots_sitemap_read(NONE, &sitemap));
    CHECK(!robots_sitemap_next(sitemap, &entry));
    robots_sitemap_free(sitemap);
    robots_sitemap_free(NULL);
    INVALID(robots_sitemap_read(NONE, NULL));
    INVALID(robots_sitemap_read(BROKEN, &sitemap));
    CHECK(sitemap == NULL);
}

static void *ask(void *argument) {
    const struct shared *shared = (const struct shared *)argument;
    robots_str url;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        robots_verdict *verdict;
        CHECK(!robots_rules_is_allowed(shared->rules, str("/private/x")));
        CHECK(robots_txt_is_allowed(shared->robots, shared->agents, str("/private/press/x")));
        CHECK(robots_txt_sitemap(shared->robots, 1, &url) && equals(url, "https://example.com/2.xml"));
        CHECK(robots_verdict_text(shared->verdict).len > 10);
        OK(robots_rules_check(shared->rules, str("/private/x"), &verdict));
        CHECK(!robots_verdict_is_allowed(verdict));
        robots_verdict_free(verdict);
    }
    return NULL;
}

/* Threads ask the same handles, whose lazy parts nobody has asked for yet. */
static void threads(void) {
    pthread_t running[THREADS];
    robots_rules *rules = rules_of(BODY, "FooBot");
    robots_agents *agents = agents_of("FooBot");
    robots_txt *robots;
    robots_verdict *verdict;
    struct shared shared;
    int i;
    OK(robots_txt_parse(str(BODY), NULL, &robots));
    OK(robots_txt_explain(robots, agents, str("/private/x"), &verdict));
    shared.rules = rules;
    shared.robots = robots;
    shared.agents = agents;
    shared.verdict = verdict;
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&running[i], NULL, ask, &shared) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(running[i], NULL) == 0);
    }
    robots_verdict_free(verdict);
    robots_txt_free(robots);
    robots_agents_free(agents);
    robots_rules_free(rules);
}

int main(void) {
    versions();
    texts();
    status_messages();
    options();
    crawlers();
    dialects_of_crawlers();
    citations();
    files();
    explanations();
    extensions();
    lines();
    signals();
    fractions();
    questions();
    compiled_rules();
    batches();
    sites();
    decisions();
    wait_reasons();
    schedules();
    limits();
    settings();
    large_bodies();
    responses();
    redirected_files();
    sitemaps();
    bytes();
    threads();
    puts("interface: all hold");
    return 0;
}
