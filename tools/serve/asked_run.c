#include "tools/serve/asked_run.h"

bool asked_run_open(struct asked_run *run, struct diag *diag)
{
    return subject_load(&run->subject, NULL, 0, diag) && subject_machine(&run->subject, &run->now, diag) &&
           subject_machine(&run->subject, &run->past, diag) &&
           timeline_open(&run->timeline, &run->now, &run->past, run->max_cycles, run->no_progress, diag);
}

void asked_run_close(struct asked_run *run)
{
    timeline_close(&run->timeline);
    rtl_machine_free(&run->past);
    rtl_machine_free(&run->now);
    subject_free(&run->subject);
}
