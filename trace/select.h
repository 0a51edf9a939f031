/* select.h - lists of fnmatch patterns separated by commas, over instance paths and signal names. */
#ifndef TRACE_SELECT_H
#define TRACE_SELECT_H

#include <stdbool.h>

enum { SELECT_MAX = 64 };

struct select {
    char    *text;                /* the list, its commas replaced by string ends */
    char    *pattern[SELECT_MAX]; /* into text */
    bool     used[SELECT_MAX];    /* it has matched something */
    unsigned count;               /* 0: everything matches */
};

/* `patterns` NULL or empty makes a list that matches everything.  False: too many patterns, or no memory. */
bool select_open(struct select *select, const char *patterns);
void select_close(struct select *select);

/* True when any pattern matches `name`; every pattern that does is marked used. */
bool select_match(struct select *select, const char *name);

/* The first pattern that never matched, or NULL. */
const char *select_unused(const struct select *select);

#endif
