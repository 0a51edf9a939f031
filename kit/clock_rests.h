/* clock_rests.h - the part of clock.h for machines whose modules may rest (life.h): a resting module is not clocked;
 * its counters and countdowns are brought up to the present when it resumes or is looked at. */
#ifdef CLOCK_NOW
/* tick: so many edges that do what the last one did; even: the next state is the present one; holds: a module that
 * looks goes on resting, for it has no event, or its wires, driven anew, are what they were. */
#define MODULE(type, member, name)                                                                                     \
    static void clock_tick_##member(struct CLOCK_OF *machine, unsigned number, uint64_t edges)                         \
    {                                                                                                                  \
        type##_move_on(RTL_AT(type, machine, member, CLOCK_INSTANCE(member)), edges);                                  \
    }                                                                                                                  \
    static void clock_even_##member(struct CLOCK_OF *machine, unsigned number)                                         \
    {                                                                                                                  \
        struct type *const m = RTL_AT(type, machine, member, CLOCK_INSTANCE(member));                                  \
        m->d = m->q;                                                                                                   \
    }                                                                                                                  \
    static bool clock_holds_##member(struct CLOCK_OF *machine, unsigned number)                                        \
    {                                                                                                                  \
        const unsigned         i = CLOCK_INSTANCE(member);                                                             \
        struct type *const     m = RTL_AT(type, machine, member, i);                                                   \
        const struct type##_in before = m->in;                                                                         \
        if (type##_by_events)                                                                                          \
            return !CLOCK_ROW(CLOCK_OF, member, drive_events)(machine, i, &m->in);                                     \
        if (type##_pointers != 0 || !(machine->same_in & clock_bit(number)))                                           \
            return false;                                                                                              \
        CLOCK_ROW(CLOCK_OF, member, drive)(machine, i, &m->in);                                                        \
        return !rtl_differ(&before, &m->in, sizeof before);                                                            \
    }
#include CLOCK_LIST

static const struct {
    void (*tick)(struct CLOCK_OF *, unsigned, uint64_t);
    void (*even)(struct CLOCK_OF *, unsigned);
    bool (*holds)(struct CLOCK_OF *, unsigned);
} clock_rest_at[CLOCK_COUNT] = {
#define MODULE(type, member, name)                                                                                     \
    [AT_##member... AT_##member + COUNT_##member - 1] = {clock_tick_##member, clock_even_##member,                     \
                                                         clock_holds_##member},
#include CLOCK_LIST
};

/* Brings counters and clocks left of a resting module up to the present. */
static inline void clock_tick(struct CLOCK_OF *machine, unsigned number)
{
    clock_rest_at[number].tick(machine, number, CLOCK_NOW(machine) - machine->since[number]);
    machine->since[number] = CLOCK_NOW(machine);
}

static inline void clock_rise(struct CLOCK_OF *machine, unsigned number)
{
    clock_tick(machine, number);
    machine->rests &= ~clock_bit(number);
    clock_rest_at[number].even(machine, number);
}

static inline void clock_lie_down(struct CLOCK_OF *machine, unsigned number, uint64_t clocks)
{
    machine->rests |= clock_bit(number);
    machine->same_in |= clock_bit(number);
    machine->since[number] = CLOCK_NOW(machine);
    machine->alarm[number] = clocks == UINT64_MAX ? clocks : CLOCK_NOW(machine) + clocks;
    if (machine->alarm[number] < machine->first_alarm)
        machine->first_alarm = machine->alarm[number];
}

/* The modules with a countdown that ends in this clock. */
static inline CLOCK_BITS clock_due(struct CLOCK_OF *machine)
{
    CLOCK_BITS due = 0;
    if (CLOCK_NOW(machine) < machine->first_alarm)
        return 0;
    machine->first_alarm = UINT64_MAX;
    CLOCK_EACH (machine->rests, NULL) {
        if (machine->alarm[walk.number] <= CLOCK_NOW(machine))
            due |= clock_bit(walk.number);
        else if (machine->alarm[walk.number] < machine->first_alarm)
            machine->first_alarm = machine->alarm[walk.number];
    }
    return due;
}

/* Ends the rests of the modules with a new input or an alarm; returns the modules that look. */
static CLOCK_BITS clock_rise_some(struct CLOCK_OF *machine, CLOCK_BITS looks)
{
    const CLOCK_BITS due = clock_due(machine);
    CLOCK_EACH ((looks | due) & machine->rests, NULL) {
        const CLOCK_BITS bit = clock_bit(walk.number);
        if (!(due & bit) && clock_rest_at[walk.number].holds(machine, walk.number)) {
            looks &= ~bit;
            continue;
        }
        clock_rise(machine, walk.number);
        looks |= bit;
        CLOCK_RISEN(machine);
    }
    return looks;
}

/* When registers or memories are written from outside, or looked at. */
static inline void clock_rise_all(struct CLOCK_OF *machine)
{
    CLOCK_IN(machine->look) |= machine->rests;
    CLOCK_EACH (machine->rests, NULL)
        clock_rise(machine, walk.number);
    machine->first_alarm = UINT64_MAX;
}
#endif
