/* gpr_file.c - the general-purpose registers beside their twin: every mixture of clear, load, fetch and write-back in a
 * few rows, plain and indexed, read back in the same clock.  In a run operand fetch and exports read the block's
 * registers.
 */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "mem/gpr_file.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/gpr_rows.h"

typedef struct {
    lanes_t slot[GPR_WRITERS];
} gpr_write_words_t;

/* clang-format off */
#define GPR_FILE_PAYLOAD(S)                                                                            \
    S(IN,   gpr_write_words_t, write_data, 32, "what slots X Y Z W T write")                           \
    S(IN,   lanes_t,           ar_x,       32, "AR.x of the wavefront that writes")                    \
    S(IN,   gpr_words_t,       load_data,  32, "the initial GPR that arrives: X Y Z W")                \
    S(IN,   gpr_words_t,       fetch_data, 32, "the result of a fetch: X Y Z W")                       \
    S(IN,   gpr_rows_t,        read_row,    8, "the row that each lane of each element memory reads")  \
    S(OUT,  gpr_words_t,       read_data,  32, "combinational: what it holds")
/* clang-format on */

RTL_STRUCT(gpr_file_payload, GPR_FILE_PAYLOAD);
RTL_TABLE(gpr_file_payload, GPR_FILE_PAYLOAD);

enum { ROUNDS = 4 };

/* The payload in a run, and which rows of the C module's memories are older than the block's. */
struct gpr_file_run {
    struct gpr_file_payload payload;
    struct gpr_file_in      before; /* the inputs of the clock before */
    unsigned                round;
    bool                    stale[GPR_ELEMENTS][GPR_ROWS];
    bool                    mirroring; /* row `mirrored` of each element is read for reports */
    uint8_t                 mirrored[GPR_ELEMENTS];
};

/* A few rows at both ends and in the middle, so that writers meet; now and then any. */
static uint8_t some_row(struct stimulus *random)
{
    static const uint8_t rows[] = {0, 1, 2, 3, 64, 127, 128, 129, 254, 255};
    if (stimulus_chance(random, 15))
        return (uint8_t)stimulus_bits(random, 8);
    return rows[stimulus_below(random, sizeof rows)];
}

/* Where the program's and the global registers lie: inside the file, also against its end. */
static void place(struct gpr_file_in *in, struct stimulus *random)
{
    in->num_gprs = (uint8_t)(1 + stimulus_below(random, stimulus_chance(random, 60) ? 8 : 127));
    in->write_base = (uint8_t)(stimulus_chance(random, 20) ? GPR_ROWS - (unsigned)in->num_gprs
                                                           : stimulus_below(random, GPR_ROWS + 1u - in->num_gprs));
    in->shared_count = (uint8_t)(stimulus_chance(random, 20) ? 0 : stimulus_below(random, 128));
    in->shared_row = (uint16_t)(GPR_ROWS - in->shared_count - stimulus_below(random, 3) * 4u);
    if (in->shared_row + in->shared_count > GPR_ROWS || stimulus_chance(random, 10))
        in->shared_row = 0;
}

static void reset(void *state, void *payload, struct stimulus *random)
{
    struct gpr_file *file = state;
    memset(&file->in, 0, sizeof file->in);
    memset(payload, 0, sizeof(struct gpr_file_payload));
    place(&file->in, random);
    file->in.write_base = 0;
    gpr_file_reset(file);
}

static void drive_write(struct gpr_file_in *in, struct stimulus *random)
{
    in->write = (uint8_t)(stimulus_chance(random, 30) ? 0 : stimulus_bits(random, 5));
    in->write_relative = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_bits(random, 5));
    in->write_global = (uint8_t)stimulus_bits(random, 5);
    in->write_chan_t = (uint8_t)stimulus_bits(random, 2);
    for (unsigned s = 0; s < GPR_WRITERS; s++) {
        const unsigned pool = in->write_global >> s & 1 ? in->shared_count : in->num_gprs;
        in->write_row.slot[s] = some_row(random);
        if (in->write_relative >> s & 1)
            in->write_row.slot[s] = (uint8_t)(pool ? stimulus_below(random, pool) : 0);
        in->write_lanes.slot[s] = stimulus_mask(random);
    }
    if (stimulus_chance(random, 40)) /* T writes what the vector slot of its element writes */
        in->write_row.slot[4] = in->write_row.slot[in->write_chan_t];
}

