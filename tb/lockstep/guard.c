#define _POSIX_C_SOURCE 200809L
#include "tb/lockstep/guard.h"

#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>

#include "kit/walk.h"
#include "tb/lockstep/contract.h"

static sigjmp_buf            back;
static volatile sig_atomic_t inside;

/* Elsewhere these end the command, as without us. */
static void come_back(int number)
{
    if (inside)
        siglongjmp(back, number);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_once(void)
{
    static const int caught[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
    static bool      done;
    struct sigaction action = {.sa_handler = come_back};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; !done && i < sizeof caught / sizeof caught[0]; i++)
        sigaction(caught[i], &action, NULL);
    done = true;
}

/* Which row of the contract the inputs do not keep, when they were restricted or recorded. */
static bool broke(const struct lockstep_module *module, const void *state, uint64_t cycle, struct diag *diag,
                  const char *what)
{
    const struct contract_row *rows;
    const unsigned             count = contract_rows(module, &rows);
    for (unsigned i = 0; i < count; i++)
        if (!contract_is_kept(&rows[i], module->signals, state))
            return diag_set(
                diag, NULL, 0,
                "%s: cycle %" PRIu64
                ": no difference, the inputs break a rule of the module: i_%s (its contract in --template); %s",
                module->name, cycle, rows[i].port, what);
    return diag_set(diag, NULL, 0, "%s: cycle %" PRIu64 ": no difference, the inputs break a rule of the module: %s",
                    module->name, cycle, what);
}

static bool fits(const struct lockstep_module *module, const void *state, uint64_t cycle, struct diag *diag)
{
    const struct rtl_module *list = module->signals;
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        if (!rtl_is_register(signal->kind) || signal->bits == 8 * RTL_ELEMENT_BYTES(signal->bits))
            continue;
        for (unsigned e = 0; e < signal->count; e++) {
            const uint64_t value = rtl_read(signal, state, 0, e);
            if (value >> signal->bits)
                return diag_set(diag, NULL, 0,
                                "%s: cycle %" PRIu64
                                ": no difference, the inputs break a rule of the module: its %s%s holds %" PRIu64
                                ", more than %u bits",
                                module->name, cycle, rtl_prefix(signal), signal->name, value, signal->bits);
        }
    }
    return true;
}

bool guard_clock(const struct lockstep_module *module, void *state, uint64_t cycle, struct diag *diag)
{
    catch_once();
    const int number = sigsetjmp(back, 1);
    if (number) {
        inside = false;
        return broke(module, state, cycle, diag,
                     number == SIGABRT  ? "an assertion of the C module failed"
                     : number == SIGFPE ? "the C module divided by 0"
                                        : "the C module read or wrote outside of its memory");
    }
    inside = true;
    module->clock(state);
    inside = false;
    return fits(module, state, cycle, diag);
}
