import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';
import {
  type CompletedCommand,
  completedCommands,
  type CompletedOption,
  pathsOf,
  quoted,
  type Values,
  valuesOf,
  type Word,
} from './completed-command.js';
import type { SHELLS } from './completion.command.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints a script for a shell, made from the commands themselves. */
export function printCompletion(terminal: Terminal, program: Command, shell: (typeof SHELLS)[number]): void {
  for (const line of SCRIPTS[shell](completedCommands(program))) terminal.print(line);
}

/** Runs in bash 3.2 too, which macOS has: there is no `mapfile`, and `compopt` may be missing. */
function bashScript(commands: readonly CompletedCommand[]): string[] {
  return [
    '# bash completion of desk, made by: desk completion bash',
    '_desk_words() {',
    '  COMPREPLY=($(compgen -W "$*" -- "$cur"))',
    '}',
    '_desk_files() {',
    String.raw`  local IFS=$'\n'`,
    '  compopt -o filenames 2>/dev/null',
    '  COMPREPLY=($(compgen -f -- "$cur"))',
    '}',
    '_desk() {',
    "  local cur prev at='' word i",
    '  COMPREPLY=()',
    '  cur=${COMP_WORDS[COMP_CWORD]}',
    '  prev=${COMP_WORDS[COMP_CWORD - 1]}',
    '  if [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi',
    '  if [ "$cur" = = ]; then cur=; fi',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word=${COMP_WORDS[i]}',
    '    case "$at $word" in',
    `      ${pathsOf(commands).map(quoted).join(' | ')}) at="$at $word" ;;`,
    '    esac',
    '  done',
    '  case "$at $prev" in',
    ...valuesOf(commands).map(({ place, values }) => `    ${quoted(place)}) ${bashOffer(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap(bashCasesOf),
    '  esac',
    '}',
    'complete -F _desk desk',
  ];
}

/** Options are offered behind a dash, and where nothing else can be. */
function bashCasesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  const words = [...subcommands.map(({ name }) => name), ...operands.choices];
  const ofOptions = bashOffer({ choices: options.map(({ name }) => name), isFile: false });
  const others =
    words.length === 0 && !operands.isFile ? ofOptions : bashOffer({ ...operands, choices: words });
  return [`    ${quoted(path)}) case "$cur" in -*) ${ofOptions} ;; *) ${others} ;; esac ;;`];
}

function bashOffer({ choices, isFile }: Values): string {
  if (isFile) return '_desk_files';
  return choices.length === 0 ? ':' : `_desk_words ${choices.join(' ')}`;
}

/** Works both as the file `_desk` of a folder in `fpath` and with `source`. */
function zshScript(commands: readonly CompletedCommand[]): string[] {
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
    ...valuesOf(commands).map(({ place, values }) => `    (${quoted(place)}) ${zshOffer(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap(zshCasesOf),
    '  esac',
    '  if (( $#subcommands )); then _describe command subcommands; fi',
    '  _describe -o option options',
    '}',
    'if [ "${funcstack[1]}" = _desk ]; then _desk "$@"; else compdef _desk desk; fi',
  ];
}

function zshCasesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  return [
    `    (${quoted(path)})`,
    `      subcommands=(${subcommands.map(described).join(' ')})`,
    `      options=(${options.map(described).join(' ')})`,
    `      ${zshOffer(operands)} ;;`,
  ];
}

function described({ name, description }: Word): string {
  return quoted(`${name.replaceAll(':', String.raw`\:`)}:${description}`);
}

function zshOffer({ choices, isFile }: Values): string {
  if (isFile) return '_files';
  return choices.length === 0 ? ':' : `compadd -- ${choices.map(quoted).join(' ')}`;
}

function fishScript(commands: readonly CompletedCommand[]): string[] {
  return [
    '# fish completion of desk, made by: desk completion fish',
    'function __desk_at',
    "    set -l at ''",
    '    set -l words (commandline -opc)',
    '    set -e words[1]',
    '    for word in $words',
    '        switch "$at $word"',
    `            case ${pathsOf(commands).map(fishQuoted).join(' ')}`,
    '                set at "$at $word"',
    '        end',
    '    end',
    '    test "$at" = "$argv[1]"',
    'end',
    'complete -c desk -f',
    ...commands.flatMap(fishLinesOf),
  ];
}

function fishLinesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  const here = `complete -c desk -n ${fishQuoted(`__desk_at ${fishQuoted(path)}`)}`;
  return [
    ...subcommands.map(
      ({ name, description }) => `${here} -a ${fishQuoted(name)} -d ${fishQuoted(description)}`,
    ),
    ...options.map((option) => `${here} ${completionOf(option)} -d ${fishQuoted(option.description)}`),
    ...(operands.isFile ? [`${here} -F`] : []),
    ...(operands.choices.length > 0 ? [`${here} -a ${fishQuoted(operands.choices.join(' '))}`] : []),
  ];
}

function completionOf({ name, values }: CompletedOption): string {
  const long = `-l ${name.replace(/^--/, '')}`;
  return values === null ? long : `${long} ${valueOf(values)}`;
}

function valueOf({ choices, isFile }: Values): string {
  if (isFile) return '-r -F';
  return choices.length === 0 ? '-x' : `-x -a ${fishQuoted(choices.join(' '))}`;
}

/** A text between single quotes, in which fish knows two escapes. */
function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}
