/* gpu_look.c - the modules of a machine for observers: the list of its instances, their wires, what may have
 * changed since the last clock; an instance alone, for checks. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kit/alias.h"
#include "kit/text.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/wires_chip.h"

/* ---- the list --------------------------------------------------------------------------------------------------- */

/* Waveforms and snapshots have the lines of L2 that the chip has, not those of the largest bank. */
static void list_l2(struct gpu *gpu)
{
    const unsigned channels = gpu->chip.mc_channels, kb = gpu->chip.tc_l2_kb;
    const uint32_t lines = channels ? kb * LINES_PER_KB / channels : L2_BANK_LINES;
    assert(l2_lines_rtl.signal_count <= L2_SIGNALS);
    gpu->l2_table = l2_lines_rtl;
    gpu->l2_table.signals = gpu->l2_signals;
    memcpy(gpu->l2_signals, l2_lines_rtl.signals, l2_lines_rtl.signal_count * sizeof gpu->l2_signals[0]);
    for (unsigned s = 0; s < l2_lines_rtl.signal_count; s++) {
        struct rtl_signal *signal = &gpu->l2_signals[s];
        if (signal->rows == L2_BANK_LINES)
            signal->rows = lines;
        else if (signal->offset == offsetof(struct l2_lines, q.waiting))
            signal->count = (lines + 63) / 64;
    }
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (gpu->instances[n].module == &l2_lines_rtl)
            gpu->instances[n].module = &gpu->l2_table;
}

