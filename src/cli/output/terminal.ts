import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Io, OutputStream } from '../io.js';
import { visible, visibleLines } from './texts.js';

const DEFAULT_WIDTH = 80;

/** The caller has looked at the terminal and at NO_COLOR; by itself it would look at those of the process. */
const COLOURED = { validateStream: false };

/** A part of a line, which a terminal may show in a style. */
export interface Styled {
  readonly text: string;
  readonly format?: Parameters<typeof styleText>[0];
}

/** A line to print: a text, or parts with a space between them. */
export type Line = string | readonly Styled[];

/** Holds the inputs and outputs of one run of `desk`. It escapes characters that a terminal would obey in all that it prints. */
export class Terminal {
  /** The command without its arguments, such as `desk keys create`. The audit trail names it. */
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

  /** How many columns the output has; COLUMNS says it of a terminal, too. */
  widthOf({ isTTY, columns }: OutputStream): number {
    if (!isTTY) return DEFAULT_WIDTH;
    const wanted = this.io.environment()['COLUMNS'] ?? '';
    return /^[1-9]\d{0,4}$/.test(wanted) ? Number(wanted) : columns || DEFAULT_WIDTH;
  }

  pathOf(file: string): string {
    return resolve(this.io.cwd, file);
  }

  /** Colours are for terminals, and for people who have not said that they want none (no-color.org). */
  private wantsColours(): boolean {
    return this.io.stdout.isTTY === true && (this.io.environment()['NO_COLOR'] ?? '') === '';
  }
}
