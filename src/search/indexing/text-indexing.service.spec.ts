import { Logger } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { tenantScope, type InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { WORDS_VERSION } from '../../kernel/search/words.rules.js';
import type { SearchWorkRepository, TakenWork } from './search-work.repository.js';
import { TextIndexingService } from './text-indexing.service.js';
import type { TextKey, TextToIndex } from './work.rules.js';

const ACME = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId;

const aText = (position: number, html: unknown) =>
  ({ ticketNumber: 1, position, commentType: 'reply', subject: null, html, bytes: 10, asked: position }) as TextToIndex; // prettier-ignore
const workAt = (position: number) =>
  ({ kind: 'text', ticketNumber: 1, position, eventPosition: String(position) }) as unknown as TakenWork;

/** An index in which these texts wait. */
function anIndex(texts: readonly TextToIndex[]) {
  const [added, ended]: [(TextKey & { readonly words: string })[], TakenWork[]] = [[], []];
  const repository = {
    version: () => Promise.resolve(WORDS_VERSION),
    take: () => Promise.resolve(texts.map(({ position }) => workAt(position))),
    textsAt: () => Promise.resolve({ texts, isCut: false }),
    forget: () => Promise.resolve(),
    add: (_inner: InnerScope, rows: typeof added) => Promise.resolve(void added.push(...rows)),
    endTexts: (_inner: InnerScope, done: TakenWork[]) => Promise.resolve(void ended.push(...done)),
  } as unknown as SearchWorkRepository;
  const inner = { workspaceId: ACME, transaction: { tryLock: () => Promise.resolve(true) } };
  const unitOfWork = { run: (_scope: unknown, work: (scope: unknown) => unknown) => work(inner) } as unknown as UnitOfWork; // prettier-ignore
  return { indexing: new TextIndexingService(repository, unitOfWork), added, ended };
}

describe('a text whose words cannot be read', () => {
  it('is in the index without words, is named in the log and counted, and does not block the others', async () => {
    const said: unknown[] = [];
    Logger.overrideLogger({ error: (line: unknown) => said.push(line), log: () => 0, warn: () => 0 });
    const { indexing, added, ended } = anIndex([aText(1, 'first'), aText(2, null), aText(3, 'third')]);
    await indexing.stepIfFree(tenantScope(ACME));
    expect(added.map(({ position, words }) => [position, words])).toEqual([
      [1, "'first':1C"],
      [3, "'third':1C"],
    ]);
    expect(ended.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(indexing.unreadable).toBe(1);
    expect(said).toEqual([
      expect.objectContaining({
        code: 'text_without_words',
        workspaceId: ACME,
        ticketNumber: 1,
        position: 2,
      }),
    ]);
    Logger.overrideLogger(false);
  });
});
