# Completion of the wekiva command for fish.  Install as share/fish/vendor_completions.d/wekiva.fish.
# Commands and options are those that `wekiva --help` and `wekiva COMMAND --help` list.

function __wekiva_commands
    wekiva --help 2>/dev/null | string match -r '^  ([a-z]+) +(\S.*)$' -g | while read -l name
        read -l summary
        test $name != wekiva; and printf '%s\t%s\n' $name $summary
    end
end

function __wekiva_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and echo $words[2]
end

function __wekiva_options
    wekiva (__wekiva_command) --help 2>/dev/null | string match -r '^  (?:-., |    )(--[a-z-]+)(?: [A-Z]\S*)?(?: +(\S.*))?$' -g | string match -r '^--.*'
end

function __wekiva_chip
    set -l words (commandline -opc)
    set -l at (contains -i -- --chip $words); and echo $words[(math $at + 1)]
end

function __wekiva_parameters
    wekiva chips --params (__wekiva_chip) 2>/dev/null | string match -r '^([a-z][a-z0-9_]*) .*\.\.' -g | string replace -r '$' '='
end

function __wekiva_previous
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

complete -c wekiva -n 'not __wekiva_command' -f -a '(__wekiva_commands)'
complete -c wekiva -n 'not __wekiva_command' -f -a '--help --version'
complete -c wekiva -n '__wekiva_command; and string match -q -- "-*" (commandline -ct)' -f -a '(__wekiva_options)'
complete -c wekiva -n '__wekiva_previous --chip -c' -a 'rv770 rv730 rv710 rv740 rv790 r580 nv30'
complete -c wekiva -n '__wekiva_previous --set -s' -f -a '(__wekiva_parameters)'
complete -c wekiva -n '__wekiva_previous --isa' -f -a 'r700 r580 nv30'
complete -c wekiva -n 'test "$(__wekiva_command)" = chips' -f -a 'rv770 rv730 rv710 rv740 rv790 r580 nv30'
complete -c wekiva -n 'test "$(__wekiva_command)" = cosim' -a '(wekiva cosim --list 2>/dev/null | string match -r "^\S+")'
complete -c wekiva -n 'test "$(__wekiva_command)" = isa' -f -a '(wekiva isa --list 2>/dev/null | string match -r "^[A-Z0-9_]+(?= )")'
