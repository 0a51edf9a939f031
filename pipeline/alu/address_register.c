#include "pipeline/alu/address_register.h"

RTL_TABLE(address_register, ADDRESS_REGISTER_SIGNALS);

void address_register_eval(const struct address_register_in *in, const struct address_register_reg *q,
                           struct address_register_reg *d)
{
    if (in->write)
        d->writes = q->writes + 1;
}

void address_register_capture(struct address_register *registers)
{
    const struct address_register_in *in = &registers->in;
    const quarter_t *const            result[AR_ELEMENTS] = {in->result_x, in->result_y, in->result_z, in->result_w};
    for (unsigned e = 0; e < AR_ELEMENTS; e++) {
        quarter_t *to = &registers->ar[e].quarter[in->quarter];
        if (in->write >> e & 1)
            quarter_select(to, in->mask.element[e], result[e], to);
    }
}
