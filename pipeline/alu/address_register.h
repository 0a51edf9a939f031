/* address_register.h - AR of the ALU clause that runs in one wavefront slot: four elements of 9 bits a thread, written
 * by MOVA* in the slot of the same name and by Trans (MOVA_GPR_INT) in X, valid for one clause (ISA 4.6.1, 4.8.2.2,
 * table 2.6). */
#ifndef PIPELINE_ADDRESS_REGISTER_H
#define PIPELINE_ADDRESS_REGISTER_H

#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

enum { AR_ELEMENTS = 4 };

typedef struct {
    uint16_t element[AR_ELEMENTS];
} ar_masks_t; /* X Y Z W */

/* clang-format off */
#define ADDRESS_REGISTER_SIGNALS(S)                                                                    \
    S(EN,    uint8_t,    write,     4, "elements that a quarter's results go to, bit 0 = X")           \
    S(IN,    uint8_t,    quarter,   2, "which quarter")                                                \
    S(IN,    ar_masks_t, mask,     16, "lanes that executed, per element")                             \
    S(BUS,   quarter_t,  result_x, 32, "slot X's results, or T's when that wrote")                     \
    S(BUS,   quarter_t,  result_y, 32, "slot Y's results")                                             \
    S(BUS,   quarter_t,  result_z, 32, "slot Z's results")                                             \
    S(BUS,   quarter_t,  result_w, 32, "slot W's results")                                             \
    S(STAT,  uint32_t,   writes,   32, "quarters written")                                             \
    S(MEM,   lanes_t,    ar,       32, "AR.x AR.y AR.z AR.w, -256..255, sign-extended", AR_ELEMENTS)
/* clang-format on */

RTL_STRUCT(address_register, ADDRESS_REGISTER_SIGNALS);

RTL_RESET(address_register, ZERO);
void address_register_eval(const struct address_register_in *in, const struct address_register_reg *q,
                           struct address_register_reg *d);
/* Takes the results into their quarter of AR. */
void address_register_capture(struct address_register *registers);

RTL_LIFE(address_register, ALONE, TAKES, COPIES);

#endif
