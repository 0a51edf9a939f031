#include "tools/compare/waves.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { A, B, NAME_BYTES = 4096 };

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static unsigned depth(const char *name)
{
    unsigned dots = 0;
    for (; *name; name++)
        dots += *name == '.';
    return dots;
}

static bool is_clock(const struct header_variable *variable)
{
    const char *const dot = strrchr(variable->name, '.');
    return variable->bits == 1 && strcmp(dot ? dot + 1 : variable->name, "clk") == 0;
}

/* The `clk` nearest to the top. */
static bool find_clock(struct waves_side *side, struct diag *diag)
{
    const struct header *header = &side->header;
    unsigned             least = UINT32_MAX, others = 0;
    for (unsigned i = 0; !side->clock_name && i < header->count; i++) {
        const unsigned here = depth(header->variables[i].name);
        if (!is_clock(&header->variables[i]) || here > least)
            continue;
        others = here == least ? others + (header->variables[i].number != side->clock->number) : 0;
        side->clock = here == least ? side->clock : &header->variables[i];
        least = here;
    }
    if (side->clock_name && !(side->clock = header_find(header, side->clock_name, 1)))
        return diag_set(diag, side->path, 0, "--clock %.200s: expected a signal of one bit, by its full name",
                        side->clock_name);
    if (!side->clock || others)
        return diag_set(diag, side->path, 0, "%s clk near the top: expected --clock NAME, or NAME=NAME of A and B",
                        others ? "several signals are called" : "no signal is called");
    return header_slot(header, side->clock) || diag_set(diag, side->path, 0, "its identifiers are too long");
}

/* The `cycle` beside the clock. */
static void find_cycle(struct waves_side *side)
{
    char              name[NAME_BYTES];
    const char *const dot = strrchr(side->clock->name, '.');
    snprintf(name, sizeof name, "%.*scycle", dot ? (int)(dot + 1 - side->clock->name) : 0, side->clock->name);
    side->cycle = header_find(&side->header, name, 64);
}

/* ---- which signals ----------------------------------------------------------------------------------------------- */

/* The length of the scope (or name) `scope` in front of a name, or 0. */
static size_t inside(const char *name, const char *scope)
{
    const size_t length = strlen(scope);
    return strncmp(name, scope, length) == 0 && (name[length] == '.' || !name[length]) ? length : 0;
}

/* What a signal of A is called in B: the longest line of the map that fits says it, and is returned, or NULL. */
static const struct waves_name *other_name(const char *name, const struct waves_map *map, char text[NAME_BYTES])
{
    size_t                   longest = 0;
    const struct waves_name *best = NULL;
    for (unsigned i = 0; map && i < map->count; i++) {
        const size_t length = inside(name, map->names[i].a);
        best = length > longest ? &map->names[i] : best;
        longest = length > longest ? length : longest;
    }
    snprintf(text, NAME_BYTES, "%s%s", best ? best->b : "", name + longest);
    return best;
}

