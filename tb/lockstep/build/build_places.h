/* build_places.h - the folder of built blocks. */
#ifndef TB_LOCKSTEP_BUILD_PLACES_H
#define TB_LOCKSTEP_BUILD_PLACES_H

#include <stdbool.h>

#include "kit/diag.h"

/* $WEKIVA_CACHE, else $XDG_CACHE_HOME/wekiva, else ~/.cache/wekiva, made when it is not there; absolute, of BUILD_PATH
 * bytes.  False when it is not the user's own, or others can write there. */
bool build_cache_folder(char *path, struct diag *diag);

#endif
