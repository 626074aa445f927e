/* Makes the steps that rows.py writes to standard input, with a site that is kept and with one that is saved and restored after each. */
#include "rows.h"

enum { SCENARIO, CRAWLER, MODE, DIALECT, DELAY, MIN_DELAY, MAX_DELAY, MAX_WAIT, AT, EVENT, STATUS, HEADER, BODY, URL, EXPECT, REASON, DELAY_ASKED, FIELDS };

static int is(robots_str text, const char *expected) { return strcmp(text.data, expected) == 0; }

static uint64_t number(robots_str text) { return strtoull(text.data, NULL, 10); }

static robots_crawler *crawler_of(const robots_str *row) {
    robots_agents *agents;
    robots_crawler *crawler;
    OK(robots_agents_resolve(row[CRAWLER], &agents));
    if (is(row[MODE], "strict")) {
        OK(robots_crawler_strict(agents, &crawler));
    } else {
        OK(robots_crawler_polite(agents, &crawler));
    }
    robots_agents_free(agents);
    if (row[DIALECT].len > 0) {
        OK(robots_crawler_set_dialect(crawler, row[DIALECT]));
    }
    if (row[DELAY].len > 0) {
        OK(robots_crawler_set_default_delay(crawler, number(row[DELAY])));
    }
    if (row[MIN_DELAY].len > 0) {
        OK(robots_crawler_set_min_delay(crawler, number(row[MIN_DELAY])));
    }
    if (row[MAX_WAIT].len > 0) {
        OK(robots_crawler_set_max_wait(crawler, number(row[MAX_WAIT])));
    }
    if (row[MAX_DELAY].len > 0) {
        OK(robots_crawler_set_max_delay(crawler, number(row[MAX_DELAY])));
    }
    return crawler;
}

static void step(robots_site **kept, const robots_str *row, char *found, size_t size) {
    static const char *const outcomes[] = {"parse", "allow-all", "disallow-all", "try-later", "use-copy"};
    static const char *const decisions[] = {"fetch-robots", "fetch-page", "skip", "wait-until", "not-this-site", "too-slow", "give-up-until"};
    static const char *const reasons[] = {"none", "delay", "pause", "visit-time", "robots-unreachable", "robots-in-flight", "other"};
    robots_site *site = *kept;
    robots_crawler *crawler = crawler_of(row);
    uint64_t now = number(row[AT]);
    uint16_t status = (uint16_t)number(row[STATUS]);
    found[0] = '\0';
    if (is(row[EVENT], "robots") || is(row[EVENT], "failure")) {
        robots_outcome outcome;
        robots_str cause;
        OK(robots_site_on_response(site, crawler, now, status, row[HEADER], row[BODY], &outcome));
        cause = robots_site_cause(site);
        snprintf(found, size, "%s%s%.*s", outcomes[outcome], cause.len > 0 ? " " : "", (int)cause.len, cause.len > 0 ? cause.data : "");
    } else if (is(row[EVENT], "ask")) {
        uint64_t until;
        robots_decision_details details;
        robots_decision decision = robots_site_decide(site, crawler, now, row[URL], &until);
        if (robots_site_decide_details(site, crawler, now, row[URL], &details) != decision || details.until != until ||
            !is(row[REASON], reasons[details.wait_reason]) || details.delay != number(row[DELAY_ASKED])) {
            fprintf(stderr, "%s, at %s: until %llu, %s, %llu\n", row[SCENARIO].data, row[AT].data, (unsigned long long)details.until,
                    reasons[details.wait_reason], (unsigned long long)details.delay);
            exit(1);
        }
        if (decision == ROBOTS_DECISION_WAIT_UNTIL || decision == ROBOTS_DECISION_GIVE_UP_UNTIL) {
            snprintf(found, size, "%s %llu", decisions[decision], (unsigned long long)until);
        } else {
            snprintf(found, size, "%s", decisions[decision]);
        }
    } else if (is(row[EVENT], "robots-request")) {
        OK(robots_site_on_robots_request(site, now));
    } else if (is(row[EVENT], "robots-abort")) {
        OK(robots_site_on_robots_abort(site));
    } else if (is(row[EVENT], "page-failure")) {
        OK(robots_site_on_page_failure(site, now));
    } else if (is(row[EVENT], "page-request")) {
        OK(robots_site_on_page_request(site, now));
    } else if (is(row[EVENT], "page-response")) {
        OK(robots_site_on_page_response(site, now, status, row[HEADER]));
    } else if (is(row[EVENT], "validators")) {
        robots_str fields = robots_site_request_fields(site, crawler);
        snprintf(found, size, "%.*s", (int)fields.len, fields.data);
    } else if (is(row[EVENT], "save")) {
        robots_str saved = robots_site_save(site);
        snprintf(found, size, "%.*s", (int)saved.len, saved.data);
    } else if (is(row[EVENT], "restore")) {
        OK(robots_site_restore(row[BODY], kept));
        robots_site_free(site);
    } else {
        fprintf(stderr, "no event is named %s\n", row[EVENT].data);
        exit(1);
    }
    robots_crawler_free(crawler);
}

static robots_site *new_site(void) {
    robots_site *site;
    OK(robots_site_new(robots_cstr("https://example.com/"), &site));
    return site;
}

int main(void) {
    robots_str row[FIELDS];
    char *rooms[FIELDS] = {NULL};
    char scenario[100] = "";
    char found[3000];
    robots_site *sites[2] = {NULL, NULL};
    unsigned long count = 0;
    int i;
    while (read_field(&row[0], &rooms[0])) {
        for (i = 1; i < FIELDS; i++) {
            if (!read_field(&row[i], &rooms[i])) {
                fputs("a row is incomplete\n", stderr);
                return 1;
            }
        }
        if (!is(row[SCENARIO], scenario)) {
            snprintf(scenario, sizeof scenario, "%s", row[SCENARIO].data);
            for (i = 0; i < 2; i++) {
                robots_site_free(sites[i]);
                sites[i] = new_site();
            }
        }
        for (i = 0; i < 2; i++) {
            step(&sites[i], row, found, sizeof found);
            if (!is(row[EXPECT], found)) {
                fprintf(stderr, "%s, at %s, %s %s: %s, expected %s\n", scenario, row[AT].data, row[EVENT].data, row[URL].data, found,
                        row[EXPECT].data);
                return 1;
            }
        }
        {
            robots_site *restored;
            OK(robots_site_restore(robots_site_save(sites[1]), &restored));
            robots_site_free(sites[1]);
            sites[1] = restored;
        }
        count++;
    }
    for (i = 0; i < 2; i++) {
        robots_site_free(sites[i]);
    }
    for (i = 0; i < FIELDS; i++) {
        free(rooms[i]);
    }
    printf("site: %lu steps\n", count);
    return count == 0;
}
