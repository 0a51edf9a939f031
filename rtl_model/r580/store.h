/* store.h - what programs are made of and stays as it is while they run: the instruction store and the constants
 * (R5xx Acceleration 8.2, 8.4.1, 8.6.3.3). */
#ifndef RTL_MODEL_R580_STORE_H
#define RTL_MODEL_R580_STORE_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

/* clang-format off */
#define US_STORE_SIGNALS(S)                                                                             \
    S(MEM,   us_words_t,    words,        32, "instructions", US_STORE)                                 \
    S(MEM,   bool,          written,       1, "they have been written", US_STORE)                       \
    S(MEM,   us_constant_t, constants,    32, "US_ALU_CONST", US_CONSTANTS)                             \
    S(MEM,   uint32_t,      integers,     32, "US_FC_INT_CONST: count, aL, step", 32)                   \
    S(OUT,   uint32_t,      booleans,     32, "US_FC_BOOL_CONST")
/* clang-format on */

RTL_PASSIVE(us_store, US_STORE_SIGNALS);

#endif
