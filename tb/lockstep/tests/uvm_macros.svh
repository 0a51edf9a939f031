// uvm_macros.svh - macros of the stub uvm_pkg.sv.  A class is its own factory: Verilator 5.006 loses the type of a
// parametrised one.
`define uvm_object_utils(T) \
    typedef T type_id; \
    static function T create(string name); \
        T made = new(name); \
        return made; \
    endfunction
`define uvm_component_utils(T) \
    typedef T type_id; \
    static function T create(string name, uvm_component parent); \
        T made = new(name, parent); \
        return made; \
    endfunction
`define uvm_info(ID, TEXT, LEVEL) uvm_told(0, ID, TEXT);
`define uvm_error(ID, TEXT) uvm_told(1, ID, TEXT);
`define uvm_fatal(ID, TEXT) uvm_told(2, ID, TEXT);
