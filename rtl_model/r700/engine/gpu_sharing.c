#include "rtl_model/r700/engine/gpu_sharing.h"

#include <string.h>

#include "rtl_model/r700/setup/by_type.h"

/* Where a SIMD's share of a file begins: all have the same, or each its own. */
static size_t share_of(const struct launch_file *file, size_t one_words, unsigned simd)
{
    return file->bytes > 4 * one_words ? simd * one_words : 0;
}

static void load_lds(struct lds *lds, const struct launch_file *file, unsigned simd)
{
    const size_t first = share_of(file, LDS_WORDS, simd);
    for (size_t i = 0; i < LDS_WORDS && first + i < file->bytes / 4; i++)
        *lds_word(lds, (unsigned)i) = launch_word(file, first + i);
}

/* A lane's place in a row; false for lanes that the chip lacks. */
static bool lane_place(const struct gpu *gpu, unsigned lane, unsigned *place)
{
    *place = lane / gpu->chip.lanes * QUARTER + lane % gpu->chip.lanes;
    return lane < gpu->chip.wave_size;
}

/* `number`: the SIMD's among those of its launch. */
static void load_globals(const struct gpu *gpu, struct simd *simd, const struct gpu_part *part, unsigned number)
{
    const struct launch_gprs *const given = &part->launch->global_gprs;

    lanes_t *const memory[GPR_ELEMENTS] = {simd->gprs.x, simd->gprs.y, simd->gprs.z, simd->gprs.w};
    const unsigned row = private_rows(&gpu->chip, &part->setup.simd) + given->first;
    const size_t   words = (size_t)given->count * GPR_ELEMENTS; /* of a lane */
    const size_t   first = share_of(&given->file, LAUNCH_LANES * words, number);
    unsigned       place;
    for (unsigned lane = 0; given->file.data && lane < LAUNCH_LANES && lane_place(gpu, lane, &place); lane++)
        for (size_t i = 0; i < words; i++)
            memory[i % GPR_ELEMENTS][row + i / GPR_ELEMENTS].lane[place] =
                launch_word(&given->file, first + lane * words + i);
}

void gpu_share(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct gpu_part *const part = gpu_part_of(gpu, i);
        load_lds(&gpu->simd[i].lds, &part->launch->lds.file, i - part->first_simd);
        load_globals(gpu, &gpu->simd[i], part, i - part->first_simd);
    }
}

size_t gpu_lds(const struct gpu *gpu, uint32_t *words)
{
    const struct gpu_part *const part = gpu_chosen(gpu);
    const struct simd *const     own = &gpu->simd[part->first_simd];
    for (unsigned i = 0; words && i < part->own_simds; i++)
        for (unsigned entry = 0; entry < LDS_ENTRIES; entry++)
            for (unsigned bank = 0; bank < LDS_BANKS; bank++, words += LDS_DWORDS)
                memcpy(words, lds_read(&own[i].lds, bank, entry), sizeof(lds_entry_t));
    return (size_t)part->own_simds * LDS_WORDS;
}

size_t gpu_globals(const struct gpu *gpu, uint32_t *words)
{
    const struct gpu_part *const part = gpu_chosen(gpu);
    const struct simd *const     own = &gpu->simd[part->first_simd];

    const unsigned row = private_rows(&gpu->chip, &part->setup.simd);
    const unsigned count = part->setup.simd.global_gprs * GPR_ELEMENTS; /* words of a lane */
    unsigned       place;
    for (unsigned i = 0; words && i < part->own_simds; i++)
        for (unsigned lane = 0; lane < LAUNCH_LANES; lane++)
            for (unsigned n = 0; n < count; n++)
                *words++ = lane_place(gpu, lane, &place)
                               ? gpr_read(&own[i].gprs, n % GPR_ELEMENTS, row + n / GPR_ELEMENTS)->lane[place]
                               : 0;
    return (size_t)part->own_simds * LAUNCH_LANES * count;
}

void gpu_put_lds(struct gpu *gpu, const struct gpu_part *part, const uint32_t *words)
{
    for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++)
        for (unsigned n = 0; n < LDS_WORDS; n++)
            *lds_word(&gpu->simd[i].lds, n) = *words++;
}

void gpu_put_globals(struct gpu *gpu, const struct gpu_part *part, const uint32_t *words, unsigned count)
{
    const struct simd_launch *const launch = &part->setup.simd;

    const unsigned there = launch->global_gprs < count ? launch->global_gprs : count;
    const unsigned row = private_rows(&gpu->chip, launch);
    unsigned       place;
    for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++) {
        lanes_t *const memory[GPR_ELEMENTS] = {gpu->simd[i].gprs.x, gpu->simd[i].gprs.y, gpu->simd[i].gprs.z,
                                               gpu->simd[i].gprs.w};
        for (unsigned lane = 0; lane < LAUNCH_LANES; lane++, words += (size_t)count * GPR_ELEMENTS)
            for (unsigned n = 0; lane_place(gpu, lane, &place) && n < there * GPR_ELEMENTS; n++)
                memory[n % GPR_ELEMENTS][row + n / GPR_ELEMENTS].lane[place] = words[n];
    }
}
