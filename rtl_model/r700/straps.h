/* straps.h - what each module has as constants of a run: from the chip's parameters and the launch. */
#ifndef RTL_MODEL_R700_STRAPS_H
#define RTL_MODEL_R700_STRAPS_H

#include "kit/wire.h"
#include "rtl_model/r700/setup/by_type.h"

#define STRAP_ROWS(type, member, STRAPS) RTL_STRAPS(simd, type, member, struct chip_config, struct simd_launch, STRAPS)

/* ---- control ----------------------------------------------------------------------------------------------------- */

#define NO_STRAPS(STRAP)
STRAP_ROWS(rotation, rotation, NO_STRAPS);

/* Clocks in which a flow instruction has been fetched, decoded and reported. */
static inline unsigned digested(const struct chip_config *chip)
{
    return chip->cf_fetch_clk + chip->cf_decode_clk + 2;
}
static inline unsigned flow_pause(const struct chip_config *chip)
{
    return chip->cf_flow_clk > digested(chip) ? chip->cf_flow_clk - digested(chip) : 0;
}

#define WAVE_TABLE_STRAPS(STRAP)                                                                                       \
    STRAP(cf_pause, (uint16_t)flow_pause(chip))                                                                        \
    STRAP(cf_retry, (uint16_t)chip->cf_retry_clk)                                                                      \
    STRAP(slots, (uint16_t)simd_wave_limit(chip, launch))                                                              \
    STRAP(first_pc, launch->first_pc)
STRAP_ROWS(wave_table, waves, WAVE_TABLE_STRAPS);

#define CF_SEQUENCER_STRAPS(STRAP)                                                                                     \
    STRAP(fetch_clk, (uint8_t)chip->cf_fetch_clk)                                                                      \
    STRAP(decode_clk, (uint8_t)chip->cf_decode_clk)                                                                    \
    STRAP(flow_pauses, flow_pause(chip) != 0)                                                                          \
    STRAP(goes_back, chip->cf_retry_clk != 0)
STRAP_ROWS(cf_sequencer, cf, CF_SEQUENCER_STRAPS);

#define CF_STATE_STRAPS(STRAP)                                                                                         \
    STRAP(subentries, (uint8_t)stack_subentries(chip))                                                                 \
    STRAP(call_rows, (uint8_t)stack_call_rows(chip))                                                                   \
    STRAP(rows_per_wave, (uint16_t)(launch->stack_size * stack_subentries(chip)))                                      \
    STRAP(fetch_base, launch->fetch_base)                                                                              \
    STRAP(fetch_entry, launch->fetch_entry)                                                                            \
    STRAP(bools, launch->bools)                                                                                        \
    STRAP(loops, launch->loops)
STRAP_ROWS(cf_state, flow, CF_STATE_STRAPS);

#define ARBITER_STRAPS(STRAP, chosen)                                                                                  \
    STRAP(policy, (arbiter_policy_t)chosen)                                                                            \
    STRAP(priority, byte_of_type(launch, launch->priority))
#define CF_ARBITER_STRAPS(STRAP) ARBITER_STRAPS(STRAP, chip->cf_policy)
STRAP_ROWS(arbiter, cf_arbiter, CF_ARBITER_STRAPS);
#define ALU_ARBITER_STRAPS(STRAP) ARBITER_STRAPS(STRAP, chip->alu_policy)
STRAP_ROWS(arbiter, alu_arbiter, ALU_ARBITER_STRAPS);
#define FETCH_ARBITER_STRAPS(STRAP) ARBITER_STRAPS(STRAP, chip->fetch_policy)
STRAP_ROWS(arbiter, fetch_arbiter, FETCH_ARBITER_STRAPS);
STRAP_ROWS(arbiter, texture_arbiter, FETCH_ARBITER_STRAPS);

/* ---- caches ------------------------------------------------------------------------------------------------------ */

enum { KCACHE_LINES_PER_KB = 4 };

static inline unsigned icache_sets(const struct chip_config *chip, unsigned kb)
{
    unsigned sets = 1;
    while (sets * 2 * chip->ic_ways <= kb * LINES_PER_KB)
        sets *= 2;
    return sets;
}
static inline unsigned icache_ways(const struct chip_config *chip, unsigned kb)
{
    return chip->ic_ways < kb * LINES_PER_KB ? chip->ic_ways : kb * LINES_PER_KB;
}

