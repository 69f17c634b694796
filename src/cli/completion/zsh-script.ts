import {
  pathsOf,
  quoted,
  valuesOf,
  type CompletedCommand,
  type Values,
  type Word,
} from './completed-command.js';

/** Works both as the file `_desk` of a folder in `fpath` and with `source`. */
export function zshScript(commands: readonly CompletedCommand[]): string[] {
  return [
    '#compdef desk',
    '# zsh completion of desk, made by: desk completion zsh',
    '_desk() {',
    "  local at='' word",
    '  local -a subcommands options',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    case "$at $word" in',
    `      (${pathsOf(commands).map(quoted).join('|')}) at="$at $word" ;;`,
    '    esac',
    '  done',
    '  case "$at ${words[CURRENT-1]}" in',
    ...valuesOf(commands).map(({ place, values }) => `    (${quoted(place)}) ${offer(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap(casesOf),
    '  esac',
    '  if (( $#subcommands )); then _describe command subcommands; fi',
    '  _describe -o option options',
    '}',
    'if [ "${funcstack[1]}" = _desk ]; then _desk "$@"; else compdef _desk desk; fi',
  ];
}

function casesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  return [
    `    (${quoted(path)})`,
    `      subcommands=(${subcommands.map(described).join(' ')})`,
    `      options=(${options.map(described).join(' ')})`,
    `      ${offer(operands)} ;;`,
  ];
}

function described({ name, description }: Word): string {
  return quoted(`${name.replaceAll(':', String.raw`\:`)}:${description}`);
}

function offer({ choices, isFile }: Values): string {
  if (isFile) return '_files';
  return choices.length === 0 ? ':' : `compadd -- ${choices.map(quoted).join(' ')}`;
}
