/* tree.h - where a block's sources are: a folder of Verilog with its subfolders, a file, or file lists, and what else
 * Verilator and the C compiler are told. */
#ifndef TB_LOCKSTEP_TREE_H
#define TB_LOCKSTEP_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"

struct port_map;

/* A block as its user names it. */
struct block_source {
    const char            *rtl;       /* folder, Verilog file, or file list NAME.f; NULL: the twins' folder */
    const char            *arguments; /* words as of a file list, paths from where the command runs; NULL: none */
    const char            *top;       /* its module; NULL: that of the C module's name */
    const struct port_map *map;       /* its names of ports; NULL: the list's */
};

struct text_list {
    char   **text;
    unsigned count, room;
};

bool text_list_add(struct text_list *list, const char *text);
void text_list_free(struct text_list *list);

enum { TREE_PATH = 4096 };

struct tree {
    char             folder[TREE_PATH]; /* absolute; where files that the block reads lie, and Verilator runs */
    char             shown[TREE_PATH];  /* the folder as its user calls it */
    char             top[128];
    struct text_list folders;  /* where modules and includes are looked for by name, in this order; the folder first */
    struct text_list settings; /* -D, -G, -Wno- and the like */
    struct text_list files;    /* Verilog that is always read, in this order: what was named; else packages, and the
                                  top module's file last */
    struct text_list code;     /* C and C++ of DPI imports */
    uint64_t         key;      /* of all this, and of the names of the folders' Verilog files */
};

/* Of module `top` unless the source names one.  A folder's file NAME.sv or NAME.v has module NAME; of two in the
 * subfolders neither is taken by chance: the diagnosis names both when the top module, or a package, is one. */
bool tree_open(struct tree *tree, const struct block_source *source, const char *top, struct diag *diag);
void tree_close(struct tree *tree);

/* A path of the folder within it; others as they are. */
const char *tree_within(const struct tree *tree, const char *path);

/* Within the folder: the file of the top module, unless files were named in another order. */
const char *tree_top_file(const struct tree *tree);

/* The Verilog files that Verilator has read (its VTOP__verFiles.dat) and found by their names; false: not enough
 * memory, or no such list. */
bool tree_found(const struct tree *tree, const char *verilated, struct text_list *found);

/* Of the files that Verilator has read (its VTOP__verFiles.dat) none lies in a subfolder beside one of the same name in
 * another; false and a diagnosis that names both. */
bool tree_unique(const struct tree *tree, const char *verilated, struct diag *diag);

#endif
