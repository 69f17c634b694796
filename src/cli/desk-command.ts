import { Command, type CommandOptions, type ParseOptionsResult } from 'commander';
import type { Terminal } from './output/terminal.js';

/** Does the work of a command. Its arguments come first, its options last. */
type Action<Values extends unknown[]> = (terminal: Terminal, ...values: Values) => Promise<void> | void;

/** Defines a command of `desk`. It reports an unknown option before a missing one: often the unknown one is the missing one, misspelt. */
export class DeskCommand extends Command {
  constructor(
    readonly terminal: Terminal,
    name?: string,
  ) {
    super(name);
  }

  override createCommand(name?: string): DeskCommand {
    return new DeskCommand(this.terminal, name);
  }

  /** Adds a command whose first argument is the subdomain of a workspace. */
  workspaceCommand(name: string, description: string, options?: CommandOptions): DeskCommand {
    const command = this.command(name, options).description(description);
    return command.argument('<subdomain>', 'subdomain of the workspace');
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args);
    const isRefused = this.commands.length === 0 && parsed.unknown.length > 0;
    if (isRefused) for (const option of this.options) option.mandatory = false;
    return parsed;
  }

  /** Sets the action. Its code is loaded when the command runs, so that help is fast. */
  does<Values extends unknown[]>(load: () => Promise<Action<Values>>): this {
    return this.action(async (...values: Values) => {
      const act = await load();
      await act(this.terminal, ...values);
    });
  }
}
