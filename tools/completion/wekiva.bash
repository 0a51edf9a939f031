# Completion of the wekiva command for bash.  Install as share/bash-completion/completions/wekiva, or source it.

_wekiva()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous='' command=${COMP_WORDS[1]-}
    local options='' words=''
    COMPREPLY=()
    [ "$COMP_CWORD" -gt 1 ] && previous=${COMP_WORDS[COMP_CWORD - 1]}
    # `--option=value` arrives as three words.
    if [ "$current" = "=" ]; then
        current=
    elif [ "$previous" = "=" ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi

    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "demo run sweep compare dis asm chips isa lint cosim view texture filter fuzz report profile launch why --help --version" -- "$current")
        return
    fi
    # Parameters are those of the chip that the line names.
    local chip='' i
    for ((i = 2; i < COMP_CWORD; i++)); do
        [ "${COMP_WORDS[i]}" = --chip ] && chip=${COMP_WORDS[i + 1]}
        [ "$chip" = "=" ] && chip=${COMP_WORDS[i + 2]}
    done
    case $command in
    run | demo)
        options="--launch --chip --set --threads --trace --trace-scope --trace-window --trace-lanes --trace-limit --trace-convert --watch --pipeline --perfetto --pipeline-waves
            --pipeline-window --pipeline-limit --stats --stats-format --counters --counters-every --out
            --max-cycles --no-progress --jobs --json --dump-gprs --dump-lds --dump-globals --save-snapshot --load-snapshot --quiet --lint --verbose --progress
            --replace --record --help"
        ;;
    sweep)
        options="--set --chip --launch --threads --max-cycles --warm --out --part --jobs --merge --show --pareto --csv --html --plot
            --x --y --quiet --help"
        ;;
    compare) options="--launch --chip --set --threads --warm --max-cycles --counters --limit --all --csv --json --quiet --help" ;;
    dis) options="--raw --isa --help" ;;
    asm) options="--output --hex --isa --help" ;;
    chips)
        options="--params --json --help"
        words="rv770 rv730 rv710 rv740 rv790 r580 nv30"
        ;;
    isa)
        options="--list --help"
        words=$("${COMP_WORDS[0]}" isa --list 2>/dev/null | sed '1d; s/ .*//')
        ;;
    lint) options="--launch --chip --set --help" ;;
    why) options="--launch --chip --set --slot --simd --perfetto --max-cycles --json --help" ;;
    profile) options="--launch --chip --set --threads --callgrind --folded --max-cycles --help" ;;
    report) options="--launch --chip --set --iterations --max-cycles --json --help" ;;
    launch)
        options="--output --stage --threads --fetch-shader --keys --chip --set --help"
        ;;
    fuzz)
        options="--programs --seed --jobs --out --replay --weights --list-weights --fault --chip --set --help"
        ;;
    cosim)
        options="--rtl --cycles --seed --trace --window --input --faults --coverage --stimulus --template --list --help"
        words=$("${COMP_WORDS[0]}" cosim --list 2>/dev/null | cut -d' ' -f1)
        ;;
    view) options="--at --dump --from --to --help" ;;
    texture) options="--id --level --slice --sample --sampler --rect --size --channels --range --out --chip --set --help" ;;
    filter)
        options="--help"
        words="cf alu float view-cf view-alu"
        ;;
    esac
    case $previous in
    --chip)
        mapfile -t COMPREPLY < <(compgen -W "rv770 rv730 rv710 rv740 rv790 r580 nv30" -- "$current"; compgen -f -- "$current")
        return
        ;;
    --set)
        mapfile -t COMPREPLY < <(compgen -S = -W \
            "$("${COMP_WORDS[0]}" chips --params $chip 2>/dev/null | sed -n 's/^\([a-z][a-z0-9_]*\) .*\.\..*/\1/p')" \
            -- "$current")
        compopt -o nospace
        return
        ;;
    --isa)
        mapfile -t COMPREPLY < <(compgen -W "r700 r580 nv30" -- "$current")
        return
        ;;
    --stats-format)
        mapfile -t COMPREPLY < <(compgen -W "json objects csv prometheus" -- "$current")
        return
        ;;
    --progress)
        mapfile -t COMPREPLY < <(compgen -W "auto json none" -- "$current")
        return
        ;;
    --replace | --record)
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" cosim --list 2>/dev/null | cut -d' ' -f1)" \
            -- "$current")
        return
        ;;
    --fault)
        mapfile -t COMPREPLY < <(compgen -W "gpr active export kill" -- "$current")
        return
        ;;
    --weights)
        mapfile -t COMPREPLY < <(compgen -S = -W \
            "$("${COMP_WORDS[0]}" fuzz --list-weights 2>/dev/null | sed 's/ .*//')" -- "$current")
        compopt -o nospace
        return
        ;;
    --out | --rtl)
        [ "$command" = texture ] || [ "$command" = sweep ] && mapfile -t COMPREPLY < <(compgen -f -- "$current") && return
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --trace-scope | --trace-window | --trace-limit | --pipeline-waves | --pipeline-window | --pipeline-limit | --max-cycles | --programs | --seed | --jobs | --cycles | --window | --faults | \
        --threads | --limit | --part | --show | --pareto | --x | --y | --id | --level | --slice | --sample | --sampler | --rect | --size | --channels | --range)
        return
        ;;
    --launch | --merge | --csv | --html | --plot | --replay | --trace | --pipeline | --perfetto | --input | --stats | --counters-every | --callgrind | --folded | --save-snapshot | --load-snapshot | --output | -o)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    esac
    case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current") ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        [ "$command" = filter ] || [ "$command" = isa ] || [ "$command" = cosim ] ||
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        ;;
    esac
}

complete -o filenames -F _wekiva wekiva
