/* gpu_clock.c - the clock of the chip: its own modules by kit/clock.h, made of gpu.def and wires_chip.h, and its SIMDs.
 *
 * Of a SIMD's modules the chip sees the wave table and the port to memory. */
#include <assert.h>

#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/probes/gpu_collect.h"
#include "rtl_model/r700/wires_chip.h"

#define CLOCK_OF gpu
#define CLOCK_LIST "rtl_model/r700/gpu.def"
#define CLOCK_COUNT GPU_MODULES
#define CLOCK_BITS gpu_bits_t
#define CLOCK_HAS(gpu, count) gpu_count(gpu, count)
#define CLOCK_PLAIN(gpu) ((gpu)->simd->plain)
#define CLOCK_NOW(gpu) (gpu)->cycle
#define CLOCK_MAY_REST(gpu) (gpu)->may_rest
#include "kit/clock.h"

const struct rtl_wiring *gpu_wiring(unsigned number)
{
    static const struct rtl_wiring *const wiring[GPU_MODULES] = {
#define MODULE(type, member, name) [AT_##member... LAST_##member] = &gpu_##member##_wiring,
#include "rtl_model/r700/gpu.def"
    };
    assert(number < GPU_MODULES);
    return wiring[number];
}

void gpu_connect(struct gpu *gpu)
{
    clock_connect(gpu);
    gpu_touch(gpu);
}

/* ---- the chip's own modules ------------------------------------------------------------------------------------- */

void gpu_eval_chip(struct gpu *gpu)
{
    gpu_bits_t looks = gpu->look & gpu->all;
    if (looks & gpu->rests || gpu->cycle >= gpu->first_alarm)
        looks = clock_rise_some(gpu, looks);
    gpu->evented = clock_eval(gpu, looks, NULL);
}

void gpu_rise(struct gpu *gpu)
{
    clock_rise_all(gpu);
}

/* A SIMD receives an answer, and the end of it. */
static inline void note_answers(struct gpu *gpu)
{
    for (uint64_t left = (uint64_t)((gpu->awake & GPU_BITS_OF(links)) >> AT_links); left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        gpu->answered |= (uint32_t)gpu->links[i].q.reply << i;
    }
}

/* Modules of a SIMD that the chip sees, as bits of a set. */
#define MODULES_OF(member) MODULE_BITS_OF(AT_##member, COUNT_##member)
#define WAVES_SEEN MODULES_OF(waves)
#define PORT_SEEN MODULES_OF(port)

/* Who looks because of a SIMD: what stands before memory goes by its port alone, all others by its wave table. */
static gpu_bits_t stirred_by(const struct gpu *gpu, unsigned i)
{
    const gpu_bits_t    links = GPU_BITS_OF(links);
    const module_bits_t modules = gpu->simd[i].awake.modules;
    const gpu_bits_t    wakes = gpu->wakes[AT_simd + i];
    return (modules & WAVES_SEEN ? wakes & ~links : 0) | (modules & PORT_SEEN ? wakes & links : 0);
}

