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
#define ADDRESS_REGISTER_SIGNALS(IN, OUT, REG)                                                          \
    IN (uint8_t,    write,    4, "elements that a quarter's results go to, bit 0 = X")                  \
    IN (uint8_t,    quarter,  2, "which quarter")                                                       \
    IN (ar_masks_t, mask,    16, "lanes that executed, per element")                                    \
    REG(uint32_t,   writes,  32, "quarters written since reset")

#define ADDRESS_REGISTER_MEMORIES(MEM)                                                                  \
    MEM(lanes_t, ar, AR_ELEMENTS, 32, "AR.x AR.y AR.z AR.w, -256..255, sign-extended")
/* clang-format on */

RTL_STRUCT_MEM(address_register, ADDRESS_REGISTER_SIGNALS, ADDRESS_REGISTER_MEMORIES);

extern const struct rtl_module address_register_rtl;

void address_register_reset(struct address_register *registers);
void address_register_eval(const struct address_register_in *in, const struct address_register_reg *q,
                           struct address_register_reg *d);
/* Takes the results of slots X Y Z W, of T in place of X when that wrote; before any commit. */
void address_register_capture(struct address_register *registers, const quarter_t *const result[AR_ELEMENTS]);

#endif
