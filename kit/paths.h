/* paths.h - the files that a command reads and writes: what it writes destroys nothing that it reads, and nothing else
 * that it writes.
 *
 * Every command takes note of its files here before it creates the first one.  Files are told apart by what they are
 * (device and number), so that another name, a link or a second hard link of a file is that file; one that is not there
 * yet is told apart by the folder it will be in and its name there.  Pipes and devices hold nothing to be lost. */
#ifndef KIT_PATHS_H
#define KIT_PATHS_H

#include <stdbool.h>
#include <sys/types.h>

#include "kit/diag.h"

enum path_use {
    PATH_READ,
    PATH_WRITTEN,
    PATH_FOLDER, /* written into: no file may take its name */
};

struct path_taken {
    enum path_use use;
    char         *path, *what;
    bool          known;  /* it is a file or a folder, or can become one */
    dev_t         device; /* of the file, or of the innermost folder that is there */
    ino_t         number;
    char         *rest; /* what is not there yet: "" or "folder/name" */
};

struct path_set {
    struct path_taken *taken;
    unsigned           count, room;
};

/* Takes note of the standard output and error output, which are written when they are files. */
bool paths_begin(struct path_set *paths, struct diag *diag);
void paths_free(struct path_set *paths);

/* Takes note of a file; "-" is the standard input or output.  `what` says what it is: "launch file", "--stats".  False
 * and a diagnosis that names both when one of the two would destroy the other. */
bool paths_take(struct path_set *paths, enum path_use use, const char *path, const char *what, struct diag *diag);

/* The same for a file FOLDER/NAME, or BEGINNING with END. */
bool paths_take_in(struct path_set *paths, enum path_use use, const char *folder, const char *name, const char *what,
                   struct diag *diag);
bool paths_take_beside(struct path_set *paths, enum path_use use, const char *beginning, const char *end,
                       const char *what, struct diag *diag);

/* All files that lie in a folder now, or up to three folders below it, hidden ones left out, as read. */
bool paths_take_all(struct path_set *paths, const char *folder, const char *what, struct diag *diag);

#endif
