// wekiva_sc_module.hpp - any module of the three machines (docs/ports) as a SystemC module, around the installed
// library.
//
// Ports that are wanted are bound by their names: bool for one bit, sc_bv for more, element 0 of a vector in the
// lowest bits, as `verilator --sc --pins-bv 2` has them.  An input that is not bound is 0, a strap what the library
// says.
#ifndef WEKIVA_SC_MODULE_HPP
#define WEKIVA_SC_MODULE_HPP

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <systemc>

#include <wekiva.h>

namespace wekiva
{

class module_sc : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool>                                                                clk{"clk"};
    sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> rst{"rst"}; // synchronous, high

    // `of`: "predicate".  Throws std::runtime_error, which lists them, when there is no such module.
    module_sc(sc_core::sc_module_name name, const std::string &of) : sc_module(name), of_(of)
    {
        wk_diagnostic why{};
        if (wk_create_module(of.c_str(), &machine_, &why) != WK_OK)
            throw std::runtime_error(why.text);
        for (unsigned n = 0; n < wk_port_count(machine_); n++) {
            wk_port port{};
            wk_port_at(machine_, n, &port);
            ports_.push_back(port);
            std::vector<std::uint32_t> &image = images_[port.image];
            image.resize(std::max<std::size_t>(image.size(), (port.first + port.bits * port.elements + 31) / 32));
        }
        for (const auto &port : ports_)
            if (port.strap)
                take_strap(port);
        SC_HAS_PROCESS(module_sc);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    ~module_sc() override
    {
        wk_destroy(machine_);
    }
    module_sc(const module_sc &) = delete;
    module_sc &operator=(const module_sc &) = delete;

    const std::vector<wk_port> &ports() const
    {
        return ports_;
    }

    template <int W> void in(const std::string &name, const sc_core::sc_signal_in_if<sc_dt::sc_bv<W>> &from)
    {
        const wk_port port = find(name, W, true);
        inputs_.push_back([this, port, &from] {
            const sc_dt::sc_bv<W> value = from.read();
            for (unsigned i = 0; i < W; i++)
                set(port.first + i, value.get_bit(static_cast<int>(i)));
        });
        events_.push_back(&from.default_event());
    }
    void in(const std::string &name, const sc_core::sc_signal_in_if<bool> &from)
    {
        const wk_port port = find(name, 1, true);
        inputs_.push_back([this, port, &from] { set(port.first, from.read()); });
        events_.push_back(&from.default_event());
    }
    template <int W> void out(const std::string &name, sc_core::sc_signal_inout_if<sc_dt::sc_bv<W>> &to)
    {
        const wk_port port = find(name, W, false);
        outputs_[port.image].push_back([this, port, &to] {
            sc_dt::sc_bv<W> value;
            for (unsigned i = 0; i < W; i++)
                value.set_bit(static_cast<int>(i), get(port.image, port.first + i));
            to.write(value);
        });
    }
    void out(const std::string &name, sc_core::sc_signal_inout_if<bool> &to)
    {
        const wk_port port = find(name, 1, false);
        outputs_[port.image].push_back([this, port, &to] { to.write(get(port.image, port.first)); });
    }

  protected:
    // What follows the inputs does so without a clock.
    void end_of_elaboration() override
    {
        if (outputs_[WK_FOLLOWING].empty())
            return;
        SC_HAS_PROCESS(module_sc);
        SC_METHOD(follow);
        for (const auto *event : events_)
            sensitive << *event;
    }

  private:
    wk_port find(const std::string &name, unsigned width, bool input) const
    {
        for (const auto &port : ports_)
            if (port.name == name && (port.image == WK_INPUTS) == input) {
                if (port.bits * port.elements != width)
                    throw std::invalid_argument(of_ + "." + name + " has " + std::to_string(port.bits * port.elements) +
                                                " bits: expected a signal of as many, got " + std::to_string(width));
                return port;
            }
        throw std::invalid_argument(of_ + " has no " + (input ? "input " : "output ") + name +
                                    ": expected a name of docs/ports");
    }

    void set(unsigned bit, bool value)
    {
        std::uint32_t &word = images_[WK_INPUTS][bit / 32];
        word = value ? word | 1u << bit % 32 : word & ~(1u << bit % 32);
    }
    bool get(wk_image image, unsigned bit) const
    {
        return images_[image][bit / 32] >> bit % 32 & 1;
    }

    // As the library has it.
    void take_strap(const wk_port &port)
    {
        for (unsigned element = 0; element < port.elements; element++) {
            std::uint64_t     value = 0;
            const std::string path =
                of_ + "." + port.name + (port.elements > 1 ? "[" + std::to_string(element) + "]" : "");
            wk_get(machine_, path.c_str(), &value, nullptr);
            for (unsigned i = 0; i < port.bits; i++)
                set(port.first + element * port.bits + i, value >> i & 1);
        }
    }

    void fetch(wk_image image)
    {
        wk_ports_get(machine_, image, 0, static_cast<unsigned>(images_[image].size()), images_[image].data());
    }
    void give(wk_image image)
    {
        if (outputs_[image].empty())
            return;
        fetch(image);
        for (const auto &output : outputs_[image])
            output();
    }
    void take_inputs()
    {
        for (const auto &input : inputs_)
            input();
        wk_ports_put(machine_, 0, static_cast<unsigned>(images_[WK_INPUTS].size()), images_[WK_INPUTS].data());
    }

    void edge()
    {
        take_inputs();
        wk_ports_clock(machine_, rst.size() && rst->read() ? WK_EDGE_RESET : WK_EDGE);
        give(WK_REGISTERS);
        give(WK_FOLLOWING);
    }
    void follow()
    {
        take_inputs();
        give(WK_FOLLOWING);
    }

    std::string                            of_;
    wk_machine                            *machine_ = nullptr;
    std::vector<wk_port>                   ports_;
    std::vector<std::uint32_t>             images_[WK_FOLLOWING + 1];
    std::vector<std::function<void()>>     inputs_, outputs_[WK_FOLLOWING + 1];
    std::vector<const sc_core::sc_event *> events_;
};

} // namespace wekiva

#endif
