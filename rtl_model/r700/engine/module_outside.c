#include "rtl_model/r700/engine/module_outside.h"

#include <string.h>

#include "mem/gpr_file.h"
#include "mem/icache.h"
#include "mem/kcache.h"
#include "mem/memory_channel.h"
#include "pipeline/alu/alu_issue.h"
#include "pipeline/alu/operand_fetch.h"
#include "pipeline/fetch/memory_read.h"
#include "pipeline/fetch/vertex_fetch.h"
#include "pipeline/fetch/vertex_requests.h"
#include "pipeline/texture/lod_unit.h"
#include "pipeline/texture/texture_data.h"
#include "pipeline/texture/texture_walker.h"

enum {
    PROGRAM_DWORDS = 8192,
    BANK_VECTORS = 64, /* four lines */
    CHANNEL_BYTES = 1 << 16,
    BUFFER_BYTES = 1 << 14,
    BUFFER_STRIDE = 16,
    BUFFER_FORMAT = 35 /* FMT_32_32_32_32_FLOAT, for instructions that take the buffer's (3D 6) */
};

/* ---- a struct for each, and its table --------------------------------------------------------------------------- */

struct program_outside {
    uint32_t                  program[PROGRAM_DWORDS];
    struct instruction_memory memory;
};
struct bank_outside {
    uint32_t               bank[KCACHE_BUFFERS * BANK_VECTORS][4];
    struct constant_memory memory;
};
struct constant_outside {
    uint32_t constants[ISA_CFILE_CONSTANTS][4];
};
struct row_outside {
    lanes_t x[GPR_ROWS], y[GPR_ROWS], z[GPR_ROWS], w[GPR_ROWS];
};
struct buffer_outside {
    line_places_t          ways[VERTEX_FLIGHT];
    line_data_t            lines[LINE_CACHE_LINES];
    uint16_t               semantics[FETCH_SEMANTICS];
    struct vertex_resource resource;
    struct vertex_memory   memory;
};
struct read_outside {
    line_places_t places[MEMORY_FLIGHT];
    line_data_t   lines[LINE_CACHE_LINES];
    line_data_t   direct[DIRECT_ROWS];
};
struct channel_outside {
    uint8_t             memory[CHANNEL_BYTES], before[CHANNEL_BYTES];
    uint8_t            *pages[CHANNEL_BYTES / GPU_MEMORY_PAGE];
    struct gpu_range    range;
    struct gpu_memory   all;
    struct memory_store store;
};

