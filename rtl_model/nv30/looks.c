#include "rtl_model/nv30/looks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/watched.h"

enum { NO_QUAD = 0x7fffffff }; /* a number that no stage has: there is no quad */

/* ---- names ------------------------------------------------------------------------------------------------------ */

static const char *op_name(uint64_t value)
{
    return value == 0 ? "-" : value <= NV30_OPS ? nv30_ops[value - 1].name : NULL;
}

static const char *op_colour(uint64_t value)
{
    return value == 0                                                      ? TONE_IDLE
           : value <= NV30_OPS && nv30_ops[value - 1].flags & NV30_IS_READ ? TONE_WORKING_DARK
                                                                           : TONE_WORKING;
}

static const char *source_name(uint64_t value)
{
    static const char *const names[NV30_WAYS] = {"-", "core", "end of pipeline", "rasterizer"};
    return value < NV30_WAYS ? names[value] : NULL;
}

static const char *source_colour(uint64_t value)
{
    static const char *const tones[NV30_WAYS] = {TONE_IDLE, TONE_WAITING, TONE_WORKING_DARK, TONE_WORKING};
    return value < NV30_WAYS ? tones[value] : NULL;
}

static const struct trace_view views[] = {
    {.type = "nv30_op_t", .kind = VIEW_NAMES, .name = op_name, .colour = op_colour},
    {.type = "nv30_source_t", .kind = VIEW_NAMES, .name = source_name, .colour = source_colour},
    {.type = "nv30_number_t", .kind = VIEW_FLOAT, .idle = IDLE_WORD, .idle_word = NO_QUAD},
    {.type = "nv30_quad_number_t", .kind = VIEW_UNSIGNED, .idle = IDLE_ABOVE},
    WATCHED_VIEWS(NO_QUAD),
    {.type = "nv30_quad_t", .kind = VIEW_FLOAT},
    {.type = "nv30_vector_t", .kind = VIEW_FLOAT},
    {.type = "nv30_triple_t", .kind = VIEW_FLOAT},
    {.type = "nv30_six_t", .kind = VIEW_FLOAT},
};

/* x0 is component x, or the first of several, of pixel 0. */
#define PIXELS(what) what "0", what "1", what "2", what "3"
static const char *const pixels[] = {PIXELS("pixel")};
static const char *const vectors[] = {PIXELS("x"), PIXELS("y"), PIXELS("z"), PIXELS("w")};
static const char *const sixes[] = {PIXELS("i0_"), PIXELS("i1_"), PIXELS("i2_"),
                                    PIXELS("i3_"), PIXELS("i4_"), PIXELS("i5_")};

static const struct trace_elements elements[] = {
    {"nv30_quad_t", pixels}, {"nv30_vector_t", vectors}, {"nv30_triple_t", vectors}, {"nv30_six_t", sixes}};

/* ---- the overview ----------------------------------------------------------------------------------------------- */

/* The same row of each stage, one below the other, so that a quad's way is a diagonal. */
#define EVERY_STAGE(row)                                                                                               \
    row("02", "02 interpolants"), row("03", "03 interpolation"), row("04", "04 crossbar"),                             \
        row("05", "05 reciprocals"), row("06", "06 crossbar"), row("07", "07 products"), row("08", "08 crossbar"),     \
        row("09", "09 adder"), row("10", "10 crossbar")
#define ROW_QUAD(number, title)                                                                                        \
    {                                                                                                                  \
        .signal = "nv30.quad.stage" number, .label = title                                                             \
    }
#define ROW_OP(number, title)                                                                                          \
    {                                                                                                                  \
        .signal = "nv30.stage" number "_*.o_op", .label = title                                                        \
    }
#define NUMBERS(scope, title)                                                                                          \
    {                                                                                                                  \
        .signal = "nv30.pixel0." scope ".*", .label = title, .closed = true                                            \
    }

