/* fetch_port.h - what the units that execute instructions of fetch clauses have in common: rows of their lists for the
 * instruction that a clause offers, and for a result that goes to the GPR file.  A unit keeps what is under way in
 * registers f_row, f_elements, ..., an entry each. */
#ifndef PIPELINE_FETCH_PORT_H
#define PIPELINE_FETCH_PORT_H

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

/* clang-format off */
#define FETCH_OFFER_SIGNALS(S)                                                                         \
    S(EN,    bool,          offer,          1, "a clause offers an instruction")                       \
    S(IN,    uint64_t,      offer_low,     64, "its dwords 0 and 1")                                   \
    S(IN,    uint8_t,       offer_base,     8, "wavefront's first physical GPR row")                   \
    S(IN,    uint16_t,      offer_index,   13, "wavefront's loop index aL")                            \
    S(IN,    lane_mask_t,   offer_lanes,   64, "threads that execute it")                              \
    S(IN,    wave_number_t, offer_number,  32, "wavefront's number")                                   \
    S(IN,    uint8_t,       offer_slot,     8, "wavefront's slot in the wave table")                   \
    S(IN,    bool,          offer_last,     1, "it is the clause's last")
#define FETCH_RESULT_SIGNALS(S)                                                                        \
    S(OUT,   uint8_t,       write_row,      8, "its physical row")                                     \
    S(OUT,   uint8_t,       write_elements, 4, "elements that are written, bit 0 = X")                 \
    S(OUT,   lane_mask_t,   write_lanes,   64, "threads")                                              \
    S(OUT,   uint8_t,       write_slot,     8, "slot of its wavefront")                                \
    S(OUT,   bool,          write_last,     1, "the clause ends with it")                              \
    S(OUT,   wave_number_t, write_number,  32, "its wavefront's number")
/* clang-format on */

/* The result is that of an entry under way. */
#define FETCH_RESULT_IS(d, of, at)                                                                                     \
    do {                                                                                                               \
        (d)->write_row = (of)->f_row.entry[at];                                                                        \
        (d)->write_elements = (of)->f_elements.entry[at];                                                              \
        (d)->write_lanes = (of)->f_lanes.entry[at];                                                                    \
        (d)->write_slot = (of)->f_slot.entry[at];                                                                      \
        (d)->write_last = (of)->f_last.entry[at];                                                                      \
        (d)->write_number = (of)->f_number.entry[at];                                                                  \
    } while (0)

#endif
