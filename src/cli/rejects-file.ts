import { open, rm, type FileHandle } from 'node:fs/promises';
import type { RejectedLine } from '../import/ticket-import.service.js';
import { unwritable } from './files.js';

/**
 * Where the lines go that an import refused: one JSON object each, with the number of the line, the reasons and the line
 * itself. The file is there only when a line was refused.
 */
export class RejectsFile {
  private handle: FileHandle | undefined;

  constructor(readonly path: string) {}

  /** Takes away what an earlier import left. */
  async clear(): Promise<void> {
    await this.guard(() => rm(this.path, { force: true }));
  }

  async add({ line, text, problems }: RejectedLine): Promise<void> {
    const reasons = problems.map(({ path, message }) => ({ field: path, message }));
    await this.guard(async () => {
      this.handle ??= await open(this.path, 'w');
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
