/*
 * Visits pages of a site as its robots.txt wants it, and tells why it waits: crawl CRAWLER PATH...
 *
 *   cc crawl.c $(pkg-config --cflags --libs robots_exclusion) -o crawl
 *
 * The library neither connects nor reads a clock. Here a table stands for the HTTP client, and a
 * number for the clock: put yours in place of answer() and now.
 */
#include <robots_exclusion.h>
#include <stdio.h>
#include <string.h>

struct response {
    const char *path;
    uint16_t status; /* 0: no answer */
    const char *fields;
    const char *body;
};

static const struct response RESPONSES[] = {
    {"/robots.txt", 200, "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n"},
    {"/busy", 429, "Retry-After: 60\r\n", ""},
    {"/broken", 0, "", ""},
    {NULL, 200, "Content-Type: text/html\r\n", "<p>A page.</p>"},
};

/* What the site answers to a request for a path. */
static const struct response *answer(const char *path) {
    const struct response *response = RESPONSES;
    while (response->path != NULL && strcmp(response->path, path) != 0) {
        response++;
    }
    return response;
}

/* Milliseconds since 1970, as the library counts. */
static uint64_t now = 0;

/* Begins a line about a path. */
static void at(const char *path) { printf("%6.1f s  %s: ", (double)now / 1000, path); }

static robots_status fetch_robots(robots_site *site, const robots_crawler *crawler) {
    const struct response *response;
    robots_status status;
    robots_str outcome;
    /* A client also sends what robots_site_request_fields_for returns for each URL, follows as many
       redirects as robots_crawler_max_redirects says, reads as much as robots_crawler_max_bytes
       says, and records the answer of the last URL with robots_site_on_response_from. */
    robots_site_on_robots_request(site, now);
    response = answer("/robots.txt");
    status = robots_site_on_response(site, crawler, now, response->status, robots_cstr(response->fields), robots_cstr(response->body), NULL);
    if (status == ROBOTS_STATUS_OK) {
        outcome = robots_site_outcome_text(site);
        at("/robots.txt");
        printf("%d, %.*s\n", response->status, (int)outcome.len, outcome.data);
    }
    return status;
}

static robots_status fetch_page(robots_site *site, const char *path) {
    const struct response *response;
    robots_site_on_page_request(site, now);
    response = answer(path);
    at(path);
    printf("%d\n", response->status);
    if (response->status == 0) {
        return robots_site_on_page_failure(site, now);
    }
    return robots_site_on_page_response(site, now, response->status, robots_cstr(response->fields));
}

/* Visits a page, however often that means to wait, unless that is not worth it. */
static robots_status visit(robots_site *site, const robots_crawler *crawler, const char *path) {
    for (;;) {
        robots_decision_details details;
        robots_str why;
        robots_status status;
        switch (robots_site_decide_details(site, crawler, now, robots_cstr(path), &details)) {
        case ROBOTS_DECISION_FETCH_ROBOTS:
            status = fetch_robots(site, crawler);
            if (status != ROBOTS_STATUS_OK) {
                return status;
            }
            break;
        case ROBOTS_DECISION_FETCH_PAGE: return fetch_page(site, path);
        case ROBOTS_DECISION_WAIT_UNTIL:
            why = robots_wait_reason_text(details.wait_reason);
            at(path);
            printf("wait until %.1f s: %.*s\n", (double)details.until / 1000, (int)why.len, why.len > 0 ? why.data : "");
            /* A crawler of many sites visits others meanwhile. */
            now = details.until;
            break;
        case ROBOTS_DECISION_GIVE_UP_UNTIL:
            why = robots_wait_reason_text(details.wait_reason);
            at(path);
            printf("given up until %.1f s: %.*s\n", (double)details.until / 1000, (int)why.len, why.len > 0 ? why.data : "");
            return ROBOTS_STATUS_OK;
        case ROBOTS_DECISION_TOO_SLOW:
            at(path);
            printf("skipped: the site asks for a delay of %.1f s\n", (double)details.delay / 1000);
            return ROBOTS_STATUS_OK;
        case ROBOTS_DECISION_SKIP: at(path); puts("skipped: disallowed"); return ROBOTS_STATUS_OK;
        case ROBOTS_DECISION_NOT_THIS_SITE: at(path); puts("skipped: of another site"); return ROBOTS_STATUS_OK;
        }
    }
}

int main(int argc, char **argv) {
    robots_agents *agents = NULL;
    robots_crawler *crawler = NULL;
    robots_site *site = NULL;
    robots_status status;
    int i;

    if (argc < 3) {
        fprintf(stderr, "usage: %s CRAWLER PATH...\n", argv[0]);
        return 2;
    }
    status = robots_agents_resolve(robots_cstr(argv[1]), &agents);
    if (status == ROBOTS_STATUS_OK) {
        status = robots_crawler_polite(agents, &crawler);
    }
    if (status == ROBOTS_STATUS_OK) {
        status = robots_site_new(robots_cstr("https://example.com/"), &site);
    }
    for (i = 2; i < argc && status == ROBOTS_STATUS_OK; i++) {
        status = visit(site, crawler, argv[i]);
    }
    robots_site_free(site);
    robots_crawler_free(crawler);
    robots_agents_free(agents);
    if (status != ROBOTS_STATUS_OK) {
        fprintf(stderr, "%s\n", robots_status_message(status));
        return 2;
    }
    return 0;
}