void gpu_list_instances(struct gpu *gpu, unsigned simds)
{
    unsigned count = 0;
    assert(simds >= 1 && simds <= SIMDS_MAX);
    simd_instances(gpu->simd, "gpu.simds", gpu->sum_paths, gpu->instances); /* for their names */
#define SIMDS(type, member, name)                                                                                      \
    for (unsigned i = 0; i < simds; i++) {                                                                             \
        char path[SIMD_PATH];                                                                                          \
        text_numbered(path, sizeof path, "gpu." name, i);                                                              \
        count += simd_instances(&gpu->member[i], path, gpu->paths + count, gpu->instances + count);                    \
    }
#include "rtl_model/r700/gpu.def"
#define MODULE(type, member, name)                                                                                     \
    text_numbered(gpu->paths[count], SIMD_PATH, "gpu." name, 0);                                                       \
    gpu->instances[count] = (struct rtl_instance){gpu->paths[count], &type##_rtl, &gpu->member};                       \
    count++;
#define EACH(type, member, name)                                                                                       \
    for (unsigned i = 0; i < simds; i++, count++) {                                                                    \
        text_numbered(gpu->paths[count], SIMD_PATH, "gpu." name, i);                                                   \
        gpu->instances[count] = (struct rtl_instance){gpu->paths[count], &type##_rtl, &gpu->member[i]};                \
    }
#define CHANNELS(type, member, name)                                                                                   \
    for (unsigned i = 0; i < gpu->channels; i++, count++) {                                                            \
        text_numbered(gpu->paths[count], SIMD_PATH, "gpu." name, i);                                                   \
        gpu->instances[count] = (struct rtl_instance){gpu->paths[count], &type##_rtl, &gpu->member[i]};                \
    }
#include "rtl_model/r700/gpu.def"
    gpu->instance_count = count;
    list_l2(gpu);
}

/* ---- an instance ------------------------------------------------------------------------------------------------ */

/* An instance's place: a module of a SIMD, or with `simd` NULL one of the chip's own. */
struct place {
    struct simd *simd;
    unsigned     number;
};
/* The chip's modules are numbered for SIMDS_MAX SIMDs. */
static unsigned number_of_module(const struct gpu *gpu, unsigned listed)
{
#define MODULE(type, member, name)                                                                                     \
    if (listed < gpu_count(gpu, COUNT_##member))                                                                       \
        return AT_##member + listed;                                                                                   \
    listed -= gpu_count(gpu, COUNT_##member);
#include "rtl_model/r700/gpu.def"
    return GPU_MODULES;
}
static struct place place_of(const struct gpu *gpu, unsigned instance)
{
    const unsigned of_simds = gpu->simds * SIMD_MODULES;
    assert(instance < gpu->instance_count);
    if (instance >= of_simds)
        return (struct place){NULL, number_of_module(gpu, instance - of_simds)};
    return (struct place){(struct simd *)&gpu->simd[instance / SIMD_MODULES], instance % SIMD_MODULES};
}

/* SIMDs that are not shown may be asleep in this clock, with the nets of an earlier one. */
static void gpu_awaken(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (simd_is_asleep(&gpu->simd[i].sleep)) {
            simd_wake(&gpu->simd[i], gpu->cycle);
            simd_wire(&gpu->simd[i]);
        }
}

void gpu_look_at(struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    gpu_awaken(gpu);
    if (place.simd)
        simd_look_at(place.simd, place.number);
#define MODULE(type, member, name)                                                                                     \
    if (!place.simd && place.number - AT_##member < COUNT_##member)                                                    \
        gpu_##member##_look(gpu, place.number - AT_##member, true);
#include "rtl_model/r700/gpu.def"
}

bool gpu_looks(const struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    return place.simd ? simd_looks(place.simd, place.number) : (bool)(gpu->look >> place.number & 1);
}

bool gpu_is_awake(const struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    if (place.simd)
        return simd_is_awake(place.simd, place.number);
#define MODULE(type, member, name)                                                                                     \
    if (place.number - AT_##member < COUNT_##member)                                                                   \
        return gpu_##member##_awake(gpu, place.number - AT_##member);
#include "rtl_model/r700/gpu.def"
    return false;
}

void gpu_clock_one(struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    if (place.simd)
        simd_clock_one(place.simd, place.number);
#define MODULE(type, member, name)                                                                                     \
    if (!place.simd && place.number - AT_##member < COUNT_##member) {                                                  \
        gpu_##member##_next(gpu, place.number - AT_##member);                                                          \
        gpu_##member##_take(gpu, place.number - AT_##member);                                                          \
        gpu_##member##_clock(gpu, place.number - AT_##member);                                                         \
    }
#include "rtl_model/r700/gpu.def"
}

void gpu_replace(struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    if (place.simd)
        simd_set_add(&place.simd->replaced, place.number);
    else
        gpu->all &= ~((gpu_bits_t)1 << place.number);
}

size_t gpu_module_bytes(const struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
    if (place.simd)
        return simd_module_bytes(place.number);
#define MODULE(type, member, name)                                                                                     \
    if (place.number - AT_##member < COUNT_##member)                                                                   \
        return sizeof(struct type);
#include "rtl_model/r700/gpu.def"
    return 0;
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

void gpu_look(struct gpu *gpu)
{
    gpu_awaken(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_look(&gpu->simd[i]);
#define MODULE(type, member, name)                                                                                     \
    for (unsigned i = 0; i < gpu_count(gpu, COUNT_##member); i++)                                                      \
        gpu_##member##_look(gpu, i, true);
#include "rtl_model/r700/gpu.def"
}

void gpu_look_at_registers(struct gpu *gpu)
{
    gpu_awaken(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_look_at_registers(&gpu->simd[i]);
}

/* Adds a set of `count` numbers to a larger one, from number `first` on. */
static void add_set(uint64_t *to, unsigned first, const uint64_t *set, unsigned count)
{
    const unsigned by = first % 64;
    to += first / 64;
    for (unsigned done = 0; done < count; done += 64, set++, to++) {
        const uint64_t bits = count - done < 64 ? *set & ((UINT64_C(1) << (count - done)) - 1) : *set;
        if (!bits)
            continue;
        to[0] |= bits << by;
        if (by && bits >> (64 - by))
            to[1] |= bits >> (64 - by);
    }
}

/* The other way round: those of a larger set from number `first` on. */
static void part_of_set(const uint64_t *set, unsigned first, uint64_t *part, unsigned count)
{
    memset(part, 0, (count / 64 + 1) * sizeof *part);
    for (unsigned n = 0; n < count; n++)
        part[n / 64] |= (set[(first + n) / 64] >> (first + n) % 64 & 1) << n % 64;
}

/* Of a set of the chip's modules those from number `part` on, `count` of them. */
static inline uint64_t part_of(gpu_bits_t set, unsigned part, unsigned count)
{
    return (uint64_t)(set >> part) & ((UINT64_C(1) << count) - 1);
}

/* Most often there are none. */
static inline void add_part(uint64_t *to, unsigned first, uint64_t bits)
{
    if (bits)
        add_set(to, first, &bits, 64);
}

/* The chip's own modules: in most clocks nothing of theirs has changed. */
static void show_chip(struct gpu *gpu, bool lanes, uint64_t *wires, uint64_t *registers)
{
#define MODULE(type, member, name)                                                                                     \
    for (uint64_t left = part_of(gpu->shown_wires, AT_##member, gpu_count(gpu, COUNT_##member)); left;                 \
         left &= left - 1)                                                                                             \
        gpu_##member##_look(gpu, (unsigned)__builtin_ctzll(left), lanes);
#include "rtl_model/r700/gpu.def"
    unsigned at = gpu->simds * SIMD_MODULES;
#define MODULE(type, member, name)                                                                                     \
    add_part(wires, at, part_of(gpu->shown_wires, AT_##member, gpu_count(gpu, COUNT_##member)));                       \
    add_part(registers, at, part_of(gpu->shown_registers, AT_##member, gpu_count(gpu, COUNT_##member)));               \
    at += gpu_count(gpu, COUNT_##member);
#include "rtl_model/r700/gpu.def"
    gpu->shown_wires = gpu->shown_registers = 0;
}

/* Of a set of instances those of the chip's own modules, by their numbers. */
static gpu_bits_t of_chip(const struct gpu *gpu, const uint64_t *set)
{
    gpu_bits_t chip = 0;
    for (unsigned instance = gpu->simds * SIMD_MODULES; instance < gpu->instance_count; instance++)
        chip |= (gpu_bits_t)(set[instance / 64] >> instance % 64 & 1) << place_of(gpu, instance).number;
    return chip;
}

/* Each SIMD's are those of the first. */
struct rtl_alias *gpu_aliases(const struct gpu *gpu, unsigned *count)
{
    const struct rtl_wiring *wiring[SIMD_MODULES];
    for (unsigned n = 0; n < SIMD_MODULES; n++)
        wiring[n] = simd_wiring(n);
    unsigned                of_one;
    struct rtl_alias *const one = rtl_aliases(gpu->instances, wiring, SIMD_MODULES, &of_one);
    struct rtl_alias *const all = one ? realloc(one, gpu->simds * (size_t)of_one * sizeof *one) : NULL;
    if (!all)
        free(one);
    *count = all ? gpu->simds * of_one : 0;
    for (unsigned a = of_one; a < *count; a++) {
        all[a] = all[a - of_one];
        all[a].instance += SIMD_MODULES;
        all[a].of_instance += SIMD_MODULES;
    }
    return all;
}

/* Of a set of instances those of a SIMD. */
static struct simd_set of_simd(const uint64_t *set, unsigned i)
{
    uint64_t bits[SIMD_SET_WORDS];
    part_of_set(set, i * SIMD_MODULES, bits, SIMD_MODULES);
    return simd_set_of(bits);
}

void gpu_show_only(struct gpu *gpu, const uint64_t *wires, const uint64_t *registers, const uint64_t *steady)
{
    static const struct simd_set all = {UINT64_MAX, ~(module_bits_t)0};
    gpu_awaken(gpu);
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd_needs needs = {all, all, all};
        if (wires)
            needs = (struct simd_needs){of_simd(wires, i), of_simd(registers, i), of_simd(steady, i)};
        simd_show_only(&gpu->simd[i], &needs);
    }
    gpu->no_wires = wires ? ~of_chip(gpu, wires) : 0;
    gpu->no_registers = wires ? ~(of_chip(gpu, registers) | of_chip(gpu, steady)) : 0;
    gpu->shown_wires = gpu->shown_registers = GPU_EVERYBODY;
}

void gpu_show(struct gpu *gpu, bool lanes, uint64_t *wires, uint64_t *registers)
{
    const size_t bytes = (gpu->instance_count / 64 + 1) * sizeof *wires;
    memset(wires, 0, bytes);
    memset(registers, 0, bytes);
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd_set of_wires, of_registers;
        uint64_t        bits[SIMD_SET_WORDS];
        if (simd_is_asleep(&gpu->simd[i].sleep))
            continue;
        simd_show(&gpu->simd[i], lanes, &of_wires, &of_registers);
        simd_set_bits(&of_wires, bits);
        add_set(wires, i * SIMD_MODULES, bits, SIMD_MODULES);
        simd_set_bits(&of_registers, bits);
        add_set(registers, i * SIMD_MODULES, bits, SIMD_MODULES);
    }
    gpu->shown_wires &= ~gpu->no_wires;
    gpu->shown_registers &= ~gpu->no_registers;
    if (gpu->shown_wires | gpu->shown_registers)
        show_chip(gpu, lanes, wires, registers);
}
