/* beside.c - the small files that a GTKWave save file refers to. */
#include "trace/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/text.h"

char *beside_stem(const char *path)
{
    const char  *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(path);
    const char  *end = strlen(name) > 4 ? path + length - 4 : "";
    const bool   known = strcmp(end, ".vcd") == 0 || strcmp(end, ".fst") == 0;
    return strndup(path, known ? length - 4 : length);
}

char *beside_name(const char *stem)
{
    const char  *slash = strrchr(stem, '/'), *name = slash ? slash + 1 : stem;
    const size_t size = 4 * strlen(name) + sizeof "././" + 4;
    char        *path = malloc(size);
    if (path) {
        memcpy(path, "././", 4);
        text_visible(path + 4, size - 4, name);
    }
    return path;
}

bool beside_folder(const char *stem, struct diag *diag)
{
    char      *path = beside_path(stem, ".waves", "", "");
    const bool good = path && (mkdir(path, 0777) == 0 || errno == EEXIST);
    if (!good)
        diag_set(diag, path ? path : stem, 0, "cannot make the folder for the waveform viewer: %s", strerror(errno));
    free(path);
    return good;
}

char *beside_path(const char *stem, const char *middle, const char *name, const char *end)
{
    const size_t size = strlen(stem) + strlen(middle) + strlen(name) + strlen(end) + 1;
    char        *path = malloc(size);
    if (!path)
        return NULL;
    const int start = snprintf(path, size, "%s%s", stem, middle);
    snprintf(path + start, size - (size_t)start, "%s%s", name, end);
    for (char *c = path + start; c < path + start + strlen(name); c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *c))
            *c = '_';
    return path;
}

FILE *beside_create(const char *path, struct diag *diag)
{
    /* A file of its own: what a link there leads to is not written. */
    const bool free_name = path && (unlink(path) == 0 || errno == ENOENT);
    const int  fd = free_name ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    FILE      *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    if (!file)
        diag_set(diag, path, 0, "cannot create a file for the waveform viewer: %s", strerror(path ? errno : ENOMEM));
    return file;
}

bool beside_finish(FILE *file, const char *path, struct diag *diag)
{
    const bool failed = fflush(file) != 0 || ferror(file);
    const int  error = errno;
    if (fclose(file) == 0 && !failed)
        return true;
    diag_set(diag, path, 0, "cannot write a file for the waveform viewer: %s", strerror(failed ? error : errno));
    remove(path);
    return false;
}

/* Of thousands of values. */
static void put_name(FILE *file, unsigned digits, unsigned value, const char *colour, const char *name)
{
    char number[VIEW_NAME_BITS / 4];
    for (unsigned d = digits; d-- > 0; value >>= 4)
        number[d] = "0123456789ABCDEF"[value & 15];
    fwrite(number, 1, digits, file);
    fputs(colour ? " ?" : " ", file);
    if (colour) {
        fputs(colour, file);
        fputc('?', file);
    }
    fputs(name, file);
    fputc('\n', file);
}

bool beside_names(const char *path, const struct trace_view *view, uint32_t widths, struct diag *diag)
{
    FILE *file = beside_create(path, diag);
    if (!file)
        return false;
    fprintf(file, "# names of %s\n", view->type);
    for (unsigned digits = 1; digits <= VIEW_NAME_BITS / 4; digits++)
        for (uint64_t value = 0; widths >> digits & 1 && value >> 4 * digits == 0; value++) {
            const char *name = view->name(value), *colour = name && view->colour ? view->colour(value) : NULL;
            if (name)
                put_name(file, digits, (unsigned)value, colour, name);
        }
    return beside_finish(file, path, diag);
}

bool beside_idle(const char *path, const struct trace_view *view, uint64_t widths, struct diag *diag)
{
    FILE *file = beside_create(path, diag);
    if (!file)
        return false;
    fprintf(file, "# no value of %s\n", view->type);
    for (unsigned bits = 1; bits <= 64; bits++) {
        const uint64_t value = view->idle == IDLE_ABOVE ? UINT64_C(1) << (bits - 1) : view->idle_word;
        if (!(widths >> (bits - 1) & 1))
            continue;
        if (view->kind == VIEW_HEX)
            fprintf(file, "%0*" PRIX64, (int)(bits + 3) / 4, value);
        else if (view->kind == VIEW_FLOAT)
            fputs("nan", file); /* GTKWave prints every NaN so, but for its sign */
        else
            fprintf(file, view->kind == VIEW_SIGNED ? "%" PRId64 : "%" PRIu64, value);
        fputs(" ?" TONE_IDLE "?-\n", file);
    }
    return beside_finish(file, path, diag);
}

bool beside_filter(const char *path, const char *program, const char *kind, struct diag *diag)
{
    FILE *file = beside_create(path, diag);
    if (!file)
        return false;
    fprintf(file, "#!/bin/sh\n# Filter process of the waveform viewer: hex words in, text out.\nprogram='");
    for (const char *c = program; *c; c++)
        fputs(*c == '\'' ? "'\\''" : (char[]){*c, '\0'}, file);
    fprintf(file, "'\n[ -x \"$program\" ] && exec \"$program\" filter %s\nexec cat\n", kind);
    const int error = fchmod(fileno(file), 0755) == 0 ? 0 : errno;
    return beside_finish(file, path, diag) &&
           (!error || diag_set(diag, path, 0, "cannot make it executable: %s", strerror(error)));
}
