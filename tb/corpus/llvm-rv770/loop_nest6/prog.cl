/* loop_nest6 - six nested loops and ifs, a break */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    int4 k = as_int4(r0);
    uint s = as_uint(r1.x);
    for (int i0 = 0; i0 < ((k.x + 0) & 3); i0++) {
        if (s & 1) {
            s += CBI(0, s & 15).x;
            for (int i1 = 0; i1 < ((k.y + 1) & 3); i1++) {
                if (s & 2) {
                    s += CBI(0, s & 15).x;
                    for (int i2 = 0; i2 < ((k.z + 2) & 3); i2++) {
                        if (s & 4) {
                            s += CBI(0, s & 15).x;
                            for (int i3 = 0; i3 < ((k.w + 3) & 3); i3++) {
                                if (s & 8) {
                                    s += CBI(0, s & 15).x;
                                    for (int i4 = 0; i4 < ((k.x + 4) & 3); i4++) {
                                        if (s & 16) {
                                            s += CBI(0, s & 15).x;
                                            for (int i5 = 0; i5 < ((k.y + 5) & 3); i5++) {
                                                if (s & 32) {
                                                    s += CBI(0, s & 15).x;
                                                    s = s * 69069u + 1u;
                                                    if (s & 0x1000)
                                                        break;
                                                } else
                                                    s ^= 0x9e3779b9;
                                            }
                                        } else
                                            s ^= 0x4f1bbcdc;
                                    }
                                } else
                                    s ^= 0x278dde6e;
                            }
                        } else
                            s ^= 0x13c6ef37;
                    }
                } else
                    s ^= 0x9e3779b;
            }
        } else
            s ^= 0x4f1bbcd;
    }
    OUTI(0, (uint4)(s, 0, 0, 1));
}
