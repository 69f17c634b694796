import { Injectable } from '@nestjs/common';
import { unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import { isLockTimeout } from '../../platform/database/postgres-errors.js';
import { SharedRounds } from '../../platform/queue/shared-rounds.js';
import { tenantScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { WORDS_VERSION } from '../../kernel/search/words.rules.js';
import { SearchReader } from './search.reader.js';
import { SearchWorkRepository, type SearchProgress, type TakenWork } from './search-work.repository.js';
import { TextIndexingService, type IndexingStep } from './text-indexing.service.js';

/** A search indexes at most this number of texts, for at most this time, and one step more. */
const TEXTS_OF_A_SEARCH = 2_000;
const MOST_MS = 1_000;

const NEWER = 'a newer version of Support Desk has indexed the workspace: run its `desk search rebuild`.';

/** Says how far a rebuild is, in tickets. */
export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

/** Keeps the index of texts up to date for searches and for operators [rule 22]. */
@Injectable()
export class SearchService {
  private readonly rounds = new SharedRounds<WorkspaceId, boolean>();
  /** In these workspaces a search has left texts that wait. */
  readonly due = new DueWorkspaces();

  constructor(
    private readonly work: SearchWorkRepository,
    private readonly reader: SearchReader,
    private readonly indexing: TextIndexingService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Indexes what was written before the call, unless that is too much for one search. @returns whether nothing is left of it */
  async prepare(scope: TenantScope): Promise<boolean> {
    if (isComplete(await this.work.progress(scope))) return true;
    const { workspaceId } = scope;
    const isDone = await this.rounds.join(workspaceId, () => this.catchUp(tenantScope(workspaceId)));
    if (!isDone) this.due.tell(scope);
    return isDone;
  }

  /**
   * Indexes all texts of a workspace anew, or goes on where an earlier call was ended. The service may do a part of it meanwhile.
   * @returns how many texts the call has indexed
   */
  async rebuild(scope: TenantScope, onProgress: (progress: RebuildProgress) => void): Promise<number> {
    await this.reader.catchUp(scope, new AbortController().signal);
    await this.unitOfWork.run(scope, (inner) => this.work.addRebuild(inner));
    let texts = 0;
    for (;;) {
      const left = await this.work.rebuilding(scope);
      if (left === null) return texts;
      onProgress({ done: left.next - 1, total: left.last });
      const step = await this.step(scope);
      if (step === null) throw unavailable(new Error(NEWER));
      if (step !== 'busy') texts += step.texts;
    }
  }

  /** @returns null when a newer version of the service has to do it; `busy` when another process has the lock for too long */
  private step(scope: TenantScope): Promise<IndexingStep | null | 'busy'> {
    return this.indexing.stepBehindOthers(scope).catch((error: unknown) => {
      if (isLockTimeout((error as Error).cause)) return 'busy';
      throw error;
    });
  }

  private async catchUp(scope: TenantScope): Promise<boolean> {
    const end = performance.now() + MOST_MS;
    const stop = AbortSignal.timeout(MOST_MS);
    await this.reader.catchUp(scope, stop);
    const progress = await this.work.progress(scope);
    const isRead = !stop.aborted || progress.read === progress.last;
    const { work } = progress;
    if (work === null) return isRead && progress.version === WORDS_VERSION;
    return (await this.indexUntil(scope, BigInt(work), end)) && isRead;
  }

  /** Indexes the texts of the events up to a position, newest first. @returns whether it has done all of them */
  private async indexUntil(scope: TenantScope, position: bigint, end: number): Promise<boolean> {
    let texts = 0;
    for (;;) {
      const step = await this.step(scope);
      if (step === null || step === 'busy') return false;
      const left = step.left.filter(({ eventPosition }) => BigInt(eventPosition) <= position);
      if (left.length === 0 && !step.isMoreLeft) return true;
      texts += step.texts;
      if (texts + ticketsIn(left) > TEXTS_OF_A_SEARCH || performance.now() >= end) return false;
    }
  }
}

function isComplete({ version, read, last, isUnplaced, work }: SearchProgress): boolean {
  return version === WORDS_VERSION && read === last && !isUnplaced && work === null;
}

/** Counts tickets of which all texts wait: each has one text at least. */
function ticketsIn(work: readonly TakenWork[]): number {
  return work.reduce(
    (sum, { ticketNumber: first, lastNumber: last }) =>
      sum + (first === null || last === null ? 1 : last - first + 1),
    0,
  );
}
