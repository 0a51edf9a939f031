/* sequencer.h - which group issues its next instruction: a table of the groups in their slots, and the waits
 * (R5xx Acceleration 8.2, 8.3.1, 8.5.2, 8.6.6).
 *
 * One instruction a clock, of any type, from the group that is first by the policy among those whose next instruction
 * can go: the ALU, the texture unit and the flow-control unit work side by side.  Waits of a group: ALU_WAIT until its
 * ALU instructions have been completed; TEX_SEM_WAIT until the texture semaphore is free; the first output
 * instruction for output registers; the last one for its look-ups.  Flow control with IGNORE_UNCOVERED waits for
 * TEXKILLs before it, too.  GUESS: the manual names no bit for that, and who is covered must be known.
 *
 * GUESS: one instruction a clock for all groups together, because the manual says no more than that the three kinds go
 * side by side. */
#ifndef RTL_MODEL_R580_SEQUENCER_H
#define RTL_MODEL_R580_SEQUENCER_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

enum us_phase { US_FREE, US_RUNNING, US_DECIDING, US_ENDING, US_PHASES };
typedef uint8_t us_phase_t;

/* Why a group does not issue. */
enum us_wait {
    US_GOES,
    US_WAIT_TIME,      /* what it has issued before is not so far */
    US_WAIT_ALU_BUSY,  /* another group's quads enter the ALU, */
    US_WAIT_TEX_BUSY,  /* or the texture unit */
    US_WAIT_ALU,       /* ALU_WAIT */
    US_WAIT_SEMAPHORE, /* TEX_SEM_WAIT */
    US_WAIT_OUTPUT,    /* room for output registers */
    US_WAIT_LOOKUPS,   /* the last instruction, before all look-ups are back */
    US_WAIT_TURN,      /* another group goes */
    US_WAITS
};
typedef uint8_t us_wait_t;

