import { pathsOf, quoted, valuesOf, type CompletedCommand, type Values } from './completed-command.js';

/** Runs in bash 3.2 too, which macOS has: there is no `mapfile`, and `compopt` may be missing. */
export function bashScript(commands: readonly CompletedCommand[]): string[] {
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
    ...valuesOf(commands).map(({ place, values }) => `    ${quoted(place)}) ${offer(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap(casesOf),
    '  esac',
    '}',
    'complete -F _desk desk',
  ];
}

/** Options are offered behind a dash, and where nothing else can be. */
function casesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  const words = [...subcommands.map(({ name }) => name), ...operands.choices];
  const ofOptions = offer({ choices: options.map(({ name }) => name), isFile: false });
  const others = words.length === 0 && !operands.isFile ? ofOptions : offer({ ...operands, choices: words });
  return [`    ${quoted(path)}) case "$cur" in -*) ${ofOptions} ;; *) ${others} ;; esac ;;`];
}

function offer({ choices, isFile }: Values): string {
  if (isFile) return '_desk_files';
  return choices.length === 0 ? ':' : `_desk_words ${choices.join(' ')}`;
}
