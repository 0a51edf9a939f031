/* rtl_kinds.h - what a row of a module's list becomes by its kind (rtl.h). */
#ifndef KIT_RTL_KINDS_H
#define KIT_RTL_KINDS_H

#define RTL_CLASS_EN WIRE
#define RTL_CLASS_IN WIRE
#define RTL_CLASS_STRAP WIRE
#define RTL_CLASS_NET WIRE
#define RTL_CLASS_BUS POINTER
#define RTL_CLASS_FAR POINTER
#define RTL_CLASS_OUT SEEN
#define RTL_CLASS_DATA DATA
#define RTL_CLASS_LIVE SEEN
#define RTL_CLASS_STROBE SEEN
#define RTL_CLASS_REG PRIVATE
#define RTL_CLASS_BUSY PRIVATE
#define RTL_CLASS_PULSE PRIVATE
#define RTL_CLASS_STAT COUNTER
#define RTL_CLASS_DOWN COUNTDOWN
#define RTL_CLASS_MEM ROWS
#define RTL_CLASS_NOW FOLLOWING

/* RTL_BY_CLASS(X, IN, ...) is X_WIRE(...): what a row becomes by its class. */
#define RTL_BY_CLASS(set, kind, ...) RTL_APPLY(set, RTL_CLASS_##kind, __VA_ARGS__)
#define RTL_APPLY(set, which, ...) RTL_APPLY_NOW(set, which, __VA_ARGS__)
#define RTL_APPLY_NOW(set, which, ...) set##_##which(__VA_ARGS__)
#define RTL_NOTHING(...)

/* RTL_WHEN(WIRE, kind, X, ...) is X(...) for rows of that class, RTL_WHEN_KIND(EN, kind, X, ...) for those of that
 * kind, and nothing for others. */
#define RTL_WHEN(class, kind, ...) RTL_WHEN_IS(class, RTL_CLASS_##kind, __VA_ARGS__)
#define RTL_WHEN_KIND(one, kind, ...) RTL_WHEN_IS(one, kind, __VA_ARGS__)
#define RTL_WHEN_IS(one, other, ...) RTL_WHEN_SAME(one, other, __VA_ARGS__)
#define RTL_WHEN_SAME(one, other, ...) RTL_SECOND(RTL_SAME_##one##_##other, RTL_NOTHING, )(__VA_ARGS__)
#define RTL_SECOND(...) RTL_SECOND_NOW(__VA_ARGS__)
#define RTL_SECOND_NOW(first, second, ...) second
#define RTL_CALL(set, ...) set(__VA_ARGS__)
/* Two names that are the same put a second one in front of RTL_NOTHING. */
#define RTL_SAME_WIRE_WIRE , RTL_CALL
#define RTL_SAME_POINTER_POINTER , RTL_CALL
#define RTL_SAME_SEEN_SEEN , RTL_CALL
#define RTL_SAME_DATA_DATA , RTL_CALL
#define RTL_SAME_PRIVATE_PRIVATE , RTL_CALL
#define RTL_SAME_COUNTER_COUNTER , RTL_CALL
#define RTL_SAME_COUNTDOWN_COUNTDOWN , RTL_CALL
#define RTL_SAME_ROWS_ROWS , RTL_CALL
#define RTL_SAME_EN_EN , RTL_CALL
#define RTL_SAME_IN_IN , RTL_CALL
#define RTL_SAME_NET_NET , RTL_CALL
#define RTL_SAME_STRAP_STRAP , RTL_CALL
#define RTL_SAME_LIVE_LIVE , RTL_CALL
#define RTL_SAME_STROBE_STROBE , RTL_CALL
#define RTL_SAME_BUSY_BUSY , RTL_CALL
#define RTL_SAME_PULSE_PULSE , RTL_CALL
#define RTL_SAME_FAR_FAR , RTL_CALL
#define RTL_SAME_NOW_NOW , RTL_CALL
#define RTL_WHEN_COUNTS(kind, ...) RTL_WHEN(COUNTER, kind, __VA_ARGS__) RTL_WHEN(COUNTDOWN, kind, __VA_ARGS__)

