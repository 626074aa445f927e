/* Nanoseconds of a prepared question through the C interface: ask ROBOTS.TXT URLS, one URL a line. See benches/ask. */
#define _POSIX_C_SOURCE 199309L
#include <robots_exclusion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 200, MAX_URLS = 100000 };

static robots_str urls[MAX_URLS];
static bool allowed[MAX_URLS];

static robots_str read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *content = malloc(10000000);
    robots_str text;
    if (file == NULL || content == NULL) {
        perror(path);
        exit(1);
    }
    text.len = fread(content, 1, 10000000, file);
    text.data = content;
    fclose(file);
    return text;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times) {
    qsort(times, ROUNDS, sizeof *times, by_value);
    return times[ROUNDS / 2];
}

int main(int argc, char **argv) {
    static double singly[ROUNDS], batched[ROUNDS];
    robots_str body, list;
    robots_agents *agents;
    robots_rules *rules;
    size_t count = 0, permitted = 0, permitted_in_batch = 0, start = 0, i;
    int round;
    if (argc != 3) {
        return 2;
    }
    body = read_file(argv[1]);
    list = read_file(argv[2]);
    for (i = 0; i < list.len && count < MAX_URLS; i++) {
        if (list.data[i] == '\n') {
            urls[count].data = list.data + start;
            urls[count++].len = i - start;
            start = i + 1;
        }
    }
    if (robots_agents_one(robots_cstr("FooBot"), &agents) != ROBOTS_STATUS_OK ||
        robots_rules_parse(body, agents, NULL, &rules) != ROBOTS_STATUS_OK) {
        return 1;
    }
    for (round = 0; round < ROUNDS; round++) {
        double begin = now();
        permitted = 0;
        for (i = 0; i < count; i++) {
            permitted += robots_rules_is_allowed(rules, urls[i]);
        }
        singly[round] = (now() - begin) / (double)count;
        begin = now();
        if (robots_rules_is_allowed_batch(rules, urls, count, allowed) != ROBOTS_STATUS_OK) {
            return 1;
        }
        batched[round] = (now() - begin) / (double)count;
    }
    for (i = 0; i < count; i++) {
        permitted_in_batch += allowed[i];
    }
    if (permitted_in_batch != permitted) {
        return 1;
    }
    printf("%.2f %.2f %lu\n", median(singly), median(batched), (unsigned long)permitted);
    return 0;
}
