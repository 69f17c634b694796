import type { Argument, Command, Option } from 'commander';

export interface Word {
  readonly name: string;
  readonly description: string;
}

export interface Values {
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

export interface CompletedOption extends Word {
  /** Null when the option has no value. */
  readonly values: Values | null;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Its words behind `desk`, each with a blank before it; empty for `desk` itself. */
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** Its arguments, as one: a shell does not count them. */
  readonly operands: Values;
}

/** All commands below one, itself first. */
export function completedCommands(command: Command, path = ''): CompletedCommand[] {
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

export function pathsOf(commands: readonly CompletedCommand[]): string[] {
  return commands.map(({ path }) => path).filter((path) => path !== '');
}

/** A text between single quotes for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The values of options by what may follow, of the options with a value: `keys create --name` and so on. */
export function valuesOf(
  commands: readonly CompletedCommand[],
): { readonly place: string; readonly values: Values }[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, values }) => (values === null ? [] : [{ place: `${path} ${name}`, values }])),
  );
}
