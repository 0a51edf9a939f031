#include "kit/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool programs_find(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        struct stat  status;
        const size_t length = strcspn(folders, ":");
        const int    bytes = snprintf(path, size, "%.*s/%s", (int)length, folders, name);
        if (bytes >= 0 && (size_t)bytes < size && access(path, X_OK) == 0 && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

bool programs_have(const char *name)
{
    char path[4096];
    return programs_find(name, path, sizeof path);
}
