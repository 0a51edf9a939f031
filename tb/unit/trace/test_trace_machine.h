/* test_trace_machine.h - a small machine of two modules with every shape of signal, for the tests of the readers of
 * signal tables (waves, save files, snapshots, walks).  Included by one .c file of a program. */
#ifndef TEST_TRACE_MACHINE_H
#define TEST_TRACE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/lanes.h"
#include "kit/rtl.h"
#include "kit/walk.h"

typedef uint8_t  phase_t; /* an enumeration */
typedef uint32_t word_t;  /* an instruction word */
typedef struct {
    uint8_t lane[QUARTER];
} quarter_byte_t;

/* clang-format off */
#define PUMP_SIGNALS(S)                                                                                \
    S(IN,   bool,           enable,   1, "counts when set")                                            \
    S(IN,   uint8_t,        kick,     7, "seven bits")                                                 \
    S(OUT,  uint32_t,       count,   32, "cycles counted")                                             \
    S(OUT,  phase_t,        phase,    3, "an enumeration")                                             \
    S(REG,  uint16_t,       nine,     9, "nine bits")                                                  \
    S(OUT,  quarter_t,      result,  32, "lanes of words")                                             \
    S(OUT,  bool,           valid,    1, "one bit")                                                    \
    S(REG,  uint64_t,       odd,     33, "33 bits")                                                    \
    S(REG,  uint64_t,       big,     64, "all bits")                                                   \
    S(REG,  quarter_byte_t, nibble,   5, "lanes of bytes")                                             \
    S(REG,  word_t,         insn,    32, "a word")                                                     \
    S(REG,  uint16_t,       sixteen, 16, "sixteen bits")
#define STORE_SIGNALS(S)                                                                               \
    S(IN,   bool,     write,  1, "writes a row")                                                       \
    S(IN,   uint8_t,  index,  4, "which")                                                              \
    S(IN,   lanes_t,  value, 32, "what")                                                               \
    S(OUT,  bool,     stall,  1, "one bit")                                                            \
    S(MEM,  lanes_t,  bank,  32, "rows of words", 12)                                                  \
    S(MEM,  uint16_t, stack, 10, "scalars", 3)
/* clang-format on */

RTL_STRUCT(pump, PUMP_SIGNALS);
RTL_STRUCT(store, STORE_SIGNALS);
RTL_TABLE(pump, PUMP_SIGNALS);
#define rtl_this rtl_this_store /* a second table in one file, which a model never has */
RTL_TABLE(store, STORE_SIGNALS);

struct machine {
    struct pump  pump[2];
    struct store store;
    uint64_t     seed;
};

enum { MACHINE_INSTANCES = 3 };

/* In an order in which the instances of top.a are not neighbours. */
static inline void machine_instances(struct machine *machine, struct rtl_instance *instances)
{
    instances[0] = (struct rtl_instance){"top.a.pump", &pump_rtl, &machine->pump[0]};
    instances[1] = (struct rtl_instance){"top.store", &store_rtl, &machine->store};
    instances[2] = (struct rtl_instance){"top.a", &pump_rtl, &machine->pump[1]};
}

static inline uint64_t machine_random(struct machine *machine)
{
    uint64_t z = machine->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* One cycle: about a tenth of all elements gets a new value within its width. */
static inline void machine_step(struct machine *machine)
{
    struct rtl_instance instances[MACHINE_INSTANCES];
    machine_instances(machine, instances);
    for (unsigned i = 0; i < MACHINE_INSTANCES; i++)
        for (unsigned s = 0; s < instances[i].module->signal_count; s++) {
            const struct rtl_signal *signal = &instances[i].module->signals[s];
            for (unsigned row = 0; row < signal->rows; row++)
                for (unsigned e = 0; e < signal->count; e++) {
                    uint64_t value = machine_random(machine);
                    if (value % 10 != 0)
                        continue;
                    value = machine_random(machine) >> (64 - signal->bits);
                    value >>= machine_random(machine) % signal->bits; /* short values too */
                    rtl_write(instances[i].module, signal, instances[i].state, row, e, value);
                }
        }
}

/* A path in a folder of the test's own beside its program. */
static char        scratch_folder[512];
static inline void scratch_open(const char *program)
{
    snprintf(scratch_folder, sizeof scratch_folder, "%s.scratch", program);
    mkdir(scratch_folder, 0777);
}

static inline const char *scratch(const char *name)
{
    static char path[4][1024];
    static int  next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", scratch_folder, name);
    return path[next];
}

/* The whole file as a string, or NULL; freed by the caller. */
static inline char *slurp(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    if (bytes)
        *bytes = 0;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *text = calloc((size_t)length + 1, 1);
    if (text && fread(text, 1, (size_t)length, file) != (size_t)length) {
        free(text);
        text = NULL;
    }
    fclose(file);
    if (bytes)
        *bytes = (size_t)length;
    return text;
}

#endif
