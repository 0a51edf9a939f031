/* memory_reading.h - a GPR of a memory read: which dwords its threads read (ISA 7.1, 10.5; 3D 12). */
#ifndef PIPELINE_MEMORY_READING_H
#define PIPELINE_MEMORY_READING_H

#include <stdint.h>

#include "isa/r700/isa.h"
#include "isa/r700/program_type.h"
#include "pipeline/fetch/memory_space.h"

/* How threads and buffers lie, by the straps of the reading unit. */
struct memory_layout {
    const memory_words_t *base, *size;
    const memory_items_t *item;
    uint16_t              group;      /* threads of a group */
    uint8_t               wave_size;  /* threads of a wavefront */
    uint8_t               wave_lanes; /* threads of a quarter */
};

struct memory_reading {
    struct isa_mem_rd read;
    uint16_t          area;   /* the wavefront's place in scratch and reduction buffers */
    wave_number_t     number; /* its number */
    uint8_t           step;   /* place of the GPR in its burst */
};

/* An instruction, from its dwords. */
void memory_read_unpack(uint64_t low, uint64_t high, struct isa_mem_rd *read);

/* The thread of a lane, and where it reads, its index being `index`. */
struct memory_thread memory_reading_thread(const struct memory_layout *layout, const struct memory_reading *reading,
                                           unsigned lane);
struct memory_place  memory_reading_place(const struct memory_layout *layout, const struct memory_reading *reading,
                                          unsigned lane, uint32_t index);

/* The dwords of a thread, by the format; the byte address of one of them.  Beyond the buffer it is the last dword
 * that is read. */
unsigned memory_reading_dwords(const struct memory_reading *reading);
uint64_t memory_reading_address(const struct memory_layout *layout, const struct memory_reading *reading,
                                uint64_t dword);

#endif
