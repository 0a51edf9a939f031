#define _XOPEN_SOURCE 700 /* open_memstream */
#include "tb/lockstep/build/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/build/process.h"

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

const char messages_untimed[] = "nothing is timed here, expected no delay";

/* What Verilator itself takes and the comparison does not: the code of its warning, and what was expected. */
static const struct {
    const char *code, *expected;
} refused[] = {
    {"MODDUP", "expected one module of the name"}, {"STMTDLY", messages_untimed}, {"ASSIGNDLY", messages_untimed}};

static const char *expected_for(const char *line)
{
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const size_t length = strlen(refused[i].code);
        if (strncmp(line, refused[i].code, length) == 0 && line[length] == ':')
            return refused[i].expected;
    }
    return NULL;
}

void messages_name_file(const struct message_source *source, const char *path, int length, char *file, size_t size)
{
    const size_t folder = strlen(source->folder);
    if (strncmp(path, source->folder, folder) == 0 && path[folder] == '/') {
        path += folder + 1;
        length -= (int)folder + 1;
    }
    const bool within = *path != '/';
    snprintf(file, size, "%s%s%.*s", within ? source->shown : "", within ? "/" : "", length, path);
}

/* Fills `diag` with the place and the words of a line `%Error-CODE: FILE:LINE:COLUMN: what`; false: it is none. */
static bool take_place(const char *line, const struct message_source *source, struct diag *diag)
{
    static const char mark[] = "%Error";
    const char       *place = strncmp(line, mark, sizeof mark - 1) == 0 ? strstr(line, ": ") : NULL;
    const char       *what = place ? strstr(place + 2, ": ") : NULL;
    const char       *colon = what;
    unsigned          number, column;
    char              file[sizeof diag->file];
    for (unsigned colons = 0; colon && colon > place + 2 && colons < 2;)
        colons += *--colon == ':';
    if (!colon || sscanf(colon, ":%u:%u:", &number, &column) != 2)
        return false;
    const int   end = (int)strcspn(what + 2, "\n");
    const char *expected = line[sizeof mark - 1] == '-' ? expected_for(line + sizeof mark) : NULL;
    messages_name_file(source, place + 2, (int)(colon - place - 2), file, sizeof file);
    diag_set(diag, file, number, "%.*s%s%s", end, what + 2, expected ? ": " : "", expected ? expected : "");
    diag_at(diag, column);
    return true;
}

static bool say_first_place(const char *text, const struct message_source *source, struct diag *diag)
{
    bool found = false;
    for (const char *line = text; line && *line && !found; line += strcspn(line, "\n"), line += *line == '\n')
        found = take_place(line, source, diag);
    return found;
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
    } else if (diag && !say_first_place(text, source, diag))
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