static const struct gtkw_row overview[] = {
    {.heading = "watched registers"},
    {.signal = "nv30.watch.*", .still = true},
    {.heading = "who enters (1 ns = 1 cycle)"},
    {.signal = "nv30.stage01_source_select.o_source", .label = "from", .still = true},
    {.signal = "nv30.stage01_source_select.i_core", .label = "the core's own", .still = true},
    {.signal = "nv30.stage01_source_select.i_tail", .label = "end of pipeline", .still = true},
    {.signal = "nv30.stage01_source_select.i_raster", .label = "rasterizer", .still = true},
    {.signal = "nv30.stage01_source_select.o_pass", .label = "pass", .still = true},
    {.signal = "nv30.rasterizer.o_in_flight", .label = "quads in flight", .still = true},
    {.heading = "which quad is in which stage"},
    {.signal = "nv30.quad.stage01", .label = "01 source select"},
    EVERY_STAGE(ROW_QUAD),
    {.signal = "nv30.quad.end", .label = "end of pipeline"},
    {.heading = "and for which instruction"},
    EVERY_STAGE(ROW_OP),
    {.signal = "nv30.texture_units.o_op", .label = "end of pipeline"},
    {.heading = "numbers of the quads' first pixels"},
    NUMBERS("interpolants", "03 interpolated"),
    NUMBERS("first_factors", "04 first factors"),
    NUMBERS("second_factors", "04 second factors"),
    NUMBERS("added", "04 what is added"),
    NUMBERS("reciprocals", "05 reciprocals and root"),
    NUMBERS("products", "07 products"),
    NUMBERS("sums", "09 sums"),
    NUMBERS("register", "10 register"),
    {.signal = "nv30.stage10_crossbar.o_k0.[xyz]0", .label = "10 coordinate", .closed = true},
    NUMBERS("texel", "texel"),
    {.heading = "out of the core"},
    {.signal = "nv30.stage10_crossbar.o_round", .label = "goes round"},
    {.signal = "nv30.stage10_crossbar.o_leaves", .label = "leaves"},
    {.signal = "nv30.texture_units.o_count", .label = "quads in the FIFO", .still = true},
    {.signal = "nv30.texture_units.o_ends", .label = "its last pass"},
    {.heading = "quads that have ended"},
    {.signal = "nv30.rasterizer.o_done", .still = true},
    {0}};

const struct machine_looks nv30_looks = {.views = views,
                                         .view_count = sizeof views / sizeof views[0],
                                         .elements = elements,
                                         .element_types = sizeof elements / sizeof elements[0],
                                         .overview = overview};

/* ---- rows beside the signals ------------------------------------------------------------------------------------ */

struct nv30_rows_of {
    struct machine_rows rows;
    const struct nv30  *nv30;
    struct watched_rows watched;
    struct rtl_instance instances[NV30_MODULES];
};

/* Numbers of a quad's first pixel: the long vectors of the stages are in a waveform only with --trace-lanes. */
enum shown { INTERPOLANTS, FACTORS_A, FACTORS_B, ADDED, RECIPROCALS, PRODUCTS, SUMS, REGISTER, TEXEL };
enum { MOST_OF_ONE = 8 };

static uint64_t number_of(const void *context, unsigned argument)
{
    const struct nv30 *nv30 = ((const struct nv30_rows_of *)context)->nv30;
    const unsigned     at = argument % MOST_OF_ONE * NV30_QUAD;
    switch ((enum shown)(argument / MOST_OF_ONE)) {
#define SHOWN(what, stage, vector)                                                                                     \
    case what:                                                                                                         \
        return nv30->stage.q.valid ? nv30->stage.q.vector.at[at] : NO_QUAD;
        SHOWN(INTERPOLANTS, stage3, interpolant)
        SHOWN(FACTORS_A, stage4, a)
        SHOWN(FACTORS_B, stage4, b)
        SHOWN(ADDED, stage4, c)
        SHOWN(RECIPROCALS, stage5, u)
        SHOWN(PRODUCTS, stage7, product)
        SHOWN(SUMS, stage9, sum)
        SHOWN(REGISTER, stage10, value)
        SHOWN(TEXEL, units, texel0)
#undef SHOWN
    }
    return NO_QUAD;
}

enum { QUAD_BITS = 32 };

