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

/* `[15:0][31:0]`, `[31:0]` or nothing: how a port is declared. */
const char *template_range(const struct rtl_signal *signal, char *text, size_t size);

#endif
