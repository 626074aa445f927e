/* What the programs share that read rows of rows.py from standard input. */
#ifndef ROWS_H
#define ROWS_H

#include <robots_exclusion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                                   \
    do {                                                                                           \
        robots_status status_ = (call);                                                            \
        if (status_ != ROBOTS_STATUS_OK) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, robots_status_message(status_));    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* The next field, in memory that is used again for the next row; false at the end. */
static int read_field(robots_str *field, char **room) {
    unsigned long len;
    if (scanf("%lu:", &len) != 1) {
        return 0;
    }
    *room = (char *)realloc(*room, len + 1);
    if (*room == NULL || fread(*room, 1, len, stdin) != len) {
        fputs("a row is incomplete\n", stderr);
        exit(1);
    }
    (*room)[len] = '\0';
    field->data = *room;
    field->len = len;
    return 1;
}

#endif
