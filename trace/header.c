/* header.c - which signals a waveform file has, and its first and last time (IEEE 1364-2005 clause 18). */
#include "trace/header.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/unpack.h"

enum { SCOPE_BYTES = 4096, LINE_BYTES = 8192, TAIL = 1 << 16 };

/* ---- declarations ------------------------------------------------------------------------------------------------ */

uint32_t header_number(const char *code)
{
    const size_t length = strlen(code);
    uint64_t     number = 0;
    for (size_t i = length; i-- > 0 && number < HEADER_NUMBERS;)
        number = 94 * number + (unsigned char)(code[i] - '!') + 1;
    return length == 0 || number > HEADER_NUMBERS ? HEADER_NUMBERS : (uint32_t)number - 1;
}

static bool add(struct header *header, const char *scope, const char *name, const char *code, unsigned bits,
                unsigned line)
{
    if (header->count == header->room) {
        const unsigned room = header->room ? 2 * header->room : 1024;
        void          *more = realloc(header->variables, room * sizeof *header->variables);
        if (!more)
            return false;
        header->variables = more;
        header->room = room;
    }
    const size_t size = strlen(scope) + strlen(name) + 2;
    char        *full = malloc(size);
    if (!full)
        return false;
    snprintf(full, size, "%s%s%s", scope, scope[0] ? "." : "", name);
    const uint32_t number = header_number(code);
    header->variables[header->count++] =
        (struct header_variable){.name = full, .bits = bits, .line = line, .number = number};
    if (number < HEADER_NUMBERS && number >= header->slot_count)
        header->slot_count = number + 1;
    return true;
}

/* One line: $scope, $upscope or $var; others are passed over.  False: no memory, or no such line. */
static bool declare(struct header *header, char *scope, const char *line, unsigned line_number)
{
    char         name[1025], code[16];
    unsigned     bits;
    const size_t length = strlen(scope);
    if (sscanf(line, " $scope %*s %1024s", name) == 1) {
        const int more = snprintf(scope + length, SCOPE_BYTES - length, "%s%s", length ? "." : "", name);
        return more > 0 && length + (size_t)more < SCOPE_BYTES;
    }
    if (strncmp(line, "$upscope", 8) == 0) {
        char *dot = strrchr(scope, '.');
        *(dot ? dot : scope) = '\0';
        return length > 0;
    }
    if (sscanf(line, " $var %*s %u %15s %1024s", &bits, code, name) == 3)
        return add(header, scope, name, code, bits, line_number);
    return strncmp(line, "$var", 4) != 0 && strncmp(line, "$scope", 6) != 0;
}

static int compare(const void *left, const void *right)
{
    const struct header_variable *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* Up to the first time. */
static bool read_declarations(FILE *file, struct header *header)
{
    char     scope[SCOPE_BYTES] = "", line[LINE_BYTES];
    bool     good = true, ended = false, timed = false;
    unsigned number = 0;
    while (good && !timed && fgets(line, sizeof line, file)) {
        number += strchr(line, '\n') != NULL;
        if (ended)
            timed = sscanf(line, " #%" SCNu64, &header->first_time) == 1;
        else if (strncmp(line, "$enddefinitions", 15) == 0)
            ended = true;
        else
            good = declare(header, scope, line, number);
    }
    if (header->count)
        qsort(header->variables, header->count, sizeof *header->variables, compare);
    return good && timed;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

/* Of a .vcd file. */
static bool last_time(FILE *file, uint64_t *time)
{
    char  *text = malloc(TAIL + 1);
    bool   found = false;
    off_t  from = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) - TAIL : -1;
    size_t size = 0;
    if (text && fseeko(file, from > 0 ? from : 0, SEEK_SET) == 0)
        size = fread(text, 1, TAIL, file);
    for (char *at = text; size && at < text + size; at++)
        if (at[0] == '#' && (at == text || at[-1] == '\n') && memchr(at, '\n', (size_t)(text + size - at))) {
            *time = strtoull(at + 1, NULL, 10);
            found = true;
        }
    free(text);
    return found;
}

/* Behind type and length the header block of a .fst file has the first and the last time, big-endian. */
static bool fst_times(const char *path, struct header *header)
{
    unsigned char bytes[25];
    FILE         *file = fopen(path, "rb");
    const bool    good = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    header->first_time = header->last_time = 0;
    for (int i = 0; good && i < 8; i++) {
        header->first_time = header->first_time << 8 | bytes[9 + i];
        header->last_time = header->last_time << 8 | bytes[17 + i];
    }
    if (file)
        fclose(file);
    return good;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

bool header_read(const char *path, struct header *header, struct diag *diag)
{
    const bool      fst = unpack_is_fst(path);
    struct unpacked text;
    *header = (struct header){0};
    if (!unpack_open(path, &text, diag))
        return false;
    bool good = read_declarations(text.file, header);
    good = good && (fst ? fst_times(path, header) : last_time(text.file, &header->last_time));
    unpack_close(&text);
    if (!good)
        return diag_set(diag, path, 0, "is no waveform%s",
                        fst ? " that fst2vcd reads" : ": expected the declarations of a .vcd file and a time");
    header->slots = calloc(header->slot_count + 1, sizeof *header->slots);
    return header->slots || diag_set(diag, path, 0, "no memory for its signals");
}

void header_free(struct header *header)
{
    for (unsigned i = 0; i < header->count; i++)
        free(header->variables[i].name);
    free(header->variables);
    free(header->slots);
    *header = (struct header){0};
}

struct header_variable *header_find(const struct header *header, const char *name, unsigned bits)
{
    const struct header_variable wanted = {.name = (char *)name};
    struct header_variable      *found =
        header->count ? bsearch(&wanted, header->variables, header->count, sizeof wanted, compare) : NULL;
    return found && found->bits == bits ? found : NULL;
}

const struct header_slot *header_slot(const struct header *header, const struct header_variable *variable)
{
    return variable && variable->number < header->slot_count ? &header->slots[variable->number] : NULL;
}
