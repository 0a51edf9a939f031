#include "tb/lockstep/offers.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/machine.h"
#include "rtl_model/r700/engine/module_outside.h"
#include "tb/lockstep/contract.h"

enum { SIGNALS_MAX = 128, REPEATS = 4, NAMED_BITS = 8, STRETCH = 80, ALIGNMENT = 64, OUTSIDE_BYTES = 1 << 16 };

/* A wire, and how it is driven. */
struct offer {
    const struct rtl_signal *signal;
    uint16_t                 named[1 << NAMED_BITS]; /* values of an enumeration */
    unsigned                 names;
    bool                     mask, word; /* of lanes; 32 bits of a lane */
    unsigned                 duty;       /* of an event, in this stretch: per cent */
    uint64_t                 repeat[REPEATS];
};

struct offers {
    const struct lockstep_module *module;
    const struct contract_row    *rows;
    unsigned                      row_count;
    struct offer                  offer[SIGNALS_MAX];
    unsigned                      count, left;          /* of the stretch */
    unsigned char                *outside[SIGNALS_MAX]; /* what each FAR row leads to */
    void                         *beyond;               /* ... those of an R700, together */
};

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static void take_names(struct offer *offer)
{
    const struct trace_view view = trace_view_of(offer->signal, lockstep_looks->views, lockstep_looks->view_count);
    if (view.kind == VIEW_NAMES && offer->signal->bits <= NAMED_BITS)
        for (uint64_t value = 0; value >> offer->signal->bits == 0; value++)
            if (view.name(value))
                offer->named[offer->names++] = (uint16_t)value;
}

static bool is_lane_type(const char *type)
{
    static const char *const types[] = {"lanes_t", "quarter_t", "nv30_"};
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strncmp(type, types[i], strlen(types[i])) == 0)
            return true;
    return false;
}

static void *zeros(size_t bytes)
{
    const size_t whole = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    void        *place = aligned_alloc(ALIGNMENT, whole);
    return place ? memset(place, 0, whole) : NULL;
}

static size_t far_bytes(const struct rtl_signal *far)
{
    const size_t bytes = rtl_row_bytes(far) * far->rows;
    return bytes < OUTSIDE_BYTES && far->rows == 1 ? OUTSIDE_BYTES : bytes;
}

static bool make_outside(struct offers *offers)
{
    const struct rtl_module     *list = offers->module->signals;
    const struct module_outside *outside = module_outside(list->name);
    if (outside && !(offers->beyond = zeros(outside->bytes)))
        return false;
    for (unsigned f = 0; f < list->far_count && f < SIGNALS_MAX; f++)
        if (!(offers->outside[f] = zeros(far_bytes(&list->far[f]))))
            return false;
        else if (offers->module->lay)
            offers->module->lay(list->far[f].name, offers->outside[f], OUTSIDE_BYTES);
    return true;
}

struct offers *offers_open(const struct lockstep_module *module)
{
    const struct rtl_module *list = module->signals;
    struct offers           *offers = calloc(1, sizeof *offers);
    if (!offers)
        return NULL;
    offers->module = module;
    offers->row_count = contract_rows(module, &offers->rows);
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        if (!rtl_is_wire(signal->kind) || signal->kind == RTL_STRAP || offers->count == SIGNALS_MAX)
            continue;
        struct offer *offer = &offers->offer[offers->count++];
        offer->signal = signal;
        offer->mask = strstr(signal->type, "mask");
        offer->word = signal->bits == 32 && is_lane_type(signal->type);
        take_names(offer);
    }
    if (make_outside(offers))
        return offers;
    offers_close(offers);
    return NULL;
}

void offers_close(struct offers *offers)
{
    for (unsigned f = 0; offers && f < SIGNALS_MAX; f++)
        free(offers->outside[f]);
    if (offers)
        free(offers->beyond);
    free(offers);
}

/* ---- reset ------------------------------------------------------------------------------------------------------ */

/* What FAR rows lead to: an R700 has whole things there, other machines have bytes. */
static void connect(struct offers *offers, void *state, struct stimulus *random)
{
    const struct rtl_module     *list = offers->module->signals;
    const struct module_outside *outside = module_outside(list->name);
    if (outside)
        outside->connect(state, offers->beyond);
    for (unsigned f = 0; f < list->far_count; f++) {
        const struct rtl_signal *far = &list->far[f];
        if (!outside && (offers->module->chip || far->rows > 1))
            memcpy((unsigned char *)state + far->offset, &offers->outside[f], sizeof offers->outside[f]);
        if (far->rows == 1 || !rtl_place(far, state))
            continue;
        unsigned char *const to = (unsigned char *)(uintptr_t)rtl_place(far, state);
        const unsigned       bytes = RTL_ELEMENT_BYTES(far->bits);
        for (size_t e = 0; e < (size_t)far->rows * far->count; e++) {
            const uint64_t value = stimulus_bits(random, far->bits);
            memcpy(to + e * bytes, &value, bytes);
        }
    }
    for (unsigned r = 0; r < offers->row_count; r++)
        contract_keep(&offers->rows[r], list, state, CONTRACT_FAR, random);
}

