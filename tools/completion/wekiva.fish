# Completion of the wekiva command for fish.  Install as share/fish/vendor_completions.d/wekiva.fish.
# What may stand in a place the command says itself (tools/completion/complete.h).

function __wekiva_words
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # What stands behind --option= is completed with it.
    set -l option (string match -r '^--[a-z-]+=' -- $current)
    set -l behind (string replace -r -- '^--[a-z-]+=' '' $current)
    for line in (wekiva --complete $words[2..] "$current" 2>/dev/null)
        switch $line
            case '%files'
                __fish_complete_path "$behind" | string replace -r -- '^' "$option"
            case '%directories'
                __fish_complete_directories "$behind" | string replace -r -- '^' "$option"
            case '%run*'
                set -l end (string match -r '^%run(=?)' -g -- $line)
                set -l ask (string split ' ' -- $line)[2..]
                wekiva $ask 2>/dev/null | string match -r '^\S+' | string replace -r -- '^(.*)$' "$option\$1$end"
            case '*'
                echo "$option$line"
        end
    end
end

complete -c wekiva -f -a '(__wekiva_words)'
