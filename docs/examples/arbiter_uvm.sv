// arbiter_uvm.sv - a UVM environment in which an arbiter is held against the model's: `wekiva export-sv arbiter` gives
// wekiva_arbiter.sv and wekiva_pkg.sv, your module `arbiter` has the same ports.
//
//   SIMULATOR wekiva-sv/wekiva_pkg.sv wekiva-sv/wekiva_arbiter.sv arbiter.sv arbiter_uvm.sv +UVM_TESTNAME=arbiter_test
//
// with UVM 1.2 and libwekiva.so (wekiva-sv/README.md).  Here Verilator has parsed it, with a stub in the place of UVM
// (tb/lockstep/tests/uvm_pkg.sv); no simulator with UVM has run it.
`include "uvm_macros.svh"

interface arbiter_if (input logic clk);
    logic                    rst;
    wekiva_pkg::arbiter_in_t in;
    wekiva_pkg::arbiter_out_t model, rtl;
endinterface

package arbiter_uvm_pkg;
    import uvm_pkg::*;

    // ---- what a clock gives --------------------------------------------------------------------------------------

    class arbiter_item extends uvm_sequence_item;
        rand bit        grant;
        rand bit [ 7:0] slot;
        rand bit [31:0] number;
        rand bit [ 4:0] why;
        // Numbers are those of wavefronts under way: small ones come often.
        constraint few {number < 64;}
        `uvm_object_utils(arbiter_item)
        function new(string name = "arbiter_item");
            super.new(name);
        endfunction
    endclass

    class arbiter_sequence extends uvm_sequence #(arbiter_item);
        int clocks = 10000;
        `uvm_object_utils(arbiter_sequence)
        function new(string name = "arbiter_sequence");
            super.new(name);
        endfunction
        virtual task body();
            repeat (clocks) begin
                arbiter_item item;
                item = arbiter_item::type_id::create("item");
                start_item(item);
                if (item.randomize() == 0)
                    `uvm_fatal("RANDOM", "no such inputs")
                finish_item(item);
            end
        endtask
    endclass

    // ---- drives, and looks ---------------------------------------------------------------------------------------

    class arbiter_driver extends uvm_driver #(arbiter_item);
        virtual arbiter_if bus;
        `uvm_component_utils(arbiter_driver)
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
        virtual task run_phase(uvm_phase phase);
            // Straps have their values from the reset on; nothing is clocked before it.
            bus.in = '0;
            bus.in.i_policy = wekiva_pkg::ARBITER_POLICY;
            bus.in.i_priority = wekiva_pkg::ARBITER_PRIORITY;
            bus.rst = 1;
            repeat (2) @(negedge bus.clk);
            bus.rst = 0;
            forever begin
                arbiter_item item;
                seq_item_port.get_next_item(item);
                bus.in.i_grant = item.grant;
                bus.in.i_slot = item.slot;
                bus.in.i_number = item.number;
                bus.in.i_why = item.why;
                @(negedge bus.clk);
                seq_item_port.item_done();
            end
        endtask
    endclass

    class arbiter_outputs extends uvm_sequence_item;
        wekiva_pkg::arbiter_out_t model, rtl;
        `uvm_object_utils(arbiter_outputs)
        function new(string name = "arbiter_outputs");
            super.new(name);
        endfunction
    endclass

    class arbiter_monitor extends uvm_monitor;
        virtual arbiter_if                    bus;
        uvm_analysis_port #(arbiter_outputs) seen;
        `uvm_component_utils(arbiter_monitor)
        function new(string name, uvm_component parent);
            super.new(name, parent);
            seen = new("seen", this);
        endfunction
        // Outputs are registers: they have settled at the falling edge.
        virtual task run_phase(uvm_phase phase);
            forever begin
                @(negedge bus.clk);
                if (!bus.rst) begin
                    arbiter_outputs now;
                    now = arbiter_outputs::type_id::create("now");
                    now.model = bus.model;
                    now.rtl = bus.rtl;
                    seen.write(now);
                end
            end
        endtask
    endclass

    // ---- compares ------------------------------------------------------------------------------------------------

    class arbiter_scoreboard extends uvm_subscriber #(arbiter_outputs);
        int compared, wrong;
        `uvm_component_utils(arbiter_scoreboard)
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
        virtual function void write(arbiter_outputs t);
            compared++;
            if (t.model !== t.rtl) begin
                wrong++;
                `uvm_error("DIFFERS", $sformatf("clock %0d: the model has %h, the block %h", compared, t.model, t.rtl))
            end
        endfunction
        virtual function void report_phase(uvm_phase phase);
            `uvm_info("COMPARED", $sformatf("%0d clocks, %0d differ", compared, wrong), UVM_LOW)
        endfunction
    endclass

    class arbiter_env extends uvm_env;
        virtual arbiter_if             bus;
        uvm_sequencer #(arbiter_item) sequencer;
        arbiter_driver                driver;
        arbiter_monitor               monitor;
        arbiter_scoreboard            scoreboard;
        `uvm_component_utils(arbiter_env)
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
        virtual function void build_phase(uvm_phase phase);
            sequencer = new("sequencer", this);
            driver = arbiter_driver::type_id::create("driver", this);
            monitor = arbiter_monitor::type_id::create("monitor", this);
            scoreboard = arbiter_scoreboard::type_id::create("scoreboard", this);
            driver.bus = bus;
            monitor.bus = bus;
        endfunction
        virtual function void connect_phase(uvm_phase phase);
            driver.seq_item_port.connect(sequencer.seq_item_export);
            monitor.seen.connect(scoreboard.analysis_export);
        endfunction
    endclass

    class arbiter_test extends uvm_test;
        arbiter_env env;
        `uvm_component_utils(arbiter_test)
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
        virtual function void build_phase(uvm_phase phase);
            virtual arbiter_if bus;
            env = arbiter_env::type_id::create("env", this);
            if (!uvm_config_db#(virtual arbiter_if)::get(this, "", "bus", bus))
                `uvm_fatal("BUS", "no arbiter_if")
            env.bus = bus;
        endfunction
        virtual task run_phase(uvm_phase phase);
            arbiter_sequence stimulus;
            stimulus = arbiter_sequence::type_id::create("stimulus");
            phase.raise_objection(this);
            stimulus.start(env.sequencer);
            phase.drop_objection(this);
        endtask
    endclass
endpackage

// ---- the two arbiters --------------------------------------------------------------------------------------------

module arbiter_uvm;
    import uvm_pkg::*;
    import arbiter_uvm_pkg::*;
    logic clk = 0;
    always #5 clk = !clk;

    arbiter_if bus (.clk);
    wekiva_arbiter model (
        .clk, .rst(bus.rst), .i_policy(bus.in.i_policy), .i_priority(bus.in.i_priority), .i_chance(bus.in.i_chance),
        .i_why(bus.in.i_why), .i_grant(bus.in.i_grant), .i_slot(bus.in.i_slot), .i_number(bus.in.i_number),
        .o_served(bus.model.o_served), .o_last_slot(bus.model.o_last_slot), .o_last(bus.model.o_last),
        .o_stall(bus.model.o_stall), .o_grants(bus.model.o_grants), .o_stalls(bus.model.o_stalls));
    arbiter rtl (
        .clk, .rst(bus.rst), .i_policy(bus.in.i_policy), .i_priority(bus.in.i_priority), .i_chance(bus.in.i_chance),
        .i_why(bus.in.i_why), .i_grant(bus.in.i_grant), .i_slot(bus.in.i_slot), .i_number(bus.in.i_number),
        .o_served(bus.rtl.o_served), .o_last_slot(bus.rtl.o_last_slot), .o_last(bus.rtl.o_last),
        .o_stall(bus.rtl.o_stall), .o_grants(bus.rtl.o_grants), .o_stalls(bus.rtl.o_stalls));

    initial begin
        uvm_config_db#(virtual arbiter_if)::set(null, "*", "bus", bus);
        run_test();
    end
endmodule