/* The number of the quad in a stage, 1 to 10, or behind the texture units, 11. */
static uint64_t quad_of(const void *context, unsigned argument)
{
    const struct nv30 *nv30 = ((const struct nv30_rows_of *)context)->nv30;
    switch (argument) {
#define STAGE_QUAD(number, stage)                                                                                      \
    case number:                                                                                                       \
        return nv30->stage.q.valid ? nv30->raster.quad[nv30->stage.q.slot] : TRACE_IDLE(QUAD_BITS);
        STAGE_QUAD(1, stage1)
        STAGE_QUAD(2, stage2)
        STAGE_QUAD(3, stage3)
        STAGE_QUAD(4, stage4)
        STAGE_QUAD(5, stage5)
        STAGE_QUAD(6, stage6)
        STAGE_QUAD(7, stage7)
        STAGE_QUAD(8, stage8)
        STAGE_QUAD(9, stage9)
        STAGE_QUAD(10, stage10)
    default:
        STAGE_QUAD(11, units)
#undef STAGE_QUAD
    }
}

#define QUAD_ROW(called, number, module)                                                                               \
    {                                                                                                                  \
        .path = "nv30.quad", .name = called, .type = "nv30_quad_number_t", .bits = QUAD_BITS + 1, .value = quad_of,    \
        .argument = number, .from = AT_##module + 1                                                                    \
    }
#define ROW(scope, called, what, element, module)                                                                      \
    {                                                                                                                  \
        .path = "nv30.pixel0." scope, .name = called, .type = "nv30_number_t", .bits = 32, .value = number_of,         \
        .argument = (what)*MOST_OF_ONE + (element), .from = AT_##module + 1                                            \
    }
#define FOUR(scope, what, module, x, y, z, w)                                                                          \
    ROW(scope, x, what, 0, module), ROW(scope, y, what, 1, module), ROW(scope, z, what, 2, module),                    \
        ROW(scope, w, what, 3, module)
static const struct trace_derived derived[] = {
    FOUR("interpolants", INTERPOLANTS, stage3, "i0", "i1", "i2", "i3"),
    ROW("interpolants", "i4", INTERPOLANTS, 4, stage3),
    ROW("interpolants", "i5", INTERPOLANTS, 5, stage3),
    FOUR("first_factors", FACTORS_A, stage4, "a0", "a1", "a2", "a3"),
    FOUR("second_factors", FACTORS_B, stage4, "b0", "b1", "b2", "b3"),
    FOUR("added", ADDED, stage4, "c0", "c1", "c2", "c3"),
    ROW("reciprocals", "reciprocal0", RECIPROCALS, 0, stage5),
    ROW("reciprocals", "reciprocal1", RECIPROCALS, 1, stage5),
    ROW("reciprocals", "root", RECIPROCALS, 2, stage5),
    FOUR("products", PRODUCTS, stage7, "m0", "m1", "m2", "m3"),
    FOUR("sums", SUMS, stage9, "s0", "s1", "s2", "s3"),
    FOUR("register", REGISTER, stage10, "x", "y", "z", "w"),
    FOUR("texel", TEXEL, units, "x", "y", "z", "w"),
    QUAD_ROW("stage01", 1, stage1),
    QUAD_ROW("stage02", 2, stage2),
    QUAD_ROW("stage03", 3, stage3),
    QUAD_ROW("stage04", 4, stage4),
    QUAD_ROW("stage05", 5, stage5),
    QUAD_ROW("stage06", 6, stage6),
    QUAD_ROW("stage07", 7, stage7),
    QUAD_ROW("stage08", 8, stage8),
    QUAD_ROW("stage09", 9, stage9),
    QUAD_ROW("stage10", 10, stage10),
    QUAD_ROW("end", 11, units),
};

/* ---- watched registers ------------------------------------------------------------------------------------------ */

/* The row of a register among those of a quad, or NV30_NO_ROW. */
static unsigned row_of(const struct nv30_rows *rows, unsigned file, unsigned number)
{
    return file == NV30_DST_FULL   ? rows->full[number]
           : file == NV30_DST_HALF ? rows->half[number]
                                   : rows->output[number];
}