/* GUESS: three bits that stand for 1 to 8 lines are one less; 0, the reset value that all open drivers leave, is left
 * to the chip, whose default is the same one line. */
static inline unsigned icache_lines(const struct chip_config *chip, const struct simd_launch *launch)
{
    return launch->fetch_cache_lines ? launch->fetch_cache_lines + 1 : chip->ic_miss_lines;
}

#define ICACHE_STRAPS(STRAP, kb)                                                                                       \
    STRAP(sets, (uint16_t)icache_sets(chip, kb))                                                                       \
    STRAP(ways, (uint16_t)icache_ways(chip, kb))                                                                       \
    STRAP(misses, (uint8_t)chip->ic_misses)                                                                            \
    STRAP(lines, (uint8_t)icache_lines(chip, launch))                                                                  \
    STRAP(miss_clk, (uint16_t)chip->ic_miss_clk)
#define CF_CACHE_STRAPS(STRAP) ICACHE_STRAPS(STRAP, chip->ic_cf_kb)
STRAP_ROWS(icache, cf_cache, CF_CACHE_STRAPS);
#define ALU_CACHE_STRAPS(STRAP) ICACHE_STRAPS(STRAP, chip->ic_alu_kb)
STRAP_ROWS(icache, alu_cache, ALU_CACHE_STRAPS);
#define FETCH_CACHE_STRAPS(STRAP) ICACHE_STRAPS(STRAP, chip->ic_fetch_kb)
STRAP_ROWS(icache, fetch_cache, FETCH_CACHE_STRAPS);

#define KCACHE_STRAPS(STRAP)                                                                                           \
    STRAP(lines, (uint8_t)(chip->kc_kb * KCACHE_LINES_PER_KB))                                                         \
    STRAP(miss_clk, (uint16_t)chip->kc_miss_clk)
STRAP_ROWS(kcache, kcache, KCACHE_STRAPS);

#define LINE_CACHE_STRAPS(STRAP, kb, chosen_ways, limit)                                                               \
    STRAP(sets, (uint16_t)line_cache_sets(kb, chosen_ways))                                                            \
    STRAP(ways, (uint16_t)line_cache_ways(kb, chosen_ways))                                                            \
    STRAP(misses, (uint8_t)(limit))
#define VERTEX_CACHE_STRAPS(STRAP) LINE_CACHE_STRAPS(STRAP, chip->vc_kb, 0, chip->vc_misses)
STRAP_ROWS(line_cache, vertex_cache, VERTEX_CACHE_STRAPS);
#define TEXTURE_CACHE_STRAPS(STRAP) LINE_CACHE_STRAPS(STRAP, chip->tc_l1_kb, chip->tc_l1_ways, chip->tc_l1_misses)
STRAP_ROWS(line_cache, texture_cache, TEXTURE_CACHE_STRAPS);
STRAP_ROWS(memory_port, port, NO_STRAPS);

/* ---- ALU --------------------------------------------------------------------------------------------------------- */

#define ALU_CLAUSE_STRAPS(STRAP)                                                                                       \
    STRAP(closed, i >= chip->alu_places)                                                                               \
    STRAP(arb_clk, (uint8_t)chip->alu_arb_clk)                                                                         \
    STRAP(lock_clk, (uint8_t)chip->alu_lock_clk)                                                                       \
    STRAP(line_clk, (uint8_t)chip->kc_lock_clk)                                                                        \
    STRAP(fetch_clk, (uint8_t)chip->alu_fetch_clk)
STRAP_ROWS(alu_clause, clause, ALU_CLAUSE_STRAPS);

