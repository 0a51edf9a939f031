/* gpu_clock.c - the clock of the chip: its own modules as gpu.def and wires_chip.h say, and its SIMDs.
 *
 * Who is awake follows from the rows as in a SIMD (simd_clock.c).  Of a SIMD's modules the chip sees the wave table and
 * the port to memory. */
#include <assert.h>

#include "kit/text.h"
#include "rtl_model/r700/gpu_collect.h"
#include "rtl_model/r700/gpu_jobs.h"
#include "rtl_model/r700/wires_chip.h"

/* How many instances of a member there are, by their greatest number: one, or one for each SIMD, or channel. */
static unsigned working(const struct gpu *gpu, unsigned most)
{
    return most == SIMDS_MAX ? gpu->simds : most == CHANNELS_MAX ? gpu->channels : 1;
}

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
#define MODULE(type, member, name)                                                                                     \
    for (unsigned i = 0; i < working(gpu, COUNT_##member); i++) {                                                      \
        uint64_t sources[1] = {0};                                                                                     \
        gpu_##member##_sources(i, sources);                                                                            \
        for (unsigned source = 0; source < GPU_PARTS; source++)                                                        \
            gpu->wakes[source] |= (sources[0] >> source & 1) << (AT_##member + i);                                     \
    }
#include "rtl_model/r700/gpu.def"
#define MODULE(type, member, name) gpu->works |= ((UINT64_C(1) << working(gpu, COUNT_##member)) - 1) << AT_##member;
#include "rtl_model/r700/gpu.def"
    gpu_touch(gpu);
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
}

/* ---- the chip's own modules ------------------------------------------------------------------------------------- */

#define EACH_NUMBER(n, set)                                                                                            \
    for (uint64_t left = (set), n = 0; left && (n = (uint64_t)__builtin_ctzll(left), true); left &= left - 1)
/* A function of a number, a case for each member in which `i` is the number of its instance. */
#define BY_MEMBER(member, ...)                                                                                         \
    case AT_##member... LAST_##member: {                                                                               \
        const unsigned i = (unsigned)(number - AT_##member);                                                           \
        __VA_ARGS__;                                                                                                   \
        break;                                                                                                         \
    }

static void eval_one(struct gpu *gpu, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, if (!gpu->simd->plain && !gpu_##member##_awake(gpu, i)) return; gpu_##member##_next(gpu, i))
#include "rtl_model/r700/gpu.def"
    default:
        return;
    }
    gpu->awake |= UINT64_C(1) << number;
}

void gpu_eval_chip(struct gpu *gpu)
{
    gpu->awake = 0;
    EACH_NUMBER(n, gpu->look & gpu->works)
    eval_one(gpu, (unsigned)n);
}

static void take_one(struct gpu *gpu, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, gpu_##member##_take(gpu, i))
#include "rtl_model/r700/gpu.def"
    default:
        break;
    }
}

static bool clock_one(struct gpu *gpu, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, return gpu_##member##_clock(gpu, i))
#include "rtl_model/r700/gpu.def"
    default:
        return false;
    }
}

/* A SIMD hears of an answer that comes, and that there is none any more. */
static void note_answer(struct gpu *gpu, unsigned i, bool before)
{
    if (before || gpu->links[i].q.reply)
        gpu->answered |= (uint16_t)(1u << i);
}

static uint64_t clock_module(struct gpu *gpu, unsigned number)
{
    const bool is_link = number >= AT_links && number <= LAST_links;
    const bool before = is_link && gpu->links[number - AT_links].q.reply;
    const bool changed = clock_one(gpu, number);
    if (is_link)
        note_answer(gpu, number - AT_links, before);
    if (changed)
        gpu->told |= number == AT_dispatcher;
    return changed ? gpu->wakes[number] : 0;
}

