/* memory_space.h - the buffers that memory writes and reads reach, and where in them a thread's access lies (ISA 3.4.2,
 * 3.4.3, 7.1, 9.1 MEM_EXPORT; 3D 1, 3, 12).
 *
 * Addresses are in dwords from the start of a space:
 *
 *   scratch, reduction  (wavefront * item + element * wavefront's threads * 4) + thread * 4: the vec4s of an element
 *                       stand beside one another, the elements of a wavefront behind one another
 *   ring                thread of the launch * item + ARRAY_BASE + element * (ELEM_SIZE + 1)
 *   stream              the same with the vertex's stride for the item
 *   scatter             ARRAY_BASE + index + step of the burst * (ELEM_SIZE + 1)
 *
 * An element is the step of the burst and, with an index, the index within 0 .. ARRAY_SIZE. */
#ifndef PIPELINE_MEMORY_SPACE_H
#define PIPELINE_MEMORY_SPACE_H

#include <stdbool.h>
#include <stdint.h>

enum memory_target {
    MEMORY_STREAM0, /* MEM_STREAM0..3: VGT_STRMOUT_* */
    MEMORY_STREAM3 = 3,
    MEMORY_SCRATCH,   /* SQ_*TMP_RING_* of the program's type */
    MEMORY_REDUCTION, /* SQ_REDUC_RING_* */
    MEMORY_RING,      /* SQ_ESGS_RING_*, SQ_GSVS_RING_* or SQ_FBUF_RING_*, by the program's type */
    MEMORY_SCATTER,   /* SX_MEMORY_EXPORT_* */
    MEMORY_TARGETS
};
typedef uint8_t memory_target_t;

enum { MEMORY_ELEMENTS = 4 };

/* Of each target; a size of 0: there is no such buffer. */
typedef struct {
    uint64_t target[MEMORY_TARGETS];
} memory_words_t;
typedef struct {
    uint16_t target[MEMORY_TARGETS];
} memory_items_t;

/* The buffers of a launch. */
struct memory_spaces {
    memory_words_t base; /* byte addresses */
    memory_words_t size; /* dwords */
    memory_items_t item; /* dwords of a thread or vertex */
};

/* What an instruction says of its addresses; that of a write and that of a read have the same fields (ISA ch. 7). */
struct memory_access {
    memory_target_t target;
    bool            indexed;
    uint8_t         element_dwords; /* ELEM_SIZE + 1 */
    uint16_t        array_base;
    uint16_t        array_last; /* ARRAY_SIZE: the size minus one (ISA 10.1) */
};

/* Of a write; `ack`: it is to be acknowledged, `mask`: elements that it writes. */
struct memory_write {
    struct memory_access access;
    bool                 ack;
    uint8_t              mask;
};

/* Whose access it is. */
struct memory_thread {
    uint32_t area;      /* the wavefront's place in scratch and reduction buffers */
    uint8_t  in_wave;   /* thread of the wavefront */
    uint8_t  wave_size; /* threads of a wavefront */
    uint64_t in_launch; /* thread of the launch */
};

/* The space: `size` and `item` in dwords, an item being a thread's or a vertex's share. */
struct memory_space {
    uint64_t size;
    uint32_t item;
};

struct memory_place {
    uint64_t dword;   /* of element X */
    bool     dropped; /* a write behind the end of the array: nothing is written */
    bool     strays;  /* it would reach what belongs to another thread */
};

/* The target of a memory write, enum isa_cf_id, and of a read, MEM_OP. */
memory_target_t memory_target_of(unsigned cf_id);
memory_target_t memory_read_target_of(unsigned mem_op);

/* "scratch": as a launch file names it. */
const char *memory_target_name(unsigned target);

void memory_write_unpack(const uint32_t dwords[2], struct memory_write *write);

/* Where step `step` of a burst writes, or reads with `read`: element X of the last GPR that lies in the array.
 * `elements`: the accessed ones, bit 0 = X. */
struct memory_place memory_place(const struct memory_access *access, const struct memory_space *space,
                                 const struct memory_thread *thread, uint32_t index, unsigned step, bool read,
                                 unsigned elements);

#endif
