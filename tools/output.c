/* output.c - the command's output, input and messages. */
#include "tools/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/paths.h"
#include "kit/text.h"
#include "tools/options.h"

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* The last word of a path into a JSON text, "textures[2].file: ..." or "file: ...", and its length. */
static size_t last_key(const char *what, const char **key)
{
    const size_t path = strcspn(what, ": ;");
    *key = what;
    for (const char *c = what; c < what + path; c++)
        if (*c == '.')
            *key = c + 1;
    return strcspn(*key, ": ;[.");
}

/* Where a line has a key in quotes, or its first character that is no blank. */
static unsigned column_of(const char *line, const char *what)
{
    const char  *key;
    const size_t length = last_key(what, &key);
    for (const char *at = strchr(line, '"'); length && at; at = strchr(at + 1, '"'))
        if (strncmp(at + 1, key, length) == 0 && at[1 + length] == '"')
            return (unsigned)(at - line) + 1;
    return (unsigned)strspn(line, " \t") + 1;
}

/* A library that reads JSON knows the line of a value alone. */
static unsigned find_column(const struct diag *diag)
{
    struct stat status;
    char       *line = NULL;
    size_t      room = 0;
    unsigned    left = diag->line, column = 1;
    FILE *const file = stat(diag->file, &status) == 0 && S_ISREG(status.st_mode) ? fopen(diag->file, "r") : NULL;
    while (file && left && getline(&line, &room, file) >= 0)
        left--;
    if (file && !left)
        column = column_of(line, diag->what);
    free(line);
    if (file)
        fclose(file);
    return column;
}

void output_say(const char *format, ...)
{
    char    text[4096], visible[sizeof text + 1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "wekiva: %s\n", text_visible(visible, sizeof visible, text));
}