/* Modules of a SIMD that the chip sees, as bits of a set. */
#define MODULES_OF(member) MODULE_BITS_OF(AT_##member, COUNT_##member)
#define WAVES_SEEN MODULES_OF(waves)
#define PORT_SEEN MODULES_OF(port)

/* Who looks because of a SIMD: what stands before memory goes by its port alone, everybody else by its wave table. */
static uint64_t stirred_by(const struct gpu *gpu, unsigned i)
{
    static const uint64_t links = ((UINT64_C(1) << COUNT_links) - 1) << AT_links;
    const module_bits_t   modules = gpu->simd[i].awake.modules;
    const uint64_t        wakes = gpu->wakes[AT_simd + i];
    return (modules & WAVES_SEEN ? wakes & ~links : 0) | (modules & PORT_SEEN ? wakes & links : 0);
}

/* Both halves of the edge. */
void gpu_commit_chip(struct gpu *gpu)
{
    uint64_t look = gpu->simd->plain ? GPU_EVERYBODY : gpu->awake;
    EACH_NUMBER(n, gpu->awake)
    take_one(gpu, (unsigned)n);
    EACH_NUMBER(n, gpu->awake)
    look |= clock_module(gpu, (unsigned)n);
    for (unsigned i = 0; i < gpu->simds; i++)
        look |= stirred_by(gpu, i);
    gpu->look = look;
    gpu->shown_wires |= look;
    gpu->shown_registers |= gpu->awake;
}

/* ---- a clock ---------------------------------------------------------------------------------------------------- */

/* It was asleep until this clock, or the dispatcher has said something to it, or an answer has come. */
static bool is_to_wake(const struct gpu *gpu, const struct simd *simd)
{
    return simd->sleep.until == gpu->cycle || (gpu->told && gpu->dispatcher.q.simd == simd->above.number) ||
           gpu->answered >> simd->above.number & 1;
}

void gpu_wire(struct gpu *gpu)
{
    if (gpu->beside)
        gpu_touch(gpu);
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd *simd = &gpu->simd[i];
        if (simd_is_asleep(&simd->sleep)) {
            if (!is_to_wake(gpu, simd))
                continue;
            simd_wake(simd, gpu->cycle);
        }
        if (gpu->told)
            simd_told(simd);
        if (gpu->answered >> i & 1)
            simd_answered(simd);
        simd_wire(simd);
    }
    gpu->told = false;
    gpu->answered = 0;
    if (gpu->beside)
        gpu->beside->settle(gpu->beside->context);
}

