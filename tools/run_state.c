/* run_state.c - saves and loads a run: FILE and FILE.exports (rtl_model/r700/gpu_collected.c). */
#include "tools/run_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/snapshot.h"
#include "rtl_model/r700/gpu_collected.h"
#include "tools/output.h"

static char *beside(const char *path)
{
    char *name = malloc(strlen(path) + sizeof ".exports");
    return name ? strcat(strcpy(name, path), ".exports") : NULL;
}

static bool save_exports(const char *path, const struct gpu *gpu, struct diag *diag)
{
    const size_t   bytes = gpu_collected_bytes(gpu);
    unsigned char *data = malloc(bytes);
    if (!data)
        return diag_set(diag, path, 0, "not enough memory");
    gpu_collected_put(data, gpu);
    const bool good = output_save(path, data, bytes, diag);
    free(data);
    return good;
}

bool run_state_save(const char *path, const struct gpu *gpu, struct diag *diag)
{
    char *name = beside(path), temporary[4096];
    bool  good = name || diag_set(diag, path, 0, "not enough memory");
    if (good && (size_t)snprintf(temporary, sizeof temporary, "%s.%ld.tmp", name, (long)getpid()) >= sizeof temporary)
        good = diag_set(diag, path, 0, "the path is too long");
    good = good && save_exports(temporary, gpu, diag);
    if (good && !snapshot_save(path, gpu->instances, gpu->instance_count, gpu->cycle, diag)) {
        unlink(temporary);
        good = false;
    }
    if (good && rename(temporary, name) != 0) {
        good = diag_set(diag, name, 0, "cannot write: %s", strerror(errno));
        unlink(temporary);
        unlink(path); /* it would be continued without its exports */
    }
    free(name);
    return good;
}

bool run_state_take_files(const char *path, struct path_set *paths, enum path_use use, const char *what,
                          struct diag *diag)
{
    return paths_take(paths, use, path, what, diag) && paths_take_beside(paths, use, path, ".exports", what, diag);
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static bool load_exports(const char *path, struct gpu *gpu, struct diag *diag)
{
    size_t         size;
    unsigned char *data = input_load(path, SIZE_MAX / 2, &size, diag);
    const bool     good = data && gpu_collected_check(path, data, size, gpu, gpu->cycle, diag) &&
                      gpu_collected_take(path, data, gpu, diag);
    free(data);
    return good;
}

bool run_state_load(const char *path, struct gpu *gpu, struct diag *diag)
{
    char *name = beside(path);
    bool  good = name || diag_set(diag, path, 0, "not enough memory");
    good = good && snapshot_load(path, gpu->instances, gpu->instance_count, &gpu->cycle, diag);
    good = good && load_exports(name, gpu, diag);
    gpu_touch(gpu);
    free(name);
    return good;
}
