/* texture_walker_kit.h - the walker with what stands around it: a quad's plan, tags that give ways, the queue's row.
 * A row of the texture is four lines, a line 16 texels. */
#ifndef TB_UNIT_TEXTURE_WALKER_KIT_H
#define TB_UNIT_TEXTURE_WALKER_KIT_H

#include "pipeline/texture/texture_walker.h"

#include "tb/unit/texture/texture_unit_kit.h"

enum { ENTRY = 9, QUAD = 3, NO_WAY = 0, ALL_WAYS = 15 };

static struct texture_words  words;
static struct texture_walker unit;
static quad_vectors_t        coordinate;
static texture_plan_t        plan;
static uint32_t              stamp;

static inline int fresh(void **state)
{
    (void)state;
    words_make(&words);
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    texture_walker_reset(&unit);
    unit.in.plan = &plan;
    unit.in.coordinate = &coordinate;
    unit.in.state = &words.state;
    unit.in.room = true;
    unit.in.quads = 16;
    memset(&coordinate, 0, sizeof coordinate);
    stamp = 1000;
    return 0;
}

static inline uint64_t line_at(unsigned x, unsigned y)
{
    return BASE_LINE + LINES_A_ROW * y + x / TEXELS_A_LINE;
}
static inline unsigned way_of(uint64_t line)
{
    return (unsigned)(line % 509);
}

static inline bool ends(void)
{
    return texture_walker_ends(&unit.q, &unit.in.looked, unit.in.room);
}

/* A clock in which those look-ups get ways.  The offered quad goes with its last pass. */
static inline void tick(unsigned answers)
{
    line_numbers_t lines;
    const uint8_t  looks = texture_walker_looks(&unit.q, &lines);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        unit.in.looked.look[i] = (uint16_t)(looks & answers & 1u << i ? way_of(lines.look[i]) + 1 : 0);
    unit.in.stamp = ++stamp;
    const bool last = texture_walker_accepts_last(&unit.q, unit.in.offer, ends(), unit.in.offer_passes);
    texture_walker_next(&unit);
    texture_walker_take(&unit);
    texture_walker_clock(&unit);
    assert_widths(&texture_walker_rtl, &unit);
    unit.in.offer = unit.in.offer && !last;
    unit.in.looked = (line_ways_t){{0}};
}

/* The quad with the coordinates and its plan is offered. */
static inline void offer(unsigned lanes)
{
    words_settle(&words);
    unit.in.offer = true;
    unit.in.offer_entry = ENTRY;
    unit.in.offer_quad = QUAD;
    unit.in.offer_lanes = (uint8_t)lanes;
    unit.in.offer_alone = false;
    unit.in.offer_low = words.low;
    unit.in.offer_high = words.high;
    unit.in.offer_passes = (uint16_t)plan_of(&words, &coordinate, lanes, &plan);
}

/* Lane i's four texels begin at (x, y): its sample is the corner between them. */
static inline void corner(unsigned lane, unsigned x, unsigned y)
{
    coordinates_set(&coordinate, lane, (float)(x + 1), (float)(y + 1));
}

/* The quad's four lanes far apart: each has two rows, and of each row two lines. */
static inline void scatter(void)
{
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        corner(lane, 15, 16 * lane);
}

static inline struct queued_tap tap_of(const lanes_t *row, unsigned lane, unsigned tap)
{
    struct queued_tap queued;
    queued_tap_unpack(&row->lane[(size_t)(lane * TEXTURE_TAPS + tap) * TAP_WORDS], &queued);
    return queued;
}

/* The row that goes to the queue when all look-ups that are left get ways. */
static inline lanes_t last_row(void)
{
    line_numbers_t lines;
    line_ways_t    looked = {{0}};
    const uint8_t  looks = texture_walker_looks(&unit.q, &lines);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        looked.look[i] = (uint16_t)(looks >> i & 1 ? way_of(lines.look[i]) + 1 : 0);
    return texture_walker_row(&unit.q, &looked);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

#endif
