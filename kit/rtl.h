/* rtl.h - declare a clocked module once; get its struct and its signal table.
 *
 * A module lists its signals in one macro, and its memories, if it has any, in another:
 *
 *     #define FOO_SIGNALS(IN, OUT, REG)  IN(type, name, bits, "meaning") ...
 *     #define FOO_MEMORIES(MEM)          MEM(type, name, rows, bits, "meaning") ...
 *
 *   IN   a wire; the parent drives it before the clock edge
 *   OUT  a register that other modules may read
 *   REG  a register private to the module
 *   MEM  an array of `rows` rows beside the registers; it changes only in the module's commit
 *
 * RTL_STRUCT turns the lists into plain C structs for the simulation.
 * RTL_TABLE turns them into a constant table for everything else: waves, snapshots, lockstep, docs.
 * The C type is part of the meaning: readers of the table choose a view by its name (an enumeration's
 * names, a float, an instruction word), so give such signals a type of their own. */
#ifndef KIT_RTL_H
#define KIT_RTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum rtl_kind { RTL_IN, RTL_OUT, RTL_REG, RTL_MEM };

struct rtl_signal {
    const char   *name;
    const char   *doc;
    const char   *type; /* the C type's name */
    enum rtl_kind kind;
    unsigned      bits;   /* width of one element, 1..64 */
    unsigned      count;  /* elements of one row: 1 for a scalar, the array length for a vector */
    unsigned      rows;   /* 1 for a signal, the depth for a memory */
    size_t        offset; /* within the module struct */
};

struct rtl_module {
    const char              *name;
    const struct rtl_signal *signals; /* IN, OUT, REG in the order of the list, then the memories */
    unsigned                 signal_count;
    size_t                   next_state; /* distance from a register in q to the same one in d */
};

/* One module of a machine: the table and where its state lives.  `path` is dotted from the top ("gpu.simd0.alu_x"). */
struct rtl_instance {
    const char              *path;
    const struct rtl_module *module;
    void                    *state;
};

#define RTL_ELEMENT_BYTES(bits) ((bits) <= 8 ? 1u : (bits) <= 16 ? 2u : (bits) <= 32 ? 4u : 8u)

#define RTL_FIELD(type, name, bits, doc) type name;
#define RTL_ARRAY(type, name, rows, bits, doc) type name[rows];
#define RTL_SKIP(type, name, bits, doc)
#define RTL_NO_MEMORIES(MEM)

/* `q` is the state before the clock edge, `d` the state after it. */
#define RTL_STRUCT(module, SIGNALS) RTL_STRUCT_MEM(module, SIGNALS, RTL_NO_MEMORIES)
#define RTL_STRUCT_MEM(module, SIGNALS, MEMORIES)                                                                      \
    struct module##_in {                                                                                               \
        SIGNALS(RTL_FIELD, RTL_SKIP, RTL_SKIP)                                                                         \
    };                                                                                                                 \
    struct module##_reg {                                                                                              \
        SIGNALS(RTL_SKIP, RTL_FIELD, RTL_FIELD)                                                                        \
    };                                                                                                                 \
    struct module##_out {                                                                                              \
        SIGNALS(RTL_SKIP, RTL_FIELD, RTL_SKIP)                                                                         \
        char end;                                                                                                      \
    };                                                                                                                 \
    struct module {                                                                                                    \
        struct module##_in  in;                                                                                        \
        struct module##_reg q, d;                                                                                      \
        MEMORIES(RTL_ARRAY)                                                                                            \
    }

/* The next state: a module's eval sees its inputs and present state, and can write only `d`. */
#define rtl_eval(eval, module) eval(&(module)->in, &(module)->q, &(module)->d)

/* The clock edge.  Afterwards q == d, so a register that eval leaves alone holds its value. */
#define rtl_commit(module) ((void)((module)->q = (module)->d))

/* Whether the next clock edge changes a register; an output, which a list has before the private ones. */
#define rtl_registers_change(module) (memcmp(&(module)->q, &(module)->d, sizeof(module)->q) != 0)
#define rtl_outputs_change(name, module) (memcmp(&(module)->q, &(module)->d, offsetof(struct name##_out, end)) != 0)

/* One module per .c file: the typedef makes a second RTL_TABLE in the same file an error. */
#define RTL_TABLE(module, SIGNALS) RTL_TABLE_MEM(module, SIGNALS, RTL_NO_MEMORIES)
#define RTL_TABLE_MEM(module, SIGNALS, MEMORIES)                                                                       \
    typedef struct module rtl_this;                                                                                    \
    SIGNALS(RTL_CHECK, RTL_CHECK, RTL_CHECK)                                                                           \
    MEMORIES(RTL_CHECK_MEM)                                                                                            \
    static const struct rtl_signal module##_signals[] = {SIGNALS(RTL_ROW_IN, RTL_ROW_OUT, RTL_ROW_REG)                 \
                                                             MEMORIES(RTL_ROW_MEM)};                                   \
    const struct rtl_module        module##_rtl = {#module, module##_signals,                                          \
                                                   sizeof module##_signals / sizeof module##_signals[0],               \
                                                   offsetof(struct module, d) - offsetof(struct module, q)}

#define RTL_COUNT(type, bits) (sizeof(type) / RTL_ELEMENT_BYTES(bits))
/* A scalar is the smallest type that holds its width; a vector is a struct around an array of such scalars. */
#define RTL_IS_SCALAR(type)                                                                                            \
    _Generic((type){0}, _Bool : 1, uint8_t : 1, uint16_t : 1, uint32_t : 1, uint64_t : 1, default : 0)
#define RTL_CHECK(type, name, bits, doc)                                                                               \
    _Static_assert(RTL_IS_SCALAR(type) ? RTL_COUNT(type, bits) == 1 : sizeof(type) % RTL_ELEMENT_BYTES(bits) == 0,     \
                   #name ": type and width disagree");
#define RTL_CHECK_MEM(type, name, rows, bits, doc) RTL_CHECK(type, name, bits, doc)
#define RTL_ROW(kind, type, name, place, rows, bits, doc)                                                              \
    {#name, doc, #type, kind, bits, RTL_COUNT(type, bits), rows, offsetof(rtl_this, place)},
#define RTL_ROW_IN(type, name, bits, doc) RTL_ROW(RTL_IN, type, name, in.name, 1, bits, doc)
#define RTL_ROW_OUT(type, name, bits, doc) RTL_ROW(RTL_OUT, type, name, q.name, 1, bits, doc)
#define RTL_ROW_REG(type, name, bits, doc) RTL_ROW(RTL_REG, type, name, q.name, 1, bits, doc)
#define RTL_ROW_MEM(type, name, rows, bits, doc) RTL_ROW(RTL_MEM, type, name, name, rows, bits, doc)

#endif
