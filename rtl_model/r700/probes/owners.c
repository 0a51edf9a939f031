#include "rtl_model/r700/probes/owners.h"

#include <stdlib.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/texture/texture_return.h"
#include "rtl_model/r700/engine/simd_sets.h"

/* ---- what is kept ----------------------------------------------------------------------------------------------- */

struct event_owner {
    uint32_t line, wave;
    bool     known; /* not: it was under way when the observer was made */
};

/* Instructions of which a unit has events to come, in its order. */
enum owner_queue { QUEUE_MEMORY, QUEUE_LDS, QUEUE_EXPORT, OWNER_QUEUES };
struct owned_queue {
    struct {
        struct event_owner owner;
        unsigned           left; /* events until it ends */
    } entry[PENDING];
    unsigned first, count;
};

enum owned {
#define OWNED(sum, ...) OWNED_##sum,
#include "rtl_model/r700/probes/owners.def"
    OWNED_ROWS
};

struct owned_simd {
    uint32_t           before[OWNED_ROWS];
    struct event_owner locks, clause[ALU_CLAUSES], sample[TEXTURE_FLIGHT];
    struct owned_queue queue[OWNER_QUEUES];
};

/* Counts by line and by wavefront, each made when it has its first event. */
struct owner_list {
    struct energy_counts **counts;
    uint32_t               count;
};

struct observed_owners {
    struct owner_list list[ENERGY_OWNERS];
    struct owned_simd simd[SIMDS_MAX];
};

/* ---- whose it is ------------------------------------------------------------------------------------------------ */

static struct energy_counts *counts_of(struct observer *observer, enum energy_owner of, uint32_t number)
{
    struct owner_list *const list = &observer->owners->list[of];
    if (number >= list->count) {
        const uint32_t               room = number + number / 2 + 1;
        struct energy_counts **const more = realloc(list->counts, room * sizeof(struct energy_counts *));
        if (!more)
            return observer->out_of_memory = true, NULL;
        memset(more + list->count, 0, (room - list->count) * sizeof(struct energy_counts *));
        *list = (struct owner_list){more, room};
    }
    if (!list->counts[number])
        list->counts[number] = calloc(1, sizeof(struct energy_counts));
    observer->out_of_memory = observer->out_of_memory || !list->counts[number];
    return list->counts[number];
}

/* So many events of a sum, or (SUMS behind it) operations of a kind. */
static void charge(struct observer *observer, const struct event_owner *owner, unsigned what, uint64_t events)
{
    const uint32_t number[ENERGY_OWNERS] = {[ENERGY_LINES] = owner->line, [ENERGY_WAVES] = owner->wave};
    for (unsigned of = 0; owner->known && of < ENERGY_OWNERS; of++) {
        struct energy_counts *const counts = counts_of(observer, (enum energy_owner)of, number[of]);
        if (counts)
            *(what < SUMS ? &counts->sums[what] : &counts->kinds[what - SUMS]) += events;
    }
}

static struct event_owner owner_of(const struct observer *observer, unsigned simd, uint32_t line, uint32_t wave)
{
    return (struct event_owner){line, gpu_wave_of(observer->gpu, simd, wave), line < observer->base.words};
}

static void wait_for(struct owned_queue *queue, const struct event_owner *owner, unsigned events)
{
    const unsigned at = (queue->first + queue->count) % PENDING;
    if (queue->count == PENDING)
        return;
    queue->entry[at].owner = *owner;
    queue->entry[at].left = events;
    queue->count++;
}

/* Whose the next event of the unit is. */
static struct event_owner next_of(struct owned_queue *queue)
{
    if (!queue->count)
        return (struct event_owner){0};
    const struct event_owner owner = queue->entry[queue->first].owner;
    if (!--queue->entry[queue->first].left) {
        queue->first = (queue->first + 1) % PENDING;
        queue->count--;
    }
    return owner;
}

/* ---- what has been seen ----------------------------------------------------------------------------------------- */

void owners_group(struct observer *observer, unsigned simd, const struct alu_issue_reg *issue, unsigned instructions)
{
    const struct event_owner owner = owner_of(observer, simd, issue->address, issue->wave);
    const unsigned           lanes = (unsigned)__builtin_popcountll(issue->exec_lanes);
    charge(observer, &owner, SUM_instructions, instructions);
    charge(observer, &owner, SUM_gpr_reads, (unsigned)__builtin_popcount(issue->read));
    charge(observer, &owner, SUM_gpr_writes, (unsigned)__builtin_popcount(issue->write));
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (issue->used >> s & 1)
            charge(observer, &owner, SUMS + (unsigned)energy_kind_of(&isa_alu_ops[issue->op.slot[s]]), lanes);
}

