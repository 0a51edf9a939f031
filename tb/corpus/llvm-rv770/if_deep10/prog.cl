/* if_deep10 - ten nested ifs, else at every level */
#include "shader.h"
void shader(float4 r0, float4 r1)
{
    int4 k = as_int4(r0);
    int  s = as_int(r1.x);
    if ((k.x >> 0) & 1) {
        s += CBI(0, (s >> 0) & 15).x;
        if ((k.x >> 1) & 1) {
            s += CBI(0, (s >> 1) & 15).y;
            if ((k.x >> 2) & 1) {
                s += CBI(0, (s >> 2) & 15).z;
                if ((k.x >> 3) & 1) {
                    s += CBI(0, (s >> 3) & 15).w;
                    if ((k.x >> 4) & 1) {
                        s += CBI(0, (s >> 4) & 15).x;
                        if ((k.x >> 5) & 1) {
                            s += CBI(0, (s >> 5) & 15).y;
                            if ((k.x >> 6) & 1) {
                                s += CBI(0, (s >> 6) & 15).z;
                                if ((k.x >> 7) & 1) {
                                    s += CBI(0, (s >> 7) & 15).w;
                                    if ((k.x >> 8) & 1) {
                                        s += CBI(0, (s >> 8) & 15).x;
                                        if ((k.x >> 9) & 1) {
                                            s += CBI(0, (s >> 9) & 15).y;
                                        } else {
                                            s = s * 21 ^ CBI(0, s & 15).z;
                                        }
                                    } else {
                                        s = s * 19 ^ CBI(0, s & 15).w;
                                    }
                                } else {
                                    s = s * 17 ^ CBI(0, s & 15).x;
                                }
                            } else {
                                s = s * 15 ^ CBI(0, s & 15).y;
                            }
                        } else {
                            s = s * 13 ^ CBI(0, s & 15).z;
                        }
                    } else {
                        s = s * 11 ^ CBI(0, s & 15).w;
                    }
                } else {
                    s = s * 9 ^ CBI(0, s & 15).x;
                }
            } else {
                s = s * 7 ^ CBI(0, s & 15).y;
            }
        } else {
            s = s * 5 ^ CBI(0, s & 15).z;
        }
    } else {
        s = s * 3 ^ CBI(0, s & 15).w;
    }
    OUTI(0, (int4)(s, k.x, 0, 0));
}
