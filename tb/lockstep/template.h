/* template.h - the start of a Verilog block of one's own: a SystemVerilog module with a module's ports and comments. */
#ifndef TB_LOCKSTEP_TEMPLATE_H
#define TB_LOCKSTEP_TEMPLATE_H

#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"
#include "trace/views.h"

/* `views` tells the names of enumerations' values. */
bool template_write(FILE *out, const struct lockstep_module *module, const struct trace_view *views,
                    unsigned view_count, struct diag *diag);

#endif
