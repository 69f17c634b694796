import type { Command, Option } from 'commander';
import type { Terminal } from '../output/terminal.js';
import type { SHELLS } from './completion.command.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function printCompletion(terminal: Terminal, program: Command, shell: (typeof SHELLS)[number]): void {
  for (const line of SCRIPTS[shell](completedCommands(program)).split('\n')) terminal.print(line);
}

interface CompletedCommand {
  /** The path has the words after `desk`, each with a blank before it. It is empty for `desk` itself. */
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly options: readonly (Word & { readonly values: Values | null })[];
  /** The operands are all arguments together, because a shell does not count them. */
  readonly operands: Values;
}

interface Word {
  readonly name: string;
  readonly description: string;
}

interface Values {
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

/** Lists a command and all commands below it. */
function completedCommands(command: Command, path = ''): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).filter((one) => command.commands.includes(one));
  // Commander tells nobody which subcommand runs when the command line names none.
  const { _defaultCommandName: byDefault } = command as unknown as { readonly _defaultCommandName?: string };
  const meant = [command, ...command.commands.filter((one) => one.name() === byDefault)];
  const options = meant.flatMap((one) => help.visibleOptions(one));
  const operands = meant.flatMap((one) => one.registeredArguments);
  const own: CompletedCommand = {
    path,
    subcommands: subcommands.map((one) => wordOf(one.name(), one.description())),
    options: [...new Map(options.map((option) => [option.long, completedOption(option)])).values()],
    operands: {
      choices: operands.flatMap(({ argChoices = [] }) => argChoices),
      isFile: operands.some((argument) => argument.name().startsWith('file')),
    },
  };
  return [own, ...subcommands.flatMap((one) => completedCommands(one, `${path} ${one.name()}`))];
}

function completedOption(option: Option): CompletedCommand['options'][number] {
  const { long = '', flags, description, required, argChoices: choices = [] } = option;
  const values = required ? { choices, isFile: flags.includes('<file>') } : null;
  return { ...wordOf(long, description), values };
}

/** Shortens the description of a word to the beginning that fits into a shell. */
function wordOf(name: string, description: string): Word {
  return { name, description: (/^[^;:(,]*/.exec(description)?.[0] ?? '').trim() };
}

/** Names the commands of a shell that offer files, nothing, or words. */
interface Offers {
  readonly files: string;
  readonly nothing: string;
  readonly words: (choices: readonly string[]) => string;
}

function offer({ files, nothing, words }: Offers, { choices, isFile }: Values): string {
  if (isFile) return files;
  return choices.length === 0 ? nothing : words(choices);
}

/** Offers the values of each option after it, such as after `keys create --name`. */
function offersOfValues(commands: readonly CompletedCommand[], offers: Offers, begin: string): string {
  const cases = commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, values }) =>
      values === null ? [] : [`${begin}${quoted(`${path} ${name}`)}) ${offer(offers, values)}; return ;;`],
    ),
  );
  return cases.join('\n');
}

function pathsOf(
  commands: readonly CompletedCommand[],
  quote: (path: string) => string,
  gap: string,
): string {
  return commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join(gap);
}

/** Puts a text between single quotes for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Puts a text between single quotes, inside of which fish knows two escapes. */
function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}

const BASH: Offers = {
  files: '_desk_files',
  nothing: ':',
  words: (choices) => `_desk_words ${choices.join(' ')}`,
};

/** Makes a script for bash 3.2 and newer. macOS has 3.2, which lacks `mapfile` and may lack `compopt`. */
function bashScript(commands: readonly CompletedCommand[]): string {
  return `# bash completion of desk, made by: desk completion bash
_desk_words() {
  COMPREPLY=($(compgen -W "$*" -- "$cur"))
}
_desk_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}
_desk() {
  local cur prev at='' word i
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD - 1]}
  if [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [ "$cur" = = ]; then cur=; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$at $word" in
      ${pathsOf(commands, quoted, ' | ')}) at="$at $word" ;;
    esac
  done
  case "$at $prev" in
${offersOfValues(commands, BASH, '    ')}
  esac
  case "$at" in
${commands.map(bashCase).join('\n')}
  esac
}
complete -F _desk desk`;
}

/** Offers options after a dash, and where nothing else is possible. */
function bashCase({ path, subcommands, options, operands }: CompletedCommand): string {
  const words = { ...operands, choices: [...subcommands.map(({ name }) => name), ...operands.choices] };
  const ofOptions = offer(BASH, { choices: options.map(({ name }) => name), isFile: false });
  const others = words.choices.length > 0 || words.isFile ? offer(BASH, words) : ofOptions;
  return `    ${quoted(path)}) case "$cur" in -*) ${ofOptions} ;; *) ${others} ;; esac ;;`;
}

const ZSH: Offers = {
  files: '_files',
  nothing: ':',
  words: (choices) => `compadd -- ${choices.map(quoted).join(' ')}`,
};

/** Makes a script for zsh. It works as the file `_desk` of a folder in `fpath` and with `source`. */
function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef desk
# zsh completion of desk, made by: desk completion zsh
_desk() {
  local at='' word
  local -a subcommands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${pathsOf(commands, quoted, '|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${offersOfValues(commands, ZSH, '    (')}
  esac
  case "$at" in
${commands.map(zshCase).join('\n')}
  esac
  if (( $#subcommands )); then _describe command subcommands; fi
  _describe -o option options
}
if [ "\${funcstack[1]}" = _desk ]; then _desk "$@"; else compdef _desk desk; fi`;
}

function zshCase({ path, subcommands, options, operands }: CompletedCommand): string {
  const described = ({ name, description }: Word): string =>
    quoted(`${name.replaceAll(':', String.raw`\:`)}:${description}`);
  return `    (${quoted(path)})
      subcommands=(${subcommands.map(described).join(' ')})
      options=(${options.map(described).join(' ')})
      ${offer(ZSH, operands)} ;;`;
}

const FISH: Offers = {
  files: '-r -F',
  nothing: '-x',
  words: (choices) => `-x -a ${fishQuoted(choices.join(' '))}`,
};

function fishScript(commands: readonly CompletedCommand[]): string {
  return `# fish completion of desk, made by: desk completion fish
function __desk_at
    set -l at ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        switch "$at $word"
            case ${pathsOf(commands, fishQuoted, ' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c desk -f
${commands.flatMap(fishLinesOf).join('\n')}`;
}

function fishLinesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  const lines = [
    ...subcommands.map(({ name, description }) => `-a ${fishQuoted(name)} -d ${fishQuoted(description)}`),
    ...options.map(({ name, values, description }) => {
      const value = values === null ? '' : ` ${offer(FISH, values)}`;
      return `-l ${name.replace(/^--/, '')}${value} -d ${fishQuoted(description)}`;
    }),
    ...(operands.isFile ? ['-F'] : []),
    ...(operands.choices.length > 0 ? [`-a ${fishQuoted(operands.choices.join(' '))}`] : []),
  ];
  return lines.map((line) => `complete -c desk -n ${fishQuoted(`__desk_at ${fishQuoted(path)}`)} ${line}`);
}