/* Both halves of the edge. */
void gpu_commit_chip(struct gpu *gpu)
{
    note_answers(gpu);
    gpu->told |= (bool)(clock_commit(gpu, NULL) >> AT_dispatcher & 1);
    note_answers(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        gpu->look |= stirred_by(gpu, i);
    gpu->shown_wires |= gpu->look;
    gpu->shown_registers |= gpu->awake;
}

/* ---- a clock ---------------------------------------------------------------------------------------------------- */

/* It was asleep until this clock, or the dispatcher has said something to it, or an answer has come. */
static bool is_to_wake(const struct gpu *gpu, const struct simd *simd)
{
    return simd->sleep.until == gpu->cycle || (gpu->told && gpu->dispatcher.q.simd == simd->above.number) ||
           gpu->answered >> simd->above.number & 1;
}

/* What the chip tells a SIMD, before its nets are driven; false: it sleeps on. */
static inline bool tell(struct gpu *gpu, struct simd *simd, unsigned i)
{
    if (simd_is_asleep(&simd->sleep)) {
        if (!is_to_wake(gpu, simd))
            return false;
        simd_wake(simd, gpu->cycle);
    }
    if (gpu->told)
        simd_told(simd);
    if (gpu->answered >> i & 1)
        simd_answered(simd);
    return true;
}

void gpu_wire(struct gpu *gpu)
{
    if (gpu->beside)
        gpu_touch(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        if (tell(gpu, &gpu->simd[i], i))
            simd_wire(&gpu->simd[i]);
    gpu->told = false;
    gpu->answered = 0;
    if (gpu->beside)
        gpu->beside->settle(gpu->beside->context);
}

void gpu_wire_again(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        simd_touch(&gpu->simd[i]);
        simd_wire(&gpu->simd[i]);
    }
}

void gpu_touch(struct gpu *gpu)
{
    gpu_jobs_forget(gpu);
    clock_rise_all(gpu);
    for (unsigned i = 0; i < gpu->simds; i++) {
        simd_touch(&gpu->simd[i]);
        gpu->simd[i].clock = gpu->cycle; /* a snapshot may have been taken back */
    }
    gpu->look = gpu->shown_wires = gpu->shown_registers = GPU_EVERYBODY;
}

/* The SIMDs that do not sleep. */
#define EACH_AWAKE(i, gpu)                                                                                             \
    for (unsigned i = 0; i < (gpu)->simds; i++)                                                                        \
        if (!simd_is_asleep(&(gpu)->simd[i].sleep))

/* Of several launches each has an end of its own. */
static void note_idle(struct gpu *gpu)
{
    for (unsigned i = 0; gpu->parts > 1 && i < gpu->simds; i++)
        gpu_note_idle(gpu, i, gpu->cycle);
}

void gpu_edge_in_order(struct gpu *gpu, const uint8_t *order)
{
    struct gpu_before before[SIMDS_MAX];
    unsigned          collects = 0;
    EACH_AWAKE (i, gpu)
        if (gpu_collects(gpu, &gpu->simd[i])) {
            gpu_collect_before(gpu, i, &before[i], NULL);
            collects |= 1u << i;
        }
    gpu->awake = 0;
    if (gpu->look)
        gpu_eval_chip(gpu);
    EACH_AWAKE (i, gpu)
        simd_eval(&gpu->simd[i], order);
    if (gpu->beside)
        gpu->beside->before_edge(gpu->beside->context);
    EACH_AWAKE (i, gpu)
        simd_commit(&gpu->simd[i], order);
    gpu_commit_chip(gpu);
    if (gpu->beside)
        gpu->beside->after_edge(gpu->beside->context);
    for (unsigned left = collects; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        gpu_collect_after(gpu, i, &before[i], NULL);
    }
    gpu->cycle++;
    note_idle(gpu);
}

void gpu_edge(struct gpu *gpu)
{
    gpu_edge_in_order(gpu, NULL);
    for (unsigned i = 0; i < gpu->simds && !gpu->beside; i++)
        if (gpu->simd[i].follow.steady)
            simd_doze(&gpu->simd[i]);
}

static bool breaks_a_rule(const struct simd *simd)
{
    return false
#define RULE(member, instance, register, told) || simd->member instance.q.register
#include "rtl_model/r700/probes/rules.def"
        ;
}

/* Whether gpu_finished or gpu_stopped may have become true by what has changed in a SIMD: in most clocks nothing. */
static inline bool may_end(const struct simd *simd)
{
    static const module_bits_t finish = WAVES_SEEN | MODULES_OF(exports) | MODULES_OF(memory);
    static const module_bits_t rules = 0
#define RULE(member, ...) | MODULES_OF(member)
#include "rtl_model/r700/probes/rules.def"
        ;
    const module_bits_t changed = simd->changed.modules & (finish | rules);
    return changed && (changed & finish || breaks_a_rule(simd));
}

static inline void clock_simd(struct gpu *gpu, struct simd *simd, unsigned i)
{
    struct gpu_before before;
    if (!gpu_collects(gpu, simd)) {
        simd_clock(simd);
        return;
    }
    simd_wire(simd);
    gpu_collect_before(gpu, i, &before, NULL);
    simd_eval(simd, NULL);
    simd_commit(simd, NULL);
    gpu_collect_after(gpu, i, &before, NULL);
}

/* The SIMDs that do not sleep, and the clock before which the others do; whether one of them may, behind the last
 * clock. */
struct awake_simds {
    unsigned     count;
    struct simd *simd[SIMDS_MAX];
    uint64_t     to;
    bool         may_sleep;
};

/* A clock of the chip, with the inputs of these SIMDs already noted.  Each sees the chip's registers, and none sees
 * another one.  True when the launch may have ended, or a rule been broken. */
static inline bool clock_awake(struct gpu *gpu, struct awake_simds *all)
{
    module_bits_t awake = 0;
    bool          may = false, may_sleep = false;
    gpu->awake = 0;
    if (gpu->look || gpu->cycle >= gpu->first_alarm)
        gpu_eval_chip(gpu);
    for (unsigned n = 0; n < all->count; n++) {
        struct simd *simd = all->simd[n];
        clock_simd(gpu, simd, simd->above.number);
        may = may_end(simd) || may;
        may_sleep |= simd->sleep.streak == SLEEP_STREAK;
        awake |= simd->awake.modules;
    }
    all->may_sleep = may_sleep;
    gpu->told = false;
    gpu->answered = 0;
    if (gpu->awake || awake & (WAVES_SEEN | PORT_SEEN))
        gpu_commit_chip(gpu);
    else
        gpu->look = 0;
    gpu->cycle++;
    if (may)
        note_idle(gpu);
    return may;
}

static bool begin_clock(struct gpu *gpu, struct awake_simds *all)
{
    all->count = 0;
    all->to = UINT64_MAX;
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd *simd = &gpu->simd[i];
        if (tell(gpu, simd, i))
            all->simd[all->count++] = simd;
        else if (simd->sleep.until < all->to)
            all->to = simd->sleep.until;
    }
    return clock_awake(gpu, all);
}

