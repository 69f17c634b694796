import { Injectable } from '@nestjs/common';
import { DataSource, Raw } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import { isPassing } from '../platform/database/postgres-errors.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import type { ServiceJob } from '../platform/queue/job.js';
import {
  workspaceOf,
  FileStorage,
  type StorageName,
  type StoredFile,
} from '../platform/storage/file-storage.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { UPLOAD_SECONDS } from './attachment.limits.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { RemovedWorkspace } from './entities/attachment.entity.js';

const HOUR_MS = 3_600_000;
const NAMES_AT_ONCE = 500;
/** A request, which lasts seconds, may be about to commit the record of a younger file: with an Idempotency-Key it commits at its end. */
const YOUNG_MS = 60_000;
/** When more files cannot be removed in a round, the storage is at fault. */
const MOST_LEFT = 20;
/**
 * No file comes any more. A bucket takes files at the addresses of a workspace that is removed, until the last address ends. Its clock may be
 * another one, and an upload takes a while.
 */
const NO_FILE_COMES = Raw((column) => `${column} < now() - interval '${UPLOAD_SECONDS + 3_600} seconds'`);

/**
 * Removes uploads that were not attached in time, and bytes without a record [rule 16]. A record is written before its bytes
 * and deleted before them, so a crash or a removed ticket leaves bytes without a record. Several processes may sweep at once.
 */
@Injectable()
export class AttachmentSweepJob implements ServiceJob {
  readonly failureCode = 'attachments_not_swept';
  /** A file without a record stays until it has this age, unless its workspace was removed. Tests do not wait for it. */
  leastAgeMs = YOUNG_MS;
  /** Counts the files of this round that could not be removed. */
  private left = 0;
  /** The workspaces of these files. */
  private readonly leftOf = new Set<WorkspaceId>();
  /** Tells whether this round has left a file without a record because it is young. */
  private hasLeftYoung = false;

  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly workspaces: WorkspaceDirectory,
    private readonly dataSource: DataSource,
    private readonly failedWork: FailedWork,
  ) {}

  /** The next round comes in an hour, or as soon as the files that this one has left are old enough. */
  get everyMs(): number {
    return this.hasLeftYoung ? this.leastAgeMs : HOUR_MS;
  }

  async run(): Promise<void> {
    this.left = 0;
    this.leftOf.clear();
    this.hasLeftYoung = false;
    // The storage is listed later: it has all files of the workspaces that get none any more, and one that is removed meanwhile waits for the
    // next round.
    const removed = await this.dataSource.manager.find(RemovedWorkspace);
    const ended = await this.dataSource.manager.findBy(RemovedWorkspace, { removedAt: NO_FILE_COMES });
    const present = await this.workspaces.listIds();
    for (const id of present)
      await this.removeExpired(id).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        this.failedWork.note(this.failureCode, { workspaceId: id }, error);
      });
    await this.removeUnknown(new Set(present), new Set(removed.map(({ id }) => id)));
    const done = ended.filter(({ id }) => !this.leftOf.has(id));
    if (done.length > 0) await this.dataSource.manager.remove(done);
  }

  private async removeExpired(workspaceId: WorkspaceId): Promise<void> {
    const scope = tenantScope(workspaceId);
    for (;;) {
      const names = await this.unitOfWork.run(scope, (inner) => this.attachments.deleteExpired(inner));
      if (names.length === 0) return;
      await this.remove(names);
    }
  }

  /** Removes files without a record, of these workspaces only: another installation may share the storage. */
  private async removeUnknown(
    present: ReadonlySet<WorkspaceId>,
    removed: ReadonlySet<WorkspaceId>,
  ): Promise<void> {
    const batch: StoredFile[] = [];
    const removeBatch = (): Promise<void> => this.removeUnknownAmong(batch.splice(0), removed);
    try {
      for await (const file of this.storage.list()) {
        const workspaceId = workspaceOf(file.name);
        if (!present.has(workspaceId) && !removed.has(workspaceId)) continue;
        const [first] = batch;
        const isOther = first !== undefined && workspaceOf(first.name) !== workspaceId;
        if (isOther || batch.length === NAMES_AT_ONCE) await removeBatch();
        batch.push(file);
      }
    } finally {
      // A list that fails has named the files of the other workspaces before.
      await removeBatch();
    }
  }

  /** All files are of one workspace. Their records were written before the files were listed, but for those of young files. */
  private async removeUnknownAmong(
    files: readonly StoredFile[],
    removed: ReadonlySet<WorkspaceId>,
  ): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const workspaceId = workspaceOf(first.name);
    const names = files.map(({ name }) => name);
    const unknown = new Set(await this.attachments.unknownAmong(tenantScope(workspaceId), names));
    const mayGo = ({ ageMs }: StoredFile): boolean => removed.has(workspaceId) || ageMs >= this.leastAgeMs;
    const found = files.filter(({ name }) => unknown.has(name));
    if (!found.every(mayGo)) this.hasLeftYoung = true;
    await this.remove(found.filter(mayGo).map(({ name }) => name));
  }

  /** Removes files, and leaves those that cannot be removed for the next round. @throws storage_unavailable for too many of them */
  private async remove(names: readonly StorageName[]): Promise<void> {
    for (const name of names) {
      try {
        await this.storage.remove(name);
      } catch (error) {
        this.left += 1;
        this.leftOf.add(workspaceOf(name));
        if (this.left > MOST_LEFT) throw error;
        this.failedWork.note('file_not_removed', { file: name }, error);
      }
    }
  }
}
