/* memory_export.h - the way of memory writes out of a SIMD: addresses, lines of the export buffer, and what memory
 * takes of them, 32 bytes a clock (ISA 3.4.2, 7.1; 3D 12, 13; RV770 timing E2, E3, S18).
 *
 * A quarter of a GPR is a line: up to 16 x 128 bits.  It comes with its instruction and the index of each thread; its
 * addresses are calculated as it is stored.  The oldest line goes to memory: all that it has in one block of 32 bytes
 * is offered to the SIMD's port, that of its lowest thread first, in each clock one as long as the port takes them; of
 * two threads that write one dword the higher one wins.  What lies outside of the buffer is dropped (3D 12).  Memory
 * says of each block that it is written.  An instruction is acknowledged when all blocks up to its last one are. */
#ifndef PIPELINE_MEMORY_EXPORT_H
#define PIPELINE_MEMORY_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/memory_request.h"
#include "pipeline/fetch/memory_space.h"
#include "pipeline/groups.h"

enum {
    MEMORY_LINES = 64, /* at most: the strap says how many are used */
    MEMORY_ACKS = 64   /* GUESS: acknowledgements on their way, one less; more make the lines wait */
};

typedef struct {
    uint64_t lane[QUARTER];
} memory_addresses_t;
typedef struct {
    uint8_t entry[MEMORY_ACKS];
} memory_acks_t;

/* clang-format off */
#define MEMORY_EXPORT_SIGNALS(S)                                                                       \
    S(EN,    bool,               write,           1, "a quarter arrives")                              \
    S(IN,    uint64_t,           write_word,     64, "its instruction")                                \
    S(IN,    uint8_t,            write_step,      4, "its place in the burst")                         \
    S(IN,    uint8_t,            write_quarter,   2, "which quarter")                                  \
    S(IN,    quarter_mask_t,     write_lanes,    16, "its threads that write")                         \
    S(IN,    bool,               write_last,      1, "it is the instruction's last")                   \
    S(IN,    uint8_t,            write_slot,      8, "wavefront's slot in the wave table")             \
    S(IN,    wave_number_t,      write_number,   32, "wavefront's number")                             \
    S(IN,    uint16_t,           write_area,     12, "wavefront's place in scratch and reduction buffers") \
    S(EN,    bool,               taken,           1, "the port takes the block")                       \
    S(EN,    bool,               answer,          1, "memory has written a block")                     \
    S(IN,    uint16_t,           answer_own,      9, "its id")                                         \
    S(BUS,   quarter_t,          write_indices,  32, "index of each thread")                           \
    S(BUS,   quarter_t,          write_x,        32, "data: X")                                        \
    S(BUS,   quarter_t,          write_y,        32, "data: Y")                                        \
    S(BUS,   quarter_t,          write_z,        32, "data: Z")                                        \
    S(BUS,   quarter_t,          write_w,        32, "data: W")                                        \
    S(STRAP, memory_words_t,     base,           40, "byte address of each buffer")                    \
    S(STRAP, memory_words_t,     size,           38, "its dwords, 0: there is none")                   \
    S(STRAP, memory_items_t,     item,           15, "dwords in it of a thread or vertex")             \
    S(STRAP, uint8_t,            wave_size,       7, "threads of a wavefront")                         \
    S(STRAP, uint16_t,           group,          11, "threads of a group")                         \
    S(STRAP, uint8_t,            wave_lanes,      5, "threads of a quarter")                           \
    S(STRAP, uint8_t,            simds,           5, "SIMDs of the chip")                              \
    S(STRAP, uint8_t,            lines,           7, "lines that can be in use")                       \
    S(LIVE,  uint8_t,            used,            7, "lines in use")                                   \
    S(LIVE,  bool,               ask,             1, "a block waits for the port")                     \
    S(OUT,   uint64_t,           ask_line,       34, "its line: byte address / 64")                    \
    S(OUT,   uint8_t,            ask_half,        1, "which 32 bytes of the line")                     \
    S(OUT,   uint32_t,           ask_mask,       32, "bytes of it that are written, a bit each")       \
    S(OUT,   uint16_t,           ask_own,         9, "its id")                                         \
    S(OUT,   sector_t,           sector,          8, "its bytes")                                      \
    S(OUT,   uint8_t,            unanswered,      7, "blocks that memory has not written yet")         \
    S(LIVE,  bool,               ack,             1, "an instruction is acknowledged")                 \
    S(OUT,   uint8_t,            ack_slot,        8, "of this wavefront")                              \
    S(OUT,   bool,               stray,           1, "sticky: an access beyond what is the thread's")  \
    S(OUT,   memory_target_t,    stray_target,    3, "in which buffer")                                \
    S(OUT,   uint64_t,           stray_thread,   40, "thread of the launch")                           \
    S(OUT,   uint64_t,           stray_address,  41, "byte address that it would have been")           \
    S(REG,   uint8_t,            first,           6, "the oldest line")                                \
    S(REG,   bool,               begun,           1, "some of it has gone to memory")                  \
    S(REG,   uint64_t,           left,           64, "begun: dwords that have not, lane * 4 + element") \
    S(BUSY,  bool,               due,             1, "all blocks of the oldest instruction are written") \
    S(REG,   uint8_t,            acks,            7, "instructions whose lines have gone and that are not acknowledged") \
    S(REG,   uint8_t,            first_ack,       6, "the oldest of them; behind the last the one whose blocks go now") \
    S(REG,   memory_acks_t,      ack_slots,       8, "their wavefronts")                               \
    S(REG,   memory_acks_t,      ack_blocks,      7, "blocks of each that are not written")            \
    S(STAT,  uint32_t,           quarters,       32, "quarter wavefronts taken")                       \
    S(STAT,  uint32_t,           blocks,         32, "blocks of memory writes that have left")         \
    S(MEM,   memory_addresses_t, line_address,   40, "byte address of each thread's X", MEMORY_LINES)  \
    S(MEM,   uint64_t,           line_dwords,    64, "dwords that are written, lane * 4 + element", MEMORY_LINES) \
    S(MEM,   quarter_t,          line_x,         32, "data: X", MEMORY_LINES)                          \
    S(MEM,   quarter_t,          line_y,         32, "data: Y", MEMORY_LINES)                          \
    S(MEM,   quarter_t,          line_z,         32, "data: Z", MEMORY_LINES)                          \
    S(MEM,   quarter_t,          line_w,         32, "data: W", MEMORY_LINES)                          \
    S(MEM,   uint8_t,            line_slot,       8, "wavefront's slot in the wave table", MEMORY_LINES) \
    S(MEM,   bool,               line_ack,        1, "an acknowledgement is sent behind it", MEMORY_LINES)
/* clang-format on */

RTL_STRUCT(memory_export, MEMORY_EXPORT_SIGNALS);

RTL_RESET(memory_export, ZERO);
void memory_export_eval(const struct memory_export_in *in, const struct memory_export_reg *q,
                        struct memory_export_reg *d, const struct memory_export *unit);
/* Stores the line that arrives. */
void memory_export_capture(struct memory_export *unit);

RTL_LIFE(memory_export, SELF_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
