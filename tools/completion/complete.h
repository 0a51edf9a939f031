/* complete.h - what may stand next on a command line, from the commands' tables: the completions of bash, zsh and fish
 * ask for it (tools/completion).
 *
 * A line for each word, and behind a tab what it means.  A word that ends in = goes on.  Lines of another kind:
 *     %files, %directories           names of files, of directories
 *     %run ARGUMENTS, %run= ...      the first word of each line that the command prints; with an = behind it
 */
#ifndef TOOLS_COMPLETE_H
#define TOOLS_COMPLETE_H

#include "tools/options.h"

/* `words` are those behind the command's name, the last one is to be completed and may be empty. */
void complete(const struct command *const *commands, unsigned command_count, int count, char **words, FILE *out);

#endif
