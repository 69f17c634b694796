import { Command, type ParseOptionsResult } from 'commander';
import type { Terminal } from './output/terminal.js';

/** The option of a command that can print JSON. */
export interface JsonOption {
  readonly json?: true | undefined;
}

/** The work of a command with its arguments. The options come last. */
type Action<Values extends unknown[]> = (terminal: Terminal, ...values: Values) => Promise<void> | void;

/** A command of `desk`. It names an option which it does not know before one that is missing: often they are one, misspelt. */
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
