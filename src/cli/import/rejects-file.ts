import { randomBytes } from 'node:crypto';
import { link, open, rm, type FileHandle } from 'node:fs/promises';
import type { RejectedLine } from '../../import/own/ticket-import.service.js';
import type { DatabaseSession } from '../database-session.js';
import { STDIN, unwritable } from '../files.js';
import type { Terminal } from '../output/terminal.js';

const ENDING = '.rejects.ndjson';

/**
 * Holds the lines that an import refused, each as a JSON object with its number and the reasons. A line of further comments without a key
 * has the number of its ticket's line, too. The file exists only if a line was refused. While the import writes it, it has a name of its
 * own, so that another import of the same file writes to another one.
 */
export class RejectsFile {
  private handle: FileHandle | undefined;
  private ending: Promise<string> | undefined;
  private readonly wanted: string;
  private readonly own: string;

  private constructor(
    private readonly terminal: Terminal,
    file: string,
  ) {
    const base = file === STDIN ? 'stdin' : file;
    this.wanted = base + ENDING;
    this.own = `${base}.${randomBytes(6).toString('hex')}${ENDING}`;
  }

  /** Begins the file of an import, and removes that of an earlier one. */
  static async begin(
    { terminal, onLeave }: { readonly terminal: Terminal } & Pick<DatabaseSession, 'onLeave'>,
    file: string,
  ): Promise<RejectsFile> {
    const rejects = new RejectsFile(terminal, file);
    await rejects.guard(() => rm(terminal.pathOf(rejects.wanted), { force: true }));
    onLeave(async () => {
      await rejects.end();
    });
    return rejects;
  }

  async add({ line, continues, text, problems }: RejectedLine): Promise<void> {
    const reasons = problems.map(({ path, message }) => ({ field: path, message }));
    await this.guard(async () => {
      this.handle ??= await open(this.terminal.pathOf(this.own), 'wx');
      await this.handle.appendFile(`${JSON.stringify({ line, continues, reasons, text })}\n`);
    });
  }

  /** Closes the file and gives it its name. It keeps its own when another import has taken that name meanwhile. @returns the name */
  end(): Promise<string> {
    return (this.ending ??= this.guard(() => this.named()));
  }

  private async named(): Promise<string> {
    if (this.handle === undefined) return this.wanted;
    await this.handle.close();
    const [own, wanted] = [this.own, this.wanted].map((path) => this.terminal.pathOf(path)) as [
      string,
      string,
    ];
    // Unlike a renaming, this replaces no file.
    const isFree = await link(own, wanted).then(
      () => true,
      () => false,
    );
    if (!isFree) return this.own;
    await rm(own);
    return this.wanted;
  }

  private async guard<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw unwritable(this.wanted, error);
    }
  }
}
