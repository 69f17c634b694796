import type { Argument, Command, Option } from 'commander';
import type { Terminal } from '../output/terminal.js';
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

interface Word {
  readonly name: string;
  readonly description: string;
}

interface Values {
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

interface CompletedOption extends Word {
  /** Null when the option has no value. */
  readonly values: Values | null;
}

/** A command as a shell completes it. */
interface CompletedCommand {
  /** Its words behind `desk`, each with a blank before it; empty for `desk` itself. */
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** Its arguments, as one: a shell does not count them. */
  readonly operands: Values;
}

/** All commands below one, itself first. */
function completedCommands(command: Command, path = ''): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).filter((one) => command.commands.includes(one));
  const meant = [command, ...command.commands.filter((one) => one.name() === defaultNameIn(command))];
  const own: CompletedCommand = {
    path,
    subcommands: subcommands.map((one) => ({ name: one.name(), description: shortened(one.description()) })),
    options: distinct(meant.flatMap((one) => help.visibleOptions(one).map(completedOption))),
    operands: operandsOf(meant.flatMap((one) => one.registeredArguments)),
  };
  return [own, ...subcommands.flatMap((one) => completedCommands(one, `${path} ${one.name()}`))];
}

/** The name of the subcommand that is meant when none is named. Commander tells nobody. */
function defaultNameIn(command: Command): string | undefined {
  return (command as unknown as { readonly _defaultCommandName?: string })._defaultCommandName;
}

function completedOption({
  long,
  short,
  flags,
  description,
  required,
  argChoices = [],
}: Option): CompletedOption {
  const values = required ? { choices: argChoices, isFile: flags.includes('<file>') } : null;
  return { name: long ?? short ?? '', description: shortened(description), values };
}

function distinct(options: readonly CompletedOption[]): CompletedOption[] {
  return [...new Map(options.map((option) => [option.name, option])).values()];
}

function operandsOf(operands: readonly Argument[]): Values {
  return {
    choices: operands.flatMap(({ argChoices = [] }) => argChoices),
    isFile: operands.some((argument) => argument.name().startsWith('file')),
  };
}

/** The beginning of a description that a shell has room for. */
function shortened(description: string): string {
  return (/^[^;:(,]*/.exec(description)?.[0] ?? '').trim();
}

function pathsOf(commands: readonly CompletedCommand[]): string[] {
  return commands.map(({ path }) => path).filter((path) => path !== '');
}

/** A text between single quotes for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The values of options by what may follow, of the options with a value: `keys create --name` and so on. */
function valuesOf(
  commands: readonly CompletedCommand[],
): { readonly place: string; readonly values: Values }[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, values }) => (values === null ? [] : [{ place: `${path} ${name}`, values }])),
  );
}
