/* nbody - what 64 bodies of constant buffer 0, position and mass, do to the one in R0: fetches, RECIPSQRT */
#include "shader.h"
void shader(float4 r0)
{
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < 64; j++) {
        float4 b = CBF(0, j);
        float  x = b.x - r0.x, y = b.y - r0.y, z = b.z - r0.z;
        float  r = rsq(x * x + y * y + z * z + 0.01f);
        float  s = b.w * r * r * r;
        ax += s * x;
        ay += s * y;
        az += s * z;
    }
    OUT(0, (float4)(ax, ay, az, r0.w));
}