static const struct header_variable *named(const struct header *header, const char *name)
{
    unsigned low = 0, high = header->count;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const int      order = strcmp(header->variables[middle].name, name);
        if (order == 0)
            return &header->variables[middle];
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

static bool is_compared(const struct waves_side *side, const struct header_variable *variable)
{
    return variable != side->clock && variable != side->cycle && header_slot(&side->header, variable);
}

/* Another width is no other signal where the map says that they are the same. */
static bool pair(struct waves *waves, const struct header_variable *a, struct waves_map *map, bool *found,
                 struct diag *diag)
{
    char                           name[NAME_BYTES];
    const struct waves_name *const line = other_name(a->name, map, name);
    const struct header_variable  *b = named(&waves->side[B].header, name);
    if (!is_compared(&waves->side[A], a))
        return true;
    if (!b || !is_compared(&waves->side[B], b) || (b->bits != a->bits && !line)) {
        waves->alone[A]++;
        return true;
    }
    if (b->bits != a->bits)
        return diag_set(diag, map->path, line->line, "%.400s has %u bits and %.400s %u: expected two of one width",
                        a->name, a->bits, b->name, b->bits);
    found[b - waves->side[B].header.variables] = true;
    if (a->bits == 0 || a->bits > 64)
        waves->wide++;
    else
        waves->pairs[waves->pair_count++] = (struct waves_pair){.a = a, .b = b};
    return true;
}

static bool map_is_used(const struct waves *waves, const struct waves_map *map, struct diag *diag)
{
    for (unsigned i = 0; map && i < map->count; i++) {
        const char *const there[2] = {map->names[i].a, map->names[i].b};
        for (unsigned s = A; s <= B; s++) {
            const struct header *header = &waves->side[s].header;
            bool                 found = false;
            for (unsigned v = 0; v < header->count && !found; v++)
                found = inside(header->variables[v].name, there[s]);
            if (!found)
                return diag_set(diag, map->path, map->names[i].line, "%.400s: no signal and no scope of %.400s",
                                there[s], waves->side[s].path);
        }
    }
    return true;
}

static bool pair_all(struct waves *waves, struct waves_map *map, struct diag *diag)
{
    const struct header *a = &waves->side[A].header, *b = &waves->side[B].header;
    waves->pairs = calloc(a->count + 1, sizeof *waves->pairs);
    bool *const found = calloc(b->count + 1, sizeof *found); /* of B's */
    bool        good = waves->pairs && found;
    if (!good)
        diag_set(diag, waves->side[A].path, 0, "not enough memory");
    good = good && map_is_used(waves, map, diag);
    for (unsigned v = 0; good && v < a->count; v++)
        good = pair(waves, &a->variables[v], map, found, diag);
    for (unsigned v = 0; good && v < b->count; v++)
        waves->alone[B] += !found[v] && is_compared(&waves->side[B], &b->variables[v]);
    free(found);
    if (!good)
        return false;
    return waves->pair_count ||
           diag_set(diag, waves->side[B].path, 0,
                    "no signal has a name and width of %.400s: expected some, or --map FILE", waves->side[A].path);
}

/* ---- cycles ------------------------------------------------------------------------------------------------------ */

/* What was set at the time that was read last belongs to the cycle under way. */
static void hold(struct waves_side *side)
{
    for (uint32_t i = 0; side->fresh && i < side->values.set_count; i++) {
        const uint32_t      number = side->values.set[i];
        struct header_slot *held = &side->held[number];
        if (!held->named)
            side->dirty[side->dirty_count++] = number;
        *held = (struct header_slot){
            .value = side->header.slots[number].value, .unknown = side->header.slots[number].unknown, .named = true};
    }
    side->fresh = false;
}

static void forget_changes(struct waves_side *side)
{
    for (; side->dirty_count; side->dirty_count--)
        side->held[side->dirty[side->dirty_count - 1]].named = false;
}

/* The cycle that has ended is the one that is read; the next one has the number after it. */
static void end_cycle(struct waves_side *side)
{
    side->number = side->edges++;
    side->began = side->time;
    side->under = false;
}

/* After a time has been read: whether a cycle has ended with it, by an edge or because nothing more is known. */
static bool edge(struct waves_side *side, uint64_t time)
{
    const struct header_slot *clock = header_slot(&side->header, side->clock);
    const struct header_slot *cycle = header_slot(&side->header, side->cycle);
    const bool                lost = clock->unknown & 1, high = !lost && (clock->value & 1);
    const bool                rose = high && !side->high, ended = side->under && (rose || lost);
    side->high = high;
    if (ended)
        end_cycle(side);
    if (rose) {
        side->under = true;
        side->time = time;
        if (cycle && !cycle->unknown)
            side->edges = cycle->value;
    }
    return ended;
}

/* Reads one cycle: `held` has its values, `number` and `began` say which one it is. */
static enum values_step next_cycle(struct waves_side *side, struct diag *diag)
{
    uint64_t         time;
    enum values_step step = VALUES_END;
    hold(side);
    while (!side->ended && (step = values_next(&side->values, &time, diag)) == VALUES_TIME) {
        side->fresh = true;
        if (edge(side, time))
            return VALUES_TIME;
        hold(side);
    }
    if (step == VALUES_WRONG || side->ended || !side->under)
        return step == VALUES_WRONG ? step : VALUES_END;
    side->ended = true; /* and its last cycle */
    end_cycle(side);
    return VALUES_TIME;
}

static void compare_pair(struct waves *waves, struct waves_pair *pair)
{
    const struct header_slot a = waves->side[A].held[pair->a->number], b = waves->side[B].held[pair->b->number];
    const uint64_t           mask = UINT64_MAX >> (64 - pair->a->bits), unknown = (a.unknown | b.unknown) & mask;
    const bool               differs = (a.value ^ b.value) & mask & ~unknown;
    pair->unknown |= unknown != 0;
    if (pair->differs && !differs)
        pair->differ += waves->cycles - pair->since;
    if (differs && !pair->differs) {
        pair->since = waves->cycles;
        if (!pair->differ) {
            pair->cycle = waves->side[A].number;
            pair->time[A] = waves->side[A].began;
            pair->time[B] = waves->side[B].began;
            pair->value[A] = a;
            pair->value[B] = b;
        }
    }
    pair->differs = differs;
}

/* Pairs of which nothing has changed on either side are as in the cycle before. */
static void compare_cycle(struct waves *waves)
{
    for (unsigned i = 0; !waves->cycles && i < waves->pair_count; i++)
        compare_pair(waves, &waves->pairs[i]);
    for (unsigned s = A; s <= B; s++) {
        struct waves_side *const side = &waves->side[s];
        for (uint32_t i = 0; waves->cycles && i < side->dirty_count; i++)
            for (uint32_t p = side->first[side->dirty[i]]; p < side->first[side->dirty[i] + 1]; p++)
                compare_pair(waves, &waves->pairs[side->of[p]]);
        forget_changes(side);
    }
    waves->cycles++;
}

static int earlier(const void *left, const void *right)
{
    const struct waves_pair *a = left, *b = right;
    const int                class_a = !a->differ ? 2 : a->constant, class_b = !b->differ ? 2 : b->constant;
    if (class_a != class_b)
        return class_a - class_b;
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle ? -1 : 1;
    return strcmp(a->a->name, b->a->name);
}

static bool moves(const struct waves_side *side, const struct header_variable *variable)
{
    return header_slot(&side->header, variable)->moved;
}

static void sum_up(struct waves *waves)
{
    for (unsigned i = 0; i < waves->pair_count; i++) {
        struct waves_pair *pair = &waves->pairs[i];
        if (pair->differs)
            pair->differ += waves->cycles - pair->since;
        pair->constant = pair->differ && !moves(&waves->side[A], pair->a) && !moves(&waves->side[B], pair->b);
        waves->differing += pair->differ != 0;
        waves->constants += pair->constant;
    }
    qsort(waves->pairs, waves->pair_count, sizeof *waves->pairs, earlier);
}

/* Cycles that one side does not have are passed over in the other one. */
static bool compare_cycles(struct waves *waves, struct diag *diag)
{
    enum values_step step[2] = {next_cycle(&waves->side[A], diag), VALUES_END};
    step[B] = step[A] == VALUES_WRONG ? VALUES_WRONG : next_cycle(&waves->side[B], diag);
    while (step[A] == VALUES_TIME && step[B] == VALUES_TIME) {
        const int64_t ahead = (int64_t)(waves->side[A].number - waves->side[B].number) + waves->offset;
        if (ahead == 0)
            compare_cycle(waves);
        waves->cycles_alone[A] += ahead < 0;
        waves->cycles_alone[B] += ahead > 0;
        if (ahead <= 0)
            step[A] = next_cycle(&waves->side[A], diag);
        if (ahead >= 0 && step[A] != VALUES_WRONG)
            step[B] = next_cycle(&waves->side[B], diag);
    }
    for (unsigned s = A; s <= B; s++)
        for (; step[s] == VALUES_TIME; step[s] = next_cycle(&waves->side[s], diag))
            waves->cycles_alone[s]++;
    if (step[A] == VALUES_WRONG || step[B] == VALUES_WRONG)
        return false;
    sum_up(waves);
    return waves->cycles ||
           diag_set(diag, waves->side[B].path, 0, "has no cycle in common with %.400s", waves->side[A].path);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static bool open_side(struct waves_side *side, struct diag *diag)
{
    if (!header_read(side->path, &side->header, diag) || !find_clock(side, diag))
        return false;
    find_cycle(side);
    return true;
}

/* Which pairs an identifier is in. */
static bool list_pairs(struct waves *waves, unsigned s)
{
    struct waves_side *const side = &waves->side[s];
    side->first = calloc(side->header.slot_count + 2, sizeof *side->first);
    side->of = calloc(waves->pair_count, sizeof *side->of);
    if (!side->first || !side->of)
        return false;
    uint32_t *const end = side->first + 1; /* of each list, while they are filled */
    for (unsigned i = 0; i < waves->pair_count; i++)
        end[1 + (s == A ? waves->pairs[i].a : waves->pairs[i].b)->number]++;
    for (uint32_t n = 1; n <= side->header.slot_count; n++)
        end[n] += end[n - 1];
    for (unsigned i = 0; i < waves->pair_count; i++)
        side->of[end[(s == A ? waves->pairs[i].a : waves->pairs[i].b)->number]++] = i;
    return true;
}

static bool begin_side(struct waves *waves, unsigned s, struct diag *diag)
{
    struct waves_side *side = &waves->side[s];
    side->held = calloc(side->header.slot_count + 1, sizeof *side->held);
    side->dirty = calloc(side->header.slot_count + 1, sizeof *side->dirty);
    if (!side->held || !side->dirty || !list_pairs(waves, s))
        return diag_set(diag, side->path, 0, "not enough memory");
    for (uint32_t n = 0; n < side->header.slot_count; n++)
        side->held[n].unknown = UINT64_MAX;
    return values_open(&side->values, side->path, &side->header, diag);
}

bool waves_compare(struct waves *waves, struct waves_map *map, struct diag *diag)
{
    return open_side(&waves->side[A], diag) && open_side(&waves->side[B], diag) && pair_all(waves, map, diag) &&
           begin_side(waves, A, diag) && begin_side(waves, B, diag) && compare_cycles(waves, diag);
}

void waves_free(struct waves *waves)
{
    for (unsigned s = A; s <= B; s++) {
        struct waves_side *side = &waves->side[s];
        values_close(&side->values);
        header_free(&side->header);
        free(side->held);
        free(side->dirty);
        free(side->first);
        free(side->of);
    }
    free(waves->pairs);
}
