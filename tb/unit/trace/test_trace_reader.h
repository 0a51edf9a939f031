/* test_trace_reader.h - a strict reader of the waveforms that trace/ writes, sharing nothing with it: it finds every
 * variable by its name and holds the values of each cycle against what the machine held.
 * Include after test_trace_machine.h. */
#ifndef TEST_TRACE_READER_H
#define TEST_TRACE_READER_H

#include <inttypes.h>

enum { READER_MAX = 4096 };

struct reader_variable {
    char     code[8], name[128];
    unsigned bits;
    uint64_t value;
    bool     known;
    /* where the machine holds it; instance NULL for clk and cycle */
    const struct rtl_instance *instance;
    const struct rtl_signal   *signal;
    unsigned                   row, element;
};

struct reader {
    struct reader_variable variable[READER_MAX];
    unsigned               count;
    char                   problem[256]; /* the first rule broken, or empty */
    uint64_t               cycles;       /* whole cycles read */
    bool                   ended;        /* the file ends with a time of its own */
};

static inline bool reader_fail(struct reader *reader, const char *what, const char *line)
{
    if (!reader->problem[0])
        snprintf(reader->problem, sizeof reader->problem, "%s: %.80s", what, line);
    return false;
}

/* The element of the machine that a dotted name stands for. */
static inline bool reader_bind(struct reader_variable *variable, const struct rtl_instance *instances, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned s = 0; s < instances[i].module->signal_count; s++) {
            const struct rtl_signal *signal = &instances[i].module->signals[s];
            char                     base[128], full[192];
            snprintf(base, sizeof base, "%s.%s%s", instances[i].path, rtl_prefix(signal), signal->name);
            if (strncmp(base, variable->name, strlen(base)) != 0)
                continue;
            for (unsigned row = 0; row < signal->rows; row++)
                for (unsigned e = 0; e < signal->count; e++) {
                    int n = snprintf(full, sizeof full, "%s", base);
                    if (signal->kind == RTL_MEM)
                        n += snprintf(full + n, sizeof full - (size_t)n, ".row%02u", row);
                    if (signal->count > 1)
                        n += snprintf(full + n, sizeof full - (size_t)n, ".lane%02u", e);
                    if (strcmp(full, variable->name) == 0) {
                        variable->instance = &instances[i];
                        variable->signal = signal;
                        variable->row = row;
                        variable->element = e;
                        return signal->bits == variable->bits;
                    }
                }
        }
    return false;
}

static inline bool reader_header(struct reader *reader, char **text, const struct rtl_instance *instances,
                                 unsigned count)
{
    char scope[256] = "";
    for (;;) {
        char *line = *text, *end = strchr(line, '\n'), word[64];
        if (!end)
            return reader_fail(reader, "no end of the header", line);
        *end = '\0';
        *text = end + 1;
        struct reader_variable *variable = &reader->variable[reader->count];
        if (sscanf(line, "$scope module %63s", word) == 1) {
            snprintf(scope + strlen(scope), sizeof scope - strlen(scope), "%s.", word);
        } else if (strcmp(line, "$upscope $end") == 0) {
            char *dot = scope + strlen(scope) - 1;
            while (dot > scope && dot[-1] != '.')
                dot--;
            *dot = '\0';
        } else if (strcmp(line, "$enddefinitions $end") == 0) {
            return !scope[0] || reader_fail(reader, "scopes left open", scope);
        } else if (sscanf(line, "$var %*s %u %7s %63s", &variable->bits, variable->code, word) == 3) {
            snprintf(variable->name, sizeof variable->name, "%.60s%.60s", scope, word);
            const bool own = strcmp(variable->name, "top.clk") == 0 || strcmp(variable->name, "top.cycle") == 0;
            if (!own && !reader_bind(variable, instances, count))
                return reader_fail(reader, "unknown variable", line);
            for (unsigned i = 0; i < reader->count; i++)
                if (strcmp(reader->variable[i].code, variable->code) == 0 ||
                    strcmp(reader->variable[i].name, variable->name) == 0)
                    return reader_fail(reader, "declared twice", line);
            if (++reader->count == READER_MAX)
                return reader_fail(reader, "too many variables", line);
        }
    }
}

static inline bool reader_value(struct reader *reader, char *line)
{
    const bool  vector = line[0] == 'b';
    char       *blank = strchr(line, ' ');
    const char *code = vector && blank ? blank + 1 : line + 1;
    uint64_t    value = 0;
    unsigned    digits = 0;
    for (const char *c = line + vector; vector ? c < blank : c == line; c++, digits++) {
        if (*c != '0' && *c != '1')
            return reader_fail(reader, "not a digit", line);
        value = value << 1 | (uint64_t)(*c - '0');
    }
    for (unsigned i = 0; i < reader->count; i++) {
        struct reader_variable *variable = &reader->variable[i];
        if (strcmp(variable->code, code) != 0)
            continue;
        if (digits > variable->bits || (digits > 1 && line[1] == '0') || vector != (variable->bits > 1))
            return reader_fail(reader, "wrong form for its width", line);
        if (variable->known && variable->value == value)
            return reader_fail(reader, "written without a change", line);
        variable->known = true;
        variable->value = value;
        return true;
    }
    return reader_fail(reader, "unknown code", line);
}

/* `held` copies the machine's state of that cycle into the instances that the variables are bound to. */
static inline bool reader_compare(struct reader *reader, uint64_t cycle, void (*held)(uint64_t cycle))
{
    held(cycle);
    for (unsigned i = 0; i < reader->count; i++) {
        const struct reader_variable *variable = &reader->variable[i];
        const uint64_t                expected =
            variable->instance ? rtl_read(variable->signal, variable->instance->state, variable->row, variable->element)
                           : i == 0 ? 1
                                    : cycle;
        if (!variable->known || variable->value != expected)
            return reader_fail(reader, "not what the machine held", variable->name);
    }
    reader->cycles++;
    return true;
}

/* Reads a whole file whose cycles rise by one from `first`.  Lines behind the last newline are ignored. */
static inline bool reader_run(struct reader *reader, const char *path, const struct rtl_instance *instances,
                              unsigned count, uint64_t first, void (*held)(uint64_t cycle))
{
    memset(reader, 0, sizeof *reader);
    char *file = slurp(path, NULL), *text = file, *end;
    if (!file)
        return reader_fail(reader, "cannot read", path);
    bool     good = reader_header(reader, &text, instances, count), dumping = false;
    uint64_t next = first * 10, time = 0;
    for (; good && (end = strchr(text, '\n')); text = end + 1) {
        *end = '\0';
        reader->ended = text[0] == '#';
        if (text[0] == '#') {
            /* at the falling edge everything of the cycle is written */
            time = strtoull(text + 1, NULL, 10);
            if (time != next)
                good = reader_fail(reader, "unexpected time", text);
            else if (time % 10 == 5)
                good = reader_compare(reader, time / 10, held);
            next += 5;
        } else if (strcmp(text, "$dumpvars") == 0) {
            good = (!dumping && time == first * 10) || reader_fail(reader, "misplaced", text);
            dumping = true;
        } else if (strcmp(text, "$end") != 0) {
            good = reader_value(reader, text);
        }
    }
    free(file);
    return good;
}

#endif
