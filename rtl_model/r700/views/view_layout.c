/* view_layout.c - what the elements of vectors are called, and what a waveform opens on. */
#include "isa/r700/program_type.h"
#include "mem/wave_table.h"
#include "pipeline/alu/alu_wide.h"
#include "pipeline/alu/operand_ports.h"
#include "pipeline/control/alu_clause.h"
#include "pipeline/control/stall.h"
#include "rtl_model/r700/views/views.h"

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

/* From top to bottom: who is where, then the way of the work through the machine; of several SIMDs the first, the
 * others in closed groups. */
const struct gtkw_row r700_overview[] = {
    {.heading = "watched registers"},
    {.signal = "gpu.watch.*", .still = true},
    {.heading = "wavefronts (1 ns = 1 cycle)"},
    {.signal = "gpu.view.wavefronts.*", .most = 8},
    {.heading = "control flow: decode"},
    {.signal = "gpu.view.simd*.control.decode", .label = "wavefront", .one = true},
    {.signal = "gpu.view.simd*.control.address", .label = "CF address", .one = true},
    {.signal = "gpu.view.simd*.control.instruction", .one = true},
    {.signal = "gpu.*.arbiter_cf.o_stall", .label = "why none is fetched", .one = true},
    {.signal = "gpu.*.cf_state.o_error", .label = "rule broken", .one = true},
    {.signal = "gpu.*.cf_sequencer.o_bad_op", .label = "reserved instruction", .one = true},
    {.heading = "even slot: groups"},
    {.signal = "gpu.view.simd*.even.wavefront", .one = true},
    {.signal = "gpu.view.simd*.even.group", .label = "group address", .one = true},
    {.signal = "gpu.view.simd*.even.[xyzwt]", .one = true},
    {.signal = "gpu.*.arbiter_even.o_stall", .label = "why none is issued", .one = true},
    {.signal = "gpu.*.issue_even.o_error", .label = "rule broken", .one = true},
    {.heading = "odd slot: groups"},
    {.signal = "gpu.view.simd*.odd.wavefront", .one = true},
    {.signal = "gpu.view.simd*.odd.group", .label = "group address", .one = true},
    {.signal = "gpu.view.simd*.odd.[xyzwt]", .one = true},
    {.signal = "gpu.*.arbiter_odd.o_stall", .label = "why none is issued", .one = true},
    {.signal = "gpu.*.issue_odd.o_error", .label = "rule broken", .one = true},
    {.heading = "results and exports"},
    {.signal = "gpu.view.simd*.results.slots", .label = "GPRs written by", .one = true},
    {.signal = "gpu.view.simd*.exports.wavefront", .label = "wavefront exports", .one = true},
    {.signal = "gpu.view.simd*.exports.target", .label = "to", .one = true},
    {.signal = "gpu.*.export_unit.o_bad_gpr", .label = "GPR out of range", .one = true},
    {.heading = "vertex fetches, reads"},
    {.signal = "gpu.*.arbiter_fetch.o_stall", .label = "why none is taken", .with = true, .one = true},
    {.signal = "gpu.*.vertex_fetch.o_flying", .label = "vertex fetches under way", .one = true},
    {.signal = "gpu.*.vertex_fetch.o_write", .label = "vertices to the GPRs", .one = true},
    {.signal = "gpu.*.memory_read.o_flying", .label = "memory reads under way", .one = true},
    {.signal = "gpu.*.memory_read.o_write", .label = "memory to the GPRs", .one = true},
    {.heading = "texture fetches"},
    {.signal = "gpu.*.arbiter_texture.o_stall", .label = "why none is taken", .with = true, .one = true},
    {.signal = "gpu.*.texture_return.o_flying", .label = "under way", .one = true},
    {.signal = "gpu.*.texture_issue.o_stream", .label = "quads go", .one = true},
    {.signal = "gpu.*.texture_lod.o_quad", .label = "quad with its plan", .one = true},
    {.signal = "gpu.view.simd*.textures.wavefront", .label = "of wavefront", .one = true},
    {.signal = "gpu.view.simd*.textures.id", .label = "texture", .one = true},
    {.signal = "gpu.view.simd*.textures.kind", .label = "what it is", .one = true},
    {.signal = "gpu.view.simd*.textures.levels", .label = "levels", .one = true},
    {.signal = "gpu.view.simd*.textures.mode", .label = "mode", .one = true},
    {.signal = "gpu.view.simd*.textures.filter", .label = "filter", .one = true},
    {.signal = "gpu.view.simd*.textures.clamp_[xyz]", .label = "clamp modes", .closed = true, .one = true},
    {.signal = "gpu.view.simd*.taps.thread?", .label = "taps", .closed = true, .one = true},
    {.signal = "gpu.view.simd*.weights.*", .label = "weights", .closed = true, .one = true},
    {.signal = "gpu.*.texture_walker.o_pass", .label = "pass", .one = true},
    {.signal = "gpu.*.texture_l1.o_missing", .label = "lines waited for", .one = true},
    {.signal = "gpu.*.texture_data.o_count", .label = "passes that wait", .one = true},
    {.signal = "gpu.*.texture_return.o_want", .label = "result to the GPRs", .one = true},
    {0},
};