static void choose_straps(const struct offers *offers, void *state, struct stimulus *random)
{
    const struct rtl_module *list = offers->module->signals;
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        if (signal->kind != RTL_STRAP || !offers->module->chip)
            continue;
        for (unsigned e = 0; e < signal->count; e++) {
            const uint64_t value = stimulus_bits(random, signal->bits);
            memcpy((unsigned char *)state + signal->offset + (size_t)e * RTL_ELEMENT_BYTES(signal->bits), &value,
                   RTL_ELEMENT_BYTES(signal->bits));
        }
    }
    for (unsigned r = 0; r < offers->row_count; r++)
        contract_keep(&offers->rows[r], list, state, CONTRACT_STRAPS, random);
}

bool offers_reset(struct offers *offers, void *state, struct stimulus *random)
{
    memset(state, 0, offers->module->state_size);
    choose_straps(offers, state, random);
    if (!lockstep_reset_any(offers->module, state, random))
        return false;
    offers->left = 0;
    connect(offers, state, random);
    return true;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static uint64_t ones(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t some_value(struct offer *offer, struct stimulus *random)
{
    enum { ZERO, ALL, ONE_BIT, SMALL, REPEAT, NEXT, ANY, KINDS = 10 };
    const unsigned bits = offer->signal->bits, place = stimulus_below(random, REPEATS);
    uint64_t       value;
    if (bits == 1)
        return stimulus_bits(random, 1);
    if (offer->names)
        return offer->named[stimulus_below(random, offer->names)];
    if (offer->mask)
        return stimulus_mask(random) & ones(bits);
    if (offer->word)
        return stimulus_word(random);
    switch (stimulus_below(random, KINDS)) {
    case ZERO:
        value = 0;
        break;
    case ALL:
        value = ones(bits);
        break;
    case ONE_BIT:
        value = UINT64_C(1) << stimulus_below(random, bits);
        break;
    case SMALL:
        value = stimulus_below(random, 16) & ones(bits);
        break;
    case REPEAT:
        return offer->repeat[place];
    case NEXT:
        value = (offer->repeat[place] + 1) & ones(bits);
        break;
    default:
        value = stimulus_bits(random, bits);
        break;
    }
    offer->repeat[place] = value;
    return value;
}

static void put(const struct rtl_signal *signal, void *place, unsigned element, uint64_t value)
{
    const unsigned bytes = RTL_ELEMENT_BYTES(signal->bits);
    memcpy((unsigned char *)place + (size_t)element * bytes, &value, bytes);
}

static void drive_event(struct offer *offer, void *place, struct stimulus *random)
{
    const struct rtl_signal *signal = offer->signal;
    const bool               comes = stimulus_chance(random, offer->duty);
    for (unsigned e = 0; e < signal->count; e++) {
        const uint64_t any = signal->bits == 1 ? 1 : stimulus_mask(random) & ones(signal->bits);
        put(signal, place, e, comes ? any : 0);
    }
}

/* Half of the time what was there stays. */
static void drive_value(struct offer *offer, void *place, struct stimulus *random)
{
    const struct rtl_signal *signal = offer->signal;
    const unsigned           elements = signal->count * signal->rows;
    if (stimulus_chance(random, 50))
        return;
    const bool all = elements == 1 || stimulus_chance(random, 50);
    for (unsigned e = 0; e < elements; e++)
        if (all || stimulus_chance(random, 25))
            put(signal, place, e, some_value(offer, random));
}

static void begin_stretch(struct offers *offers, struct stimulus *random)
{
    static const uint8_t duties[] = {0, 2, 10, 30, 50, 70, 90, 100};
    const bool           idle = stimulus_chance(random, 5);
    offers->left = 1 + stimulus_below(random, STRETCH);
    for (unsigned i = 0; i < offers->count; i++)
        offers->offer[i].duty = idle ? 0 : duties[stimulus_below(random, sizeof duties)];
}

void offers_drive(struct offers *offers, void *state, struct stimulus *random)
{
    if (offers->left == 0)
        begin_stretch(offers, random);
    offers->left--;
    for (unsigned i = 0; i < offers->count; i++) {
        struct offer *offer = &offers->offer[i];
        void *const   place = (void *)(uintptr_t)rtl_place(offer->signal, state);
        if (offer->signal->kind == RTL_EN)
            drive_event(offer, place, random);
        else
            drive_value(offer, place, random);
    }
    for (unsigned r = 0; r < offers->row_count; r++)
        contract_keep(&offers->rows[r], offers->module->signals, state, CONTRACT_WIRES, random);
}

static bool is_outside(const struct rtl_signal *far)
{
    static const char *const saves_time[] = {"hints", "known", "groups", "contexts"};
    for (unsigned i = 0; i < sizeof saves_time / sizeof saves_time[0]; i++)
        if (strcmp(far->name, saves_time[i]) == 0)
            return false;
    return far->rows == 1;
}

bool offers_look_outside(const struct lockstep_module *module)
{
    for (unsigned f = 0; f < module->signals->far_count; f++)
        if (is_outside(&module->signals->far[f]))
            return true;
    return false;
}

void offers_print(FILE *out, const struct lockstep_module *module)
{
    const struct rtl_module *list = module->signals;
    bool                     any = false;
    for (unsigned f = 0; f < list->far_count; f++)
        if (is_outside(&list->far[f])) {
            fprintf(out, "%s %s (%s)", any ? "," : "no port, and zeros for the C module:", list->far[f].name,
                    list->far[f].doc);
            any = true;
        }
    if (any)
        fputc('\n', out);
}
