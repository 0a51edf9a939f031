/* array_sieve - array in loops, by an index */
#include "shader.h"
void shader(float4 r0)
{
    int t[32];
    int n = as_int(r0.x);
    for (int i = 0; i < 32; i++)
        t[i] = 1;
    for (int i = 2; i < n; i++)
        if (t[i & 31])
            for (int j = i * 2; j < 32; j += i)
                t[j] = 0;
    int c = 0;
    for (int i = 2; i < 32; i++)
        c += t[i] << (i & 7);
    OUTI(0, (int4)(c, t[13], t[15], n));
}
