#include "rtl_model/nv30/alone.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/looks.h"
#include "rtl_model/nv30/nv30.h"

#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#include "rtl_model/nv30/nv30.def"

static const struct module_life *life(unsigned i)
{
    static const struct module_life lives[] = {
#define MODULE(type, member, name) {ALONE_ROW(type, member, nv30)},
#include "rtl_model/nv30/nv30.def"
    };
    return i < sizeof lives / sizeof lives[0] ? &lives[i] : NULL;
}

/* An NV30 with places for 16 quads of 4 registers each. */
static bool start(const struct module_life *life, const void *chip, void *state)
{
    struct nv30 *nv30 = calloc(1, sizeof *nv30);
    if (!nv30)
        return false;
    memcpy(&nv30->chip, chip ? chip : nv30_chips.presets, sizeof nv30->chip);
    nv30->setup.quads = nv30->setup.slots = 16;
    nv30->setup.passes.rows.count = 4;
    nv30_strap(nv30);
    memcpy(state, (const char *)nv30 + life->offset, life->bytes);
    life->reset(state);
    free(nv30);
    return true;
}

/* Attributes that a launch would give are not there, nor textures: passes that read none have all that they need. */
static unsigned far_rows(const struct rtl_signal *far)
{
    static const struct {
        const char *name;
        unsigned    rows;
    } rows[] = {{"words", NV30_PASSES_NAMED},
                {"file", NV30_SLOTS * NV30_ROWS},
                {"constants", NV30_CONSTANTS * 4},
                {"kept", NV30_KEPT_SETS}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(far->name, rows[i].name) == 0)
            return rows[i].rows;
    return 0;
}

const struct module_lives nv30_lives = {.life = life, .start = start, .far_rows = far_rows, .looks = &nv30_looks};
