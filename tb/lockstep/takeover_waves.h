/* takeover_waves.h - blocks of a running machine in its waveform (takeover.h). */
#ifndef TB_LOCKSTEP_TAKEOVER_WAVES_H
#define TB_LOCKSTEP_TAKEOVER_WAVES_H

#include "tb/lockstep/takeover_places.h"

void shown_free(struct shown *shown);

#endif
