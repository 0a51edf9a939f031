#define _XOPEN_SOURCE 700 /* realpath */
#include "tb/lockstep/build/build_places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep/build/build.h"
#include "tb/lockstep/build/process.h"

/* What lies there is loaded and run: only the user may have put it there. */
static bool is_own(const char *path, struct diag *diag)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_set(diag, path, 0, "%s", strerror(errno));
    if (status.st_uid != geteuid())
        return diag_set(diag, path, 0,
                        "the folder of built blocks belongs to user %lu: expected one of yours, set WEKIVA_CACHE",
                        (unsigned long)status.st_uid);
    return !(status.st_mode & (S_IWGRP | S_IWOTH)) ||
           diag_set(diag, path, 0, "others can write into the folder of built blocks: expected `chmod go-w`");
}

/* Made for its owner alone. */
static bool make_own(const char *path, struct diag *diag)
{
    const mode_t before = umask(077);
    const bool   good = folder_make(path, diag);
    umask(before);
    return good;
}

bool build_cache_folder(char *path, struct diag *diag)
{
    const char *own = getenv("WEKIVA_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && own[0])
        snprintf(path, BUILD_PATH, "%s", own);
    else if (xdg && xdg[0] == '/')
        snprintf(path, BUILD_PATH, "%s/wekiva", xdg);
    else if (home && home[0])
        snprintf(path, BUILD_PATH, "%s/.cache/wekiva", home);
    else
        return diag_set(diag, NULL, 0, "no place for built blocks: set WEKIVA_CACHE to a folder");
    if (!make_own(path, diag) || !is_own(path, diag))
        return false;
    char *absolute = realpath(path, NULL);
    if (!absolute)
        return diag_set(diag, path, 0, "%s", strerror(errno));
    snprintf(path, BUILD_PATH, "%s", absolute);
    free(absolute);
    return true;
}

bool build_default_folder(char *path, size_t size, struct diag *diag)
{
    static const char *const places[] = {"/../share/wekiva/rtl", "/../tb/rtl", "/../../tb/rtl"};
    char                     program[BUILD_PATH], place[BUILD_PATH + 32];
    const ssize_t            length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    for (unsigned i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        snprintf(place, sizeof place, "%s%s", program, places[i]);
        if (access(place, X_OK) == 0 && (size_t)snprintf(path, size, "%s", place) < size)
            return true;
    }
    if (access("tb/rtl", X_OK) == 0 && (size_t)snprintf(path, size, "tb/rtl") < size)
        return true;
    return diag_set(diag, NULL, 0, "the folder of the Verilog twins is not found: expected --rtl DIR");
}
