#include "pipeline/rotation.h"

RTL_TABLE(rotation, ROTATION_SIGNALS);
