/* straps_chip.h - what each module of the chip has as constants of a run, as straps.h says it of a SIMD's. */
#ifndef RTL_MODEL_R700_STRAPS_CHIP_H
#define RTL_MODEL_R700_STRAPS_CHIP_H

#include "kit/wire.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/setup/by_type.h"

#define DISPATCHER_STRAPS(STRAP)                                                                                       \
    STRAP(threads, word_of_type(launch, launch->threads))                                                              \
    STRAP(waves, word_of_type(launch, launch_waves(chip, launch)))                                                     \
    STRAP(group, half_of_type(launch, launch_group(chip, launch)))                                                     \
    STRAP(lds, half_of_type(launch, launch->lds_entries))                                                              \
    STRAP(wave_size, (uint8_t)chip->wave_size)                                                                         \
    STRAP(wave_lanes, (uint8_t)chip->lanes)                                                                            \
    STRAP(priority, byte_of_type(launch, launch->priority))                                                            \
    STRAP(rows, half_of_type(launch, simd_wave_rows(chip, launch)))                                                    \
    STRAP(limit, half_of_type(launch, simd_wave_limit(chip, launch)))                                                  \
    STRAP(chip_limit, half_of_type(launch, chip_wave_limit(chip, launch)))                                             \
    STRAP(kin, byte_of_type(launch, 1u << launch->queue))                                                              \
    STRAP(before, byte_of_type(launch, 0))                                                                             \
    STRAP(chip_slots, (uint16_t)chip->max_waves)                                                                       \
    STRAP(simds, (uint8_t)chip->simds)                                                                                 \
    STRAP(policy, (simd_policy_t)chip->simd_policy)                                                                    \
    STRAP(load_first, byte_of_type(launch, launch->load_first))                                                        \
    STRAP(load_count, byte_of_type(launch, launch->load_count))                                                        \
    STRAP(wave_clk, (uint16_t)chip->spi_wave_clk)                                                                      \
    STRAP(load_clk, (uint16_t)chip->spi_load_clk)                                                                      \
    STRAP(seed, chip->start_seed)                                                                                      \
    STRAP(jitter, (uint8_t)chip->start_jitter)
RTL_STRAPS(gpu, dispatcher, dispatcher, struct chip_config, struct simd_launch, DISPATCHER_STRAPS);

/* Straps with a number for each type, where launches at once add up. */
#define QUEUE_STRAPS(STRAP)                                                                                            \
    STRAP(threads)                                                                                                     \
    STRAP(waves)                                                                                                       \
    STRAP(group)                                                                                                       \
    STRAP(lds)                                                                                                         \
    STRAP(priority)                                                                                                    \
    STRAP(rows)                                                                                                        \
    STRAP(limit)                                                                                                       \
    STRAP(chip_limit)                                                                                                  \
    STRAP(load_first)                                                                                                  \
    STRAP(load_count)

/* Adds the queue of another launch. */
static inline void dispatcher_queue(struct gpu *gpu, const struct chip_config *chip, const struct simd_launch *launch)
{
    const struct dispatcher_in before = gpu->dispatcher.in;
    gpu_dispatcher_strap(gpu, 0, chip, launch);
#define STRAP(name)                                                                                                    \
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++)                                                          \
        if (type != (unsigned)launch->queue)                                                                           \
            gpu->dispatcher.in.name.type[type] = before.name.type[type];
    QUEUE_STRAPS(STRAP)
#undef STRAP
}

/* Launches of one type, each in a queue of its own. */
static inline void dispatcher_kin(struct gpu *gpu, const struct gpu_part *part)
{
    struct dispatcher_in *const in = &gpu->dispatcher.in;
    const enum isa_program_type queue = part->setup.simd.queue;
    unsigned                    kin = 0, before = 0;
    for (unsigned n = 0; n < gpu->parts; n++) {
        const struct simd_launch *const other = &gpu->part[n]->setup.simd;
        if (other->type == part->setup.simd.type) {
            kin |= 1u << other->queue;
            before |= gpu->part[n]->first_simd < part->first_simd ? 1u << other->queue : 0;
        }
    }
    in->kin.type[queue] = (uint8_t)kin;
    in->before.type[queue] = gpu->chip.type_order ? (uint8_t)before : 0;
}

#define PLACES_STRAPS(STRAP)                                                                                           \
    STRAP(types, (uint8_t)(1u << launch->queue))                                                                       \
    STRAP(areas, (uint16_t)launch->memory_areas)                                                                       \
    STRAP(slots, (uint16_t)simd_wave_limit(chip, launch))                                                              \
    STRAP(rows, (uint16_t)private_rows(chip, launch))                                                                  \
    STRAP(free_clk, (uint16_t)chip->spi_free_clk)
