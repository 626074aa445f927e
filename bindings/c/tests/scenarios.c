/* Runs the scenarios that every language runs, as the rows that `rows.py --scenarios` writes to standard input. */
#include "rows.h"

enum { KIND, DIALECT, BODY, AGENT, FIRST, SECOND, THIRD, FOURTH, FIELDS };

static const char *const REASONS[] = {"rule", "no-matching-rule", "no-group", "robots-txt-itself", "unreachable", "forbidden", "unavailable", "agent-is-url"};
static const robots_reason REASON_NUMBERS[] = {
    ROBOTS_REASON_RULE, ROBOTS_REASON_NO_MATCHING_RULE, ROBOTS_REASON_NO_GROUP, ROBOTS_REASON_ROBOTS_TXT_ITSELF,
    ROBOTS_REASON_UNREACHABLE, ROBOTS_REASON_FORBIDDEN, ROBOTS_REASON_UNAVAILABLE, ROBOTS_REASON_AGENT_IS_URL};
static const char *const LOST_BY[] = {"", "length", "kind", "order", "other"};
static const char *const OUTCOMES[] = {"parse", "allow-all", "disallow-all", "try-later", "use-copy"};

/* What was found, as text. */
static char found[100000];
static size_t used;

static void put(const char *text, size_t len) {
    if (used + len + 1 > sizeof found) {
        fputs("there is too much text\n", stderr);
        exit(1);
    }
    memcpy(found + used, text, len);
    used += len;
    found[used] = '\0';
}

static void put_text(robots_str text) { put(text.data == NULL ? "-" : text.data, text.data == NULL ? 1 : text.len); }

static void put_string(const char *text) { put(text, strlen(text)); }

static void put_number(double number) {
    char digits[40];
    snprintf(digits, sizeof digits, "%g", number);
    put_string(digits);
}

static void put_rule(const robots_rule *rule) {
    put_text(rule->key);
    put_string(": ");
    put_text(rule->pattern);
}

static void expect(const robots_str *row, const robots_str *expected) {
    if (used != expected->len || memcmp(found, expected->data, used) != 0) {
        fprintf(stderr, "%s: found\n%s\nexpected\n%s\nof\n%s\n", row[KIND].data, found, expected->data, row[BODY].data);
        exit(1);
    }
    used = 0;
    found[0] = '\0';
}

static void put_verdict(robots_verdict *verdict) {
    robots_answer answer;
    robots_rule rule;
    size_t i;
    OK(robots_verdict_answer(verdict, &answer));
    put_string(answer.allowed ? "allowed " : "disallowed ");
    for (i = 0; REASON_NUMBERS[i] != answer.reason; i++) {
        if (i + 1 == sizeof REASONS / sizeof *REASONS) {
            fputs("an unknown reason\n", stderr);
            exit(1);
        }
    }
    put_string(REASONS[i]);
    put_string(" ");
    put_number(answer.line);
    put_string(" ");
    put_text(robots_verdict_group(verdict));
    for (i = 0; robots_verdict_rule(verdict, i, &rule); i++) {
        put_string("\n");
        put_rule(&rule);
        put_string("\t");
        put_number(rule.line);
        put_string("\t");
        put_string(LOST_BY[rule.lost_by]);
    }
    robots_verdict_free(verdict);
}

/* FIRST is the URL, SECOND the verdict with all rules that match. */
static void question(const robots_str *row, robots_txt *robots, const robots_agents *agents) {
    robots_verdict *verdict;
    OK(robots_txt_explain(robots, agents, row[FIRST], &verdict));
    if (row[DIALECT].len == 0 && robots_is_allowed(row[BODY], row[AGENT], row[FIRST]) != robots_verdict_is_allowed(verdict)) {
        fprintf(stderr, "one question has another answer: %s, %s\n", row[AGENT].data, row[FIRST].data);
        exit(1);
    }
    put_verdict(verdict);
    expect(row, &row[SECOND]);
}

/* FIRST is what the file says, SECOND a URL or nothing, and THIRD the URL as it is cleaned. */
static void file(const robots_str *row, robots_txt *robots, const robots_agents *agents) {
    robots_rules *rules;
    robots_request_rate rate;
    robots_time_window window;
    robots_rule rule;
    robots_str text;
    double seconds;
    size_t i, j;
    OK(robots_txt_rules_for(robots, agents, &rules));
    if (robots_rules_crawl_delay(rules, &seconds)) {
        put_string("delay ");
        put_number(seconds);
        put_string("\n");
    }
    for (i = 0; robots_rules_request_rate(rules, i, &rate); i++) {
        const double numbers[] = {rate.documents, rate.seconds, rate.window.first_minute, rate.window.last_minute};
        put_string("rate");
        for (j = 0; j < 4; j++) {
            put_string(" ");
            put_number(numbers[j]);
        }
        put_string("\n");
    }
    for (i = 0; robots_rules_visit_time(rules, i, &window); i++) {
        put_string("visit ");
        put_number(window.first_minute);
        put_string(" ");
        put_number(window.last_minute);
        put_string("\n");
    }
    for (i = 0; robots_txt_sitemap(robots, i, &text); i++) {
        put_string("sitemap ");
        put_text(text);
        put_string("\n");
    }
    for (i = 0; robots_txt_host(robots, i, &text); i++) {
        put_string("host ");
        put_text(text);
        put_string("\n");
    }
    for (i = 0; robots_txt_group_line(robots, i) > 0; i++) {
        put_string("group ");
        put_number(robots_txt_group_line(robots, i));
        for (j = 0; robots_txt_group_agent(robots, i, j, &text); j++) {
            put_string(" ");
            put_text(text);
        }
        put_string("\n");
        for (j = 0; robots_txt_group_rule(robots, i, j, &rule); j++) {
            put_rule(&rule);
            put_string("\n");
        }
    }
    expect(row, &row[FIRST]);
    if (row[SECOND].len > 0) {
        char cleaned[1000];
        size_t len = robots_txt_clean_url(robots, row[SECOND], cleaned, sizeof cleaned);
        put(cleaned, len);
        expect(row, &row[THIRD]);
    }
    robots_rules_free(rules);
}

