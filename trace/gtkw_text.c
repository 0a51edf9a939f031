/* gtkw_text.c - the text of a save file, as long as it becomes. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "trace/gtkw_writer.h"

char *gtkw_room(struct gtkw_writer *writer, size_t bytes)
{
    struct gtkw_text *text = &writer->text;
    if (!writer->failed && text->room - text->used < bytes) {
        const size_t room = 2 * text->room + bytes;
        char        *more = realloc(text->at, room);
        writer->failed = !more;
        text->at = more ? more : text->at;
        text->room = more ? room : text->room;
    }
    return writer->failed ? writer->spare : text->at + text->used;
}

void gtkw_put(struct gtkw_writer *writer, const char *text, size_t bytes)
{
    char *const at = gtkw_room(writer, bytes);
    if (!writer->failed && bytes)
        gtkw_take(writer, (char *)memcpy(at, text, bytes) + bytes);
}

void gtkw_printf(struct gtkw_writer *writer, const char *format, ...)
{
    char    line[GTKW_LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    gtkw_put(writer, line, strlen(line));
}
