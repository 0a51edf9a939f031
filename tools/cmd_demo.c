/* cmd_demo.c - `wekiva demo`: runs the program that comes with the command, from a build or an installed tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/output.h"

enum { PATH_BYTES = 4096 };

/* Beside the command's folder: build/ in the sources, bin/ where it is installed. */
static bool find_launch(char path[PATH_BYTES])
{
    static const char *const places[] = {"/../share/wekiva/demo/launch.json", "/../tb/demo/launch.json"};
    char                     folder[PATH_BYTES / 2];
    const ssize_t            length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0)
        return false;
    folder[length] = 0;
    *strrchr(folder, '/') = 0;
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, PATH_BYTES, "%s%s", folder, places[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static int demo_run(const struct command *command, int argc, char **argv)
{
    char path[PATH_BYTES];
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        option_set_t given = 0;
        return options_status(options_next(command, argc, argv, &given));
    }
    if (!find_launch(path)) {
        fprintf(stderr, "wekiva: demo: no share/wekiva/demo/launch.json beside the command: is it installed whole?\n");
        return STATUS_BAD_INPUT;
    }
    char **const words = calloc((size_t)argc + 3, sizeof *words);
    if (!words) {
        fprintf(stderr, "wekiva: not enough memory\n");
        return STATUS_BAD_INPUT;
    }
    words[0] = (char[]){"run"};
    words[1] = (char[]){"--launch"};
    words[2] = path;
    memcpy(words + 3, argv + 1, (size_t)(argc - 1) * sizeof *words);
    const int status = run_command.run(&run_command, argc + 2, words);
    free(words);
    return status;
}

const struct command demo_command = {
    .name = "demo",
    .operands = "[OPTION OF run]...",
    .summary = "runs the program that comes with the command",
    .text = "A reduction that LLVM has compiled, 512 threads on ten SIMDs, compared with what it must export:\n"
            "share/wekiva/demo/launch.json where the command is installed, tb/demo/launch.json in the sources.\n"
            "Everything that `wekiva run` takes can stand behind it.\n"
            "\n"
            "examples:\n"
            "  wekiva demo\n"
            "  wekiva demo --set simds=1 --trace demo.vcd\n",
    .run = demo_run,
};