#define ALU_ISSUE_STRAPS(STRAP)                                                                                        \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(temporaries, (uint8_t)launch->temporaries)                                                                   \
    STRAP(temporary_row, (uint8_t)(chip->max_gprs - (PARITIES - i) * launch->temporaries))                             \
    STRAP(prefer_vector, launch->prefer_vector)                                                                        \
    STRAP(mova_delay, (uint8_t)chip->mova_delay_groups)                                                                \
    STRAP(rotations, (uint8_t)((chip->alu_latency + ROTATION_CLOCKS - 1) / ROTATION_CLOCKS))                           \
    STRAP(nan_kept, launch->dx9_clamp && chip->dx9_clamp_nan)                                                          \
    STRAP(doubles, chip->doubles)                                                                                      \
    STRAP(number_alone, chip->same_number_read)                                                                        \
    STRAP(waterfall_clk, (uint8_t)chip->waterfall_clk_per_index)                                                       \
    STRAP(shared_rotations, (uint8_t)chip->gpr_shared_rotations)                                                       \
    STRAP(shared_row, (uint16_t)private_rows(chip, launch))                                                            \
    STRAP(shared_count, (uint8_t)shared_gprs(launch))
STRAP_ROWS(alu_issue, issue, ALU_ISSUE_STRAPS);

#define GPR_STRAPS(STRAP)                                                                                              \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(shared_row, (uint16_t)private_rows(chip, launch))                                                            \
    STRAP(shared_count, (uint8_t)shared_gprs(launch))
#define OPERAND_FETCH_STRAPS(STRAP)                                                                                    \
    GPR_STRAPS(STRAP)                                                                                                  \
    STRAP(relative_write_read, chip->relative_write_read)                                                              \
    STRAP(write_relative_read, chip->write_relative_read)
STRAP_ROWS(operand_fetch, fetch, OPERAND_FETCH_STRAPS);
STRAP_ROWS(gpr_file, gprs, GPR_STRAPS);

STRAP_ROWS(alu_slot, slot, NO_STRAPS);
STRAP_ROWS(alu_wide, wide, NO_STRAPS);
STRAP_ROWS(predicate, predicate, NO_STRAPS);
STRAP_ROWS(address_register, ar, NO_STRAPS);
STRAP_ROWS(write_back, back, NO_STRAPS);

/* ---- exports and fetches ---------------------------------------------------------------------------------------- */

#define EXPORT_UNIT_STRAPS(STRAP)                                                                                      \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(export_clk, (uint16_t)chip->sx_export_clk)                                                                   \
    STRAP(buffers, (uint8_t)chip->sx_buffers)
STRAP_ROWS(export_unit, exports, EXPORT_UNIT_STRAPS);

/* How threads and buffers lie. */
#define MEMORY_LAYOUT_STRAPS(STRAP)                                                                                    \
    STRAP(base, launch->memory.base)                                                                                   \
    STRAP(size, launch->memory.size)                                                                                   \
    STRAP(item, launch->memory.item)                                                                                   \
    STRAP(wave_size, (uint8_t)chip->wave_size)                                                                         \
    STRAP(group, (uint16_t)launch_group(chip, launch))                                                                 \
    STRAP(wave_lanes, (uint8_t)chip->lanes)
#define MEMORY_EXPORT_STRAPS(STRAP)                                                                                    \
    MEMORY_LAYOUT_STRAPS(STRAP)                                                                                        \
    STRAP(simds, (uint8_t)chip->simds)                                                                                 \
    STRAP(lines, (uint8_t)chip->smx_lines)
STRAP_ROWS(memory_export, memory, MEMORY_EXPORT_STRAPS);

#define FETCH_CLAUSE_STRAPS(STRAP)                                                                                     \
    STRAP(closed, (uint8_t)(FETCH_CLAUSES - chip->fetch_places))                                                       \
    STRAP(arb_clk, (uint8_t)chip->fc_arb_clk)                                                                          \
    STRAP(fetch_clk, (uint8_t)chip->fc_fetch_clk)
STRAP_ROWS(fetch_clause, fetch_clause, FETCH_CLAUSE_STRAPS);

#define VERTEX_FETCH_STRAPS(STRAP)                                                                                     \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(addr_clk, (uint8_t)((chip->wave_size + chip->vc_addr_per_clk - 1) / chip->vc_addr_per_clk))                  \
    STRAP(hit_clk, (uint16_t)chip->vc_hit_clk)                                                                         \
    STRAP(return_clk, (uint8_t)chip->vc_return_clk)                                                                    \
    STRAP(vertex_cache, chip->vc_present)
