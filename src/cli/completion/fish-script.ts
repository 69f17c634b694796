import { pathsOf, type CompletedCommand, type CompletedOption, type Values } from './completed-command.js';

export function fishScript(commands: readonly CompletedCommand[]): string[] {
  return [
    '# fish completion of desk, made by: desk completion fish',
    'function __desk_at',
    "    set -l at ''",
    '    set -l words (commandline -opc)',
    '    set -e words[1]',
    '    for word in $words',
    '        switch "$at $word"',
    `            case ${pathsOf(commands).map(quoted).join(' ')}`,
    '                set at "$at $word"',
    '        end',
    '    end',
    '    test "$at" = "$argv[1]"',
    'end',
    'complete -c desk -f',
    ...commands.flatMap(linesOf),
  ];
}

function linesOf({ path, subcommands, options, operands }: CompletedCommand): string[] {
  const here = `complete -c desk -n ${quoted(`__desk_at ${quoted(path)}`)}`;
  return [
    ...subcommands.map(({ name, description }) => `${here} -a ${quoted(name)} -d ${quoted(description)}`),
    ...options.map((option) => `${here} ${completionOf(option)} -d ${quoted(option.description)}`),
    ...(operands.isFile ? [`${here} -F`] : []),
    ...(operands.choices.length > 0 ? [`${here} -a ${quoted(operands.choices.join(' '))}`] : []),
  ];
}

function completionOf({ name, values }: CompletedOption): string {
  const long = `-l ${name.replace(/^--/, '')}`;
  return values === null ? long : `${long} ${valueOf(values)}`;
}

function valueOf({ choices, isFile }: Values): string {
  if (isFile) return '-r -F';
  return choices.length === 0 ? '-x' : `-x -a ${quoted(choices.join(' '))}`;
}

/** A text between single quotes, in which fish knows two escapes. */
function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}
