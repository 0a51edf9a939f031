/* ref_memory.h - the buffers of memory writes and reads as the interpreter has them, and who has touched what: two
 * threads that reach the same word without order, and a read of what is still on its way, have no result that the
 * manual says (ISA 3.4.2, 7.2, 9.1 WAIT_ACK). */
#ifndef TB_REF_REF_MEMORY_H
#define TB_REF_REF_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum ref_target {
    REF_STREAM0, /* and 1 to 3 */
    REF_SCRATCH = 4,
    REF_REDUCTION,
    REF_RING,
    REF_SCATTER,
    REF_TARGETS
};

/* Of a word: threads of the launch + 1, 0 for none; the number of the acknowledgement that says it is there. */
struct ref_touch {
    uint32_t writer, reader;
    uint64_t acknowledgement;
};
#define REF_SEVERAL UINT32_MAX

/* Scratch and reduction buffers are those of the wavefront that runs. */
struct ref_space {
    uint32_t         *words; /* NULL: there is no such buffer */
    struct ref_touch *touch; /* one for each word */
    uint64_t          count; /* words */
    unsigned          item;  /* of a thread or vertex */
    /* Words that writes were to write, that they have written, and the one behind the last of these. */
    uint64_t asked, written, end;
};

struct ref_memory {
    struct ref_space space[REF_TARGETS];
};

struct launch;
/* The buffers of a launch, with what its files have in them; false: not enough memory. */
bool ref_memory_open(struct ref_memory *memory, const struct launch *launch, unsigned wave_size);
void ref_memory_close(struct ref_memory *memory);

#endif
