#define _GNU_SOURCE /* memrchr */
#include "tools/hand_over.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* No libraries are loaded for a program that is linked statically. */
static int is_static(void)
{
    return getauxval(AT_BASE) == 0;
}

void hand_over(int argc, char **argv)
{
    static const char other[] = "/wekiva-blocks";
    char              path[4096 + sizeof other];
    const ssize_t     length = is_static() ? readlink("/proc/self/exe", path, sizeof path - sizeof other) : 0;
    char             *slash = length > 0 ? memrchr(path, '/', (size_t)length) : NULL;
    char            **words = slash ? calloc((size_t)argc + 2, sizeof *words) : NULL;
    if (!words)
        return;
    memcpy(slash, other, sizeof other);
    words[0] = path;
    memcpy(words + 1, argv, (size_t)argc * sizeof *words);
    execv(path, words);
    free(words);
}
