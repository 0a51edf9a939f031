/* switch_fall - switch with cases that fall through */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    int4 k = as_int4(r0);
    int4 v = as_int4(r1);
    int  s = v.x;
    switch (k.x) {
    case 0:
        s += CBI(0, k.y & 15).x;
        break;
    case 1:
        s -= CBI(0, k.y & 15).y;
    case 2:
        s ^= CBI(0, k.z & 15).z;
        break;
    case 5:
        s = s * 3;
        break;
    case 7:
        s += CBI(0, s & 15).w;
    case 8:
    case 9:
        s = s + v.w;
        break;
    case 12:
        s = CBI(0, v.z & 15).x;
        break;
    default:
        s = -s;
    }
    OUTI(0, (int4)(s, k.x, s ^ v.y, 1));
}
