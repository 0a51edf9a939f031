/* view_layout.c - what the elements of vectors are called, and what a waveform opens on. */
#include "isa/r700/program_type.h"
#include "mem/wave_table.h"
#include "pipeline/alu_clause.h"
#include "pipeline/alu_wide.h"
#include "pipeline/operand_ports.h"
#include "pipeline/stall.h"
#include "rtl_model/r700/views.h"

static const char *const slots[ISA_SLOTS] = {"x", "y", "z", "w", "t"}; /* four-element vectors use the first four */
static const char *const operands[3 * ISA_SLOTS] = {"x0", "x1", "x2", "y0", "y1", "y2", "z0", "z1",
                                                    "z2", "w0", "w1", "w2", "t0", "t1", "t2"};
static const char *const rows[READ_ROWS] = {"cycle0_x", "cycle0_y", "cycle0_z", "cycle0_w", "cycle1_x", "cycle1_y",
                                            "cycle1_z", "cycle1_w", "cycle2_x", "cycle2_y", "cycle2_z", "cycle2_w"};
static const char *const pairs[WIDE_PAIRS] = {"xy", "zw"};
static const char *const lines[ALU_CLAUSE_KC_LINES] = {"set0_line0", "set0_line1", "set1_line0", "set1_line1"};
static const char *const types[ISA_PROGRAM_TYPES] = {"ps", "vs", "gs", "es", "cs"};
static const char *const phases[WAVE_PHASES] = {"free", "loading", "ready", "paused", "cf_miss", "waiting", "ending"};

const struct trace_elements r700_elements[R700_ELEMENT_TYPES] = {
    {"slot_bits_t", slots},    {"slot_op_t", slots},   {"slot_word_t", slots},       {"slot_mask_t", slots},
    {"slot_byte_t", slots},    {"wb_bits_t", slots},   {"wb_quarter_mask_t", slots}, {"wb_mask_t", slots},
    {"vector_bits_t", slots},  {"constant_t", slots},  {"operand_byte_t", operands}, {"operand_word_t", operands},
    {"read_row_t", rows},      {"kc_ways_t", lines},   {"ar_masks_t", slots},        {"pair_op_t", pairs},
    {"pair_bits_t", pairs},    {"pair_mask_t", pairs}, {"kcache_ways_t", lines},     {"stall_counts_t", stall_keys},
    {"wave_phases_t", phases}, {"type_byte_t", types}, {"type_half_t", types},       {"type_word_t", types},
};

/* From top to bottom: who is where, then the way of the work through the machine; of several SIMDs the first. */
const struct gtkw_row r700_overview[] = {
    {.heading = "watched registers"},
    {.signal = "gpu.watch.*", .still = true},
    {.heading = "wavefronts (1 ns = 1 cycle)"},
    {.signal = "gpu.view.wavefronts.*", .most = 8},
    {.heading = "control flow: decode"},
    {.signal = "gpu.view.control.decode", .label = "wavefront"},
    {.signal = "gpu.view.control.address", .label = "CF address"},
    {.signal = "gpu.view.control.instruction"},
    {.signal = "gpu.*.arbiter_cf.o_stall", .label = "why none is fetched", .most = 1},
    {.signal = "gpu.*.cf_state.o_error", .label = "rule broken", .most = 1},
    {.signal = "gpu.*.cf_sequencer.o_bad_op", .label = "reserved instruction", .most = 1},
    {.heading = "even slot: groups"},
    {.signal = "gpu.view.even.wavefront"},
    {.signal = "gpu.view.even.group", .label = "group address"},
    {.signal = "gpu.view.even.[xyzwt]"},
    {.signal = "gpu.*.arbiter_even.o_stall", .label = "why none is issued", .most = 1},
    {.signal = "gpu.*.issue_even.o_error", .label = "rule broken", .most = 1},
    {.heading = "odd slot: groups"},
    {.signal = "gpu.view.odd.wavefront"},
    {.signal = "gpu.view.odd.group", .label = "group address"},
    {.signal = "gpu.view.odd.[xyzwt]"},
    {.signal = "gpu.*.arbiter_odd.o_stall", .label = "why none is issued", .most = 1},
    {.signal = "gpu.*.issue_odd.o_error", .label = "rule broken", .most = 1},
    {.heading = "results and exports"},
    {.signal = "gpu.view.results.slots", .label = "GPRs written by"},
    {.signal = "gpu.view.exports.wavefront", .label = "wavefront exports"},
    {.signal = "gpu.view.exports.target", .label = "to"},
    {.signal = "gpu.*.export_unit.o_bad_gpr", .label = "GPR out of range", .most = 1},
    {.heading = "texture fetches, from the clause to the GPRs"},
    {.signal = "gpu.*.arbiter_texture.o_stall", .label = "why none is taken", .most = 1},
    {.signal = "gpu.*.texture_return.o_flying", .label = "under way", .most = 1},
    {.signal = "gpu.*.texture_issue.o_stream", .label = "quads go", .most = 1},
    {.signal = "gpu.*.texture_lod.o_quad", .label = "quad with its plan", .most = 1},
    {.signal = "gpu.*.texture_walker.o_pass", .label = "pass", .most = 1},
    {.signal = "gpu.*.texture_l1.o_missing", .label = "lines waited for", .most = 1},
    {.signal = "gpu.*.texture_data.o_count", .label = "passes that wait", .most = 1},
    {.signal = "gpu.*.texture_return.o_want", .label = "result to the GPRs", .most = 1},
    {0},
};
