// uvm_pkg.sv - names of UVM 1.2 without what they do, so that Verilator can parse what is written for UVM.
package uvm_pkg;
    typedef enum {UVM_NONE, UVM_LOW, UVM_MEDIUM} uvm_verbosity;
    function automatic void uvm_told(int level, string id, string text);
        $display("%0d %s: %s", level, id, text);
    endfunction

    class uvm_object;
        string name;
        function new(string name = "");
            this.name = name;
        endfunction
    endclass
    class uvm_phase extends uvm_object;
        function void raise_objection(uvm_object from);
        endfunction
        function void drop_objection(uvm_object from);
        endfunction
    endclass
    class uvm_component extends uvm_object;
        uvm_component parent;
        function new(string name, uvm_component parent);
            super.new(name);
            this.parent = parent;
        endfunction
        virtual function void build_phase(uvm_phase phase);
        endfunction
        virtual function void connect_phase(uvm_phase phase);
        endfunction
        virtual function void report_phase(uvm_phase phase);
        endfunction
        virtual task run_phase(uvm_phase phase);
        endtask
    endclass

    class uvm_sequence_item extends uvm_object;
        function new(string name = "");
            super.new(name);
        endfunction
    endclass
    class uvm_port #(type T = uvm_sequence_item) extends uvm_object;
        function new(string name, uvm_component parent);
            super.new(name);
        endfunction
        function void connect(uvm_object other);
        endfunction
        function void write(T item);
        endfunction
        task get_next_item(output T item);
            item = null;
        endtask
        function void item_done();
        endfunction
    endclass
    class uvm_analysis_port #(type T = uvm_sequence_item) extends uvm_port #(T);
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
    endclass
    class uvm_sequencer #(type REQ = uvm_sequence_item) extends uvm_component;
        uvm_object seq_item_export;
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
    endclass
    class uvm_sequence #(type REQ = uvm_sequence_item) extends uvm_object;
        REQ req;
        function new(string name = "");
            super.new(name);
        endfunction
        virtual task body();
        endtask
        task start(uvm_component sequencer);
            body();
        endtask
        task start_item(uvm_sequence_item item);
        endtask
        task finish_item(uvm_sequence_item item);
        endtask
    endclass
    class uvm_driver #(type REQ = uvm_sequence_item) extends uvm_component;
        REQ req;
        uvm_port #(REQ) seq_item_port;
        function new(string name, uvm_component parent);
            super.new(name, parent);
            seq_item_port = new("seq_item_port", this);
        endfunction
    endclass
    class uvm_monitor extends uvm_component;
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
    endclass
    class uvm_subscriber #(type T = uvm_sequence_item) extends uvm_component;
        uvm_object analysis_export;
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
        virtual function void write(T t);
        endfunction
    endclass
    class uvm_env extends uvm_component;
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
    endclass
    class uvm_test extends uvm_component;
        function new(string name, uvm_component parent);
            super.new(name, parent);
        endfunction
    endclass
    class uvm_config_db #(type T = int);
        static T held;
        static function void set(uvm_component from, string path, string name, T value);
            held = value;
        endfunction
        static function bit get(uvm_component from, string path, string name, inout T value);
            value = held;
            return 1;
        endfunction
    endclass
    task automatic run_test(string name = "");
    endtask
endpackage
