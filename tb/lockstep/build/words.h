/* words.h - the words of an option's text and of a file list: quotes, comments, variables of the environment. */
#ifndef TB_LOCKSTEP_WORDS_H
#define TB_LOCKSTEP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/diag.h"

/* A text that is read.  `file` is its name for messages, NULL: an option's text, which has no comments. */
struct words {
    const char *at, *file, *option;
    unsigned    line, column; /* of the word that was read last */
    unsigned    lines;        /* where the reader is */
    const char *line_start;
    bool        failed;
};

struct words words_of(const char *text, const char *file, const char *option);

/* The next word: without its quotes, $NAME, ${NAME} and $(NAME) replaced unless in single quotes.  In a file what
 * follows // or a # at a word's start up to the line's end, and what stands between slash-star and star-slash, is no
 * word.  False at the end, and with `failed` and a diagnosis when the text cannot be read. */
bool words_next(struct words *words, char *word, size_t size, struct diag *diag);

/* Fills the diagnosis with the place of the last word; returns false. */
bool words_wrong(const struct words *words, struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
