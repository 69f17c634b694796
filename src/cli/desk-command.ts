import { Command, type ParseOptionsResult } from 'commander';

/** A command that names an option which it does not know before one that is missing: often they are one, misspelt. */
export class DeskCommand extends Command {
  override createCommand(name?: string): Command {
    return new DeskCommand(name);
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args);
    const isRefused = this.commands.length === 0 && parsed.unknown.length > 0;
    if (isRefused) for (const option of this.options) option.mandatory = false;
    return parsed;
  }
}
