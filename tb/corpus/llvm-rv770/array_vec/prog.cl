/* array_vec - array of vectors, read and written by an index */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    float4 t[6];
    int4   k = as_int4(r0);
    for (int i = 0; i < 6; i++)
        t[i] = r1 * (float)(i + 1);
    t[k.x].y = r1.x;
    t[k.y] = t[k.z].wzyx;
    OUT(0, t[k.w]);
    OUT(1, t[k.x] + t[2]);
}
