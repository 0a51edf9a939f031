/* beside.h - an observer or replacement of a machine's modules: functions called around every clock edge, through which
 * alone the machine sees it. */
#ifndef RTL_MODEL_BESIDE_H
#define RTL_MODEL_BESIDE_H

struct machine_beside {
    void *context;
    void (*settle)(void *context);      /* the wires have settled: drives the wires of the modules it replaces */
    void (*before_edge)(void *context); /* nothing has changed yet */
    void (*after_edge)(void *context);  /* all other modules have taken the edge */
};

#endif
