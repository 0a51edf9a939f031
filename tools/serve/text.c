#include "tools/serve/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096 };

static bool make_room(struct text *text, size_t more)
{
    if (text->lost || text->room - text->used >= more)
        return !text->lost;
    size_t room = text->room ? text->room : ROOM;
    while (room - text->used < more)
        room *= 2;
    char *const bytes = realloc(text->bytes, room);
    text->lost = !bytes;
    if (text->lost)
        return false;
    text->bytes = bytes;
    text->room = room;
    return true;
}

void text_put(struct text *text, const char *bytes, size_t count)
{
    if (!count || !make_room(text, count))
        return;
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
}

void text_print(struct text *text, const char *format, ...)
{
    char    line[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        text->lost = true;
    else
        text_put(text, line, (size_t)length);
}

void text_drop(struct text *text, size_t count)
{
    if (!count)
        return;
    memmove(text->bytes, text->bytes + count, text->used - count);
    text->used -= count;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

json_t *text_json(const char *text)
{
    json_t *const string = json_string(text);
    char         *plain = string ? NULL : strdup(text);
    if (!plain)
        return string;
    for (char *at = plain; *at; at++)
        *at = (signed char)*at < 0 ? '?' : *at;
    json_t *const other = json_string(plain);
    free(plain);
    return other;
}
