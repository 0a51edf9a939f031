/* wekiva.c - the command: finds which of its commands is meant, and prints help and version. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/completion/complete.h"
#include "tools/manual/manual.h"
#include "tools/output.h"

static const struct command *const commands[] = {
    &demo_command,  &run_command,        &profile_command, &dis_command,   &asm_command,       &lint_command,
    &chips_command, &isa_command,        &cosim_command,   &view_command,  &texture_command,   &filter_command,
    &fuzz_command,  &report_command,     &launch_command,  &sweep_command, &compare_command,   &compare_waves_command,
    &why_command,   &bench_chip_command, &ask_command,     &serve_command, &export_sv_command, &avf_command,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0], MANUAL_LIMIT = 1 << 20 };

static const char head[] = "usage: wekiva COMMAND [OPTION]... [OPERAND]...\n"
                           "\n"
                           "Wekiva is a cycle-accurate model of the shader core of AMD's R700 (RV770, RV730, RV710),\n"
                           "and of those of R580 and NV30.\n"
                           "\n"
                           "commands:\n";

static const char tail[] = "\n"
                           "  wekiva COMMAND --help  options and examples of a command\n"
                           "  wekiva --help          this text\n"
                           "  wekiva --version       the version\n"
                           "\n"
                           "examples:\n"
                           "  wekiva run prog.o --launch launch.json\n"
                           "  wekiva run --launch launch.json --trace out.vcd    then: gtkwave out.gtkw\n"
                           "  wekiva asm prog.s -o prog.bin && wekiva dis prog.bin\n"
                           "\n"
                           "exit status:\n"
                           "  0  done\n"
                           "  1  the program broke a rule, or a comparison failed\n"
                           "  2  wrong usage or bad input, or output that could not be written\n"
                           "  3  cycle limit\n";

static int print_help(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    fputs(head, out.file);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out.file, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs(tail, out.file);
    return output_print(&out, STATUS_DONE);
}

/* WEKIVA_VERSION comes from the file VERSION, by way of the Makefile. */
static int print_version(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    fprintf(out.file, "wekiva %s\n", WEKIVA_VERSION);
    return output_print(&out, STATUS_DONE);
}

/* For the completions of shells: not for people. */
static int print_words(int count, char **words)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    complete(commands, COMMAND_COUNT, count, words, out.file);
    return output_print(&out, STATUS_DONE);
}

/* The manual page, made when the command is built: not for people either. */
static int print_manual(const char *frame)
{
    struct diag   diag = {0};
    struct output out;
    size_t        size;
    char         *text = input_load(frame, MANUAL_LIMIT, &size, &diag);
    if (!text)
        return complain(&diag, STATUS_BAD_INPUT);
    int status = STATUS_BAD_INPUT;
    if (output_open(&out)) {
        manual_print(commands, COMMAND_COUNT, text, size, WEKIVA_VERSION, out.file);
        status = output_print(&out, STATUS_DONE);
    }
    free(text);
    return status;
}

static const char *command_name(const void *context, unsigned i)
{
    (void)context;
    return i < COMMAND_COUNT ? commands[i]->name : NULL;
}

static int unknown_command(const char *word)
{
    const char *near = nearest_name(word, command_name, NULL);
    const char *kind = word[0] == '-' ? "option" : "command";
    if (near)
        return usage_error(NULL, "unknown %s '%s', did you mean %s?", kind, word, near);
    return usage_error(NULL, "unknown %s '%s', expected a command such as run", kind, word);
}

static int command_run(int argc, char **argv)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[0], commands[i]->name) == 0)
            return commands[i]->run(commands[i], argc, argv);
    return unknown_command(argv[0]);
}

/* A closed standard stream would lend its number to the next file that is opened, and messages would end up there.
 * A stand-in of the other direction keeps the number taken and every use of it an error. */
static void keep_standard_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", modes[fd]);
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file over its limit (ulimit -f) is a write that fails, like a full disk */
    if (argc < 2)
        return usage_error(NULL, "expected a command");
    if (strcmp(argv[1], "help") == 0 && argc > 2) { /* wekiva help run */
        char *words[] = {argv[2], (char[]){"--help"}, NULL};
        return command_run(2, words);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return print_help();
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return print_version();
    if (strcmp(argv[1], "--complete") == 0)
        return print_words(argc - 2, argv + 2);
    if (strcmp(argv[1], "--manual") == 0 && argc == 3)
        return print_manual(argv[2]);
    return command_run(argc - 1, argv + 1);
}
