#include "kit/diag.h"

#include <stdarg.h>
#include <stdio.h>

#include "kit/text.h"

bool diag_set(struct diag *diag, const char *file, unsigned line, const char *format, ...)
{
    if (!diag)
        return false;
    snprintf(diag->file, sizeof diag->file, "%s", !file ? "" : file[0] ? file : "''");
    diag->line = line;
    diag->column = 0;
    char    what[sizeof diag->what];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* One line, whatever a file name or a library's message brought along. */
    for (char *c = what; *c; c++)
        if (*c == '\n' || *c == '\t' || *c == '\r')
            *c = ' ';
    text_visible(diag->what, sizeof diag->what, what);
    return false;
}

bool diag_at(struct diag *diag, unsigned column)
{
    if (diag && diag->line)
        diag->column = column;
    return false;
}

const char *diag_text(const struct diag *diag, char *text, size_t size)
{
    char file[2 * sizeof diag->file];
    text_visible(file, sizeof file, diag->file);
    if (diag->file[0] && diag->line)
        snprintf(text, size, "%s:%u: %s", file, diag->line, diag->what);
    else if (diag->file[0])
        snprintf(text, size, "%s: %s", file, diag->what);
    else
        snprintf(text, size, "%s", diag->what);
    return text;
}
