// sc_ports.hpp - what the SystemC modules share: port types from signal lists, values in and out of C structs, and a
// clocked module around one C module (tb/lockstep/lockstep.h).
#ifndef TB_SYSTEMC_SC_PORTS_HPP
#define TB_SYSTEMC_SC_PORTS_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <systemc>

extern "C" {
#include "kit/rtl.h"
#include "kit/walk.h"
#include "tb/lockstep/rows.h"
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
#define SC_ROW_DOWN REG
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

// The read port of a memory: which row of it, for each element, and what lies there.  They may be left unbound.
template <unsigned W>
using row_in = sc_core::sc_port<sc_core::sc_signal_in_if<pin<W>>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
template <unsigned W>
using word_out = sc_core::sc_port<sc_core::sc_signal_inout_if<pin<W>>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

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
            rtl_write(
                &module, &signal, state, 0, i,
                from.range(static_cast<int>((i + 1) * signal.bits - 1), static_cast<int>(i * signal.bits)).to_uint64());
}

// One C module, clocked by `clk`, reset by `rst` (synchronous, high).  The ports are members of the class that the
// generator derives for each module.
class block : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk{"clk"}, rst{"rst"};

    block(sc_core::sc_module_name name, const lockstep_module &of)
        : sc_module(name), module(of), ports_(new port_table), state_(of.state_size), driver_(of.driver_size + 1)
    {
        SC_HAS_PROCESS(block);
        if (!ports_expected(&module, ports_.get(), nullptr))
            throw std::length_error(std::string(module.name) + ": too many ports");
        beside_.resize(ports_->beside + 1);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
        reset();
    }

    // All ports but those of memories to a waveform, under the module's name.
    void trace(sc_core::sc_trace_file *file) const
    {
        for (const auto &tracer : tracers_)
            tracer(file);
    }

    const lockstep_module &module;

  protected:
    template <unsigned W> void input(sc_core::sc_in<pin<W>> &port, const char *name)
    {
        take<W>(port, name);
        tracers_.push_back([&port](sc_core::sc_trace_file *file) { sc_core::sc_trace(file, port, port.name()); });
    }
    template <unsigned W> void output(sc_core::sc_out<pin<W>> &port, const char *name)
    {
        give<W>(port, name);
        tracers_.push_back([&port](sc_core::sc_trace_file *file) { sc_core::sc_trace(file, port, port.name()); });
    }
    // Of memories: the module that binds them can trace the signals.
    template <unsigned W> void input(row_in<W> &port, const char *name)
    {
        take<W>(port, name);
    }
    template <unsigned W> void output(word_out<W> &port, const char *name)
    {
        give<W>(port, name);
    }

  private:
    const ::port *find(const char *name) const
    {
        for (unsigned i = 0; i < ports_->count; i++)
            if (std::string(ports_->port[i].name) == name)
                return &ports_->port[i];
        throw std::invalid_argument(name);
    }

    void *bytes(const ::port *at)
    {
        return at->beside ? beside_.data() : state_.data();
    }

    template <unsigned W, class P> void take(P &port, const char *name)
    {
        const ::port *at = find(name);
        inputs_.push_back([this, &port, at] {
            if (port.size())
                store<W>(port->read(), *module.signals, *at->signal, bytes(at));
        });
    }

    template <unsigned W, class P> void give(P &port, const char *name)
    {
        const ::port *at = find(name);
        outputs_.push_back([this, &port, at] {
            pin<W> value;
            load<W>(value, *at->signal, bytes(at));
            if (port.size())
                port->write(value);
        });
    }

    void reset()
    {
        stimulus any{};
        stimulus_seed(&any, 1); // straps come from the ports
        if (!lockstep_reset(&module, state_.data(), driver_.data(), &any))
            throw std::bad_alloc();
        ports_connect(ports_.get(), state_.data(), beside_.data());
    }

    void edge()
    {
        if (rst.read())
            reset();
        for (const auto &input : inputs_)
            input();
        if (!rst.read()) {
            rows_ask(&module, ports_.get(), state_.data(), beside_.data());
            rows_scatter(ports_.get(), state_.data(), beside_.data());
            module.clock(state_.data());
            rows_show(ports_.get(), state_.data(), beside_.data());
        }
        for (const auto &output : outputs_)
            output();
    }

    std::unique_ptr<port_table>                                ports_;
    std::vector<std::uint64_t>                                 state_, driver_, beside_; // 8 bytes for each: aligned
    std::vector<std::function<void()>>                         inputs_, outputs_;
    std::vector<std::function<void(sc_core::sc_trace_file *)>> tracers_;
};

} // namespace wekiva

#endif
