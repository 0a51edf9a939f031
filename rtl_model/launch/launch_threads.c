/* launch_threads.c - a launch with another number of threads than its file says: inputs repeat. */
#include "rtl_model/launch/launch_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void drop_file(struct launch_file *file)
{
    free(file->path);
    free(file->data);
    *file = (struct launch_file){0};
}

void launch_expect_nothing(struct launch *launch)
{
    struct launch_expect *expect = &launch->expect;
    drop_file(&expect->file);
    for (unsigned i = 0; i < expect->buffer_count; i++)
        drop_file(&expect->buffers[i].file);
    free(expect->exports);
    free(expect->killed);
    launch_strips_free(expect);
    free(expect->buffers);
    *expect = (struct launch_expect){0};
    launch->line[LAUNCH_KEY_EXPECT] = 0;
}

static bool repeat_inputs(struct launch *launch, unsigned threads, struct diag *diag)
{
    struct launch_file *file = &launch->gprs.file;
    const size_t        each = (size_t)launch->gprs.count * 16, bytes = each * threads;
    if (bytes > LAUNCH_FILE_BYTES_MAX)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_GPRS],
                        "gprs: %u threads of %zu bytes are more than %d bytes", threads, each, LAUNCH_FILE_BYTES_MAX);
    uint8_t *data = malloc(bytes + 1);
    if (!data)
        return diag_set(diag, launch->path, 0, "not enough memory");
    for (unsigned thread = 0; thread < threads; thread++)
        memcpy(data + each * thread, file->data + each * (thread % launch->threads), each);
    free(file->data);
    file->data = data;
    file->bytes = bytes;
    return true;
}

bool launch_set_threads(struct launch *launch, unsigned threads, struct diag *diag)
{
    if (threads < 1 || threads > LAUNCH_THREADS_MAX)
        return diag_set(diag, launch->path, 0, "%u threads, expected 1 to %d", threads, LAUNCH_THREADS_MAX);
    const enum launch_key several = launch_several_key(launch);
    if (launch->row_count)
        return diag_set(diag, launch->path, launch->line[several],
                        "%s: expected one launch, to run it with another number of threads", launch_key_name(several));
    if (threads == launch->threads)
        return true;
    if (launch->gprs.count && !repeat_inputs(launch, threads, diag))
        return false;
    launch_expect_nothing(launch);
    launch->file_threads = launch->threads;
    launch->threads = threads;
    return true;
}
