/* tree_words.h - the words of file lists and of --rtl-args, into a tree (tree.h). */
#ifndef TB_LOCKSTEP_TREE_WORDS_H
#define TB_LOCKSTEP_TREE_WORDS_H

#include "tb/lockstep/build/tree.h"

/* Words with paths from where the command runs; those of a file list, from where that lies (as -F).  False and a
 * diagnosis for a word that is none of -f -F -I -y -v -D -G -Wno- +incdir+ +define+ +libext+, Verilog, C or C++, and
 * for a path that leads nowhere. */
bool tree_take_words(struct tree *tree, const char *words, struct diag *diag);
bool tree_take_list(struct tree *tree, const char *path, struct diag *diag);

#endif
