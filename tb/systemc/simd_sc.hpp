// simd_sc.hpp - a whole SIMD with a launch as one SystemC module: clocked by `clk`, its ports are what leaves the
// export unit (from that module's signal list), `finished` and the cycle.
#ifndef TB_SYSTEMC_SIMD_SC_HPP
#define TB_SYSTEMC_SIMD_SC_HPP

#include <stdexcept>
#include <string>

#include "tb/systemc/sc_ports.hpp"

extern "C" {
#include "tb/systemc/machine.h"
}

namespace wekiva
{

class simd_sc : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool>           clk{"clk"};
    sc_core::sc_out<bool>          o_finished{"o_finished"};
    sc_core::sc_out<std::uint64_t> o_cycle{"o_cycle"};
#define SIMD_PORT(kind, ...) SC_ROW(SIMD_PORT, kind, __VA_ARGS__)
#define SIMD_PORT_OUT(type, name, bits, ...) sc_core::sc_out<pin<SC_WIDTH(type, bits)>> o_##name{"o_" #name};
#define SIMD_PORT_IN RTL_NOTHING
#define SIMD_PORT_REG RTL_NOTHING
#define SIMD_PORT_NONE RTL_NOTHING
    EXPORT_UNIT_SIGNALS(SIMD_PORT)

    // Throws std::runtime_error with the line that the `wekiva` command would print.
    simd_sc(sc_core::sc_module_name name, const std::string &launch, const std::string &chip = "rv770") : sc_module(name)
    {
        char message[MACHINE_MESSAGE];
        machine_ = machine_open(launch.c_str(), chip.c_str(), message);
        if (!machine_)
            throw std::runtime_error(message);
        SC_HAS_PROCESS(simd_sc);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    ~simd_sc() override
    {
        machine_close(machine_);
    }
    simd_sc(const simd_sc &) = delete;
    simd_sc &operator=(const simd_sc &) = delete;

    // Every register of one element of every module, by its path in the machine behind this module's name.  The traced
    // words are the machine's own: nothing is copied while the simulation runs.
    void trace(sc_core::sc_trace_file *file) const
    {
        unsigned            count;
        const rtl_instance *instances = machine_instances(machine_, &count);
        for (unsigned i = 0; i < count; i++)
            for (unsigned s = 0; s < instances[i].module->signal_count; s++)
                trace(file, instances[i], instances[i].module->signals[s]);
    }

    std::uint64_t cycles() const
    {
        return machine_cycles(machine_);
    }
    bool finished() const
    {
        return machine_finished(machine_);
    }
    // The line that says what stopped the program; empty when nothing did.
    const std::string &stopped() const
    {
        return stopped_;
    }
    // Prints the comparison with the launch's expected results.
    bool compare()
    {
        return machine_compare(machine_);
    }

  private:
    void trace(sc_core::sc_trace_file *file, const rtl_instance &instance, const rtl_signal &signal) const
    {
        if (signal.kind == RTL_MEM || signal.kind == RTL_BUS || signal.count > 1)
            return;
        const char       *at = static_cast<const char *>(instance.state) + signal.offset;
        const std::string path = std::string(name()) + "." + instance.path + "." + rtl_prefix(&signal) + signal.name;
        const int         bits = static_cast<int>(signal.bits);
        switch (RTL_ELEMENT_BYTES(signal.bits)) {
        case 1:
            sc_core::sc_trace(file, *reinterpret_cast<const unsigned char *>(at), path, bits);
            break;
        case 2:
            sc_core::sc_trace(file, *reinterpret_cast<const unsigned short *>(at), path, bits);
            break;
        case 4:
            sc_core::sc_trace(file, *reinterpret_cast<const unsigned int *>(at), path, bits);
            break;
        default:
            sc_core::sc_trace(file, *reinterpret_cast<const unsigned long *>(at), path, bits);
        }
    }

    void edge()
    {
        char message[MACHINE_MESSAGE];
        if (!machine_finished(machine_) && stopped_.empty() && !machine_clock(machine_, message))
            stopped_ = message;
        const export_unit_reg *q = machine_exports(machine_);
#define SIMD_WRITE(kind, ...) SC_ROW(SIMD_WRITE, kind, __VA_ARGS__)
#define SIMD_WRITE_OUT(type, name, bits, ...) write<sizeof(type) / RTL_ELEMENT_BYTES(bits), bits>(o_##name, &q->name);
#define SIMD_WRITE_IN RTL_NOTHING
#define SIMD_WRITE_REG RTL_NOTHING
#define SIMD_WRITE_NONE RTL_NOTHING
        EXPORT_UNIT_SIGNALS(SIMD_WRITE)
        o_finished.write(machine_finished(machine_));
        o_cycle.write(machine_cycles(machine_));
    }

    template <unsigned COUNT, unsigned BITS>
    static void write(sc_core::sc_out<pin<COUNT * BITS>> &port, const void *value)
    {
        const rtl_signal    field = {"", "", "", RTL_OUT, BITS, COUNT, 1, 0, nullptr, nullptr};
        pin<(COUNT * BITS)> word;
        load<COUNT * BITS>(word, field, value);
        port.write(word);
    }

    machine    *machine_;
    std::string stopped_;
};

// A signal for each port of a SIMD, bound to it, for benches that do not read them all.
struct simd_signals {
    sc_core::sc_signal<bool>          finished;
    sc_core::sc_signal<std::uint64_t> cycle;
#define SIMD_SIGNAL(kind, ...) SC_ROW(SIMD_SIGNAL, kind, __VA_ARGS__)
#define SIMD_SIGNAL_OUT(type, name, bits, ...) sc_core::sc_signal<pin<SC_WIDTH(type, bits)>> name;
#define SIMD_SIGNAL_IN RTL_NOTHING
#define SIMD_SIGNAL_REG RTL_NOTHING
#define SIMD_SIGNAL_NONE RTL_NOTHING
    EXPORT_UNIT_SIGNALS(SIMD_SIGNAL)

    simd_signals(simd_sc &simd, sc_core::sc_clock &clock)
    {
        simd.clk(clock);
        simd.o_finished(finished);
        simd.o_cycle(cycle);
#define SIMD_BIND(kind, ...) SC_ROW(SIMD_BIND, kind, __VA_ARGS__)
#define SIMD_BIND_OUT(type, name, ...) simd.o_##name(name);
#define SIMD_BIND_IN RTL_NOTHING
#define SIMD_BIND_REG RTL_NOTHING
#define SIMD_BIND_NONE RTL_NOTHING
        EXPORT_UNIT_SIGNALS(SIMD_BIND)
    }
};

} // namespace wekiva

#endif
