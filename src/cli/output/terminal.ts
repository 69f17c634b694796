import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Io, OutputStream } from '../io.js';
import { visible, visibleLines } from './texts.js';

const DEFAULT_WIDTH = 80;

/** Keeps `styleText` from looking at the terminal and NO_COLOR of the process: the caller has looked at its own. */
const COLOURED = { validateStream: false };

export interface JsonOption {
  readonly json?: true | undefined;
}

/** Describes a part of a line, which a terminal may show in a style. */
export interface Styled {
  readonly text: string;
  readonly format?: Parameters<typeof styleText>[0];
}

/** A line is a text, or parts with a space between them. */
export type Line = string | readonly Styled[];

/** Holds the inputs and outputs of one run of `desk`. It escapes characters that a terminal would obey in everything that it prints. */
export class Terminal {
  /** The audit trail names the command without its arguments, such as `desk keys create`. */
  command = 'desk';

  private hasColours: boolean | undefined;

  constructor(readonly io: Io) {}

  /** Prints one line of data to standard output. */
  print(line: Line): void {
    this.io.stdout.write(`${this.shown(line)}\n`);
  }

  /** Prints a value to standard output as indented JSON. */
  printJson(value: unknown): void {
    this.io.stdout.write(`${visibleLines(JSON.stringify(value, null, 2))}\n`);
  }

  /** Prints a message to standard error. */
  say(line: string): void {
    this.io.stderr.write(`${visible(line)}\n`);
  }

  shown(line: Line): string {
    if (typeof line === 'string') return visible(line);
    this.hasColours ??= this.wantsColours();
    const styled = ({ text, format }: Styled): string =>
      format !== undefined && this.hasColours ? styleText(format, visible(text), COLOURED) : visible(text);
    return line.map(styled).join(' ');
  }

  /** Returns the number of columns of an output. COLUMNS overrides that of a terminal. */
  widthOf({ isTTY, columns }: OutputStream): number {
    if (!isTTY) return DEFAULT_WIDTH;
    const wanted = this.io.environment()['COLUMNS'] ?? '';
    return /^[1-9]\d{0,4}$/.test(wanted) ? Number(wanted) : columns || DEFAULT_WIDTH;
  }

  pathOf(file: string): string {
    return resolve(this.io.cwd, file);
  }

  /** Tells whether to use colours: on terminals, unless people say that they want none (no-color.org). */
  private wantsColours(): boolean {
    return this.io.stdout.isTTY === true && (this.io.environment()['NO_COLOR'] ?? '') === '';
  }
}

/** Says in one sentence, for the operator, why a command cannot do its work. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
