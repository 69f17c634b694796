import { open, rm, type FileHandle } from 'node:fs/promises';
import type { RejectedLine } from '../import/own/ticket-import.service.js';
import { unwritable } from './files.js';
import type { Terminal } from './output/terminal.js';

/** Holds the lines that an import refused, each as a JSON object with its number and the reasons. It exists only if there are any. */
export class RejectsFile {
  private handle: FileHandle | undefined;

  private readonly absolutePath: string;

  constructor(
    terminal: Terminal,
    readonly path: string,
  ) {
    this.absolutePath = terminal.pathOf(path);
  }

  /** Removes the file of an earlier import. */
  async clear(): Promise<void> {
    await this.guard(() => rm(this.absolutePath, { force: true }));
  }

  async add({ line, text, problems }: RejectedLine): Promise<void> {
    const reasons = problems.map(({ path, message }) => ({ field: path, message }));
    await this.guard(async () => {
      this.handle ??= await open(this.absolutePath, 'w');
      await this.handle.appendFile(`${JSON.stringify({ line, reasons, text })}\n`);
    });
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  private async guard(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }
}
