#include "tools/sweep/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool gnuplot_run(const char *script, char *said, size_t size)
{
    char *const argv[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"}, NULL};
    int         in[2] = {-1, -1}, status = -1;
    pid_t       child = -1;
    FILE       *words = tmpfile();
    said[0] = '\0';
    if (words && pipe(in) == 0) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(words), STDERR_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclose(&actions, in[1]);
        const int error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
        close(in[0]);
        if (error)
            child = -1;
        for (size_t left = error ? 0 : strlen(script); left > 0;) {
            const ssize_t n = write(in[1], script, left);
            if (n < 0 && errno != EINTR)
                break;
            script += n > 0 ? n : 0;
            left -= n > 0 ? (size_t)n : 0;
        }
        close(in[1]);
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    if (words) {
        rewind(words);
        while (fgets(said, (int)size, words) && strspn(said, " \t\n^") == strlen(said))
            said[0] = '\0';
        said[strcspn(said, "\n")] = '\0';
        fclose(words);
    }
    return child > 0 && status == 0;
}