static bool find_register(const void *machine, const char *name, unsigned *file, unsigned *number)
{
    const struct nv30 *nv30 = machine;
    *file = NV30_DST_OUTPUT;
    for (*number = 0; *number < NV30_OUTPUTS && strcmp(name, nv30_output_names[*number]) != 0;)
        ++*number;
    if (*number == NV30_OUTPUTS) {
        *file = *name == 'R' ? NV30_DST_FULL : NV30_DST_HALF;
        if (!watched_number(&name, *file == NV30_DST_FULL ? 'R' : 'H', *file == NV30_DST_FULL ? NV30_FULL : NV30_HALF,
                            '\0', number))
            return false;
    }
    return row_of(&nv30->setup.passes.rows, *file, *number) != NV30_NO_ROW;
}

static void describe_registers(const void *machine, char *text, size_t size)
{
    const struct nv30_rows *rows = &((const struct nv30 *)machine)->setup.passes.rows;
    int                     used = snprintf(text, size, "of this program");
    for (unsigned i = 0; i < NV30_FULL && used < (int)size; i++)
        if (rows->full[i] != NV30_NO_ROW)
            used += snprintf(text + used, size - (size_t)used, " R%u", i);
    for (unsigned i = 0; i < NV30_HALF && used < (int)size; i++)
        if (rows->half[i] != NV30_NO_ROW)
            used += snprintf(text + used, size - (size_t)used, " H%u", i);
    for (unsigned i = 0; i < NV30_OUTPUTS && used < (int)size; i++)
        if (rows->output[i] != NV30_NO_ROW)
            used += snprintf(text + used, size - (size_t)used, " %s", nv30_output_names[i]);
}

static uint64_t register_of(const void *context, unsigned argument)
{
    const struct nv30_rows_of  *made = context;
    const struct nv30          *nv30 = made->nv30;
    const struct watched_pixel *watch = &made->watched.pixels[argument];
    const struct nv30_rows     *rows = &nv30->setup.passes.rows;
    const unsigned              row = row_of(rows, watch->file, watch->number);
    for (unsigned slot = 0; slot < NV30_SLOTS && row != NV30_NO_ROW; slot++)
        if (nv30->raster.q.busy >> slot & 1 && nv30->raster.quad[slot] == watch->pixel / NV30_QUAD)
            return nv30->registers.file[slot * rows->count + row]
                .at[watch->element * NV30_QUAD + watch->pixel % NV30_QUAD];
    return NO_QUAD;
}

static const struct watched_kind watched = {.scope = "nv30.watch",
                                            .elements = "xyzw",
                                            .rows = derived,
                                            .row_count = sizeof derived / sizeof derived[0],
                                            .find = find_register,
                                            .describe = describe_registers,
                                            .value = register_of};

static void release(struct machine_rows *rows)
{
    watched_free(&((struct nv30_rows_of *)rows)->watched);
    free(rows);
}

static struct nv30_rows_of *make(const struct nv30 *nv30)
{
    struct nv30_rows_of *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->rows.free = release;
    made->nv30 = nv30;
    return made;
}

static void derive(struct nv30_rows_of *made)
{
    made->rows.derivation =
        (struct trace_derivation){.rows = made->watched.list, .row_count = made->watched.count, .context = made};
}

struct machine_rows *nv30_rows_open(const struct nv30 *nv30, const char *const *watches, unsigned watch_count,
                                    struct diag *diag)
{
    struct nv30_rows_of *made = make(nv30);
    if (!made) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    if (watched_open(&made->watched, &watched, nv30, nv30->core.launch->threads, watches, watch_count, diag)) {
        derive(made);
        return &made->rows;
    }
    release(&made->rows);
    return NULL;
}

/* No state: what the signals are, from the lists of the modules. */
struct machine_rows *nv30_rows_recall(const struct header *header)
{
    struct nv30_rows_of *made = make(NULL);
    unsigned             count = 0;
    if (!made)
        return NULL;
    if (!watched_recall(&made->watched, &watched, header)) {
        release(&made->rows);
        return NULL;
    }
    derive(made);
#define MODULE(type, member, name) made->instances[count++] = (struct rtl_instance){"nv30." name, &type##_rtl, NULL};
#include "rtl_model/nv30/nv30.def"
    made->rows.instances = made->instances;
    made->rows.instance_count = count;
    return &made->rows;
}
