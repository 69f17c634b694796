import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Installation } from './installation.js';

/** What a comparison of the folder with the records of the database shows. */
export interface Leftovers {
  /** Files, whole or in part, that no record names. */
  readonly bytesWithoutRecord: readonly string[];
  /** Records of files that have arrived, and are not there whole. */
  readonly recordsWithoutBytes: readonly string[];
  /** Records whose bytes were still coming when the process ended. They end by themselves. */
  readonly underWay: number;
  /** Files of which only a part was written. */
  readonly parts: number;
}

const PART = '.part';

/** The folder of attachments of an installation, seen from outside of the service. */
export class StoredFiles {
  constructor(
    private readonly installation: Installation,
    private readonly folder: string,
  ) {}

  async leftovers(): Promise<Leftovers> {
    // The records first: bytes come after their record.
    const records = await this.installation.postgres.ask<{ name: string; hasArrived: boolean }>(
      `SELECT storage_name AS name, sha256 IS NOT NULL AS "hasArrived" FROM attachments`,
    );
    const files = await this.files();
    const known = new Set(records.map(({ name }) => name));
    const whole = new Set(files);
    return {
      bytesWithoutRecord: files.filter((name) => !known.has(name.replace(PART, ''))),
      recordsWithoutBytes: records.flatMap(({ name, hasArrived }) =>
        hasArrived && !whole.has(name) ? [name] : [],
      ),
      underWay: records.filter(({ hasArrived }) => !hasArrived).length,
      parts: files.filter((name) => name.endsWith(PART)).length,
    };
  }

  /** The names of the storage, those of parts with their ending. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const workspaceOf = (path: string): string => path.slice(this.folder.length + 1).split('/')[0] ?? '';
    return entries.flatMap((entry) =>
      entry.isFile() ? [`${workspaceOf(entry.parentPath)}/${entry.name}`] : [],
    );
  }

  /** Makes what a sweep has to take away: the given number of uploads that nobody has attached in time, and of files without a record. */
  async makeGarbage(count: number): Promise<void> {
    const { postgres } = this.installation;
    const [workspace] = await postgres.ask<{ id: string }>('SELECT id FROM workspaces');
    const names = Array.from(
      { length: 2 * count },
      () => `${workspace?.id ?? ''}/${randomBytes(16).toString('hex')}`,
    );
    await postgres.ask(
      `INSERT INTO attachments (workspace_id, id, signed_id_hash, storage_name, filename, content_type, byte_size, checksum, sha256,
         expires_at)
       SELECT $1::uuid, gen_random_uuid(), decode(md5(name), 'hex'), name, 'a.txt', 'text/plain', 4, '', '', now() - interval '1 minute'
       FROM unnest($2::text[]) AS name`,
      [workspace?.id, names.slice(count)],
    );
    for (const name of names) await this.write(name);
  }

  private async write(name: string): Promise<void> {
    const [workspace = '', file = ''] = name.split('/');
    const place = join(this.folder, workspace, file.slice(0, 2), file);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, 'left');
    // What a sweep has to take away was written a day ago. It leaves what is younger than a minute.
    const yesterday = Date.now() / 1000 - 86_400;
    await utimes(place, yesterday, yesterday);
  }
}
