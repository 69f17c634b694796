import type { WorkspaceId } from '../../kernel/ids.js';
import type { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WORDS_VERSION } from '../../kernel/search/words.rules.js';
import { SearchService } from './search.service.js';
import type { SearchReader } from './search.reader.js';
import type { SearchProgress, SearchWorkRepository } from './search-work.repository.js';
import type { IndexingStep, TextIndexingService } from './text-indexing.service.js';

const ACME = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId;

const WAITING: SearchProgress = {
  ...{ version: WORDS_VERSION, read: '1', last: '1', isUnplaced: false, work: '1' },
};

/** A service in a workspace where texts wait, of which it can do what the steps say. */
function aService(...steps: readonly IndexingStep[]) {
  const left = [...steps];
  const service = new SearchService(
    { progress: () => Promise.resolve(WAITING) } as unknown as SearchWorkRepository,
    { catchUp: () => Promise.resolve() } as unknown as SearchReader,
    { stepBehindOthers: () => Promise.resolve(left.shift() ?? null) } as unknown as TextIndexingService,
    {} as UnitOfWork,
  );
  const told: WorkspaceId[] = [];
  service.due.listen((workspaceId) => told.push(workspaceId));
  return { prepare: () => service.prepare(tenantScope(ACME)), told };
}

describe('a search where texts wait', () => {
  it('wakes the background job for the texts that it leaves', async () => {
    const { prepare, told } = aService({ texts: 2_001, left: [], isMoreLeft: true });
    expect(await prepare()).toBe(false);
    expect(told).toEqual([ACME]);
  });

  it('continues until no text is left, and then wakes nobody', async () => {
    const { prepare, told } = aService(
      { texts: 500, left: [], isMoreLeft: true },
      { texts: 1, left: [], isMoreLeft: false },
    );
    expect(await prepare()).toBe(true);
    expect(told).toEqual([]);
  });
});
