#include "tools/serve/asked_run.h"

#include "kit/crew.h"

/* As `wekiva run` without --jobs. */
static bool set_jobs(const struct rtl_machine *machine, struct diag *diag)
{
    const unsigned jobs = crew_processors();
    return !machine->kind->set_jobs ||
           machine->kind->set_jobs(machine->of, jobs < MACHINE_JOBS_MAX ? jobs : MACHINE_JOBS_MAX, diag);
}

bool asked_run_open(struct asked_run *run, struct diag *diag)
{
    return subject_load(&run->subject, NULL, 0, diag) && subject_machine(&run->subject, &run->now, diag) &&
           subject_machine(&run->subject, &run->past, diag) && set_jobs(&run->now, diag) &&
           set_jobs(&run->past, diag) &&
           timeline_open(&run->timeline, &run->now, &run->past, run->max_cycles, run->no_progress, diag);
}

void asked_run_close(struct asked_run *run)
{
    timeline_close(&run->timeline);
    rtl_machine_free(&run->past);
    rtl_machine_free(&run->now);
    subject_free(&run->subject);
}
