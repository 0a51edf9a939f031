# Completion of the wekiva command for bash.  Install as share/bash-completion/completions/wekiva, or source it.
# What may stand in a place the command says itself (tools/completion/complete.h).

_wekiva()
{
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} line word words='' name
    local -a typed=() more
    COMPREPLY=()
    # `--option=value` arrives as three words.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [ "$word" = "=" ] || typed+=("$word")
    done
    [ "$current" = "=" ] && current= && typed+=("")
    while IFS= read -r line; do
        case $line in
        %files) mapfile -t more < <(compgen -f -- "$current") && COMPREPLY+=("${more[@]}") ;;
        %directories) mapfile -t more < <(compgen -d -- "$current") && COMPREPLY+=("${more[@]}") ;;
        %run*)
            word=${line%% *}
            while read -r name _; do
                words+=" $name${word#%run}"
            done < <("$program" ${line#* } 2>/dev/null)
            ;;
        *) words+=" ${line%%$'\t'*}" ;;
        esac
    done < <("$program" --complete "${typed[@]}" 2>/dev/null)
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
}

complete -o filenames -F _wekiva wekiva