static void drive_load_and_clear(struct gpr_file_in *in, struct stimulus *random)
{
    in->load = stimulus_chance(random, 20);
    in->load_row = stimulus_chance(random, 30) ? in->write_row.slot[0] : some_row(random);
    in->fetch = stimulus_chance(random, 20);
    in->fetch_row = stimulus_chance(random, 30) ? in->write_row.slot[1] : some_row(random);
    in->fetch_elements = (uint8_t)stimulus_bits(random, 4);
    in->fetch_lanes = stimulus_mask(random);
    in->clear = stimulus_chance(random, 3);
    in->clear_row = some_row(random);
    in->clear_count = (uint8_t)(1 + stimulus_below(random, stimulus_chance(random, 70) ? 4 : 127));
    if (in->clear_row + in->clear_count > GPR_ROWS)
        in->clear_count = (uint8_t)(GPR_ROWS - in->clear_row);
}

/* AR.x is the same in all lanes, close by, or anywhere that MOVA reaches. */
static void drive_index(lanes_t *ar_x, struct stimulus *random)
{
    const unsigned reach = stimulus_chance(random, 60) ? 8 : 256;
    const bool     same = stimulus_chance(random, 20);
    for (int i = 0; i < LANES; i++)
        ar_x->lane[i] = i && same ? ar_x->lane[0] : stimulus_below(random, 2 * reach) - reach;
}

/* Reads what is written in this clock or lies about it. */
static void drive_read(const struct gpr_file_in *in, struct gpr_file_payload_in *payload, struct stimulus *random)
{
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        const unsigned slot = stimulus_chance(random, 50) ? e : 4u;
        const unsigned base = in->write_global >> slot & 1 ? in->shared_row : in->write_base;
        const unsigned kind = stimulus_below(random, 8);
        uint8_t        row = some_row(random);
        if (kind == 0)
            row = stimulus_chance(random, 50) ? in->load_row : in->fetch_row;
        else if (kind == 1 && in->clear_count)
            row = (uint8_t)(in->clear_row + stimulus_below(random, in->clear_count));
        else if (kind < 4)
            row = in->write_row.slot[slot];
        memset(payload->read_row.row[e], row, LANES);
        if (kind == 4)
            for (unsigned i = 0; i < LANES; i++)
                payload->read_row.row[e][i] = (uint8_t)stimulus_bits(random, 8);
        else if (in->write_relative >> slot & 1)
            for (unsigned i = 0; i < LANES; i++)
                payload->read_row.row[e][i] = (uint8_t)(base + in->write_row.slot[slot] + payload->ar_x.lane[i]);
    }
}

static void drive(void *state, void *payload, struct stimulus *random)
{
    struct gpr_file            *file = state;
    struct gpr_file_payload_in *in = &((struct gpr_file_payload *)payload)->in;
    if (stimulus_chance(random, 10))
        place(&file->in, random);
    drive_write(&file->in, random);
    drive_load_and_clear(&file->in, random);
    drive_index(&in->ar_x, random);
    drive_read(&file->in, in, random);
    for (unsigned s = 0; s < GPR_WRITERS; s++)
        stimulus_lanes(random, &in->write_data.slot[s]);
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        stimulus_lanes(random, stimulus_chance(random, 50) ? &in->load_data.element[e] : &in->fetch_data.element[e]);
}

static void read_rows(const struct gpr_file *file, const gpr_rows_t *rows, gpr_words_t *words)
{
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        for (unsigned i = 0; i < LANES; i++)
            words->element[e].lane[i] = gpr_read(file, e, rows->row[e][i])->lane[i];
}

