/* texture_data_kit.h - the data side with passes for its queue and ways full of texels. */
#ifndef TB_UNIT_TEXTURE_DATA_KIT_H
#define TB_UNIT_TEXTURE_DATA_KIT_H

#include "pipeline/texture/texture_data.h"

#include "tb/unit/texture/texture_unit_kit.h"

/* A pass as the walker leaves it. */
struct pass {
    unsigned          entry, quad, lanes, mark;
    uint32_t          stamp;
    quad_bytes_t      box;
    quad_words_t      z, w;
    struct queued_tap tap[TEXTURE_QUAD][TEXTURE_TAPS];
    quad_vectors_t    answer; /* of one that reads nothing */
};

static struct texture_words words;
static struct texture_data  unit;
static line_data_t          lines[LINE_CACHE_LINES];
static bool                 seen; /* others see what the clock has done */

static inline int fresh(void **state)
{
    (void)state;
    words_make(&words);
    words_settle(&words);
    memset(lines, 0, sizeof lines);
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    texture_data_reset(&unit);
    unit.in.state = &words.state;
    unit.in.lines = lines;
    unit.in.sample_bits = 32;
    return 0;
}

/* A clock.  Between clocks wires mean nothing. */
static inline void tick(bool ready)
{
    unit.in.ready = ready && unit.q.count;
    unit.in.low = words.low;
    unit.in.high = words.high;
    texture_data_next(&unit);
    texture_data_take(&unit);
    seen = texture_data_clock(&unit);
    assert_widths(&texture_data_rtl, &unit);
    unit.in.push = false;
    unit.in.push_entry = (uint8_t)(15 - unit.in.push_entry);
    unit.in.push_stamp = ~unit.in.push_stamp;
}

/* ---- passes ----------------------------------------------------------------------------------------------------- */

static inline struct pass usual_pass(void)
{
    return (struct pass){
        .entry = 9, .quad = 3, .lanes = 15, .mark = PASS_FIRST | PASS_LAST, .stamp = 5, .box = {.lane = {1, 1, 1, 1}}};
}

/* A lane's tap: a block of so many bytes in one piece. */
static inline struct queued_tap *set_tap(struct pass *pass, unsigned lane, unsigned tap, unsigned way, unsigned offset,
                                         unsigned bytes, int32_t weight)
{
    struct queued_tap *queued = &pass->tap[lane][tap];
    *queued = (struct queued_tap){.used = true, .parts = 1, .bytes = (uint8_t)bytes, .weight = weight};
    queued->way[0] = (uint16_t)way;
    queued->offset[0] = (uint8_t)offset;
    return queued;
}

static inline void push(const struct pass *pass)
{
    lanes_t row = {.lane = {0}};
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        for (unsigned t = 0; t < TEXTURE_TAPS; t++)
            queued_tap_pack(&pass->tap[i][t], &row.lane[(size_t)(i * TEXTURE_TAPS + t) * TAP_WORDS]);
    if (pass->mark & PASS_ALONE)
        memcpy(row.lane, pass->answer.value, sizeof pass->answer);
    unit.in.push = true;
    unit.in.push_entry = (uint8_t)pass->entry;
    unit.in.push_quad = (uint8_t)pass->quad;
    unit.in.push_lanes = (uint8_t)pass->lanes;
    unit.in.push_mark = (uint8_t)pass->mark;
    unit.in.push_stamp = pass->stamp;
    unit.in.push_box = pass->box;
    unit.in.push_z = pass->z;
    unit.in.push_w = pass->w;
    unit.in.push_row = row;
}

static inline void put(unsigned way, unsigned offset, uint32_t word)
{
    memcpy(&lines[way].byte[offset], &word, sizeof word);
}
static inline void put_float(unsigned way, unsigned offset, float value)
{
    put(way, offset, float_bits(value));
}

/* The passes of a quad, one after another; then its result is there. */
static inline void filter_passes(struct pass *pass, unsigned count)
{
    words_settle(&words);
    for (unsigned i = 0; i < count; i++) {
        pass[i].mark = (pass[i].mark & (PASS_ALONE | PASS_FILTERED)) | (i == 0 ? PASS_FIRST : 0) |
                       (i == count - 1 ? PASS_LAST : 0);
        push(&pass[i]);
        tick(false);
    }
    for (unsigned clock = 0; !unit.q.done; clock++) {
        assert_true(clock < 100 * count);
        tick(true);
    }
}

static inline uint32_t result(unsigned lane, unsigned element)
{
    return unit.q.result.value[4 * lane + element];
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

#endif
