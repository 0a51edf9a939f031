#include "rtl_model/r580/alone.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/fragment.h"
#include "rtl_model/r580/views.h"

#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#include "rtl_model/r580/machine.def"

/* A module without wires has no reset either. */
static void store_alone_reset(void *store)
{
    memset(store, 0, sizeof(struct us_store));
}
#define PASSIVE(type, member, name) ALONE_STILL(member)
#define MODULE(type, member, name)
#include "rtl_model/r580/machine.def"

static const struct module_life *life(unsigned i)
{
    static const struct module_life lives[] = {
#define PASSIVE(type, member, name) {ALONE_ROW(type, member, fragment)},
#define MODULE(type, member, name) {ALONE_ROW(type, member, fragment)},
#include "rtl_model/r580/machine.def"
    };
    return i < sizeof lives / sizeof lives[0] ? &lives[i] : NULL;
}

/* An R580 with one group of 16 temporaries. */
static bool start(const struct module_life *life, const void *chip, void *state)
{
    struct fragment *fragment = calloc(1, sizeof *fragment);
    if (!fragment)
        return false;
    memcpy(&fragment->chip, chip ? chip : r580_chips.presets, sizeof fragment->chip);
    fragment->setup = (struct us_setup){.range_size = US_STORE - 1,
                                        .full = true,
                                        .temporaries = 16,
                                        .group_quads = fragment->chip.group_pixels / 4,
                                        .slots = 1,
                                        .places = 1,
                                        .threads = fragment->chip.group_pixels,
                                        .groups = 1,
                                        .input_count = 1};
    fragment_strap(fragment);
    memcpy(state, (const char *)fragment + life->offset, life->bytes);
    life->reset(state);
    free(fragment);
    return true;
}

/* Inputs of pixels have 64 KB; without textures each read of one breaks a rule. */
static unsigned far_rows(const struct rtl_signal *far)
{
    return strcmp(far->name, "inputs") == 0 ? 1 << 16 : 0;
}

const struct module_lives r580_lives = {.life = life, .start = start, .far_rows = far_rows, .looks = &r580_looks};
