# complete.zsh COMMANDS COMPLETIONS OUT LINE - writes into OUT what a TAB at the end of LINE makes of it, in a zsh of its
# own on a pseudo-terminal.  COMMANDS and COMPLETIONS are folders, of the command and of _wekiva.
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i
zpty -w shell "PS1= PROMPT_EOL_MARK= ; unset zle_bracketed_paste; PATH=${(q)1}:\$PATH; fpath=(${(q)2} \$fpath)
    autoload -Uz compinit; compinit -u -D; show() { print -r -- \"<\$BUFFER>\" >${(q)3}; exit }; zle -N show
    bindkey '^I' complete-word; bindkey '^X' show; print RE''ADY"
while zpty -r shell line && [[ $line != *READY* ]]; do :; done
zpty -w -n shell "$4"$'\t\x18'
while zpty -r shell line; do :; done
