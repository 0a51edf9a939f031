#include "pipeline/address_register.h"

#include <string.h>

RTL_TABLE_MEM(address_register, ADDRESS_REGISTER_SIGNALS, ADDRESS_REGISTER_MEMORIES);

void address_register_reset(struct address_register *registers)
{
    memset(registers, 0, sizeof *registers);
}

void address_register_eval(const struct address_register_in *in, const struct address_register_reg *q,
                           struct address_register_reg *d)
{
    if (in->write)
        d->writes = q->writes + 1;
}

void address_register_capture(struct address_register *registers, const quarter_t *const result[AR_ELEMENTS])
{
    for (unsigned e = 0; e < AR_ELEMENTS; e++) {
        quarter_t *to = &registers->ar[e].quarter[registers->in.quarter];
        if (registers->in.write >> e & 1)
            quarter_select(to, registers->in.mask.element[e], result[e], to);
    }
}
