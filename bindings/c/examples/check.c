/*
 * May a crawler fetch these URLs, and why: check FILE CRAWLER URL...
 *
 *   cc check.c $(pkg-config --cflags --libs robots_exclusion) -o check
 *
 * The exit status is 0 if all is allowed, 1 if something is disallowed, 2 on errors.
 */
#include <robots_exclusion.h>
#include <stdio.h>
#include <stdlib.h>

/* The content of a file, or NULL. */
static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    char *content = NULL;
    size_t room = 0;
    *len = 0;
    if (file == NULL) {
        return NULL;
    }
    for (;;) {
        size_t got;
        if (*len == room) {
            char *more = realloc(content, room = 2 * room + 4096);
            if (more == NULL) {
                break;
            }
            content = more;
        }
        got = fread(content + *len, 1, room - *len, file);
        *len += got;
        if (got == 0) {
            if (ferror(file)) {
                break;
            }
            fclose(file);
            return content;
        }
    }
    fclose(file);
    free(content);
    return NULL;
}

int main(int argc, char **argv) {
    robots_str body;
    char *content;
    robots_agents *crawler = NULL;
    robots_rules *rules = NULL;
    robots_status status;
    double seconds;
    int result = 0;
    int i;

    if (argc < 4) {
        fprintf(stderr, "usage: %s FILE CRAWLER URL...\n", argv[0]);
        return 2;
    }
    content = read_file(argv[1], &body.len);
    if (content == NULL) {
        perror(argv[1]);
        return 2;
    }
    body.data = content;

    /* A product token, a whole User-Agent header, or a well-known crawler, which is read as its
       operator documents it. */
    status = robots_agents_resolve(robots_cstr(argv[2]), &crawler);
    if (status == ROBOTS_STATUS_OK) {
        status = robots_rules_parse(body, crawler, NULL, &rules);
    }
    /* The rules have all they need. */
    robots_agents_free(crawler);
    free(content);

    for (i = 3; i < argc && status == ROBOTS_STATUS_OK; i++) {
        robots_verdict *verdict;
        status = robots_rules_check(rules, robots_cstr(argv[i]), &verdict);
        if (status == ROBOTS_STATUS_OK) {
            robots_str text = robots_verdict_text(verdict);
            printf("%s: %.*s\n", argv[i], (int)text.len, text.data);
            if (!robots_verdict_is_allowed(verdict)) {
                result = 1;
            }
            robots_verdict_free(verdict);
        }
    }
    if (robots_rules_crawl_delay(rules, &seconds)) {
        printf("wait %g seconds between requests\n", seconds);
    }
    robots_rules_free(rules);
    if (status != ROBOTS_STATUS_OK) {
        fprintf(stderr, "%s\n", robots_status_message(status));
        return 2;
    }
    return result;
}