/* An instance's place: a module of a SIMD, or with `simd` NULL one of the chip's own. */
struct place {
    struct simd *simd;
    unsigned     number;
};
/* The chip's modules are numbered for SIMDS_MAX SIMDs. */
static unsigned number_of_module(const struct gpu *gpu, unsigned listed)
{
#define MODULE(type, member, name)                                                                                     \
    if (listed < working(gpu, COUNT_##member))                                                                         \
        return AT_##member + listed;                                                                                   \
    listed -= working(gpu, COUNT_##member);
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

void gpu_look_at(struct gpu *gpu, unsigned instance)
{
    const struct place place = place_of(gpu, instance);
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
    return place.simd ? simd_looks(place.simd, place.number) : gpu->look >> place.number & 1;
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

void gpu_look(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_look(&gpu->simd[i]);
#define MODULE(type, member, name)                                                                                     \
    for (unsigned i = 0; i < working(gpu, COUNT_##member); i++)                                                        \
        gpu_##member##_look(gpu, i, true);
#include "rtl_model/r700/gpu.def"
}

void gpu_look_at_registers(struct gpu *gpu)
{
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

/* Of a set of the chip's modules those from number `part` on, `count` of them. */
static inline uint64_t part_of(uint64_t set, unsigned part, unsigned count)
{
    return set >> part & ((UINT64_C(1) << count) - 1);
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
    for (uint64_t left = part_of(gpu->shown_wires, AT_##member, working(gpu, COUNT_##member)); left; left &= left - 1) \
        gpu_##member##_look(gpu, (unsigned)__builtin_ctzll(left), lanes);
#include "rtl_model/r700/gpu.def"
    unsigned at = gpu->simds * SIMD_MODULES;
#define MODULE(type, member, name)                                                                                     \
    add_part(wires, at, part_of(gpu->shown_wires, AT_##member, working(gpu, COUNT_##member)));                         \
    add_part(registers, at, part_of(gpu->shown_registers, AT_##member, working(gpu, COUNT_##member)));                 \
    at += working(gpu, COUNT_##member);
#include "rtl_model/r700/gpu.def"
    gpu->shown_wires = gpu->shown_registers = 0;
}

void gpu_show(struct gpu *gpu, bool lanes, uint64_t *wires, uint64_t *registers)
{
    const size_t bytes = (gpu->instance_count / 64 + 1) * sizeof *wires;
    memset(wires, 0, bytes);
    memset(registers, 0, bytes);
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd_set of_wires, of_registers;
        uint64_t        bits[SIMD_SET_WORDS];
        simd_show(&gpu->simd[i], lanes, &of_wires, &of_registers);
        simd_set_bits(&of_wires, bits);
        add_set(wires, i * SIMD_MODULES, bits, SIMD_MODULES);
        simd_set_bits(&of_registers, bits);
        add_set(registers, i * SIMD_MODULES, bits, SIMD_MODULES);
    }
    if (gpu->shown_wires | gpu->shown_registers)
        show_chip(gpu, lanes, wires, registers);
}

void gpu_touch(struct gpu *gpu)
{
    gpu_jobs_forget(gpu);
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
}

bool gpu_clock(struct gpu *gpu)
{
    static const module_bits_t end = WAVES_SEEN | MODULES_OF(exports) | MODULES_OF(memory) /* gpu_finished */
#define RULE(member, ...) | MODULES_OF(member)
#include "rtl_model/r700/rules.def"
        ;
    module_bits_t changed = 0, awake = 0;
    if (gpu->beside) {
        gpu_wire(gpu);
        gpu_edge(gpu);
        return true;
    }
    if (gpu->simds > 1 || gpu->told || gpu->answered || simd_is_asleep(&gpu->simd->sleep))
        gpu_wire(gpu);
    else
        simd_wire(gpu->simd);
    gpu->awake = 0;
    if (gpu->look)
        gpu_eval_chip(gpu);
    EACH_AWAKE (i, gpu) {
        struct simd      *simd = &gpu->simd[i];
        struct gpu_before before;
        const bool        shows = simd->straight.now && simd_straight_shows(simd);
        if (!shows && simd_turn(simd)) {
            changed |= simd->changed.modules;
            continue;
        }
        const bool collects = gpu_collects(gpu, simd);
        if (collects)
            gpu_collect_before(gpu, i, &before, NULL);
        if (!shows || !simd_turn(simd)) {
            simd_eval(simd, NULL);
            simd_commit(simd, NULL);
        }
        if (collects)
            gpu_collect_after(gpu, i, &before, NULL);
        changed |= simd->changed.modules;
        awake |= simd->awake.modules;
    }
    if (gpu->look || awake & (WAVES_SEEN | PORT_SEEN))
        gpu_commit_chip(gpu);
    gpu->cycle++;
    if (!(changed & end))
        return false;
    note_idle(gpu);
    return true;
}

/* ---- asleep ----------------------------------------------------------------------------------------------------- */

void gpu_doze(struct gpu *gpu, uint64_t end)
{
    uint64_t until = end;
    bool     all = !gpu->look && !gpu->told && !gpu->answered;
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd_sleep *sleep = &gpu->simd[i].sleep;
        if (!simd_is_asleep(sleep)) {
            if (gpu->simds > 1)
                simd_straight_doze(&gpu->simd[i]);
            simd_doze(&gpu->simd[i]);
        }
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
