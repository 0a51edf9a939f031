// sc_ports.hpp - what the SystemC modules share: port types from signal lists, values in and out of C structs, and a
// clocked module around one C module (tb/lockstep/lockstep.h).
#ifndef TB_SYSTEMC_SC_PORTS_HPP
#define TB_SYSTEMC_SC_PORTS_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <systemc>

extern "C" {
#include "kit/rtl.h"
#include "kit/walk.h"
#include "tb/lockstep/lockstep.h"
}

// A row of a signal list as set_IN (a wire, a strap), set_OUT (what others may read), set_REG (a private register) or
// set_NONE: buses, memories.
#define SC_ROW(set, kind, ...) RTL_APPLY(set, SC_ROW_##kind, __VA_ARGS__)
#define SC_ROW_EN IN
#define SC_ROW_IN IN
#define SC_ROW_STRAP IN
#define SC_ROW_OUT OUT
#define SC_ROW_LIVE OUT
#define SC_ROW_REG REG
#define SC_ROW_BUSY REG
#define SC_ROW_STAT REG
#define SC_ROW_BUS NONE
#define SC_ROW_FAR NONE
#define SC_ROW_NET NONE
#define SC_ROW_MEM NONE
// The bits of a row.
#define SC_WIDTH(type, bits) ((bits) * (sizeof(type) / RTL_ELEMENT_BYTES(bits)))

namespace wekiva
{

// A port of W bits: bool for one bit, sc_bv<W> for more, as `verilator --sc --pins-bv 2` has them.  Element 0 of a
// vector lies in the lowest bits.
template <unsigned W> using pin = std::conditional_t<W == 1, bool, sc_dt::sc_bv<static_cast<int>(W)>>;

// A port's value from a signal of a C struct.
template <unsigned W> void load(pin<W> &to, const rtl_signal &signal, const void *state)
{
    if constexpr (W == 1)
        to = rtl_read(&signal, state, 0, 0) != 0;
    else
        for (unsigned i = 0; i < signal.count; i++)
            to.range(static_cast<int>((i + 1) * signal.bits - 1), static_cast<int>(i * signal.bits)) =
                sc_dt::uint64{rtl_read(&signal, state, 0, i)};
}

// A port's value to a signal of a C struct.
template <unsigned W> void store(const pin<W> &from, const rtl_module &module, const rtl_signal &signal, void *state)
{
    if constexpr (W == 1)
        rtl_write(&module, &signal, state, 0, 0, from);
    else
        for (unsigned i = 0; i < signal.count; i++)
            rtl_write(&module, &signal, state, 0, i,
                      from.range(static_cast<int>((i + 1) * signal.bits - 1), static_cast<int>(i * signal.bits))
                          .to_uint64());
}

// One C module that has an adapter in tb/lockstep, clocked by `clk`, reset by `rst` (synchronous, high).  The ports are
// members of the class that the generator derives for each module.
class block : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk{"clk"}, rst{"rst"};

    block(sc_core::sc_module_name name, const lockstep_module &of)
        : sc_module(name), module(of), state_(of.state_size), payload_(of.payload_size + 1)
    {
        SC_HAS_PROCESS(block);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
        reset();
    }

    // All ports to a waveform, under the module's name.
    void trace(sc_core::sc_trace_file *file) const
    {
        for (const auto &tracer : tracers_)
            tracer(file);
    }

    const lockstep_module &module;

  protected:
    template <unsigned W> void input(sc_core::sc_in<pin<W>> &port, const char *name)
    {
        const place at = find(name);
        inputs_.push_back([this, &port, at] { store<W>(port.read(), *at.list, *at.signal, bytes(at)); });
        tracers_.push_back([&port](sc_core::sc_trace_file *file) { sc_core::sc_trace(file, port, port.name()); });
    }

    template <unsigned W> void output(sc_core::sc_out<pin<W>> &port, const char *name)
    {
        const place at = find(name);
        outputs_.push_back([this, &port, at] {
            pin<W> value;
            load<W>(value, *at.signal, bytes(at));
            port.write(value);
        });
        tracers_.push_back([&port](sc_core::sc_trace_file *file) { sc_core::sc_trace(file, port, port.name()); });
    }

  private:
    struct place {
        const rtl_module *list;
        const rtl_signal *signal;
        bool              payload;
    };

    place find(const char *name) const
    {
        const rtl_signal *signal = rtl_find(module.signals, name);
        if (signal && signal->kind != RTL_BUS)
            return {module.signals, signal, false};
        return {module.payload, rtl_find(module.payload, name), true};
    }

    void *bytes(const place &at)
    {
        return at.payload ? payload_.data() : state_.data();
    }

    void reset()
    {
        stimulus any{};
        stimulus_seed(&any, 1); // straps come from the ports
        module.reset(state_.data(), payload_.data(), &any);
    }

    void edge()
    {
        if (rst.read())
            reset();
        for (const auto &input : inputs_)
            input();
        if (!rst.read())
            module.clock(state_.data(), payload_.data());
        for (const auto &output : outputs_)
            output();
    }

    std::vector<std::uint64_t>                                 state_, payload_; // 8 bytes for each needed: aligned
    std::vector<std::function<void()>>                         inputs_, outputs_;
    std::vector<std::function<void(sc_core::sc_trace_file *)>> tracers_;
};

} // namespace wekiva

#endif
