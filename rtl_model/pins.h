/* pins.h - the ports of a module that stands alone (alone.h) as packed words: what a bench in another language drives,
 * clocks and reads.
 *
 * Ports are those of a Verilog block in the module's place (kit/ports.h), but for far memories whose rows only the
 * module knows: what they hold is written into its instance `outside`. */
#ifndef RTL_MODEL_PINS_H
#define RTL_MODEL_PINS_H

#include "kit/ports.h"
#include "rtl_model/alone.h"

/* Inputs; outputs that are registers; outputs that follow the inputs within a clock. */
enum pin_image { PINS_IN, PINS_REGISTERS, PINS_FOLLOWING, PIN_IMAGES };

/* A clock, or one with the reset: RESET takes straps alone; LOAD, of modules whose memories a launch fills, is one in
 * which memories take what inputs write, too, and keep what they hold. */
enum pin_edge { PINS_CLOCK, PINS_RESET, PINS_LOAD, PIN_EDGES };

/* Bits of an image from `first` on, the first element of a port lowest, little-endian words. */
struct pin {
    const struct port *port;
    enum pin_image     image;
    unsigned           first;
};

struct pins {
    struct port_table         table;
    struct pin                pin[PORTS_MAX]; /* images one behind the other, in each those first that templates have */
    unsigned                  count;
    unsigned                  bits[PIN_IMAGES];
    uint64_t                  layout; /* a hash of names and places: equal for the same ports */
    struct rtl_machine       *machine;
    const struct module_life *life;
    module_reads_t           *reads; /* or NULL */
    uint32_t                 *words[PIN_IMAGES];
    unsigned                  made[PIN_IMAGES]; /* pins of the image that are up to date */
    bool                      driven;           /* the module has the inputs */
    uint64_t                  changes;          /* of the machine, as far as that is known */
    void                     *kept;             /* room for a state */
};

/* NULL and `diag`: not one module alone, or not enough memory.  The machine outlives them. */
struct pins *pins_open(struct rtl_machine *machine, struct diag *diag);
void         pins_free(struct pins *pins);

unsigned pins_words(const struct pins *pins, enum pin_image image);

/* Words of an image from `first` on: what lies beyond it is left out, or 0. */
void pins_put(struct pins *pins, unsigned first, unsigned count, const uint32_t *words);
void pins_get(struct pins *pins, enum pin_image image, unsigned first, unsigned count, uint32_t *words);

/* The inputs that have been put reach the module; the edge. */
void pins_settle(struct pins *pins);
void pins_clock(struct pins *pins, enum pin_edge edge);

#endif
