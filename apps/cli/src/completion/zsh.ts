import type { CommandPath, Named, Values } from './tree.ts';

/** The same for zsh, which also shows descriptions. */
export const zshCompletion = (name: string, places: readonly CommandPath[]): string => `#compdef ${name}
# Completion of ${name} for zsh. In ~/.zshrc, after compinit: source <(${name} completion zsh)
_${name}_at() {
  subs=() flags=() valued=()
  case "$1" in
${places.map(caseOf).join('\n')}
  esac
}
_${name}_values() {
  values=() several=
  case "$1|$2" in
${places.flatMap(({ at, values }) => values.map((each) => valuesOf(at, each))).join('\n')}
  esac
}
_${name}() {
  local at= skip= count=0 i word several
  local -a subs names flags valued values
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $skip ]]; then skip=; continue; fi
    _${name}_at "$at"
    names=("\${(@)subs%%:*}")
    if [[ $word == -* ]]; then
      (( $valued[(Ie)$word] )) && skip=$word
    elif (( $names[(Ie)$word] )); then
      at="$at $word" count=0
    else
      (( count += 1 ))
    fi
  done
  _${name}_at "$at"
  _${name}_values "$at" "\${skip:-$count}"
  if [[ -z $skip && $words[CURRENT] == -* ]]; then
    _describe -o option flags
  elif (( $#subs )) && [[ -z $skip ]]; then
    _describe command subs
  elif (( $#values )); then
    if [[ -n $several ]]; then compset -P '*,'; compadd -S '' -a values; else compadd -a values; fi
  else
    _files
  fi
}
compdef _${name} ${name}
`;

const caseOf = ({ at, commands, options, valued }: CommandPath): string =>
  `    '${at}') subs=(${described(commands)}) flags=(${described(options)}) valued=(${valued.join(' ')}) ;;`;

const valuesOf = (at: string, { of, words, isSeveral }: Values): string =>
  `    '${at}|${of}') values=(${words.join(' ')}) several=${isSeveral ? 1 : ''} ;;`;

/** Each as one quoted word: the name, a colon and the description. */
const described = (named: readonly Named[]): string =>
  named.map(({ name, meaning }) => quoted(`${name}:${meaning.replaceAll('\n', ' ')}`)).join(' ');

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
