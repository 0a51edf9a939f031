/* paths.c - the files that a command reads and writes. */
#include "kit/paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, FOLDERS_DEEP = 3 };

/* ---- what a path stands for -------------------------------------------------------------------------------------- */

static char *join(const char *one, const char *between, const char *other)
{
    const size_t size = strlen(one) + strlen(between) + strlen(other) + 1;
    char        *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s%s", one, between, other);
    return text;
}

/* Cuts the last name off a path and returns it; what is left is the folder, "." or "/" when there is none. */
static char *cut_name(char **path)
{
    char  *text = *path;
    size_t length = strlen(text);
    while (length > 1 && text[length - 1] == '/')
        text[--length] = '\0';
    char *slash = strrchr(text, '/');
    char *name = strdup(slash ? slash + 1 : text);
    if (slash)
        slash[slash == text] = '\0';
    else
        *path = strdup(".");
    if (!slash)
        free(text);
    return name;
}

/* When `path` is a symbolic link to what is not there, the path it stands for; else NULL.  Freed by the caller. */
static char *dangling(const char *path)
{
    char          target[4096];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0)
        return NULL;
    target[length] = '\0';
    char *folder = target[0] == '/' ? NULL : strdup(path);
    if (!folder)
        return strdup(target);
    free(cut_name(&folder));
    char *whole = folder ? join(folder, "/", target) : NULL;
    free(folder);
    return whole;
}

static void add_rest(struct path_taken *taken, const char *name)
{
    char *rest = strcmp(name, ".") == 0 ? taken->rest : join(name, taken->rest[0] ? "/" : "", taken->rest);
    if (rest != taken->rest)
        free(taken->rest);
    taken->rest = rest;
}

/* Goes outward to what is there.  False without memory. */
static bool identify(struct path_taken *taken)
{
    struct stat status;
    char       *path = strdup(taken->path);
    taken->rest = strdup("");
    for (unsigned links = 0; path && taken->rest;) {
        if (stat(path, &status) == 0) {
            taken->known = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
            taken->device = status.st_dev;
            taken->number = status.st_ino;
            break;
        }
        if (errno != ENOENT || !path[0])
            break; /* opening it will say why it cannot */
        char *target = links < LINKS_MAX ? dangling(path) : NULL;
        if (target) {
            links++;
            free(path);
            path = target;
            continue;
        }
        char *name = cut_name(&path);
        if (name)
            add_rest(taken, name);
        free(name);
        if (!name)
            break;
    }
    const bool good = path && taken->rest;
    free(path);
    return good;
}

static bool identify_stream(struct path_taken *taken, int stream)
{
    struct stat status;
    taken->rest = strdup("");
    if (fstat(stream, &status) == 0 && S_ISREG(status.st_mode)) {
        taken->known = true;
        taken->device = status.st_dev;
        taken->number = status.st_ino;
    }
    return taken->rest;
}

/* ---- files that would destroy one another ------------------------------------------------------------------------ */

