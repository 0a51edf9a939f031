/* avf_draw.c - what bits there are, and which are inverted when. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kit/hash.h"
#include "kit/walk.h"
#include "tools/avf/avf.h"
#include "trace/select.h"

/* ---- places ------------------------------------------------------------------------------------------------------ */

static uint64_t bits_of(const struct rtl_signal *signal)
{
    return (uint64_t)signal->rows * signal->count * signal->bits;
}

static void name_row(const struct rtl_instance *instance, const struct rtl_signal *signal, enum avf_by by,
                     char name[TRIGGER_NAME_BYTES])
{
    if (by == AVF_BY_BLOCK)
        snprintf(name, TRIGGER_NAME_BYTES, "%s", instance->module->name);
    else if (by == AVF_BY_INSTANCE)
        snprintf(name, TRIGGER_NAME_BYTES, "%s", instance->path);
    else
        snprintf(name, TRIGGER_NAME_BYTES, "%s.%s%s", instance->path, rtl_prefix(signal), signal->name);
}

/* The row of that name, made when it is new; UINT_MAX: no memory. */
static unsigned row_of(struct avf *avf, const char *name)
{
    for (unsigned i = 0; i < avf->row_count; i++)
        if (strcmp(avf->rows[i].name, name) == 0)
            return i;
    void *const more = realloc(avf->rows, (avf->row_count + 1) * sizeof *avf->rows);
    if (!more)
        return UINT_MAX;
    avf->rows = more;
    avf->rows[avf->row_count] = (struct avf_row){.bits = 0};
    memcpy(avf->rows[avf->row_count].name, name, TRIGGER_NAME_BYTES);
    return avf->row_count++;
}

static bool add_place(struct avf *avf, unsigned instance, const struct rtl_signal *signal, enum avf_by by)
{
    char name[TRIGGER_NAME_BYTES] = "";
    name_row(&avf->machine->instances[instance], signal, by, name);
    const unsigned row = row_of(avf, name);
    void *const    more = realloc(avf->places, (avf->place_count + 1) * sizeof *avf->places);
    avf->places = more ? more : avf->places;
    if (row == UINT_MAX || !more)
        return false;
    avf->places[avf->place_count++] = (struct avf_place){instance, row, signal, 0};
    avf->rows[row].count++;
    return true;
}

static bool is_chosen(struct select *select, const struct rtl_instance *instance, const struct rtl_signal *signal)
{
    char full[TRIGGER_NAME_BYTES];
    if (!flip_is_state(signal) || signal->kind == RTL_STAT || !bits_of(signal))
        return false;
    snprintf(full, sizeof full, "%s.%s%s", instance->path, rtl_prefix(signal), signal->name);
    const bool path = select_match(select, instance->path), name = select_match(select, full);
    return path || name;
}

/* By row, otherwise as they stand in the machine. */
static int by_row(const void *left, const void *right)
{
    const struct avf_place *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    return (a->signal > b->signal) - (a->signal < b->signal);
}

static bool list_places(struct avf *avf, struct select *select, enum avf_by by)
{
    bool good = true;
    for (unsigned i = 0; i < avf->machine->instance_count; i++) {
        const struct rtl_instance *instance = &avf->machine->instances[i];
        for (unsigned s = 0; good && s < instance->module->signal_count; s++)
            if (is_chosen(select, instance, &instance->module->signals[s]))
                good = add_place(avf, i, &instance->module->signals[s], by);
    }
    return good;
}

bool avf_choose(struct avf *avf, const char *patterns, enum avf_by by, struct diag *diag)
{
    struct select select;
    const bool    good = select_open(&select, patterns) && list_places(avf, &select, by);
    const char   *unused = good ? select_unused(&select) : NULL;
    if (!good)
        diag_set(diag, NULL, 0, "not enough memory for the signals, or more than %d patterns", SELECT_MAX);
    if (unused)
        diag_set(diag, NULL, 0,
                 "--signals %.200s matches no register and no memory: expected patterns of paths or signals, as "
                 "*.gpr_file or *.o_valid",
                 unused);
    select_close(&select);
    if (!good || unused)
        return false;
    qsort(avf->places, avf->place_count, sizeof *avf->places, by_row);
    for (unsigned i = 0; i < avf->place_count; i++) {
        struct avf_row *row = &avf->rows[avf->places[i].row];
        row->first = row->bits ? row->first : i;
        row->bits += bits_of(avf->places[i].signal);
        avf->places[i].end = row->bits;
    }
    return true;
}

/* ---- flips ------------------------------------------------------------------------------------------------------- */

/* splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014. */
static uint64_t draw(uint64_t *state, uint64_t below)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % below;
}

/* Bit `at` of a row. */
static void place_flip(const struct avf *avf, const struct avf_row *row, uint64_t at, struct flip *flip)
{
    const struct avf_place *place = &avf->places[row->first];
    while (at >= place->end)
        place++;
    const struct rtl_signal *signal = place->signal;
    at -= place->end - bits_of(signal);
    flip->of = (struct trigger_signal){.signal = signal, .instance = place->instance};
    flip->bit = (unsigned)(at % signal->bits);
    at /= signal->bits;
    flip->of.element = (unsigned)(at % signal->count);
    flip->of.row = (unsigned)(at / signal->count);
}

bool avf_draw(struct avf *avf, unsigned flips, uint64_t seed, struct diag *diag)
{
    if ((uint64_t)avf->row_count * flips > AVF_FLIPS_MOST)
        return diag_set(diag, NULL, 0, "--flips %u in each of %u rows: expected %d in all at most", flips,
                        avf->row_count, AVF_FLIPS_MOST);
    avf->flips = calloc((size_t)avf->row_count * flips + 1, sizeof *avf->flips);
    if (!avf->flips)
        return diag_set(diag, NULL, 0, "not enough memory for %u flips in each of %u rows", flips, avf->row_count);
    for (unsigned r = 0; r < avf->row_count; r++) {
        struct avf_row *row = &avf->rows[r];
        uint64_t        state = seed ^ hash_text(HASH_START, row->name);
        for (unsigned i = 0; i < flips; i++) {
            struct avf_flip *flip = &avf->flips[avf->flip_count++];
            flip->row = r;
            place_flip(avf, row, draw(&state, row->bits), &flip->of);
            flip->of.cycle = avf->first + draw(&state, avf->cycles - avf->first);
        }
    }
    return true;
}

void avf_free(struct avf *avf)
{
    free(avf->places);
    free(avf->rows);
    free(avf->flips);
}
