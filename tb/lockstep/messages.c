#define _XOPEN_SOURCE 700 /* open_memstream */
#include "tb/lockstep/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/process.h"

bool messages_say_errors(const char *log, const char *program, const char *mark, struct diag *diag)
{
    enum { LINES = 3 };
    char    *text = file_text(log, NULL), found[900] = "";
    size_t   used = 0;
    unsigned lines = 0;
    for (char *line = text; line && *line && lines < LINES && used < sizeof found - 4;) {
        char *const next = line + strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        line[strcspn(line, "\n")] = '\0';
        const bool told = strncmp(line, "%Error", 6) == 0 || (mark && strstr(line, mark));
        if (told && strncmp(line, "%Error: Exiting", 15) != 0)
            used += (size_t)snprintf(found + used, sizeof found - used, "%s%s", lines++ ? "; " : "", line);
        line = next;
    }
    free(text);
    return diag_set(diag, NULL, 0, "%s: %s", program, lines ? found : "failed without a message");
}

bool messages_say_verilator(const char *log, const struct message_source *source, struct diag *diag)
{
    static const char top[] = "--top-module", lost[] = "Cannot find file containing module: '";
    char             *text = file_text(log, NULL);
    const char       *name = text ? strstr(text, lost) : NULL;
    const bool        no_top = text && strstr(text, top) && strstr(text, "not found in design");
    if (no_top)
        diag_set(diag, source->file, 0, "expected a module %s in it", source->top);
    else if (name) {
        const int length = (int)strcspn(name += sizeof lost - 1, "'\n");
        diag_set(diag, source->folder, 0, "no module %.*s: expected it in a file %.*s.sv or %.*s.v", length, name,
                 length, name, length, name);
    } else
        messages_say_errors(log, "verilator", NULL, diag);
    free(text);
    return false;
}

/* Verilator prints `%Warning-CODE: FILE:LINE:COLUMN: what`, and behind that the source. */
char *messages_warnings(const char *log, const char *folder)
{
    static const char mark[] = "%Warning";
    const size_t      length_of_folder = strlen(folder);
    size_t            size = 0;
    char             *text = file_text(log, NULL), *kept = NULL;
    FILE             *out = text ? open_memstream(&kept, &size) : NULL;
    for (char *line = text, *next; out && *line; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        char *place = strncmp(line, mark, sizeof mark - 1) == 0 ? strstr(line, ": ") : NULL;
        if (!place)
            continue;
        *place = '\0';
        place += 2;
        if (strncmp(place, folder, length_of_folder) == 0 && place[length_of_folder] == '/')
            place += length_of_folder + 1;
        const char *what = strstr(place, ": "), *code = line + sizeof mark - 1;
        what = what ? what : place;
        fprintf(out, "%.*s%s%s%s\n", (int)(what - place), place, *code ? ": " : "", code + (*code == '-'), what);
    }
    free(text);
    if (!out || fclose(out) != 0)
        return NULL;
    return kept;
}
