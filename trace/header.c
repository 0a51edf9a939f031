/* header.c - which signals a waveform file has, and its first and last time (IEEE 1364-2005 clause 18). */
#include "trace/header.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/fst_whole.h"

extern char **environ;

enum { SCOPE_BYTES = 4096, LINE_BYTES = 8192, TAIL = 1 << 16 };

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static bool add(struct header *header, const char *scope, const char *name, unsigned bits)
{
    if (header->count == header->room) {
        const unsigned room = header->room ? 2 * header->room : 1024;
        void          *more = realloc(header->variables, room * sizeof *header->variables);
        if (!more)
            return false;
        header->variables = more;
        header->room = room;
    }
    const size_t size = strlen(scope) + strlen(name) + 2;
    char        *full = malloc(size);
    if (!full)
        return false;
    snprintf(full, size, "%s%s%s", scope, scope[0] ? "." : "", name);
    header->variables[header->count++] = (struct header_variable){.name = full, .bits = bits};
    return true;
}

/* One line: $scope, $upscope or $var; others are passed over.  False: no memory, or no such line. */
static bool declare(struct header *header, char *scope, const char *line)
{
    char         name[1025];
    unsigned     bits;
    const size_t length = strlen(scope);
    if (sscanf(line, " $scope %*s %1024s", name) == 1) {
        const int more = snprintf(scope + length, SCOPE_BYTES - length, "%s%s", length ? "." : "", name);
        return more > 0 && length + (size_t)more < SCOPE_BYTES;
    }
    if (strncmp(line, "$upscope", 8) == 0) {
        char *dot = strrchr(scope, '.');
        *(dot ? dot : scope) = '\0';
        return length > 0;
    }
    if (sscanf(line, " $var %*s %u %*s %1024s", &bits, name) == 2)
        return add(header, scope, name, bits);
    return strncmp(line, "$var", 4) != 0 && strncmp(line, "$scope", 6) != 0;
}

static int compare(const void *left, const void *right)
{
    const struct header_variable *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* Up to the first time. */
static bool read_declarations(FILE *file, struct header *header)
{
    char scope[SCOPE_BYTES] = "", line[LINE_BYTES];
    bool good = true, ended = false, timed = false;
    while (good && !timed && fgets(line, sizeof line, file)) {
        if (ended)
            timed = sscanf(line, " #%" SCNu64, &header->first_time) == 1;
        else if (strncmp(line, "$enddefinitions", 15) == 0)
            ended = true;
        else
            good = declare(header, scope, line);
    }
    if (header->count)
        qsort(header->variables, header->count, sizeof *header->variables, compare);
    return good && timed;
}

/* ---- .vcd -------------------------------------------------------------------------------------------------------- */

static bool last_time(FILE *file, uint64_t *time)
{
    char  *text = malloc(TAIL + 1);
    bool   found = false;
    off_t  from = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) - TAIL : -1;
    size_t size = 0;
    if (text && fseeko(file, from > 0 ? from : 0, SEEK_SET) == 0)
        size = fread(text, 1, TAIL, file);
    for (char *at = text; size && at < text + size; at++)
        if (at[0] == '#' && (at == text || at[-1] == '\n') && memchr(at, '\n', (size_t)(text + size - at))) {
            *time = strtoull(at + 1, NULL, 10);
            found = true;
        }
    free(text);
    return found;
}

static bool read_vcd(const char *path, struct header *header, struct diag *diag)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return diag_set(diag, path, 0, "is no file: expected a waveform");
    FILE *file = fopen(path, "rb");
    if (!file)
        return diag_set(diag, path, 0, "cannot open: %s", strerror(errno));
    const bool good = read_declarations(file, header) && last_time(file, &header->last_time);
    fclose(file);
    return good || diag_set(diag, path, 0, "is no waveform: expected the declarations of a .vcd file and a time");
}

/* ---- .fst -------------------------------------------------------------------------------------------------------- */

/* Starts fst2vcd; *output gets what it prints. */
static int start_fst2vcd(const char *path, pid_t *child, int *output)
{
    char *const                arguments[] = {"fst2vcd", "-f", (char *)path, NULL};
    int                        ends[2];
    posix_spawn_file_actions_t files;
    if (pipe(ends) != 0)
        return errno;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0); /* what is wrong is said here */
    posix_spawn_file_actions_addclose(&files, ends[0]);
    posix_spawn_file_actions_addclose(&files, ends[1]);
    const int error = posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    *output = ends[0];
    if (error)
        close(ends[0]);
    return error;
}

/* Behind type and length the header block has the first and the last time, big-endian. */
static bool fst_times(const char *path, struct header *header)
{
    unsigned char bytes[25];
    FILE         *file = fopen(path, "rb");
    const bool    good = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    header->first_time = header->last_time = 0;
    for (int i = 0; good && i < 8; i++) {
        header->first_time = header->first_time << 8 | bytes[9 + i];
        header->last_time = header->last_time << 8 | bytes[17 + i];
    }
    if (file)
        fclose(file);
    return good;
}

static bool read_fst(const char *path, struct header *header, struct diag *diag)
{
    pid_t child;
    int   output = -1;
    if (access(path, R_OK) != 0)
        return diag_set(diag, path, 0, "cannot open: %s", strerror(errno));
    if (!fst_is_whole(path))
        return diag_set(diag, path, 0, "is no whole .fst file");
    const int error = start_fst2vcd(path, &child, &output);
    if (error == ENOENT)
        return diag_set(diag, path, 0,
                        "fst2vcd is not installed, and a .fst file needs it: install the Debian package "
                        "gtkwave");
    if (error)
        return diag_set(diag, path, 0, "cannot start fst2vcd: %s", strerror(error));
    FILE *file = fdopen(output, "r");
    bool  good = file && read_declarations(file, header) && fst_times(path, header);
    kill(child, SIGKILL); /* the values are not wanted */
    if (file)
        fclose(file);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return good || diag_set(diag, path, 0, "is no waveform that fst2vcd reads");
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

bool header_read(const char *path, struct header *header, struct diag *diag)
{
    const size_t length = strlen(path);
    *header = (struct header){0};
    if (length > 4 && strcmp(path + length - 4, ".fst") == 0)
        return read_fst(path, header, diag);
    return read_vcd(path, header, diag);
}

void header_free(struct header *header)
{
    for (unsigned i = 0; i < header->count; i++)
        free(header->variables[i].name);
    free(header->variables);
    *header = (struct header){0};
}

struct header_variable *header_find(const struct header *header, const char *name, unsigned bits)
{
    const struct header_variable wanted = {.name = (char *)name};
    struct header_variable      *found =
        header->count ? bsearch(&wanted, header->variables, header->count, sizeof wanted, compare) : NULL;
    return found && found->bits == bits ? found : NULL;
}
