/* key_place.h - the line of a key in a file of JSON, for readers whose library forgets lines once it has parsed. */
#ifndef KIT_KEY_PLACE_H
#define KIT_KEY_PLACE_H

#include "kit/diag.h"

/* Where "KEY" stands before a colon for the first time; line 0: nowhere, or there is no such file. */
struct key_place {
    unsigned line, column;
};

struct key_place key_place(const char *path, const char *key);

/* Adds that place, or line 1 when the file has no such key, to a diagnosis of a file that has no line yet; false. */
bool diag_at_key(struct diag *diag, const char *key);

#endif
