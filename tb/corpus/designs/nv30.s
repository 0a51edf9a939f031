!!FP1.0
# r = x < y ? x * x + y : y * y + x: there is no branch, so both are computed and one is taken.
MAD R0.x, f[TEX0].x, f[TEX0].x, f[TEX0].y;
MAD R0.y, f[TEX0].y, f[TEX0].y, f[TEX0].x;
SLT R0.z, f[TEX0].x, f[TEX0].y;
LRP R0.x, R0.z, R0.x, R0.y;
MOV o[COLR], c[0];
MOV o[COLR].x, R0.x;
END