#define RTL_FIELD(type, name, ...) type name;
#define RTL_FIELD_FAR(type, name, ...) const type *name;
#define RTL_FIELD_ROWS(type, name, bits, doc, rows) type name[rows];

#define RTL_INPUT(kind, ...)                                                                                           \
    RTL_WHEN(WIRE, kind, RTL_FIELD, __VA_ARGS__) RTL_WHEN(POINTER, kind, RTL_FIELD_FAR, __VA_ARGS__)
/* Registers: visible ones, private ones, counters. */
#define RTL_SEEN(kind, ...) RTL_WHEN(SEEN, kind, RTL_FIELD, __VA_ARGS__) RTL_WHEN(DATA, kind, RTL_FIELD, __VA_ARGS__)
#define RTL_UNSEEN(kind, ...)                                                                                          \
    RTL_WHEN(PRIVATE, kind, RTL_FIELD, __VA_ARGS__) RTL_WHEN_COUNTS(kind, RTL_FIELD, __VA_ARGS__)
#define RTL_MEMORY(kind, ...) RTL_WHEN(ROWS, kind, RTL_FIELD_ROWS, __VA_ARGS__)

/* Wires that a row of the parent drives, and straps, +1 each; events are told apart at compile time by a size. */
#define RTL_ONE(...) +1
#define RTL_LESS(...) -1
#define RTL_DRIVEN(kind, ...)                                                                                          \
    RTL_WHEN(WIRE, kind, RTL_ONE) RTL_WHEN(POINTER, kind, RTL_ONE) RTL_WHEN_KIND(STRAP, kind, RTL_LESS)
#define RTL_STRAPPED(kind, ...) RTL_WHEN_KIND(STRAP, kind, RTL_ONE)
#define RTL_POINTED(kind, ...) RTL_WHEN(POINTER, kind, RTL_ONE)
#define RTL_IS_EVENT(type, name, ...) char name[2];
#define RTL_NO_EVENT(type, name, ...) char name[1];
#define RTL_EVENT(kind, ...)                                                                                           \
    RTL_WHEN_KIND(EN, kind, RTL_IS_EVENT, __VA_ARGS__)                                                                 \
    RTL_WHEN_KIND(IN, kind, RTL_NO_EVENT, __VA_ARGS__)                                                                 \
    RTL_WHEN_KIND(NET, kind, RTL_NO_EVENT, __VA_ARGS__) RTL_WHEN(POINTER, kind, RTL_NO_EVENT, __VA_ARGS__)

/* Registers that keep a module awake. */
#define RTL_NOT_0(type, name, ...) | (q->name != 0)
#define RTL_LASTS(kind, ...)                                                                                           \
    RTL_WHEN_KIND(LIVE, kind, RTL_NOT_0, __VA_ARGS__) RTL_WHEN_KIND(BUSY, kind, RTL_NOT_0, __VA_ARGS__)
#define RTL_IS_DATA(kind, ...) RTL_WHEN(DATA, kind, RTL_ONE)
#define RTL_TELLS(kind, ...) RTL_WHEN(SEEN, kind, RTL_TELLS_ROW, __VA_ARGS__)
#define RTL_TELLS_ROW(type, name, ...) | rtl_differ(&m->q.name, &m->d.name, sizeof m->q.name)
/* Registers that fall by themselves, and how. */
#define RTL_STROBES(kind, ...) RTL_WHEN_KIND(STROBE, kind, RTL_NOT_0, __VA_ARGS__)
#define RTL_FALLS(kind, ...)                                                                                           \
    RTL_WHEN_KIND(STROBE, kind, RTL_NOT_0, __VA_ARGS__) RTL_WHEN_KIND(PULSE, kind, RTL_NOT_0, __VA_ARGS__)
#define RTL_FALL(kind, ...)                                                                                            \
    RTL_WHEN_KIND(STROBE, kind, RTL_TO_0, __VA_ARGS__) RTL_WHEN_KIND(PULSE, kind, RTL_TO_0, __VA_ARGS__)
#define RTL_TO_0(type, name, ...) m->q.name = m->d.name = 0;

#endif
