/* trace_kit.h - a waveform of the small machine, opened anew for each test.  Included by one .c file of a program. */
#ifndef TB_UNIT_TRACE_KIT_H
#define TB_UNIT_TRACE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/vcd.h"

static struct machine      machine;
static struct rtl_instance instances[MACHINE_INSTANCES];
static struct diag         diag;

static inline int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&diag, 0, sizeof diag);
    machine_instances(&machine, instances);
    return 0;
}

static inline struct trace *open_trace(struct trace_options options)
{
    if (!options.path)
        options.path = scratch("t.vcd");
    return trace_open(&options, instances, MACHINE_INSTANCES, &diag);
}

static inline void assert_refused(struct trace_options options, const char *why)
{
    assert_null(open_trace(options));
    if (!strstr(diag.what, why))
        fail_msg("'%s' does not say '%s'", diag.what, why);
}

#endif
