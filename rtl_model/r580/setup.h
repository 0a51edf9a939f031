/* setup.h - what a launch makes of R580's fragment shader processor: its registers, constants and the instruction
 * store. */
#ifndef RTL_MODEL_R580_SETUP_H
#define RTL_MODEL_R580_SETUP_H

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r580/chip.h"
#include "rtl_model/r580/store.h"

struct us_setup {
    us_address_t   first, last, offset; /* where programs begin and end, with US_CODE_OFFSET in them */
    us_address_t   base;                /* where the first instruction of the file lies */
    us_address_t   range, range_size;   /* US_CODE_RANGE */
    bool           full, zero_times_anything;
    unsigned       temporaries;
    unsigned       group_quads, slots, places;
    uint32_t       threads, groups;
    unsigned       input_first, input_count;
    const uint8_t *inputs; /* [pixel][input][4], little-endian; NULL: none */
};

/* `store` gets program and constants; it has been cleared. */
bool us_setup(const struct us_chip *chip, const struct program *program, const struct launch *launch,
              struct us_setup *setup, struct us_store *store, struct diag *diag);

/* ---- setup_registers.c ------------------------------------------------------------------------------------------- */

enum us_register {
    US_REG_CODE_ADDR,
    US_REG_CODE_RANGE,
    US_REG_CODE_OFFSET,
    US_REG_PIXSIZE,
    US_REG_CONFIG,
    US_REG_FC_CTRL,
    US_REG_BOOL_CONST,
    US_REG_VECTOR_INDEX,
    US_REG_INT_CONST,
    US_REG_USED = US_REG_INT_CONST + 32
};
struct us_registers {
    bool     given[US_REG_USED];
    uint32_t value[US_REG_USED];
    unsigned line[US_REG_USED];
};
/* The registers of the launch by their names or addresses (R5xx Acceleration 11.10); registers without effect on the
 * model pass. */
bool us_read_registers(const struct launch *launch, struct us_registers *registers, struct diag *diag);
/* The name of the register at an address that the launch may have and the model ignores, or NULL. */
const char *us_ignored_register(const struct launch_register *entry, char name[32]);

#endif
