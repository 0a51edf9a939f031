/* texture_issue.h - the first stage of a SIMD's texture unit: an instruction's coordinates are read from the GPR file,
 * all four elements in one spare access, and its quads go to the LOD unit, one in a clock (RV770 timing T1, T27: a
 * wavefront in a quarter as many clocks as it has threads).  While the quads of one instruction go, the next one's
 * coordinates are read. */
#ifndef PIPELINE_TEXTURE_ISSUE_H
#define PIPELINE_TEXTURE_ISSUE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

enum { TEXTURE_ELEMENTS = 4, TEXTURE_BUFFERS = 2 };

/* clang-format off */
#define TEXTURE_ISSUE_SIGNALS(S)                                                                       \
    S(EN,    bool,    offer,           1, "a clause offers an instruction")                            \
    S(IN,    uint64_t, offer_low,     64, "its dwords 0 and 1")                                        \
    S(IN,    uint8_t, offer_base,      8, "wavefront's first physical GPR row")                        \
    S(IN,    uint16_t, offer_index,   13, "wavefront's loop index aL")                                 \
    S(IN,    uint8_t, offer_entry,     5, "its place among the instructions under way")                \
    S(EN,    bool,    spare,           1, "the spare access of the GPR file's read window is the unit's, and wanted") \
    S(BUS,   lanes_t, row_x,          32, "the row: X")                                                \
    S(BUS,   lanes_t, row_y,          32, "the row: Y")                                                \
    S(BUS,   lanes_t, row_z,          32, "the row: Z")                                                \
    S(BUS,   lanes_t, row_w,          32, "the row: W")                                                \
    S(EN,    bool,    taken,           1, "the LOD unit takes the quad")                               \
    S(STRAP, uint8_t, num_gprs,        7, "GPRs of the program")                                       \
    S(STRAP, uint8_t, quads,           5, "quads of a wavefront")                                      \
    S(OUT,   bool,    free,            1, "an instruction can be taken")                               \
    S(LIVE,  bool,    read,            1, "a row of coordinates waits for the spare access")           \
    S(OUT,   uint8_t, read_row,        8, "its physical row")                                          \
    S(LIVE,  bool,    stream,          1, "quads go to the LOD unit")                                  \
    S(OUT,   uint8_t, stream_entry,    5, "their instruction's place among those under way")           \
    S(OUT,   uint8_t, stream_buffer,   1, "buffer of their coordinates")                               \
    S(OUT,   uint8_t, quad,            5, "the quad that is offered")                                  \
    S(REG,   uint8_t, entry,           5, "instruction whose row is read: its place among those under way") \
    S(BUSY,  bool,    held,            1, "its row has been read")                                     \
    S(STAT,  uint32_t, waits,         32, "clocks in which a quad waited for the LOD unit (TA)", "stall_lod", "clocks") \
    S(STAT,  uint32_t, instructions,  32, "texture instructions taken")                                \
    S(MEM,   lanes_t, coordinates,    32, "two instructions' coordinates: X Y Z W", TEXTURE_BUFFERS *TEXTURE_ELEMENTS)
/* clang-format on */

RTL_STRUCT(texture_issue, TEXTURE_ISSUE_SIGNALS);

RTL_RESET(texture_issue, PRESET);
void texture_issue_eval(const struct texture_issue_in *in, const struct texture_issue_reg *q,
                        struct texture_issue_reg *d);
/* Latches the rows that the spare access reads. */
void texture_issue_capture(struct texture_issue *issue);

/* Rows X Y Z W of the quads that go. */
static inline const lanes_t *texture_issue_rows(const struct texture_issue *issue)
{
    return &issue->coordinates[issue->q.stream_buffer * TEXTURE_ELEMENTS];
}

RTL_LIFE(texture_issue, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
