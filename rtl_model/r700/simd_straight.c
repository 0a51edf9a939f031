/* simd_straight.c - a SIMD in which nobody moves but control flow and clauses, clocked without asking who is awake:
 * when such a stretch begins, goes on and ends.
 *
 * What is done in such a clock (simd_straight_clock.c) is what simd_eval and simd_commit would do with these modules,
 * by their own functions; what is spared are sets, and nets that are not asked for.  All others sleep or rest: whatever
 * they wait for ends the stretch before the clock in which they would hear of it. */
#include "rtl_model/r700/simd_straight.h"

#define OF(member) STRAIGHT_OF(member)
#define OR_OF(member) | (((int)AT_##member < (int)SIMD_FIRST_MODULE) ? 0 : OF(member))

enum {
    SHORT_STRETCH = 6,
    PAUSE_CLOCKS = SLEEP_STREAK + 3
}; /* a stretch that has hardly paid; how long none begins after it */

/* Those that it clocks; those that do nothing by rows. */
static const module_bits_t clocked = STRAIGHT_CLOCKED;
static const module_bits_t passed = OF(fetch) BACK(OR_OF);
/* Of those others hear at its end. */
static const module_bits_t control = OF(waves) | OF(cf) | OF(flow) | OF(cf_cache) | OF(kcache);
/* Strangers who listen to any of these.  What they wait for ends the stretch, or they look at its end. */
static const module_bits_t listeners = OF(exports) | OF(memory) | OF(fetch_cache) | OF(fetch_clause) | OF(vertex) |
                                       OF(vertex_lines) | OF(vertex_cache) | OF(texture_cache) | OF(port) |
                                       OF(texture_issue) | OF(lod_unit) | OF(texture_walker) | OF(texture_data) |
                                       OF(texture_return) | OF(lds_unit) | OF(lds) | OF(memory_reads) | OF(read_lines);

/* What groups that go by rows do not keep: the registers of slots, operands, predicate and AR (simd_rows_show.c).
 */
static const module_bits_t unkept = passed & ~OF(back);

static bool names(const struct simd *simd, unsigned source, module_bits_t module)
{
    return (simd->shows[source].modules & module) != 0;
}

/* A module that wakes no other and names no net: clocked with the stretch, in clocks in which it has an event. */
static bool is_guest(const struct simd *simd, unsigned number)
{
    const module_bits_t bit = module_bit(number);
    bool                guest = !(bit & listeners) && !simd->wakes[number].nets && !simd->wakes[number].modules;
    for (unsigned net = 0; net < SIMD_NETS; net++)
        guest = guest && !names(simd, net, bit);
    return guest;
}

/* A module that is added may name what is not kept: then all modules are clocked. */
static bool reads_unkept(const struct simd *simd, module_bits_t modules)
{
    module_bits_t readers = 0;
    EACH_MODULE (n, unkept)
        readers |= simd->shows[n].modules;
    return (readers & modules) != 0;
}

/* With one that listens, and is neither a guest nor known to have no need to, nothing goes straight. */
static bool someone_else_listens(const struct simd *simd)
{
    module_bits_t woken = 0;
    EACH_MODULE (n, clocked | passed)
        woken |= simd->wakes[n].modules;
    for (unsigned n = 0; n < SIMD_NETS; n++)
        if (simd_set_has(&simd->straight.looks, n))
            woken |= simd->wakes[n].modules;
    return (woken & simd->straight.strangers & ~listeners) != 0;
}

/* Nets are driven anew at the end of a stretch; of others whom they wake each one was looked at when it began, and
 * looks if a net is not what it was then. */
void simd_straight_connect(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    struct simd_set       shows = {0, 0};
    straight->guests = 0;
    EACH_MODULE (n, simd->all.modules & ~(clocked | passed))
        if (is_guest(simd, (unsigned)n))
            straight->guests |= module_bit((unsigned)n);
    straight->strangers = ~(clocked | passed | straight->guests);
    straight->looks = (struct simd_set){0, (clocked & ~OF(clause)) | simd->wakes[AT_back].modules | straight->guests};
    EACH_MODULE (n, clocked | OF(back)) {
        straight->looks.nets |= simd->wakes[n].nets;
        if (module_bit((unsigned)n) & control)
            straight->looks.modules |= simd->wakes[n].modules;
        simd_set_join(&shows, &simd->shows[n]);
    }
    for (unsigned n = 0; n < SIMD_NETS; n++) /* a net stands behind those that it names */
        if (simd_set_has(&straight->looks, n)) {
            straight->looks.nets |= simd->wakes[n].nets;
            simd_set_join(&shows, &simd->shows[n]);
        }
    straight->overheard = someone_else_listens(simd);
    simd->rows.unkept_is_read = reads_unkept(simd, simd->all.modules & ~(clocked | passed | listeners));
    straight->stirs = shows.modules & ~(simd->by_events | clocked | passed | straight->guests);
}

