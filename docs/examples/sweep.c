/* sweep.c - runs one launch with several values of a chip parameter, each in a thread of its own.
 *
 * usage: sweep LAUNCH.json PARAMETER VALUE... */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <wekiva.h>

enum { VALUES = 16, CYCLES = 1000000 };

struct job {
    const struct wk_launch *launch;
    char                    setting[128];
    enum wk_status          status;
    uint64_t                cycles;
    struct wk_comparison    comparison;
    struct wk_diagnostic    why;
};

/* Machines of one launch share nothing that they could change. */
static void *run(void *argument)
{
    struct job             *job = argument;
    const char *const       settings[] = {job->setting};
    const struct wk_options options = {.settings = settings, .setting_count = 1};
    struct wk_machine      *machine;
    job->status = wk_create(NULL, job->launch, &options, &machine, &job->why);
    if (job->status != WK_OK)
        return NULL;
    job->status = wk_run(machine, CYCLES, &job->why);
    job->cycles = wk_cycle(machine);
    wk_compare(machine, &job->comparison, NULL);
    wk_destroy(machine);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct job    jobs[VALUES];
    pthread_t            threads[VALUES];
    struct wk_diagnostic why;
    struct wk_launch    *launch;
    int                  failed = 0, count = argc - 3;
    if (count < 1 || count > VALUES) {
        fprintf(stderr, "usage: sweep LAUNCH.json PARAMETER VALUE... (at most %d)\n", VALUES);
        return 2;
    }
    if (wk_launch_load(argv[1], &launch, &why) != WK_OK) {
        fprintf(stderr, "sweep: %s:%u: %s\n", why.file, why.line, why.text);
        return 1;
    }
    for (int i = 0; i < count; i++) {
        jobs[i].launch = launch;
        snprintf(jobs[i].setting, sizeof jobs[i].setting, "%s=%s", argv[2], argv[3 + i]);
        if (pthread_create(&threads[i], NULL, run, &jobs[i]) != 0) {
            fprintf(stderr, "sweep: no thread for %s\n", jobs[i].setting);
            count = i;
            failed = 1;
        }
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        if (jobs[i].status != WK_FINISHED) {
            fprintf(stderr, "sweep: %s: %s\n", wk_status_text(jobs[i].status), jobs[i].why.text);
            failed = 1;
        } else {
            printf("%s: %" PRIu64 " cycles, results %s\n", jobs[i].setting, jobs[i].cycles,
                   jobs[i].comparison.match ? "as expected" : jobs[i].comparison.first);
        }
    }
    wk_launch_free(launch);
    return failed;
}
