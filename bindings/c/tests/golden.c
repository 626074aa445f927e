/* Checks every way to ask against the rows that rows.py writes to standard input; with --crawlers, every way to resolve a crawler. Prints how
   many rows there were. */
#include "rows.h"

enum { WAY, WRITTEN, TOKENS, STAR, CRAWLER_FIELDS };
enum { DIALECT, BODY, AGENT, URL, ALLOWED, LINE, FIELDS };

static void compare(const robots_str *row, const char *way, const robots_answer *found) {
    bool allowed = row[ALLOWED].data[0] == '1';
    if (found->allowed != allowed || (row[LINE].len > 0 && found->line != strtoul(row[LINE].data, NULL, 10))) {
        fprintf(stderr, "%s: %s, agent %s, URL %s: allowed %d by line %lu, expected %s by %s\n%s\n", way, row[DIALECT].data,
                row[AGENT].data, row[URL].data, found->allowed, (unsigned long)found->line, row[ALLOWED].data,
                row[LINE].data, row[BODY].data);
        exit(1);
    }
}

static void compare_verdict(const robots_str *row, const char *way, robots_verdict *verdict) {
    robots_answer answer;
    robots_rule rule;
    OK(robots_verdict_answer(verdict, &answer));
    compare(row, way, &answer);
    if (robots_verdict_rule(verdict, 0, &rule) != (answer.line > 0) || (answer.line > 0 && rule.line != answer.line) ||
        robots_verdict_is_allowed(verdict) != answer.allowed) {
        fprintf(stderr, "%s: the parts of a verdict differ\n", way);
        exit(1);
    }
    robots_verdict_free(verdict);
}

static void ask(const robots_str *row) {
    robots_options *options;
    robots_agents *agents;
    robots_txt *robots;
    robots_rules *rules;
    robots_verdict *verdict;
    robots_answer answer;
    robots_status status;
    bool allowed;
    OK(robots_options_new(&options));
    OK(robots_options_set_dialect(options, row[DIALECT]));
    OK(robots_agents_one(row[AGENT], &agents));

    status = robots_check(row[BODY], agents, row[URL], options, &verdict);
    if (status == ROBOTS_STATUS_OK) {
        compare_verdict(row, "robots_check", verdict);
    } else if (verdict != NULL || status != ROBOTS_STATUS_NOT_A_URL) {
        fprintf(stderr, "robots_check: status %d\n", (int)status);
        exit(1);
    }

    OK(robots_rules_parse(row[BODY], agents, options, &rules));
    OK(robots_rules_check(rules, row[URL], &verdict));
    compare_verdict(row, "robots_rules_check", verdict);
    OK(robots_rules_check_batch(rules, &row[URL], 1, &answer));
    compare(row, "robots_rules_check_batch", &answer);
    OK(robots_rules_is_allowed_batch(rules, &row[URL], 1, &allowed));
    if (robots_rules_is_allowed(rules, row[URL]) != answer.allowed || allowed != answer.allowed) {
        fputs("robots_rules_is_allowed differs\n", stderr);
        exit(1);
    }
    robots_rules_free(rules);

    OK(robots_txt_parse(row[BODY], options, &robots));
    OK(robots_txt_explain(robots, agents, row[URL], &verdict));
    compare_verdict(row, "robots_txt_explain", verdict);
    if (robots_txt_is_allowed(robots, agents, row[URL]) != answer.allowed) {
        fputs("robots_txt_is_allowed differs\n", stderr);
        exit(1);
    }
    robots_txt_free(robots);
    robots_agents_free(agents);
    robots_options_free(options);
}

static void resolve(const robots_str *row) {
    robots_agents *agents;
    robots_str token, expected = row[TOKENS], name = row[TOKENS];
    size_t i;
    if (strcmp(row[WAY].data, "resolve") == 0) {
        OK(robots_agents_resolve(row[WRITTEN], &agents));
    } else {
        OK(robots_agents_from_header(row[WRITTEN], &agents));
    }
    for (i = 0; robots_agents_token(agents, i, &token); i++) {
        if (expected.len <= token.len || memcmp(expected.data, token.data, token.len) != 0 || expected.data[token.len] != '\n') {
            break;
        }
        expected.data += token.len + 1;
        expected.len -= token.len + 1;
    }
    name.len = row[TOKENS].len == 0 ? 1 : strcspn(name.data, "\n");
    name.data = row[TOKENS].len == 0 ? "*" : name.data;
    if (robots_agents_token(agents, i, &token) || expected.len != 0 || robots_agents_name(agents).len != name.len ||
        memcmp(robots_agents_name(agents).data, name.data, name.len) != 0 ||
        robots_agents_obeys_star(agents) != (row[STAR].data[0] == '1')) {
        fprintf(stderr, "%s of %s: expected the tokens\n%s", row[WAY].data, row[WRITTEN].data, row[TOKENS].data);
        exit(1);
    }
    robots_agents_free(agents);
}

int main(int argc, char **argv) {
    int is_crawlers = argc > 1 && strcmp(argv[1], "--crawlers") == 0;
    int fields = is_crawlers ? CRAWLER_FIELDS : FIELDS;
    robots_str row[FIELDS];
    char *rooms[FIELDS] = {NULL};
    unsigned long count = 0;
    int i;
    while (read_field(&row[0], &rooms[0])) {
        for (i = 1; i < fields; i++) {
            if (!read_field(&row[i], &rooms[i])) {
                fputs("a row is incomplete\n", stderr);
                return 1;
            }
        }
        if (is_crawlers) {
            resolve(row);
        } else {
            ask(row);
        }
        count++;
    }
    for (i = 0; i < FIELDS; i++) {
        free(rooms[i]);
    }
    printf("golden: %lu rows\n", count);
    return count == 0;
}