RTL_STRAPS(gpu, place_table, places, struct chip_config, struct simd_launch, PLACES_STRAPS);

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static inline uint8_t logarithm(unsigned value)
{
    return (uint8_t)(31 - __builtin_clz(value));
}

/* What a SIMD asks for has been sent two clocks after its look-up: client, port.  The way of an answer counts the clock
 * in which the cache takes it. */
/* Each client has as many requests without an answer as RV770's at least. */
static inline unsigned link_places(const struct chip_config *chip)
{
    const unsigned of_texture = chip->tc_l1_misses > MEMORY_OF_CLIENT ? chip->tc_l1_misses : MEMORY_OF_CLIENT;
    const unsigned of_vertex = chip->vc_misses > MEMORY_OF_CLIENT ? chip->vc_misses : MEMORY_OF_CLIENT;
    return of_texture + of_vertex + 2 * MEMORY_OF_CLIENT;
}
#define LINKS_STRAPS(STRAP)                                                                                            \
    STRAP(request_clk, (uint16_t)(chip->l2_request_clk - 2))                                                           \
    STRAP(return_clk, (uint8_t)(chip->l2_return_clk - 1))                                                              \
    STRAP(places, (uint16_t)link_places(chip))                                                                         \
    STRAP(step, logarithm(chip->mc_interleave_b / LINE_BYTES))                                                         \
    STRAP(bits, logarithm(chip->mc_channels))
RTL_STRAPS(gpu, memory_link, links, struct chip_config, struct simd_launch, LINKS_STRAPS);

/* A request is taken, looked up, answered: two clocks before the queue. */
#define BANKS_STRAPS(STRAP)                                                                                            \
    STRAP(simds, (uint8_t)chip->simds)                                                                                 \
    STRAP(hit_clk, (uint16_t)(chip->tc_l2_hit_clk - chip->l2_request_clk - chip->l2_return_clk - 2))                   \
    STRAP(step, logarithm(chip->mc_interleave_b / LINE_BYTES))                                                         \
    STRAP(bits, logarithm(chip->mc_channels))
RTL_STRAPS(gpu, l2_bank, banks, struct chip_config, struct simd_launch, BANKS_STRAPS);

#define L2_STRAPS(STRAP)                                                                                               \
    STRAP(sets, (uint16_t)line_cache_sets(chip->tc_l2_kb / chip->mc_channels, chip->tc_l2_ways))                       \
    STRAP(ways, (uint16_t)line_cache_ways(chip->tc_l2_kb / chip->mc_channels, chip->tc_l2_ways))                       \
    STRAP(misses, (uint8_t)chip->tc_l2_misses)
RTL_STRAPS(gpu, l2_lines, l2, struct chip_config, struct simd_launch, L2_STRAPS);

/* The same two clocks, and one in which L2 takes the line. */
#define CHANNEL_STRAPS(STRAP)                                                                                          \
    STRAP(simds, (uint8_t)chip->simds)                                                                                 \
    STRAP(latency_clk, (uint16_t)(chip->mc_latency_clk - chip->l2_request_clk - chip->l2_return_clk - 3))              \
    STRAP(line_clk, (uint16_t)chip->mc_line_clk)                                                                       \
    STRAP(room, (uint8_t)chip->mc_queue)
RTL_STRAPS(gpu, memory_channel, channel, struct chip_config, struct simd_launch, CHANNEL_STRAPS);

/* All of them: each SIMD has those of the launch whose wavefronts it takes. */
static inline void chip_straps(struct gpu *gpu)
{
    const struct chip_config *const chip = &gpu->chip;
    const struct simd_launch *const launch = &gpu->setup.simd;
#define MODULE(type, member, name) gpu_##member##_strap(gpu, 0, chip, launch);
#define EACH(type, member, name)                                                                                       \
    for (unsigned i = 0; i < SIMDS_MAX; i++)                                                                           \
        gpu_##member##_strap(gpu, i, chip, &gpu_part_of(gpu, i)->setup.simd);
#define CHANNELS(type, member, name)                                                                                   \
    for (unsigned i = 0; i < CHANNELS_MAX; i++)                                                                        \
        gpu_##member##_strap(gpu, i, chip, launch);
#include "rtl_model/r700/gpu.def"
    for (unsigned n = 1; n < gpu->parts; n++)
        dispatcher_queue(gpu, chip, &gpu->part[n]->setup.simd);
    for (unsigned n = 0; gpu->parts > 1 && n < gpu->parts; n++)
        dispatcher_kin(gpu, gpu->part[n]);
    const struct gpu_part *const last = gpu->part[gpu->parts - 1];
    for (unsigned i = last->first_simd + last->own_simds; gpu->parts > 1 && i < SIMDS_MAX; i++)
        gpu->places[i].in.types = 0; /* no launch asks for it */
}

#endif
