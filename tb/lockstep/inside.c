#include "tb/lockstep/inside.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/header.h"

enum { NAME = 256, PATH = 1024, DEPTH = 32, WORD_BITS = 64, NONE = -1 };

/* A variable of the text; several may have one identifier. */
struct variable {
    unsigned scope, bits;
    unsigned word; /* the first one of its value */
    int      next; /* the next one of its identifier, or NONE */
    bool     real;
    char    *name;
};

struct inside {
    struct block        *block;
    struct variable     *variables;
    unsigned             count, room;
    int                 *first; /* by number of an identifier: a variable, or NONE */
    uint32_t             numbers;
    uint64_t            *values;
    unsigned             words;
    char                *path[PATH]; /* of scopes */
    unsigned             scopes;
    struct rtl_signal   *signals;
    struct rtl_module   *modules;
    struct rtl_instance *instances;
    unsigned             signal_count;
    bool                 failed;
};

/* ---- declarations ----------------------------------------------------------------------------------------------- */

/* Names of the waveform are letters, digits and underscores: x[3] is x_3. */
static void make_plain(char *name)
{
    char *to = name;
    for (const char *from = name; *from; from++)
        if (*from != ']')
            *to++ = isalnum((unsigned char)*from) ? *from : '_';
    *to = '\0';
    if (isdigit((unsigned char)name[0]))
        name[0] = '_';
}

static unsigned scope_of(struct inside *inside, const char *path)
{
    for (unsigned i = 0; i < inside->scopes; i++)
        if (strcmp(inside->path[i], path) == 0)
            return i;
    if (inside->scopes == PATH || !(inside->path[inside->scopes] = strdup(path))) {
        inside->failed |= inside->scopes < PATH;
        return PATH;
    }
    return inside->scopes++;
}

static void add_variable(struct inside *inside, const struct variable *variable, uint32_t number)
{
    if (inside->count == inside->room) {
        inside->room = inside->room * 2 + 64;
        void *more = realloc(inside->variables, inside->room * sizeof *inside->variables);
        inside->failed |= !more;
        inside->variables = more ? more : inside->variables;
    }
    if (number >= inside->numbers && !inside->failed) {
        int *more = realloc(inside->first, (number + 1) * sizeof *more);
        inside->failed |= !more;
        inside->first = more ? more : inside->first;
        for (; more && inside->numbers <= number; inside->numbers++)
            more[inside->numbers] = NONE;
    }
    char *const name = inside->failed ? NULL : strdup(variable->name);
    inside->failed |= !name;
    if (inside->failed)
        return;
    inside->variables[inside->count] = *variable;
    inside->variables[inside->count].name = name;
    inside->variables[inside->count].word = inside->words;
    inside->variables[inside->count].next = inside->first[number];
    inside->first[number] = (int)inside->count++;
    inside->words += (variable->bits + WORD_BITS - 1) / WORD_BITS;
}

/* A port, or an element or a field of one. */
static bool is_port(const struct inside *inside, const char *name)
{
    const size_t              length = strcspn(name, "[.");
    const struct found_table *found = block_found(inside->block);
    for (unsigned i = 0; i < found->count; i++)
        if (strncmp(found->port[i].theirs, name, length) == 0 && !found->port[i].theirs[length])
            return true;
    return false;
}

/* Where the text is: the scopes around it; the outermost one is Verilator's own. */
struct reader {
    char     path[PATH];
    size_t   length[DEPTH];
    unsigned depth;
};

static void enter(struct reader *reader, char *name)
{
    const size_t length = strlen(reader->path);
    if (reader->depth < DEPTH)
        reader->length[reader->depth] = length;
    make_plain(name);
    if (reader->depth++ > 0 && reader->depth <= DEPTH)
        snprintf(reader->path + length, PATH / 2 - length, ".%s", name);
}

static void leave(struct reader *reader)
{
    if (reader->depth > 0 && --reader->depth < DEPTH)
        reader->path[reader->length[reader->depth]] = '\0';
}

static void declare(struct inside *inside, const struct reader *reader, const char *line)
{
    char            kind[NAME], code[NAME], name[NAME];
    struct variable variable = {.name = name};
    if (reader->depth < 2 || reader->depth > DEPTH ||
        sscanf(line, "$var %255s %u %255s %255s", kind, &variable.bits, code, name) != 4 || variable.bits == 0)
        return;
    const uint32_t number = header_number(code);
    if (number >= HEADER_NUMBERS || (reader->depth == 2 && is_port(inside, name)))
        return;
    make_plain(name);
    variable.real = strcmp(kind, "real") == 0;
    variable.scope = scope_of(inside, reader->path);
    if (variable.scope < PATH)
        add_variable(inside, &variable, number);
}

/* The text behind the declarations. */
static const char *read_declarations(struct inside *inside, const char *path, const char *text)
{
    struct reader reader = {.depth = 0};
    char          line[4 * NAME], name[NAME];
    snprintf(reader.path, sizeof reader.path, "%s", path);
    while (*text) {
        text += strspn(text, " \n");
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length;
        if (sscanf(line, "$scope %*s %255s", name) == 1)
            enter(&reader, name);
        else if (strncmp(line, "$upscope", 8) == 0)
            leave(&reader);
        else if (strncmp(line, "$enddefinitions", 15) == 0)
            break;
        else
            declare(inside, &reader, line);
    }
    return text;
}

