#include "rtl_model/nv30/looks.h"

#include <stdlib.h>

/* ---- names ------------------------------------------------------------------------------------------------------ */

static const char *op_name(uint64_t value)
{
    return value < NV30_OPS ? nv30_ops[value].name : NULL;
}

static const char *op_colour(uint64_t value)
{
    return value < NV30_OPS && nv30_ops[value].flags & NV30_IS_READ ? TONE_WORKING_DARK : NULL;
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

#define STAGE(number, title)                                                                                           \
    {.heading = number " " title}, {.signal = "nv30.stage" number "_*.o_op", .label = "instruction"},                  \
        {.signal = "nv30.stage" number "_*.o_slot", .label = "quad's place"},                                          \
    {                                                                                                                  \
        .signal = "nv30.stage" number "_*.o_valid", .label = "busy"                                                    \
    }

static const struct gtkw_row overview[] = {
    {.heading = "who enters (1 ns = 1 cycle)"},
    {.signal = "nv30.stage01_source_select.o_source", .label = "from", .still = true},
    {.signal = "nv30.stage01_source_select.i_core", .label = "the core's own", .still = true},
    {.signal = "nv30.stage01_source_select.i_tail", .label = "end of pipeline", .still = true},
    {.signal = "nv30.stage01_source_select.i_raster", .label = "rasterizer", .still = true},
    {.signal = "nv30.stage01_source_select.o_slot", .label = "quad's place", .still = true},
    {.signal = "nv30.stage01_source_select.o_pass", .label = "pass", .still = true},
    {.signal = "nv30.rasterizer.o_in_flight", .label = "quads in flight", .still = true},
    STAGE("02", "interpolants"),
    STAGE("04", "crossbar"),
    STAGE("05", "reciprocals"),
    STAGE("07", "products"),
    {.signal = "nv30.stage07_multiply.o_product.[xyzw]0"},
    STAGE("09", "adder"),
    {.signal = "nv30.stage09_add.o_sum.[xyzw]0"},
    STAGE("10", "out of the core"),
    {.signal = "nv30.stage10_crossbar.o_round", .label = "goes round"},
    {.signal = "nv30.stage10_crossbar.o_leaves", .label = "leaves"},
    {.signal = "nv30.stage10_crossbar.o_value.[xyzw]0"},
    {.signal = "nv30.stage10_crossbar.o_k0.[xyz]0", .label = "coordinate 0"},
    {.heading = "texture units and the FIFO beside them"},
    {.signal = "nv30.texture_units.o_count", .label = "quads in the FIFO", .still = true},
    {.signal = "nv30.texture_units.o_valid", .label = "at the end", .still = true},
    {.signal = "nv30.texture_units.o_op", .label = "instruction"},
    {.signal = "nv30.texture_units.o_slot", .label = "quad's place"},
    {.signal = "nv30.texture_units.o_ends", .label = "its last pass"},
    {.signal = "nv30.texture_units.o_texel0.[xyzw]0", .label = "texel"},
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
    struct rtl_instance instances[NV30_MODULES];
};

static void release(struct machine_rows *rows)
{
    free(rows);
}

static struct nv30_rows_of *empty(void)
{
    struct nv30_rows_of *made = calloc(1, sizeof *made);
    if (made)
        made->rows.free = release;
    return made;
}

struct machine_rows *nv30_rows_open(const struct nv30 *nv30, const char *const *watches, unsigned watch_count,
                                    struct diag *diag)
{
    (void)nv30;
    if (watch_count) {
        diag_set(diag, NULL, 0, "%s: an NV30 has no registers to watch, expected signals of --trace-scope", watches[0]);
        return NULL;
    }
    struct nv30_rows_of *made = empty();
    if (!made)
        diag_set(diag, NULL, 0, "not enough memory");
    return made ? &made->rows : NULL;
}

/* No state: what the signals are, from the lists of the modules. */
struct machine_rows *nv30_rows_recall(const struct header *header)
{
    struct nv30_rows_of *made = empty();
    unsigned             count = 0;
    (void)header;
    if (!made)
        return NULL;
#define MODULE(type, member, name) made->instances[count++] = (struct rtl_instance){"nv30." name, &type##_rtl, NULL};
#include "rtl_model/nv30/nv30.def"
    made->rows.instances = made->instances;
    made->rows.instance_count = count;
    return &made->rows;
}
