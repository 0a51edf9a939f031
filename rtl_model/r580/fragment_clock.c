/* fragment_clock.c - the clock of R580's fragment shader processor, from machine.def, wires.h and straps.h. */
#include <assert.h>

#include "rtl_model/r580/fragment.h"
#include "rtl_model/r580/straps.h"
#include "rtl_model/r580/wires.h"

void fragment_strap(struct fragment *fragment)
{
#define MODULE(type, member, name) fragment_##member##_strap(fragment, 0, &fragment->chip, &fragment->setup);
#include "rtl_model/r580/machine.def"
}

void fragment_list_instances(struct fragment *fragment)
{
#define PASSIVE(type, member, name) MODULE(type, member, name)
#define MODULE(type, member, name)                                                                                     \
    fragment->instances[AT_##member] = (struct rtl_instance){"us." name, &type##_rtl, &fragment->member};
#include "rtl_model/r580/machine.def"
}

const struct rtl_wiring *fragment_wiring(unsigned number)
{
    static const struct rtl_wiring *const wiring[FRAGMENT_MODULES] = {
#define MODULE(type, member, name) [AT_##member] = &fragment_##member##_wiring,
#include "rtl_model/r580/machine.def"
    };
    assert(number < FRAGMENT_MODULES);
    return wiring[number];
}

void fragment_wire(struct fragment *fragment)
{
#define MODULE(type, member, name) fragment_##member##_look(fragment, 0, true);
#include "rtl_model/r580/machine.def"
}

/* Modules that are awake: the others hold their state. */
void fragment_edge(struct fragment *fragment)
{
    uint32_t awake = 0;
    if (fragment->neighbour) {
        fragment_wire(fragment);
        fragment->neighbour->settle(fragment->neighbour->context);
    }
#define MODULE(type, member, name)                                                                                     \
    if (!(fragment->replaced >> AT_##member & 1) && fragment_##member##_awake(fragment, 0)) {                          \
        awake |= 1u << AT_##member;                                                                                    \
        fragment_##member##_next(fragment, 0);                                                                         \
    }
#include "rtl_model/r580/machine.def"
    if (fragment->neighbour)
        fragment->neighbour->before_edge(fragment->neighbour->context);
    const bool    ends = fragment->finish.q.ended;
    const uint8_t slot = fragment->finish.q.to_slot;
    if (fragment->outputs.q.drain)
        fragment_collect(fragment);
#define MODULE(type, member, name)                                                                                     \
    if (awake >> AT_##member & 1)                                                                                      \
        fragment_##member##_take(fragment, 0);
#include "rtl_model/r580/machine.def"
#define MODULE(type, member, name)                                                                                     \
    if (awake >> AT_##member & 1)                                                                                      \
        fragment_##member##_clock(fragment, 0);
#include "rtl_model/r580/machine.def"
    if (fragment->neighbour)
        fragment->neighbour->after_edge(fragment->neighbour->context);
    if (ends && fragment->kept.words)
        fragment_keep_group(fragment, slot, RESULT_GPRS_ENDED);
    fragment->cycle++;
}
