/* place_table.h - the dispatcher's record of the places of one SIMD: slots of its wave table, GPR rows
 * and entries of its local data share.
 *
 * A wavefront has its slot and rows from its launch on.  A group has its part of the local data share from the launch
 * of its first wavefront until its last one has left.  Places become free `free_clk` clocks after the SIMD's wave table
 * shows the end. */
#ifndef MEM_PLACE_TABLE_H
#define MEM_PLACE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/rtl.h"
#include "mem/wave_table.h"

enum {
    PLACE_ROWS = 256, /* GPR rows of a SIMD */
    PLACE_LDS = 256,  /* entries of each bank of its local data share */
    PLACE_SETS = PLACE_ROWS / 64
};

/* A bit for each slot. */
typedef struct {
    uint64_t set[WAVE_SETS];
} wave_set_t;

/* clang-format off */
#define PLACE_TABLE_SIGNALS(S)                                                                         \
    S(EN,    bool,           launch,     1, "a wavefront is launched on this SIMD")                    \
    S(IN,    uint8_t,        slot,       8, "its slot")                                                \
    S(IN,    uint8_t,        base,       8, "its first GPR row")                                       \
    S(IN,    uint16_t,       size,       9, "how many rows it has")                                    \
    S(IN,    program_type_t, type,       3, "its type")                                                \
    S(IN,    uint8_t,        lds_first,  8, "its group's first entry of the local data share")         \
    S(IN,    uint16_t,       lds_size,   9, "how many entries the group has; 0: there are no groups")  \
    S(IN,    uint8_t,        group_waves, 7, "wavefronts of its group when it is the first, else 0")   \
    S(EN,    bool,           left,       1, "wavefronts that are here have left the SIMD")             \
    S(IN,    wave_set_t,     left_set,  64, "their slots, a bit each")                                 \
    S(STRAP, uint16_t,       slots,      9, "wavefronts that may be resident")                         \
    S(STRAP, uint16_t,       rows,       9, "GPR rows they share")                                     \
    S(STRAP, uint8_t,        types,      5, "types whose wavefronts the SIMD takes, a bit each")       \
    S(STRAP, uint16_t,       areas,     12, "places of scratch and reduction buffers that have room for a wavefront") \
    S(STRAP, uint16_t,       free_clk,  10, "clocks until the dispatcher sees that one has left")      \
    S(OUT,   uint16_t,       resident,   9, "wavefronts that have a place")                            \
    S(OUT,   type_half_t,    in_type,    9, "of each type")                                            \
    S(OUT,   uint16_t,       rows_left,  9, "GPR rows that no wavefront has")                          \
    S(OUT,   uint32_t,       launched,  32, "wavefronts launched here since reset")                    \
    S(BUSY,  uint16_t,       leaving,    9, "wavefronts whose end the dispatcher has not seen yet")     \
    S(MEM,   uint64_t,       free_set,  64, "slots without a wavefront, a bit each", WAVE_SETS)        \
    S(MEM,   uint64_t,       here_set,  64, "slots whose wavefront has not left, a bit each", WAVE_SETS) \
    S(MEM,   uint64_t,       leaving_set, 64, "slots whose wavefront has left unknown to the dispatcher", WAVE_SETS) \
    S(MEM,   uint64_t,       row_set,   64, "GPR rows that no wavefront has, a bit each", PLACE_SETS)  \
    S(MEM,   uint64_t,       lds_set,   64, "entries of the local data share that no group has, a bit each", PLACE_SETS) \
    S(MEM,   uint8_t,        lds_waves,  7, "of the group with that first entry: wavefronts that have not left", PLACE_LDS) \
    S(MEM,   uint8_t,        lds_of,     8, "its group's first entry", WAVE_SLOTS)                     \
    S(MEM,   uint16_t,       lds_size_of, 9, "entries that its group has", WAVE_SLOTS)                 \
    S(MEM,   uint8_t,        base_of,    8, "first GPR row", WAVE_SLOTS)                               \
    S(MEM,   uint16_t,       size_of,    9, "GPR rows", WAVE_SLOTS)                                    \
    S(MEM,   program_type_t, type_of,    3, "see enum isa_program_type", WAVE_SLOTS)                   \
    S(MEM,   uint16_t,       wait,      10, "a wavefront that has left: clocks until that is known", WAVE_SLOTS)
/* clang-format on */

RTL_STRUCT(place_table, PLACE_TABLE_SIGNALS);

/* By the straps: `slots` 1..WAVE_SLOTS, `rows` 0..PLACE_ROWS, `free_clk` 1... */
RTL_RESET(place_table, PRESET);
void place_table_eval(const struct place_table_in *in, const struct place_table_reg *q, struct place_table_reg *d,
                      const struct place_table *table);
bool place_table_commit(struct place_table *table);

/* Wavefronts that have left, by the wave table's free slots, and are still taken for here. */
static inline wave_set_t place_table_left(const struct place_table *table, const uint64_t free_set[WAVE_SETS])
{
    wave_set_t left;
    for (unsigned i = 0; i < WAVE_SETS; i++)
        left.set[i] = table->here_set[i] & free_set[i];
    return left;
}
static inline bool place_table_any(const wave_set_t *slots)
{
    return (slots->set[0] | slots->set[1] | slots->set[2] | slots->set[3]) != 0;
}

/* Takes notice, between two edges, of wavefronts that left `ago` clocks before this one: as if `left` had been there
 * then. */
void place_table_note(struct place_table *table, const wave_set_t *left, unsigned ago);

/* The lowest free slot, or -1; the one that is free after so many lower ones. */
int place_table_free_slot(const struct place_table *table);
int place_table_free_slot_at(const struct place_table *table, unsigned lower);
/* The first of the lowest `rows` GPR rows in a row that are free, or -1.  Zero rows lie anywhere: 0. */
int place_table_free_rows(const struct place_table *table, unsigned rows);
/* Whether so many wavefronts find rows. */
bool place_table_fits(const struct place_table *table, unsigned rows, unsigned waves);
/* The first of the lowest entries of the local data share in a row that no group has, or -1.  Zero lie anywhere: 0. */
int place_table_free_lds(const struct place_table *table, unsigned entries);

RTL_LIFE(place_table, SELF, KEEPS, STORES);

#endif