static void clock(void *state, void *payload)
{
    struct gpr_file         *file = state;
    struct gpr_file_payload *p = payload;
    rtl_eval(gpr_file_eval, file);
    file->in.write_data = p->in.write_data.slot;
    file->in.ar_x = &p->in.ar_x;
    file->in.fetch_data = p->in.fetch_data.element;
    file->in.load_data = p->in.load_data.element;
    gpr_file_commit(file);
    read_rows(file, &p->in.read_row, &p->q.read_data);
    p->d = p->q;
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* The file has one read port an element: operand fetch uses it in three clocks of four, exports and fetches in the
 * fourth. */
static void rows_that_are_read(const struct simd *simd, gpr_rows_t *rows)
{
    if (simd->fetch.in.enable)
        gpr_rows(&simd->fetch.in, &simd->ar[simd->fetch.in.parity].ar[0], rows);
    else
        memset(rows, simd->exports.q.read ? simd->exports.q.read_row : simd->vertex.q.read_row, sizeof *rows);
}

static void gather(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload)
{
    const struct gpr_file_in   *file = &simd->gprs.in;
    struct gpr_file_run        *run = payload;
    struct gpr_file_payload_in *in = &run->payload.in;
    (void)instance, (void)memory;
    memcpy(&in->write_data, file->write_data, sizeof in->write_data);
    in->ar_x = *file->ar_x;
    if (file->load)
        memcpy(&in->load_data, file->load_data, sizeof in->load_data);
    memcpy(&in->fetch_data, simd->vertex.result, sizeof in->fetch_data);
    rows_that_are_read(simd, &in->read_row);
    for (unsigned e = 0; run->mirroring && e < GPR_ELEMENTS; e++)
        memset(in->read_row.row[e], run->mirrored[e], LANES);
}

/* The rows that these inputs may have changed. */
static void mark_stale(struct gpr_file_run *run, const struct gpr_file_in *in)
{
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        run->stale[e][in->load_row] |= in->load;
        run->stale[e][in->fetch_row] |= in->fetch && in->fetch_elements >> e & 1;
        for (unsigned row = 0; in->clear && row < in->clear_count; row++)
            run->stale[e][in->clear_row + row] = true;
    }
    for (unsigned s = 0; s < GPR_WRITERS; s++) {
        const unsigned e = s < GPR_ELEMENTS ? s : in->write_chan_t;
        const bool     global = in->write_global >> s & 1;
        const unsigned first = global ? in->shared_row : in->write_base;
        if (!(in->write >> s & 1))
            continue;
        if (!(in->write_relative >> s & 1))
            run->stale[e][in->write_row.slot[s]] = true;
        else
            for (unsigned row = 0; row < (global ? in->shared_count : in->num_gprs); row++)
                run->stale[e][first + row] = true;
    }
}

/* Chooses a stale row of each element memory; false when there is none. */
static bool next_stale(struct gpr_file_run *run)
{
    bool found = false;
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        for (unsigned row = 0; row < GPR_ROWS; row++)
            if (run->stale[e][row]) {
                run->mirrored[e] = (uint8_t)row;
                run->stale[e][row] = false;
                found = true;
                break;
            }
    return found;
}

/* What is read in this clock is what the block holds.  Further rounds copy rows that were written before, so that what
 * reports show at the end comes from the block too. */
static bool settle(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload)
{
    struct gpr_file_run           *run = payload;
    const struct gpr_file_payload *p = &run->payload;
    lanes_t *const                 element[GPR_ELEMENTS] = {simd->gprs.x, simd->gprs.y, simd->gprs.z, simd->gprs.w};
    (void)instance;
    (void)memory;
    if (run->round == 0) {
        mark_stale(run, &run->before);
        run->before = simd->gprs.in;
    }
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        for (unsigned i = 0; i < LANES; i++)
            element[e][p->in.read_row.row[e][i]].lane[i] = p->q.read_data.element[e].lane[i];
    run->mirroring = ++run->round < ROUNDS && next_stale(run);
    if (!run->mirroring)
        run->round = 0;
    return run->mirroring;
}

static const struct stimulus_gap gaps[] = {
    {"i_ar_x", NULL, "integers of nine bits, not floats (ISA 4.6.3)"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_gpr_file = {
    .name = "gpr_file",
    .top = "gpr_file",
    .doc = "the general-purpose registers of a SIMD (ISA 4.7.4, 4.9.2, 4.6.3)",
    .signals = &gpr_file_rtl,
    .payload = &gpr_file_payload_rtl,
    .state_size = sizeof(struct gpr_file),
    .payload_size = sizeof(struct gpr_file_run),
    .reset = reset,
    .drive = drive,
    .clock = clock,
    .lifetime = 2000,
    .gaps = gaps,
    .first = AT_gprs,
    .count = 1,
    .gather = gather,
    .settle = settle,
};