/* ---- instances -------------------------------------------------------------------------------------------------- */

/* A variable, or 64 bits of one: from bit `low` on. */
static struct rtl_signal signal_of(const struct variable *variable, unsigned low)
{
    const unsigned left = variable->bits - low;
    return (struct rtl_signal){.doc = "",
                               .type = variable->real ? "double" : "",
                               .kind = RTL_REG,
                               .bits = left < WORD_BITS ? left : WORD_BITS,
                               .count = 1,
                               .rows = 1,
                               .offset = sizeof(uint64_t) * (variable->word + low / WORD_BITS)};
}

static void add_signals(struct inside *inside, const struct variable *variable)
{
    for (unsigned low = 0; low < variable->bits; low += WORD_BITS) {
        struct rtl_signal signal = signal_of(variable, low);
        char              name[NAME + 32];
        if (variable->bits > WORD_BITS)
            snprintf(name, sizeof name, "%s_%u_%u", variable->name, low + signal.bits - 1, low);
        else
            snprintf(name, sizeof name, "%s", variable->name);
        inside->failed |= !(signal.name = strdup(name));
        inside->signals[inside->signal_count++] = signal;
    }
}

static bool make_instances(struct inside *inside)
{
    inside->values = calloc(inside->words + 1, sizeof *inside->values);
    inside->signals = calloc(inside->words + 1, sizeof *inside->signals);
    inside->modules = calloc(inside->scopes + 1, sizeof *inside->modules);
    inside->instances = calloc(inside->scopes + 1, sizeof *inside->instances);
    if (!inside->values || !inside->signals || !inside->modules || !inside->instances)
        return false;
    for (unsigned scope = 0; scope < inside->scopes; scope++) {
        const unsigned start = inside->signal_count;
        for (unsigned i = 0; i < inside->count; i++)
            if (inside->variables[i].scope == scope)
                add_signals(inside, &inside->variables[i]);
        inside->modules[scope] = (struct rtl_module){
            .name = rtl_plain, .signals = inside->signals + start, .signal_count = inside->signal_count - start};
        inside->instances[scope] = (struct rtl_instance){inside->path[scope], &inside->modules[scope], inside->values};
    }
    return !inside->failed;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* "b0101" or "1", without its letter; the last digit is bit 0. */
static void set_bits(const struct variable *variable, uint64_t *words, const char *digits, size_t length)
{
    memset(words, 0, (variable->bits + WORD_BITS - 1) / WORD_BITS * sizeof *words);
    for (unsigned bit = 0; bit < length && bit < variable->bits; bit++)
        words[bit / WORD_BITS] |= (uint64_t)(digits[length - 1 - bit] == '1') << bit % WORD_BITS;
}

static void set_value(struct inside *inside, const char *code, const char *digits, size_t length)
{
    const uint32_t number = header_number(code);
    for (int i = number < inside->numbers ? inside->first[number] : NONE; i != NONE; i = inside->variables[i].next) {
        const struct variable *const variable = &inside->variables[i];
        if (variable->real) {
            const double value = strtod(digits, NULL);
            memcpy(&inside->values[variable->word], &value, sizeof value);
        } else {
            set_bits(variable, &inside->values[variable->word], digits, length);
        }
    }
}

static void read_values(struct inside *inside, const char *text)
{
    char code[NAME];
    while (*text) {
        const size_t line = strcspn(text, "\n");
        const bool   wide = *text == 'b' || *text == 'r';
        const char  *digits = text + wide;
        const size_t length = wide ? strcspn(digits, " \n") : 1;
        if (wide || *text == '0' || *text == '1') {
            const char *const behind = digits + length + (wide && digits[length] == ' ');
            snprintf(code, sizeof code, "%.*s", (int)(text + line - behind), behind);
            set_value(inside, code, digits, length);
        }
        text += line + (text[line] == '\n');
    }
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

struct inside *inside_open(struct block *block, const char *path)
{
    struct inside *inside = calloc(1, sizeof *inside);
    if (!inside)
        return NULL;
    inside->block = block;
    const char *const text = read_declarations(inside, path, block_inside(block));
    if (!inside->failed && make_instances(inside)) {
        read_values(inside, text);
        return inside;
    }
    inside_close(inside);
    return NULL;
}

void inside_close(struct inside *inside)
{
    if (!inside)
        return;
    for (unsigned i = 0; i < inside->signal_count; i++)
        free((char *)inside->signals[i].name);
    for (unsigned v = 0; v < inside->count; v++)
        free(inside->variables[v].name);
    for (unsigned scope = 0; scope < inside->scopes; scope++)
        free(inside->path[scope]);
    free(inside->variables);
    free(inside->first);
    free(inside->values);
    free(inside->signals);
    free(inside->modules);
    free(inside->instances);
    free(inside);
}

void inside_look(struct inside *inside)
{
    read_values(inside, block_inside(inside->block));
}

const struct rtl_instance *inside_instances(const struct inside *inside, unsigned *count)
{
    *count = inside->scopes;
    return inside->instances;
}

unsigned char *inside_values(const struct inside *inside, size_t *bytes)
{
    *bytes = inside->words * sizeof *inside->values;
    return (unsigned char *)inside->values;
}