STRAP_ROWS(vertex_fetch, vertex, VERTEX_FETCH_STRAPS);
#define VERTEX_LINES_STRAPS(STRAP)                                                                                     \
    STRAP(threads, (uint8_t)chip->wave_size)                                                                           \
    STRAP(lanes, (uint8_t)chip->lanes)                                                                                 \
    STRAP(group, (uint8_t)chip->vc_addr_per_clk)
STRAP_ROWS(vertex_requests, vertex_lines, VERTEX_LINES_STRAPS);

#define LDS_UNIT_STRAPS(STRAP)                                                                                         \
    GPR_STRAPS(STRAP)                                                                                                  \
    STRAP(wave_lanes, (uint8_t)chip->lanes)                                                                            \
    STRAP(quad_clk, (uint8_t)((LDS_QUAD + chip->lds_rd_threads_per_clk - 1) / chip->lds_rd_threads_per_clk))           \
    STRAP(read_clk, (uint16_t)chip->lds_rd_clk)                                                                        \
    STRAP(write_clk, (uint16_t)chip->lds_wr_clk)                                                                       \
    STRAP(entries, (uint16_t)(launch->lds_entries ? launch->lds_entries : LDS_ENTRIES))                                \
    STRAP(broadcast, (lds_broadcast_t)chip->lds_broadcast)
STRAP_ROWS(lds_unit, lds_unit, LDS_UNIT_STRAPS);
STRAP_ROWS(lds, lds, NO_STRAPS);

#define MEMORY_READ_STRAPS(STRAP)                                                                                      \
    MEMORY_LAYOUT_STRAPS(STRAP)                                                                                        \
    STRAP(simds, (uint8_t)chip->simds)                                                                                 \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(vertex_cache, chip->vc_present)                                                                              \
    STRAP(hit_clk, (uint16_t)chip->vc_hit_clk)                                                                         \
    STRAP(return_clk, (uint8_t)chip->vc_return_clk)
STRAP_ROWS(memory_read, memory_reads, MEMORY_READ_STRAPS);
#define READ_LINES_STRAPS(STRAP)                                                                                       \
    MEMORY_LAYOUT_STRAPS(STRAP)                                                                                        \
    STRAP(rate, (uint8_t)chip->vc_addr_per_clk)
STRAP_ROWS(read_requests, read_lines, READ_LINES_STRAPS);

/* ---- texture unit ------------------------------------------------------------------------------------------------ */

static inline uint8_t quads_of(const struct chip_config *chip)
{
    return (uint8_t)(chip->wave_size / TEXTURE_QUAD);
}
static inline uint8_t quads_a_quarter(const struct chip_config *chip)
{
    return (uint8_t)(chip->lanes / TEXTURE_QUAD);
}

#define TEXTURE_ISSUE_STRAPS(STRAP) STRAP(num_gprs, (uint8_t)launch->num_gprs) STRAP(quads, quads_of(chip))
STRAP_ROWS(texture_issue, texture_issue, TEXTURE_ISSUE_STRAPS);

#define LOD_UNIT_STRAPS(STRAP) STRAP(quads_a_quarter, quads_a_quarter(chip))
STRAP_ROWS(lod_unit, lod_unit, LOD_UNIT_STRAPS);

#define TEXTURE_WALKER_STRAPS(STRAP) STRAP(quads, quads_of(chip))
STRAP_ROWS(texture_walker, texture_walker, TEXTURE_WALKER_STRAPS);

#define TEXTURE_DATA_STRAPS(STRAP) STRAP(sample_bits, (uint8_t)chip->tex_sample_bits)
STRAP_ROWS(texture_data, texture_data, TEXTURE_DATA_STRAPS);

#define TEXTURE_RETURN_STRAPS(STRAP)                                                                                   \
    STRAP(num_gprs, (uint8_t)launch->num_gprs)                                                                         \
    STRAP(quads, quads_of(chip))                                                                                       \
    STRAP(quads_a_quarter, quads_a_quarter(chip))                                                                      \
    STRAP(hit_clk, (uint16_t)chip->tex_hit_clk)                                                                        \
    STRAP(return_clk, (uint8_t)chip->tex_return_clk)
STRAP_ROWS(texture_return, texture_return, TEXTURE_RETURN_STRAPS);

#endif