/* That many rows are there. */
#define HELD(holder, name, bytes)                                                                                      \
    (0 * sizeof(struct {                                                                                               \
         _Static_assert(sizeof(((struct holder *)0)->name) >= (bytes), #name);                                         \
         char held;                                                                                                    \
     }))
#define ROWS_OF_BITS(type, holder, name, bits, count, rows, doc)                                                       \
    {                                                                                                                  \
#name, doc, type, RTL_MEM, bits, count, rows,                                                                  \
            offsetof(struct holder, name) + HELD(holder, name, (size_t)(bits) / 8 * (count) * (rows)), NULL, NULL      \
    }
#define ROWS(type, holder, name, count, rows, doc) ROWS_OF_BITS(type, holder, name, 32, count, rows, doc)
#define TABLE(holder, ...)                                                                                             \
    static const struct rtl_signal holder##_signals[] = {__VA_ARGS__};                                                 \
    static const struct rtl_module holder##_rtl = {.name = "outside",                                                  \
                                                   .bytes = sizeof(struct holder),                                     \
                                                   .signals = holder##_signals,                                        \
                                                   .signal_count =                                                     \
                                                       sizeof holder##_signals / sizeof holder##_signals[0]}

TABLE(program_outside, ROWS("uint32_t", program_outside, program, 1, PROGRAM_DWORDS, "the program, dword by dword"));
TABLE(bank_outside,
      ROWS("constant_t", bank_outside, bank, 4, KCACHE_BUFFERS *BANK_VECTORS, "constant buffer b has rows 64 x b on"));
TABLE(constant_outside,
      ROWS("constant_t", constant_outside, constants, 4, ISA_CFILE_CONSTANTS, "the constant file, x y z w"));
TABLE(row_outside, ROWS("lanes_t", row_outside, x, LANES, GPR_ROWS, "element memory X"),
      ROWS("lanes_t", row_outside, y, LANES, GPR_ROWS, "element memory Y"),
      ROWS("lanes_t", row_outside, z, LANES, GPR_ROWS, "element memory Z"),
      ROWS("lanes_t", row_outside, w, LANES, GPR_ROWS, "element memory W"));
TABLE(buffer_outside,
      ROWS_OF_BITS("line_places_t", buffer_outside, ways, 9, 2 * LANES, VERTEX_FLIGHT,
                   "of each instruction under way, where its threads' lines are"),
      ROWS_OF_BITS("line_data_t", buffer_outside, lines, 8, LINE_BYTES, LINE_CACHE_LINES,
                   "the vertex cache; resource 0 has 16 bytes a record"),
      ROWS_OF_BITS("uint16_t", buffer_outside, semantics, 9, 1, FETCH_SEMANTICS,
                   "of each register from R1 on the semantic + 1, or 0"));
TABLE(channel_outside,
      ROWS_OF_BITS("uint8_t", channel_outside, memory, 8, 1, CHANNEL_BYTES, "the first 64 KB of memory, byte by byte"));
TABLE(read_outside,
      ROWS_OF_BITS("line_places_t", read_outside, places, 9, 2 * LANES, MEMORY_FLIGHT,
                   "of each GPR under way, where its threads' lines are"),
      ROWS_OF_BITS("line_data_t", read_outside, lines, 8, LINE_BYTES, LINE_CACHE_LINES, "the vertex cache"),
      ROWS_OF_BITS("line_data_t", read_outside, direct, 8, LINE_BYTES, DIRECT_ROWS, "lines of uncached reads"));

/* The state of the fetch units is a module of its own; units that filter have ways of a cache, too. */
#define TEXEL_OUTSIDE_SIGNALS(S)                                                                                       \
    FETCH_STATE_SIGNALS(S) S(MEM, line_data_t, lines, 8, "the ways of the L1 cache", LINE_CACHE_LINES)
RTL_PASSIVE(texel_outside, TEXEL_OUTSIDE_SIGNALS);
RTL_TABLE(texel_outside, TEXEL_OUTSIDE_SIGNALS);
_Static_assert(offsetof(struct texel_outside, semantic) == offsetof(struct fetch_state, semantic),
               "it begins with a fetch_state");

/* ---- where they point ------------------------------------------------------------------------------------------- */

static void connect_program(void *module, void *outside)
{
    struct icache          *cache = module;
    struct program_outside *of = outside;
    of->memory = (struct instruction_memory){of->program, PROGRAM_DWORDS};
    cache->in.memory = &of->memory;
}

static void connect_banks(void *module, void *outside)
{
    struct kcache       *cache = module;
    struct bank_outside *of = outside;
    for (unsigned bank = 0; bank < KCACHE_BUFFERS; bank++) {
        of->memory.words[bank] = of->bank[bank * BANK_VECTORS];
        of->memory.vectors[bank] = BANK_VECTORS;
    }
    cache->in.memory = &of->memory;
}

static void connect_constants(void *module, void *outside)
{
    struct alu_issue              *issue = module;
    const struct constant_outside *of = outside;
    issue->in.constants = of->constants[0];
}

static void connect_rows(void *module, void *outside)
{
    struct operand_fetch     *fetch = module;
    const struct row_outside *of = outside;
    fetch->in.memory_x = of->x;
    fetch->in.memory_y = of->y;
    fetch->in.memory_z = of->z;
    fetch->in.memory_w = of->w;
}

static const struct vertex_memory *buffer_of(struct buffer_outside *of)
{
    of->resource = (struct vertex_resource){
        .size = BUFFER_BYTES, .stride = BUFFER_STRIDE, .valid = true, .format = {.data_format = BUFFER_FORMAT}};
    of->memory = (struct vertex_memory){.resource = &of->resource, .count = 1};
    return &of->memory;
}

static void connect_buffer(void *module, void *outside)
{
    struct vertex_fetch   *fetch = module;
    struct buffer_outside *of = outside;
    fetch->in.memory = buffer_of(of);
    fetch->in.ways = of->ways;
    fetch->in.lines = fetch->in.texture_lines = of->lines;
    fetch->in.semantics = of->semantics;
}

static void connect_resource(void *module, void *outside)
{
    struct vertex_requests *requests = module;
    requests->in.memory = buffer_of(outside);
}

/* Pages of which the bytes before are kept already: nothing is allocated. */
static void connect_channel(void *module, void *outside)
{
    struct memory_channel  *channel = module;
    struct channel_outside *of = outside;
    for (unsigned page = 0; page < CHANNEL_BYTES / GPU_MEMORY_PAGE; page++)
        of->pages[page] = of->before + (size_t)page * GPU_MEMORY_PAGE;
    of->range = (struct gpu_range){.bytes = CHANNEL_BYTES, .data = of->memory, .before = of->pages};
    of->all = (struct gpu_memory){.ranges = &of->range, .count = 1};
    of->store.memory = &of->all;
    channel->in.memory = &of->store;
}

static void connect_read(void *module, void *outside)
{
    struct memory_read        *reads = module;
    const struct read_outside *of = outside;
    reads->in.places = of->places;
    reads->in.lines = reads->in.texture_lines = of->lines;
    reads->in.direct_lines = of->direct;
}

static void connect_lod(void *module, void *outside)
{
    struct lod_unit *unit = module;
    unit->in.state = outside;
}

static void connect_walker(void *module, void *outside)
{
    struct texture_walker *walker = module;
    walker->in.state = outside;
}

static void connect_texels(void *module, void *outside)
{
    struct texture_data        *data = module;
    const struct texel_outside *of = outside;
    data->in.state = outside;
    data->in.lines = of->lines;
}

const struct module_outside *module_outside(const char *module)
{
    static const struct {
        const struct rtl_module *module;
        struct module_outside    outside;
    } rows[] = {
        {&icache_rtl, {&program_outside_rtl, sizeof(struct program_outside), connect_program}},
        {&kcache_rtl, {&bank_outside_rtl, sizeof(struct bank_outside), connect_banks}},
        {&alu_issue_rtl, {&constant_outside_rtl, sizeof(struct constant_outside), connect_constants}},
        {&operand_fetch_rtl, {&row_outside_rtl, sizeof(struct row_outside), connect_rows}},
        {&vertex_fetch_rtl, {&buffer_outside_rtl, sizeof(struct buffer_outside), connect_buffer}},
        {&memory_read_rtl, {&read_outside_rtl, sizeof(struct read_outside), connect_read}},
        {&vertex_requests_rtl, {&buffer_outside_rtl, sizeof(struct buffer_outside), connect_resource}},
        {&lod_unit_rtl, {&fetch_state_rtl, sizeof(struct fetch_state), connect_lod}},
        {&texture_walker_rtl, {&fetch_state_rtl, sizeof(struct fetch_state), connect_walker}},
        {&texture_data_rtl, {&texel_outside_rtl, sizeof(struct texel_outside), connect_texels}},
        {&memory_channel_rtl, {&channel_outside_rtl, sizeof(struct channel_outside), connect_channel}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].module->name, module) == 0)
            return &rows[i].outside;
    return NULL;
}