/* FIRST is the URL, SECOND the status that refuses the question or the crawler. */
static void refused(const robots_str *row) {
    robots_verdict *verdict = NULL;
    robots_agents *agents;
    robots_status status = robots_agents_resolve(row[AGENT], &agents);
    put_number(status == ROBOTS_STATUS_OK ? robots_check(row[BODY], agents, row[FIRST], NULL, &verdict) : status);
    robots_agents_free(agents);
    expect(row, &row[SECOND]);
    if (verdict != NULL || robots_is_allowed(row[BODY], row[AGENT], row[FIRST])) {
        fprintf(stderr, "%s is allowed to fetch %s\n", row[AGENT].data, row[FIRST].data);
        exit(1);
    }
}

/* AGENT has a text in each line, FIRST says how they are read, SECOND is their number, THIRD the name or the status that refuses them. */
static void name(const robots_str *row) {
    enum { MOST = 8 };
    robots_str texts[MOST];
    size_t count = strtoul(row[SECOND].data, NULL, 10), at = 0, i, j;
    robots_agents *agents;
    robots_status status;
    for (i = 0; i < count && i < MOST; i++) {
        for (j = at; j < row[AGENT].len && row[AGENT].data[j] != '\n'; j++) {
        }
        texts[i] = (robots_str){row[AGENT].data + at, j - at};
        at = j + 1;
    }
    if (strcmp(row[FIRST].data, "list") == 0) {
        status = robots_agents_resolve_list(texts, count, &agents);
    } else if (strcmp(row[FIRST].data, "tokens") == 0) {
        status = robots_agents_new(texts, count, &agents);
    } else if (strcmp(row[FIRST].data, "token") == 0) {
        status = robots_agents_one(texts[0], &agents);
    } else if (strcmp(row[FIRST].data, "header") == 0) {
        status = robots_agents_from_header(texts[0], &agents);
    } else {
        status = robots_agents_resolve(texts[0], &agents);
        if (status != ROBOTS_STATUS_OK && robots_is_allowed(row[BODY], texts[0], robots_cstr("/"))) {
            fprintf(stderr, "%s is allowed\n", row[AGENT].data);
            exit(1);
        }
    }
    if (status == ROBOTS_STATUS_OK) {
        put_text(robots_agents_name(agents));
    } else {
        put_number(status);
    }
    robots_agents_free(agents);
    expect(row, &row[THIRD]);
}

/* FIRST is the status, SECOND the header, THIRD what it means. */
static void fetch(const robots_str *row, const robots_agents *agents) {
    robots_crawler *crawler;
    robots_site *site;
    robots_outcome outcome;
    robots_str cause;
    OK(robots_crawler_strict(agents, &crawler));
    OK(robots_crawler_set_dialect(crawler, row[DIALECT]));
    OK(robots_site_new(robots_cstr("https://example.com/"), &site));
    OK(robots_site_on_response(site, crawler, 1000, (uint16_t)strtoul(row[FIRST].data, NULL, 10), row[SECOND], row[BODY], &outcome));
    put_string(OUTCOMES[outcome]);
    put_string(" ");
    cause = robots_site_cause(site);
    put_text(cause);
    expect(row, &row[THIRD]);
    robots_site_free(site);
    robots_crawler_free(crawler);
}

int main(void) {
    robots_str row[FIELDS];
    char *rooms[FIELDS] = {NULL};
    unsigned long count = 0;
    int i;
    while (read_field(&row[0], &rooms[0])) {
        robots_options *options;
        robots_agents *agents;
        robots_txt *robots;
        for (i = 1; i < FIELDS; i++) {
            if (!read_field(&row[i], &rooms[i])) {
                fputs("a row is incomplete\n", stderr);
                return 1;
            }
        }
        count++;
        if (strcmp(row[KIND].data, "refused") == 0) {
            refused(row);
            continue;
        }
        if (strcmp(row[KIND].data, "name") == 0) {
            name(row);
            continue;
        }
        OK(robots_options_new(&options));
        /* Without a dialect, the file is read as the crawler's operator documents. */
        if (row[DIALECT].len > 0) {
            OK(robots_options_set_dialect(options, row[DIALECT]));
        }
        OK(robots_agents_resolve(row[AGENT], &agents));
        OK(robots_txt_parse(row[BODY], options, &robots));
        if (strcmp(row[KIND].data, "question") == 0) {
            question(row, robots, agents);
        } else if (strcmp(row[KIND].data, "file") == 0) {
            file(row, robots, agents);
        } else {
            fetch(row, agents);
        }
        robots_txt_free(robots);
        robots_agents_free(agents);
        robots_options_free(options);
    }
    for (i = 0; i < FIELDS; i++) {
        free(rooms[i]);
    }
    printf("scenarios: %lu rows\n", count);
    return count == 0;
}