/* clang-format off */
#define US_SEQUENCER_SIGNALS(S)                                                                         \
    S(EN,    bool,         start,          1, "a group has been loaded")                                \
    S(IN,    uint8_t,      start_slot,     7, "into which slot")                                        \
    S(IN,    uint32_t,     start_group,   32, "its number")                                             \
    S(IN,    uint8_t,      start_pixels,   8, "its pixels")                                             \
    S(EN,    bool,         decided,        1, "a flow control instruction has been carried out")        \
    S(IN,    uint8_t,      decided_slot,   7, "of which slot")                                          \
    S(IN,    us_address_t, decided_next,   9, "where it goes on")                                       \
    S(EN,    bool,         looked_up,      1, "a look-up is back")                                      \
    S(IN,    uint8_t,      looked_up_slot, 7, "of which slot")                                          \
    S(IN,    bool,         release,        1, "it held the semaphore")                                  \
    S(IN,    bool,         crowded,        1, "so many quads are under way that no other look-up goes in") \
    S(EN,    bool,         ended,          1, "the last beat of a group has been written")              \
    S(IN,    uint8_t,      ended_slot,     7, "of which slot")                                          \
    S(EN,    bool,         drained,        1, "output registers are free again")                        \
    S(IN,    uint8_t,      drained_place,  7, "which")                                                  \
    S(FAR,   us_words_t,   words,         32, "the instruction store", US_STORE)                        \
    S(FAR,   bool,         written,        1, "what of it has been written", US_STORE)                  \
    S(FAR,   us_mask_t,    active,        64, "active pixels by slot", US_SLOTS)                        \
    S(FAR,   us_mask_t,    present,       64, "pixels that there are", US_SLOTS)                        \
    S(FAR,   us_mask_t,    done,          64, "pixels that are done", US_SLOTS)                         \
    S(STRAP, us_address_t, first,          9, "where programs begin")                                   \
    S(STRAP, us_address_t, last,           9, "and end")                                                \
    S(STRAP, us_address_t, range,          9, "US_CODE_RANGE: first instruction")                       \
    S(STRAP, us_address_t, range_size,     9, "instructions behind it")                                 \
    S(STRAP, uint8_t,      alu_quads,      4, "quads that enter the ALU in a clock")                    \
    S(STRAP, uint8_t,      alu_clk,        7, "from an ALU instruction to the next one")                \
    S(STRAP, uint8_t,      nop_clk,        5, "what NOP adds")                                          \
    S(STRAP, uint8_t,      alu_wait_clk,   8, "from an ALU instruction to one with ALU_WAIT")           \
    S(STRAP, uint8_t,      flow_clk,       8, "from a flow control instruction to the next one")        \
    S(STRAP, uint8_t,      texture_quads,  4, "quads that enter the texture unit in a clock")           \
    S(STRAP, uint8_t,      places,         7, "groups that have room for output registers")             \
    S(STRAP, bool,         round_robin,    1, "the policy: else the oldest group goes")                 \
    S(LIVE,  bool,         alu,            1, "an ALU or output instruction is issued")                 \
    S(LIVE,  bool,         tex,            1, "a texture instruction is issued")                        \
    S(LIVE,  bool,         fc,             1, "a flow control instruction is issued")                   \
    S(OUT,   uint8_t,      slot,           7, "of which slot")                                          \
    S(OUT,   uint32_t,     group,         32, "the group's number")                                     \
    S(OUT,   uint8_t,      pixels,         8, "its pixels")                                             \
    S(OUT,   us_address_t, address,        9, "address of the instruction")                             \
    S(OUT,   us_words_t,   word,          32, "the instruction")                                        \
    S(LIVE,  bool,         marked_last,    1, "it has LAST")                                            \
    S(OUT,   bool,         ends,           1, "it is the group's last one")                             \
    S(OUT,   uint8_t,      place,          7, "its output registers")                                   \
    S(OUT,   us_error_t,   error,          4, "a rule is broken")                                       \
    S(OUT,   us_wait_t,    wait,           4, "why nothing is issued")                                  \
    S(BUSY,  uint8_t,      live,           8, "groups in slots")                                        \
    S(REG,   uint8_t,      turn,           7, "the slot that issued last")                              \
    S(REG,   uint32_t,     now,           32, "clocks, for the times below")                            \
    S(REG,   uint32_t,     alu_free,      32, "when the ALU takes the next instruction")                \
    S(REG,   uint32_t,     tex_free,      32, "when the texture unit does")                             \
    S(REG,   uint64_t,     used_low,      64, "output registers in use, places 0 to 63")                \
    S(STAT,  uint32_t,     alu_count,     32, "ALU instructions", "alu_instructions", "instructions")   \
    S(STAT,  uint32_t,     out_count,     32, "output instructions", "output_instructions", "instructions") \
    S(STAT,  uint32_t,     tex_count,     32, "texture instructions", "texture_instructions", "instructions") \
    S(STAT,  uint32_t,     outside,       32, "instructions outside of US_CODE_RANGE", "outside_range", "instructions") \
    S(STAT,  uint32_t,     wait_time,     32, "clocks without an instruction: the groups' last ones are not so far", "wait_time", "clocks") \
    S(STAT,  uint32_t,     wait_unit,     32, "... a unit is busy", "wait_unit", "clocks")              \
    S(STAT,  uint32_t,     wait_alu,      32, "... ALU_WAIT", "wait_alu", "clocks")                     \
    S(STAT,  uint32_t,     wait_texture,  32, "... TEX_SEM_WAIT, or look-ups before the end", "wait_texture", "clocks") \
    S(STAT,  uint32_t,     wait_output,   32, "... no room for output registers", "wait_output", "clocks") \
    S(MEM,   us_phase_t,   phase,          2, "by slot: what the group does", US_SLOTS)                 \
    S(MEM,   us_address_t, pc,             9, "address of its next instruction", US_SLOTS)              \
    S(MEM,   uint32_t,     groups,        32, "its number", US_SLOTS)                                   \
    S(MEM,   uint8_t,      group_pixels,   8, "its pixels", US_SLOTS)                                   \
    S(MEM,   uint32_t,     ready,         32, "when it may issue again", US_SLOTS)                      \
    S(MEM,   uint32_t,     alu_done,      32, "when its ALU instructions are complete", US_SLOTS)       \
    S(MEM,   uint8_t,      flying,         8, "look-ups that are not back", US_SLOTS)                   \
    S(MEM,   bool,         killing,        1, "a TEXKILL is among them", US_SLOTS)                      \
    S(MEM,   bool,         semaphore,      1, "it holds the texture semaphore", US_SLOTS)               \
    S(MEM,   uint8_t,      places_of,      7, "its output registers, and one; 0: none", US_SLOTS)
/* clang-format on */

RTL_STRUCT(us_sequencer, US_SEQUENCER_SIGNALS);

RTL_RESET(us_sequencer, ZERO);
void us_sequencer_eval(const struct us_sequencer_in *in, const struct us_sequencer_reg *q, struct us_sequencer_reg *d,
                       const struct us_sequencer *m);
bool us_sequencer_commit(struct us_sequencer *m);
/* What the group in a slot waits for that is US_RUNNING, by the wires as they are. */
enum us_wait us_sequencer_waits(const struct us_sequencer *m, unsigned slot);
/* The slot that issues in this clock, or US_SLOTS: then `nearest` would go first, if it is a slot, and waits for `why`.
 */
unsigned us_sequencer_chooses(const struct us_sequencer *m, unsigned *nearest, enum us_wait *why);

RTL_LIFE(us_sequencer, SELF, KEEPS, STORES);

#endif