bool gpu_clock(struct gpu *gpu)
{
    struct awake_simds all;
    if (!gpu->beside)
        return begin_clock(gpu, &all);
    gpu_wire(gpu);
    gpu_edge(gpu);
    return true;
}

bool gpu_clocks(struct gpu *gpu, uint64_t end)
{
    struct awake_simds all;
    if (gpu->beside)
        return gpu_clock(gpu);
    bool           news = begin_clock(gpu, &all);
    const uint64_t to = all.to < end ? all.to : end;
    while (!news && gpu->cycle < to && !gpu->told && !gpu->answered && !all.may_sleep)
        news = clock_awake(gpu, &all);
    return news;
}

/* ---- asleep ----------------------------------------------------------------------------------------------------- */

void gpu_doze(struct gpu *gpu, uint64_t end)
{
    uint64_t until = end < gpu->first_alarm ? end : gpu->first_alarm;
    bool     all = !gpu->look && !gpu->told && !gpu->answered;
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd_sleep *sleep = &gpu->simd[i].sleep;
        if (!simd_is_asleep(sleep))
            simd_doze(&gpu->simd[i]);
        all = all && simd_is_asleep(sleep);
        until = sleep->until < until ? sleep->until : until;
    }
    if (all && until > gpu->cycle)
        gpu->cycle = until;
}

void gpu_wake(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (simd_is_asleep(&gpu->simd[i].sleep))
            simd_wake(&gpu->simd[i], gpu->cycle);
}
