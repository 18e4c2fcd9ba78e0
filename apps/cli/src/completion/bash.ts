import type { CommandPath, Named, Values } from './tree.ts';

/** A bash script that completes the commands, options and values of a program. */
export const bashCompletion = (
  name: string,
  places: readonly CommandPath[],
): string => `# Completion of ${name} for bash. In ~/.bashrc: source <(${name} completion bash)
_${name}_at() {
  subs= flags= valued=
  case "$1" in
${places.map(caseOf).join('\n')}
  esac
}
_${name}_values() {
  values= several=
  case "$1|$2" in
${places.flatMap(({ at, values }) => values.map((each) => valuesOf(at, each))).join('\n')}
  esac
}
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at= skip= count=0 i word before= subs flags valued values several
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [ -n "$skip" ]; then skip=; continue; fi
    _${name}_at "$at"
    case "$word" in
      -*) case " $valued " in *" $word "*) skip=$word ;; esac ;;
      *) case " $subs " in *" $word "*) at="$at $word" count=0 ;; *) count=$((count + 1)) ;; esac ;;
    esac
  done
  _${name}_at "$at"
  _${name}_values "$at" "\${skip:-$count}"
  if [ -z "$skip" ]; then
    case "$cur" in -*) values=$flags several= ;; *) values="$subs $values" ;; esac
  fi
  if [ -n "$several" ]; then
    case "$cur" in *,*) before="\${cur%,*}," ;; esac
  fi
  COMPREPLY=($(compgen -P "$before" -W "$values" -- "\${cur#"$before"}"))
}
complete -o default -F _${name} ${name}
`;

const caseOf = ({ at, commands, options, valued }: CommandPath): string =>
  `    '${at}') subs='${names(commands)}' flags='${names(options)}' valued='${valued.join(' ')}' ;;`;

const valuesOf = (at: string, { of, words, isSeveral }: Values): string =>
  `    '${at}|${of}') values='${words.join(' ')}' several=${isSeveral ? 1 : ''} ;;`;

const names = (named: readonly Named[]): string => named.map(({ name }) => name).join(' ');