int complain(const struct diag *diag, int status)
{
    char text[sizeof diag->file + sizeof diag->what + 32];
    char name[2 * sizeof diag->file];
    if (diag->file[0] && diag->line)
        fprintf(stderr, "%s:%u:%u: error: %s\n", text_visible(name, sizeof name, diag->file), diag->line,
                diag->column ? diag->column : find_column(diag), diag->what);
    else
        output_say("%s", diag_text(diag, text, sizeof text));
    return status;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

bool output_open(struct output *output)
{
    *output = (struct output){0};
    output->file = open_memstream(&output->text, &output->size);
    if (!output->file)
        fprintf(stderr, "wekiva: not enough memory for the output\n");
    return output->file;
}

void output_drop(struct output *output)
{
    fclose(output->file);
    free(output->text);
    *output = (struct output){0};
}

/* 0, or the errno of the write that failed. */
static int write_bytes(int fd, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n = write(fd, (const char *)data + done, size - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

int output_print(struct output *output, int status)
{
    const bool whole = !ferror(output->file) && fclose(output->file) == 0;
    int        error = whole ? write_bytes(STDOUT_FILENO, output->text, output->size) : ENOMEM;
    free(output->text);
    *output = (struct output){0};
    if (error == 0 || error == EPIPE)
        return status;
    fprintf(stderr, "wekiva: standard output: cannot write: %s\n", strerror(error));
    return STATUS_BAD_INPUT;
}

bool output_save(const char *path, const void *data, size_t size, struct diag *diag)
{
    const bool standard = strcmp(path, "-") == 0;
    const int  fd = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return diag_set(diag, path, 0, "cannot create: %s", strerror(errno));
    struct stat status = {0};
    const bool  removable = !standard && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    int         error = write_bytes(fd, data, size);
    if (!standard && close(fd) != 0 && !error)
        error = errno;
    if (error == 0 || (standard && error == EPIPE))
        return true;
    if (removable)
        unlink(path);
    return diag_set(diag, standard ? "standard output" : path, 0, "cannot write: %s", strerror(error));
}

/* ---- before the run --------------------------------------------------------------------------------------------- */

static bool cannot(const char *verb, const char *path, int error, struct diag *diag)
{
    return diag_set(diag, path, 0, "cannot %s: %s", verb, strerror(error));
}

/* Files are made beside their final name, hence in its folder, and then renamed. */
static bool try_beside(const char *path, const char *end, struct diag *diag)
{
    char      name[4096];
    const int length = snprintf(name, sizeof name, "%s%s.%ld.tmp", path, end, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof name)
        return diag_set(diag, path, 0, "the path is too long, expected less than %zu bytes", sizeof name);
    const int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return cannot("write", path, errno, diag);
    close(fd);
    unlink(name);
    return true;
}

bool output_try(const char *path, struct diag *diag)
{
    struct stat status;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &status) != 0)
        return try_beside(path, "", diag);
    if (S_ISDIR(status.st_mode))
        return cannot("write", path, EISDIR, diag);
    if (S_ISREG(status.st_mode))
        return try_beside(path, "", diag);
    return access(path, W_OK) == 0 || cannot("write", path, errno, diag);
}

bool output_try_folder(const char *path, struct diag *diag)
{
    struct stat status;
    if (stat(path, &status) == 0)
        return try_beside(path, "/", diag);
    /* It is not made yet: another process that looks at the same moment would see it come and go. */
    char   parent[4096];
    size_t length = strlen(path);
    while (length && path[length - 1] == '/')
        length--;
    while (length && path[length - 1] != '/')
        length--;
    if (length + sizeof "." > sizeof parent)
        return cannot("make the folder", path, ENAMETOOLONG, diag);
    snprintf(parent, sizeof parent, "%.*s.", (int)length, path);
    return access(parent, W_OK | X_OK) == 0 || cannot("make the folder", path, errno, diag);
}

bool output_hold(struct output_folder *folder, const char *path, struct diag *diag)
{
    const bool made = mkdir(path, 0777) == 0;
    if (!made && errno != EEXIST)
        return cannot("make the folder", path, errno, diag);
    *folder = (struct output_folder){path, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), made};
    if (folder->fd < 0) {
        const int error = errno;
        output_release(folder);
        return cannot("open the folder", path, error, diag);
    }
    if (flock(folder->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    output_release(folder);
    return diag_set(diag, path, 0, "another run is writing its results there: expected another folder");
}

void output_release(struct output_folder *folder)
{
    if (!folder->path)
        return;
    if (folder->made)
        rmdir(folder->path); /* refused when it has files */
    if (folder->fd >= 0)
        close(folder->fd);
    *folder = (struct output_folder){0};
}

bool output_spares(const char *path, const char *input, const char *what, struct diag *diag)
{
    struct path_set paths;
    const bool      good = paths_begin(&paths, diag) && paths_take(&paths, PATH_READ, input, what, diag) &&
                      (!path || paths_take(&paths, PATH_WRITTEN, path, "--output", diag));
    paths_free(&paths);
    return good;
}

/* ---- input ------------------------------------------------------------------------------------------------------ */

void *input_load(const char *path, size_t limit, size_t *size, struct diag *diag)
{
    const bool  standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    const int   fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char       *data = NULL;
    size_t      room = 0;
    ssize_t     n = 1;
    *size = 0;
    bool good = fd >= 0 || diag_set(diag, name, 0, "cannot open: %s", strerror(errno));
    while (good && n > 0) {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            char *more = realloc(data, room);
            good = more || diag_set(diag, name, 0, "not enough memory");
            data = more ? more : data;
            continue;
        }
        n = read(fd, data + *size, room - *size);
        if (n < 0 && errno == EINTR)
            n = 1;
        else if (n < 0)
            good = diag_set(diag, name, 0, "cannot read: %s", strerror(errno));
        else
            *size += (size_t)n;
        if (*size > limit)
            good = diag_set(diag, name, 0, "too long, expected at most %zu bytes", limit);
    }
    if (fd >= 0 && !standard)
        close(fd);
    if (!good) {
        free(data);
        data = NULL;
    }
    return data;
}

json_t *input_json(const char *path, size_t limit, struct diag *diag)
{
    size_t       size;
    json_error_t error;
    char        *text = input_load(path, limit, &size, diag);
    if (!text)
        return NULL;
    const size_t mark = text_mark(text, size);
    json_t      *root = json_loadb(text + mark, size - mark, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!root)
        diag_set(diag, path, (unsigned)error.line, "%s", error.text), diag_at(diag, (unsigned)error.column);
    return root;
}

void output_csv(FILE *out, const char *text)
{
    const bool plain = !strpbrk(text, ",\"\r\n");
    if (!plain)
        fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (!plain)
        fputc('"', out);
}
