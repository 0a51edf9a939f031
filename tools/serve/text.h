/* text.h - text that grows; when memory is out it says so, and stays as it is. */
#ifndef TOOLS_SERVE_TEXT_H
#define TOOLS_SERVE_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char  *bytes;
    size_t used, room;
    bool   lost;
};

void text_put(struct text *text, const char *bytes, size_t count);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Drops so many bytes from its beginning. */
void text_drop(struct text *text, size_t count);
void text_free(struct text *text);

/* As a JSON string, what is no UTF-8 as question marks. */
json_t *text_json(const char *text);

#endif