/* ---- may a clock go straight ------------------------------------------------------------------------------------- */

/* A group with a row for each lane is read by the modules, and may be a hazard to be noted. */
static bool has_index(const struct alu_issue_reg *group)
{
    return (group->reading | group->executing) && (group->read_relative | group->before_relative | group->same_number);
}

/* What others hear of, and what is not done by rows. */
static bool is_straight(const struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct alu_issue_reg    *even = &simd->issue[0].q, *odd = &simd->issue[1].q;
    if (cf->start_export | cf->start_fetch | even->error | odd->error)
        return false;
    return rotation_quarter(&simd->rotation) != 0 || !(has_index(even) || has_index(odd));
}

static module_bits_t bits_of_clauses(unsigned clauses)
{
    return (module_bits_t)clauses << (AT_clause - SIMD_FIRST_MODULE);
}

void simd_straight_end(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    if (!straight->now)
        return;
    simd_straight_count(simd);
    straight->now = false;
    if (simd->clock - straight->began < SHORT_STRETCH)
        straight->pause = simd->clock + PAUSE_CLOCKS;
    simd->changed.modules |= bits_of_clauses(straight->moved);
    simd_set_join(&simd->look, &straight->looks);
    simd_set_join(&simd->look, &simd->changed);
    simd->stirred = simd->all;
}

/* Clauses and caches that rest rise when their clocks left come to their end. */
static bool alarms_are_ours(struct simd *simd)
{
    if (simd->clock < simd->first_alarm)
        return true;
    const module_bits_t due = simd_due(simd);
    if (due & simd->straight.strangers) {
        simd->first_alarm = simd->clock;
        return false;
    }
    simd->straight.steady = false;
    EACH_MODULE (n, due)
        simd_rise(simd, (unsigned)n);
    return true;
}

/* A stranger who moves is seen a clock later. */
bool simd_straight_goes_on(struct simd *simd)
{
    if (simd->awake.modules & simd->straight.strangers || simd->look.nets || simd->look.modules || !is_straight(simd) ||
        !alarms_are_ours(simd)) {
        simd_straight_end(simd);
        return false;
    }
    return true;
}

/* Nothing comes from above or from fetch units; of control flow there is something. */
static bool can_begin(const struct simd *simd)
{
    const struct launch_net_in *launch = &simd->launch[0].in;
    const struct fetch_net_in  *fetch = &simd->fetch_net[0].in;
    return simd_rows_carry(simd) && simd->waves.q.resident && is_straight(simd) && !has_index(&simd->issue[0].q) &&
           !has_index(&simd->issue[1].q) && !(simd->rests.modules & simd->straight.stirs) && !launch->launch &&
           !launch->load && !launch->loaded && !simd->returns[0].in.who &&
           !(fetch->who | fetch->memory | fetch->texture) &&
           spare_user(&simd->exports, &simd->vertex, &simd->vertex_lines, &simd->read_lines, &simd->texture_walker,
                      &simd->lds_unit, &simd->memory_reads, &simd->texture_issue) == SPARE_NONE;
}

/* In a clock whose nets have been driven, and in which the others go on as they do. */
void simd_straight_begin(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    if (simd->clock < straight->pause || straight->never || straight->overheard || !can_begin(simd))
        return;
    EACH_MODULE (n, simd->rests.modules & clocked & ~OF(clause))
        simd_rise(simd, (unsigned)n);
    straight->moved = straight->busy = 0;
    straight->tried = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        straight->busy = (uint16_t)(straight->busy | alu_clause_busy(&simd->clause[c].q) << c);
    straight->why = simd->cf_why[0].in.cf;
    straight->counted = straight->began = simd->clock;
    straight->quiet = straight->heard = simd->clock;
    straight->steady = straight->same_turn = straight->ranks.known = false;
    straight->now = true;
    simd->look.modules &= ~(clocked | passed | straight->guests);
}
