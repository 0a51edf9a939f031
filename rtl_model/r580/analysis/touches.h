/* touches.h - what an instruction of R580 reads and writes, found without running it: for the lint, reports and launch
 * files to begin with. */
#ifndef RTL_MODEL_R580_TOUCHES_H
#define RTL_MODEL_R580_TOUCHES_H

#include "isa/r580/us.h"
#include "rtl_model/launch/launch.h"

enum { US_READS = 6, US_WRITES = 2, US_CHANNEL_MASK = 15, US_DEPTH_TARGET = 4 /* behind render targets A to D */ };

/* A temporary or a constant; channels as bits, red lowest. */
struct us_touch {
    uint8_t number, channels;
    bool    relative; /* aL is added */
};

struct us_touches {
    enum us_type    type;
    struct us_touch read[US_READS], constant[US_READS], write[US_WRITES];
    unsigned        read_count, constant_count, write_count;
    bool            predicated;      /* what it writes depends on predicate bits */
    bool            sets_result;     /* ALU result */
    uint8_t         sets_predicates; /* channels of the predicate bits */
    bool            uses_result;     /* of a flow control instruction */
    uint8_t         uses_predicates; /* channels; of a texture instruction, too */
    bool            uses_boolean;    /* `boolean` is a constant that counts */
    bool            uses_integer;    /* so is `integer` */
    uint8_t         boolean, integer;
    bool            looks_up, kills; /* a texture look-up of `texture`; TEXKILL */
    uint8_t         texture;
    uint8_t         targets; /* of an output instruction, a bit each, US_DEPTH_TARGET among them */
};

/* `dim` is that of the instruction's texture, which says how many coordinates are read. */
void us_touches(const uint32_t *words, enum launch_dim dim, struct us_touches *touches);

#endif
