/* fragment_clock.c - the clock of R580's fragment shader processor: kit/clock.h, made of machine.def and wires.h. */
#include <assert.h>

#include "rtl_model/r580/fragment.h"
#include "rtl_model/r580/straps.h"
#include "rtl_model/r580/wires.h"

#define CLOCK_OF fragment
#define CLOCK_LIST "rtl_model/r580/machine.def"
#define CLOCK_COUNT FRAGMENT_MODULES
#define CLOCK_ALL_TELL
#define CLOCK_PLAIN(fragment) ((fragment)->core.plain)
#include "kit/clock.h"

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

void fragment_touch(struct fragment *fragment)
{
    clock_connect(fragment);
}

void fragment_edge(struct fragment *fragment)
{
    const struct machine_beside *const neighbour = fragment->core.beside;
    if (neighbour) {
        fragment_wire(fragment);
        neighbour->settle(neighbour->context);
        fragment->look = fragment->all;
    }
    clock_eval(fragment, fragment->look & ~fragment->core.replaced, NULL);
    if (neighbour)
        neighbour->before_edge(neighbour->context);
    const bool    ends = fragment->finish.q.ended;
    const uint8_t slot = fragment->finish.q.to_slot;
    fragment_note_step(fragment);
    if (fragment->outputs.q.drain)
        fragment_collect(fragment);
    clock_commit(fragment, NULL);
    if (neighbour)
        neighbour->after_edge(neighbour->context);
    if (ends && fragment->core.kept.words)
        fragment_keep_group(fragment, slot, RESULT_GPRS_ENDED);
    fragment->core.cycle++;
}
