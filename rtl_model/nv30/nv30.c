/* nv30.c - an NV30: set-up and clock; what its quads leave behind. */
#include "rtl_model/nv30/nv30.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/wires.h"

#define CLOCK_OF nv30
#define CLOCK_LIST "rtl_model/nv30/nv30.def"
#define CLOCK_COUNT NV30_MODULES
#define CLOCK_ALL_TELL
#define CLOCK_PLAIN(nv30) ((nv30)->core.plain)
#include "kit/clock.h"

/* ---- set-up ----------------------------------------------------------------------------------------------------- */

static void list_instances(struct nv30 *nv30)
{
    unsigned count = 0;
#define MODULE(type, member, name)                                                                                     \
    nv30->instances[count++] = (struct rtl_instance){"nv30." name, &type##_rtl, &nv30->member};
#include "rtl_model/nv30/nv30.def"
}

void nv30_strap(struct nv30 *nv30)
{
#define MODULE(type, member, name) nv30_##member##_strap(nv30, 0, &nv30->chip, &nv30->setup);
#include "rtl_model/nv30/nv30.def"
}

static void reset(struct nv30 *nv30)
{
#define MODULE(type, member, name)                                                                                     \
    memset(&nv30->member.in, 0, sizeof nv30->member.in);                                                               \
    type##_reset(&nv30->member);
#include "rtl_model/nv30/nv30.def"
    nv30_strap(nv30);
    nv30_touch(nv30);
}

/* A result has a column when the program writes it. */
static bool make_columns(struct nv30 *nv30, struct diag *diag)
{
    const uint8_t *output = nv30->setup.passes.rows.output;
    const bool     colour = output[NV30_COLR] != NV30_NO_ROW || output[NV30_COLH] != NV30_NO_ROW;
    if (!results_init(&nv30->core.exports, nv30->core.launch->threads, diag))
        return false;
    return ((!colour || results_column(&nv30->core.exports, LAUNCH_EXPORT_PIXEL, 0)) &&
            (output[NV30_DEPR] == NV30_NO_ROW ||
             results_column(&nv30->core.exports, LAUNCH_EXPORT_PIXEL, NV30_DEPTH))) ||
           diag_set(diag, NULL, 0, "not enough memory");
}

static bool start(struct nv30 *nv30, const struct program *program, const struct launch *launch, struct diag *diag)
{
    nv30->core.program = program;
    nv30->core.launch = launch;
    nv30->core.began = nv30->core.cycle;
    if (!nv30_setup(&nv30->chip, program, launch, &nv30->setup, diag) || !make_columns(nv30, diag))
        return false;
    reset(nv30);
    return true;
}

struct nv30 *nv30_create(const struct nv30_chip *chip, const struct program *program, const struct launch *launch,
                         struct diag *diag)
{
    struct nv30 *nv30 = calloc(1, sizeof *nv30);
    if (!nv30) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    nv30->chip = *chip;
    nv30->core.chip = &nv30->chip;
    nv30->core.chip_bytes = sizeof nv30->chip;
    list_instances(nv30);
    if (start(nv30, program, launch, diag))
        return nv30;
    nv30_free(nv30);
    return NULL;
}

static void release(struct nv30 *nv30)
{
    nv30_setup_free(&nv30->setup);
    one_core_clear(&nv30->core);
}

bool nv30_next(struct nv30 *nv30, const struct program *program, const struct launch *launch, struct diag *diag)
{
    const bool keeps = nv30->core.kept.words != NULL;
    release(nv30);
    return start(nv30, program, launch, diag) && (!keeps || nv30_keep_registers(nv30, diag));
}

void nv30_free(struct nv30 *nv30)
{
    if (nv30)
        release(nv30);
    free(nv30);
}

bool nv30_keep_registers(struct nv30 *nv30, struct diag *diag)
{
    return one_core_keep(&nv30->core, NV30_FULL, diag);
}

/* ---- what quads leave behind ------------------------------------------------------------------------------------ */

static void vector_of(const struct nv30 *nv30, unsigned slot, unsigned row, unsigned pixel, uint32_t value[4])
{
    const nv30_vector_t *from = &nv30->registers.file[slot * nv30->setup.passes.rows.count + row];
    for (unsigned c = 0; c < 4; c++)
        value[c] = from->at[c * NV30_QUAD + pixel];
}

static void take_registers(struct nv30 *nv30, unsigned slot, unsigned pixel, size_t thread)
{
    for (unsigned r = 0; r < NV30_FULL; r++)
        if (nv30->setup.passes.rows.full[r] != NV30_NO_ROW)
            vector_of(nv30, slot, nv30->setup.passes.rows.full[r], pixel,
                      &nv30->core.kept.words[(thread * NV30_FULL + r) * 4]);
    nv30->core.kept.state[thread] = RESULT_GPRS_ENDED;
}

static void take_pixel(struct nv30 *nv30, unsigned slot, unsigned pixel, unsigned thread)
{
    const uint8_t *output = nv30->setup.passes.rows.output;
    const unsigned colour = output[NV30_COLR] != NV30_NO_ROW ? output[NV30_COLR] : output[NV30_COLH];
    uint32_t       value[4];
    assert(thread < nv30->core.exports.threads);
    nv30->core.exports.killed[thread] = nv30->raster.killed[slot] >> pixel & 1;
    if (colour != NV30_NO_ROW) {
        vector_of(nv30, slot, colour, pixel, value);
        results_export(results_column(&nv30->core.exports, LAUNCH_EXPORT_PIXEL, 0), thread, 15, value);
    }
    if (output[NV30_DEPR] != NV30_NO_ROW) { /* the third component is the depth (NV_fragment_program) */
        vector_of(nv30, slot, output[NV30_DEPR], pixel, value);
        results_export(results_column(&nv30->core.exports, LAUNCH_EXPORT_PIXEL, NV30_DEPTH), thread, 1,
                       (const uint32_t[4]){value[2]});
    }
    if (nv30->core.kept.words)
        take_registers(nv30, slot, pixel, thread);
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

const struct rtl_wiring *nv30_wiring(unsigned number)
{
    static const struct rtl_wiring *const wiring[NV30_MODULES] = {
#define MODULE(type, member, name) [AT_##member] = &nv30_##member##_wiring,
#include "rtl_model/nv30/nv30.def"
    };
    assert(number < NV30_MODULES);
    return wiring[number];
}

void nv30_wire(struct nv30 *nv30)
{
#define MODULE(type, member, name) nv30_##member##_drive(nv30, 0, &nv30->member.in);
#include "rtl_model/nv30/nv30.def"
}

void nv30_touch(struct nv30 *nv30)
{
    clock_connect(nv30);
}

__attribute__((always_inline)) static inline void clock_by(struct nv30 *nv30, const uint8_t *order)
{
    const struct machine_beside *const beside = nv30->core.beside;
    const bool                         ends = nv30->units.q.valid && nv30->units.q.ends;
    const unsigned                     slot = nv30->units.q.slot;
    if (beside) {
        nv30_wire(nv30);
        beside->settle(beside->context);
        nv30->look = nv30->all;
    }
    nv30_note_step(nv30);
    clock_eval(nv30, nv30->look & ~nv30->core.replaced, order);
    if (beside)
        beside->before_edge(beside->context);
    clock_commit(nv30, order);
    if (beside)
        beside->after_edge(beside->context);
    for (unsigned pixel = 0; ends && pixel < NV30_QUAD; pixel++)
        take_pixel(nv30, slot, pixel, nv30->raster.quad[slot] * NV30_QUAD + pixel);
    nv30->core.cycle++;
}

void nv30_edge(struct nv30 *nv30)
{
    clock_by(nv30, NULL);
}

void nv30_edge_in_order(struct nv30 *nv30, const uint8_t order[NV30_MODULES])
{
    clock_by(nv30, order);
}

bool nv30_finished(const struct nv30 *nv30)
{
    return nv30->raster.q.done == nv30->setup.quads;
}