/* An export sends each of its GPRs in quarters (ISA 3.4). */
void owners_control(struct observer *observer, unsigned simd, const struct cf_sequencer_reg *cf)
{
    struct owned_simd *const seen = &observer->owners->simd[simd];
    const struct event_owner owner = owner_of(observer, simd, cf->start_pc, cf->step_number);
    const uint32_t           dwords[2] = {(uint32_t)cf->start_word, (uint32_t)(cf->start_word >> 32)};
    struct isa_export_buf export;
    charge(observer, &owner, SUM_cf_instructions, 1);
    isa_unpack_export_buf(dwords, &export);
    if (cf->start_export)
        wait_for(&seen->queue[QUEUE_EXPORT], &owner, QUARTERS * (export.burst_count + 1u));
}

void owners_clause(struct observer *observer, unsigned simd, unsigned place, const struct cf_sequencer_reg *cf)
{
    observer->owners->simd[simd].clause[place] = owner_of(observer, simd, cf->start_pc, cf->step_number);
}

static unsigned burst_of(const uint32_t dwords[4], enum fetch_unit unit)
{
    struct isa_mem_rd  read;
    struct isa_mem_dsr share; /* BURST_CNT of a write lies where a read's does (ISA 10.6) */
    isa_unpack_mem_rd(dwords, &read);
    isa_unpack_mem_dsr(dwords, &share);
    return 1u + (unit == FETCH_UNIT_LDS ? share.burst_cnt : read.burst_cnt);
}

static unsigned place_of_sample(const struct simd *simd)
{
#define OWNED_SAMPLE(place) return place;
#include "rtl_model/r700/probes/owners.def"
}

void owners_fetch(struct observer *observer, unsigned simd, const struct fetch_clause *clause, const uint32_t dwords[4],
                  enum fetch_unit unit)
{
    struct owned_simd *const seen = &observer->owners->simd[simd];
    const struct event_owner owner = owner_of(observer, simd, clause->q.head, clause->q.number);
    charge(observer, &owner, SUM_fetches, 1); /* with those of the local data share: energy.def adds them up */
    if (unit == FETCH_UNIT_VERTEX)
        charge(observer, &owner, SUM_vertex_fetches, 1);
    else if (unit == FETCH_UNIT_TEXTURE)
        seen->sample[place_of_sample(&observer->gpu->simd[simd])] = owner;
    else
        wait_for(&seen->queue[unit == FETCH_UNIT_LDS ? QUEUE_LDS : QUEUE_MEMORY], &owner, burst_of(dwords, unit));
}

void owners_clock(struct observer *observer, unsigned number)
{
    const struct simd *const simd = &observer->gpu->simd[number];
    struct owned_simd *const seen = &observer->owners->simd[number];
#define OWNED_LOCK(cache)                                                                                              \
    if (simd->cache.in.look)                                                                                           \
        seen->locks = seen->clause[simd->cache.in.look_id];
#include "rtl_model/r700/probes/owners.def"
}

void owners_registers(struct observer *observer, unsigned number)
{
    const struct simd *const simd = &observer->gpu->simd[number];
    struct owned_simd *const seen = &observer->owners->simd[number];
#define OWNED(sum, counter, owner)                                                                                     \
    if (seen->before[OWNED_##sum] != (counter)) {                                                                      \
        const struct event_owner of = owner;                                                                           \
        charge(observer, &of, SUM_##sum, (counter)-seen->before[OWNED_##sum]);                                         \
        seen->before[OWNED_##sum] = (counter);                                                                         \
    }
#include "rtl_model/r700/probes/owners.def"
}

void owners_need(struct simd_set *wires)
{
#define OWNED_LOCK(cache) wires->modules |= (module_bits_t)0 MODULES_OF(cache);
#include "rtl_model/r700/probes/owners.def"
}

/* ---- what has been counted -------------------------------------------------------------------------------------- */

const struct energy_counts *owners_counts(const struct observed_owners *owners, enum energy_owner of, uint32_t number)
{
    return number < owners->list[of].count ? owners->list[of].counts[number] : NULL;
}

uint32_t owners_count(const struct observed_owners *owners, enum energy_owner of)
{
    return owners->list[of].count;
}

/* ---- its life --------------------------------------------------------------------------------------------------- */

struct observed_owners *owners_open(const struct observer *observer)
{
    struct observed_owners *const owners = calloc(1, sizeof *owners);
    for (unsigned i = 0; owners && i < observer->base.simds; i++) {
        const struct simd *const simd = &observer->gpu->simd[i];
        struct owned_simd *const seen = &owners->simd[i];
#define OWNED(sum, counter, owner) seen->before[OWNED_##sum] = counter;
#include "rtl_model/r700/probes/owners.def"
    }
    return owners;
}

void owners_free(struct observed_owners *owners)
{
    for (unsigned of = 0; owners && of < ENERGY_OWNERS; of++) {
        for (uint32_t i = 0; i < owners->list[of].count; i++)
            free(owners->list[of].counts[i]);
        free(owners->list[of].counts);
    }
    free(owners);
}
