#include "tb/lockstep/build/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int process_run(char *const argv[], const char *folder, const char *log)
{
    const pid_t child = fork();
    if (child < 0)
        return PROCESS_NOT_FOUND;
    if (child == 0) {
        const int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666), in = open("/dev/null", O_RDONLY);
        if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
            _exit(PROCESS_NOT_FOUND - 1);
        if (!folder || chdir(folder) == 0)
            execvp(argv[0], argv);
        _exit(PROCESS_NOT_FOUND);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return PROCESS_NOT_FOUND;
    return WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_SIGNAL + WTERMSIG(status);
}

char *file_text(const char *path, size_t *size)
{
    FILE  *file = fopen(path, "rb");
    char  *text = NULL;
    size_t used = 0, room = 0;
    if (!file)
        return NULL;
    for (;;) {
        if (room - used < 2) {
            char *more = realloc(text, room = 2 * room + 4096);
            if (!more)
                break;
            text = more;
        }
        const size_t n = fread(text + used, 1, room - used - 1, file);
        used += n;
        text[used] = '\0';
        if (n == 0)
            break;
    }
    const bool good = text && feof(file) && !ferror(file);
    fclose(file);
    if (!good) {
        free(text);
        return NULL;
    }
    if (size)
        *size = used;
    return text;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **folder_names(const char *path, bool (*wanted)(const char *name), unsigned *count)
{
    DIR   *folder = opendir(path);
    size_t bytes = 0;
    char **names = NULL;
    *count = 0;
    if (!folder)
        return NULL;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (wanted(entry->d_name)) {
            bytes += strlen(entry->d_name) + 1;
            ++*count;
        }
    const unsigned room = *count;
    names = malloc((room + 1) * sizeof *names + bytes);
    if (names) {
        char *text = (char *)(names + room + 1);
        rewinddir(folder);
        *count = 0;
        for (struct dirent *entry; *count < room && (entry = readdir(folder));) {
            const size_t length = strlen(entry->d_name) + 1;
            if (!wanted(entry->d_name) || length > bytes)
                continue;
            names[(*count)++] = memcpy(text, entry->d_name, length);
            text += length;
            bytes -= length;
        }
        names[*count] = NULL;
        qsort(names, *count, sizeof *names, by_name);
    }
    closedir(folder);
    return names;
}

bool folder_make(const char *path, struct diag *diag)
{
    char part[4096];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return diag_set(diag, path, 0, "the path is too long");
    for (char *at = part + 1;; at++) {
        const char end = *at;
        if (end != '/' && end != '\0')
            continue;
        *at = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return diag_set(diag, path, 0, "cannot make the folder: %s", strerror(errno));
        *at = end;
        if (end == '\0')
            return true;
    }
}

static bool is_entry(const char *name)
{
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

void folder_remove(const char *path)
{
    unsigned count;
    char   **names = folder_names(path, is_entry, &count);
    for (unsigned i = 0; names && i < count; i++) {
        char        entry[4096];
        struct stat what;
        if ((size_t)snprintf(entry, sizeof entry, "%s/%s", path, names[i]) >= sizeof entry || lstat(entry, &what) != 0)
            continue;
        if (S_ISDIR(what.st_mode))
            folder_remove(entry);
        else
            unlink(entry);
    }
    free(names);
    rmdir(path);
}
