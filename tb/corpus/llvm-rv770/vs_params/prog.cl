/* vs_params - position and parameters */
#include "shader.h"
void shader(float4 r0, float4 r1, float4 r2)
{
    EXPORT(POS, 60, r0 * CBF(0, 0) + CBF(0, 1));
    EXPORT(POS, 61, (float4)(r1.x, 0.f, 0.f, 1.f));
    for (int i = 0; i < 8; i++)
        EXPORT(PARAM, i, r1 * (float)i + r2);
}
