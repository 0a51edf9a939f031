/* beside.h - what looks at, or does, the work of a machine's modules from outside: called around every clock edge.  The
 * machine does not know what it is. */
#ifndef RTL_MODEL_BESIDE_H
#define RTL_MODEL_BESIDE_H

struct machine_beside {
    void *context;
    void (*settle)(void *context);      /* the wires have settled: drives those that it drives in their place */
    void (*before_edge)(void *context); /* nothing has changed yet */
    void (*after_edge)(void *context);  /* all other modules have taken the edge */
};

#endif
