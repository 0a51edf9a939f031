!!FP1.0
# A surface with a texture, a normal that is made a unit vector, light and gloss.
TEX R0, f[TEX0], TEX0, 2D;         # two reads in one pass
TEX R1, f[TEX1], TEX1, 2D;
DP3 R2.w, f[TEX2], f[TEX2];        # normal
RSQ R2.w, R2.w;                    # two passes
MUL R2.xyz, f[TEX2], R2.w;
DP3 R3.x, R2, c[0];                # towards the light
DP3 R3.y, R2, c[1];                # half way to the eye
MOV R3.w, c[2].x;                  # gloss
LIT R3, R3;
MUL R0, R0, R3.y;
LRP R0, c[2].y, R1, R0;            # two passes
MAD o[COLR], R3.z, c[2].z, R0;
END
