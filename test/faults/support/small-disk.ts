import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/servers/processes.js';
import { notRun } from './fault.js';

/** Defines the tests of a fault on a disk of a given number of megabytes. Only root may mount one; elsewhere the fault is skipped, and the report says so. */
export async function onSmallDisk(
  name: string,
  megabytes: number,
  define: (disk: SmallDisk) => void,
): Promise<void> {
  const disk = await SmallDisk.ofMegabytes(megabytes);
  if (typeof disk !== 'string') {
    define(disk);
    return;
  }
  notRun(name, `this user may not mount a small file system (${disk})`);
  // This user may not mount the disk that the fault needs.
  it.skip(name, () => undefined);
}

/** A file system of a fixed size in memory. */
export class SmallDisk {
  private constructor(
    private readonly folder: { readonly path: string; remove(): Promise<void> },
    /** A folder on this file system. */
    readonly path: string,
  ) {}

  /** @returns the reason, as a text, when this user may not mount it */
  static async ofMegabytes(size: number): Promise<SmallDisk | string> {
    const folder = await temporaryFolder();
    const options = `size=${size}m,mode=0711`;
    const { status, stderr, error } = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      options,
      'tmpfs',
      folder.path,
    ]);
    if (status === 0) return new SmallDisk(folder, join(folder.path, 'data'));
    await folder.remove();
    return error?.message ?? stderr.toString().trim();
  }

  /** Uses up all free space. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a');
    try {
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) await writeUntilFull(file, size);
    } finally {
      await file.close();
    }
  }

  /** Frees the space again. */
  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  async remove(): Promise<void> {
    spawnSync('umount', ['--lazy', this.folder.path]);
    await this.folder.remove();
  }

  private get ballast(): string {
    return join(this.folder.path, 'ballast');
  }
}

async function writeUntilFull(file: { write(data: Buffer): Promise<unknown> }, size: number): Promise<void> {
  const data = Buffer.alloc(size);
  for (;;) {
    try {
      await file.write(data);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
