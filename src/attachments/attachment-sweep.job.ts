import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import { isPassing } from '../platform/database/postgres-errors.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import type { ServiceJob } from '../platform/queue/job.js';
import { workspaceOf, FileStorage, type StorageName } from '../platform/storage/file-storage.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { RemovedWorkspace } from './entities/attachment.entity.js';

const NAMES_AT_ONCE = 500;
/** A request, which lasts seconds, may be about to commit the record of a younger file: with an Idempotency-Key it commits at its end. */
const YOUNG_MS = 60_000;
/** When more files cannot be removed in a round, the storage is at fault. */
const MOST_LEFT = 20;

/**
 * Removes uploads that were not attached in time, and bytes without a record [rule 16]. A record is written before its bytes
 * and deleted before them, so a crash or a removed ticket leaves bytes without a record. Several processes may sweep at once.
 */
@Injectable()
export class AttachmentSweepJob implements ServiceJob {
  readonly failureCode = 'attachments_not_swept';
  readonly everyMs = 3_600_000;
  /** A file without a record stays until it has this age, unless its workspace was removed. Tests do not wait for it. */
  leastAgeMs = YOUNG_MS;
  /** Counts the files of this round that could not be removed. */
  private left = 0;

  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly workspaces: WorkspaceDirectory,
    private readonly dataSource: DataSource,
    private readonly failedWork: FailedWork,
  ) {}

  async run(): Promise<void> {
    this.left = 0;
    // The storage is listed later, so a workspace that is removed meanwhile waits for the next round.
    const removed = await this.dataSource.manager.find(RemovedWorkspace);
    const present = await this.workspaces.listIds();
    for (const id of present)
      await this.removeExpired(id).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        this.failedWork.note(this.failureCode, { workspaceId: id }, error);
      });
    await this.removeUnknown(new Set(present), new Set(removed.map(({ id }) => id)));
    if (removed.length > 0) await this.dataSource.manager.remove(removed);
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
    let batch: StorageName[] = [];
    for await (const { name, ageMs } of this.storage.list()) {
      const isOld = present.has(workspaceOf(name)) && ageMs >= this.leastAgeMs;
      if (!isOld && !removed.has(workspaceOf(name))) continue;
      const [first] = batch;
      const isOther = first !== undefined && workspaceOf(first) !== workspaceOf(name);
      if (isOther || batch.length === NAMES_AT_ONCE) {
        await this.removeUnknownAmong(batch);
        batch = [];
      }
      batch.push(name);
    }
    await this.removeUnknownAmong(batch);
  }

  /** All names are of one workspace. Their records were written before the names were listed. */
  private async removeUnknownAmong(names: readonly StorageName[]): Promise<void> {
    const [first] = names;
    if (first === undefined) return;
    await this.remove(await this.attachments.unknownAmong(tenantScope(workspaceOf(first)), names));
  }

  /** Removes files, and leaves those that cannot be removed for the next round. @throws storage_unavailable for too many of them */
  private async remove(names: readonly StorageName[]): Promise<void> {
    for (const name of names) {
      try {
        await this.storage.remove(name);
      } catch (error) {
        this.left += 1;
        if (this.left > MOST_LEFT) throw error;
        this.failedWork.note('file_not_removed', { file: name }, error);
      }
    }
  }
}