/* "out" and "out/result.json": a file in place of a folder. */
static bool begins(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool destroys(const struct path_taken *one, const struct path_taken *other)
{
    if (!one->known || !other->known || one->device != other->device || one->number != other->number)
        return false;
    if (strcmp(one->rest, other->rest) == 0)
        return one->use != other->use || one->use == PATH_WRITTEN;
    return (one->use == PATH_WRITTEN && begins(other->rest, one->rest)) ||
           (other->use == PATH_WRITTEN && begins(one->rest, other->rest));
}

static bool refuse(const struct path_taken *taken, const struct path_taken *before, struct diag *diag)
{
    /* The written one is to have another name, of two of them the later one. */
    const struct path_taken *at_fault = taken->use == PATH_READ ? before : taken;
    const struct path_taken *other = taken->use == PATH_READ ? taken : before;
    const bool               named = strcmp(other->path, at_fault->path) != 0 && strcmp(other->path, "-") != 0;
    return diag_set(diag, strcmp(at_fault->path, "-") == 0 ? NULL : at_fault->path, 0,
                    "%s is the same file as %s%s%.300s%s: expected another file", at_fault->what, other->what,
                    named ? " (" : "", named ? other->path : "", named ? ")" : "");
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static struct path_taken *add(struct path_set *paths, enum path_use use, const char *path, const char *what)
{
    if (paths->count == paths->room) {
        const unsigned room = paths->room ? 2 * paths->room : 32;
        void          *more = realloc(paths->taken, room * sizeof *paths->taken);
        if (!more)
            return NULL;
        paths->taken = more;
        paths->room = room;
    }
    struct path_taken *taken = &paths->taken[paths->count++];
    *taken = (struct path_taken){.use = use, .path = strdup(path), .what = strdup(what)};
    return taken->path && taken->what ? taken : NULL;
}

bool paths_begin(struct path_set *paths, struct diag *diag)
{
    static const char *const names[] = {"the standard output", "the error output"};
    *paths = (struct path_set){0};
    for (int i = 0; i < 2; i++) {
        struct path_taken *taken = add(paths, PATH_WRITTEN, "-", names[i]);
        if (!taken || !identify_stream(taken, i == 0 ? STDOUT_FILENO : STDERR_FILENO))
            return diag_set(diag, NULL, 0, "not enough memory");
    }
    return true;
}

void paths_free(struct path_set *paths)
{
    for (unsigned i = 0; i < paths->count; i++) {
        free(paths->taken[i].path);
        free(paths->taken[i].what);
        free(paths->taken[i].rest);
    }
    free(paths->taken);
    *paths = (struct path_set){0};
}

bool paths_take(struct path_set *paths, enum path_use use, const char *path, const char *what, struct diag *diag)
{
    const bool standard = strcmp(path, "-") == 0 && use != PATH_FOLDER;
    if (standard && use == PATH_WRITTEN)
        return true; /* taken from the start */
    struct path_taken *taken = add(paths, use, path, what);
    if (!taken || !(standard ? identify_stream(taken, STDIN_FILENO) : identify(taken)))
        return diag_set(diag, path, 0, "not enough memory");
    for (unsigned i = 0; i + 1 < paths->count; i++)
        if (destroys(taken, &paths->taken[i]))
            return refuse(taken, &paths->taken[i], diag);
    return true;
}

bool paths_take_beside(struct path_set *paths, enum path_use use, const char *beginning, const char *end,
                       const char *what, struct diag *diag)
{
    char *path = join(beginning, "", end);
    if (!path)
        return diag_set(diag, beginning, 0, "not enough memory");
    const bool good = paths_take(paths, use, path, what, diag);
    free(path);
    return good;
}

bool paths_take_in(struct path_set *paths, enum path_use use, const char *folder, const char *name, const char *what,
                   struct diag *diag)
{
    char *path = join(folder, "/", name);
    if (!path)
        return diag_set(diag, folder, 0, "not enough memory");
    const bool good = paths_take(paths, use, path, what, diag);
    free(path);
    return good;
}

static bool take_below(struct path_set *paths, const char *folder, unsigned depth, const char *what, struct diag *diag)
{
    DIR *directory = opendir(folder);
    bool good = true;
    if (!directory)
        return true; /* reading it will say why it cannot */
    for (const struct dirent *entry; good && (entry = readdir(directory));) {
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *path = join(folder, "/", entry->d_name);
        if (!path)
            good = diag_set(diag, folder, 0, "not enough memory");
        else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            good = depth == 0 || entry->d_name[0] == '.' || take_below(paths, path, depth - 1, what, diag);
        else
            good = paths_take(paths, PATH_READ, path, what, diag);
        free(path);
    }
    closedir(directory);
    return good;
}

bool paths_take_all(struct path_set *paths, const char *folder, const char *what, struct diag *diag)
{
    return take_below(paths, folder, FOLDERS_DEEP, what, diag);
}
