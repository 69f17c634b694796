import { Injectable, Logger } from '@nestjs/common';
import { traceOf } from '../../kernel/errors.js';
import type { CommentId } from '../../kernel/ids.js';
import { Turns } from '../../kernel/steps.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { INDEX_LOCK } from '../search-lock.js';
import { WORDS_VERSION, wordsInSteps } from '../../kernel/search/words.rules.js';
import { LAST_INTEGER, TEXTS_AT_ONCE } from './search-work.sql.js';
import { SearchWorkRepository, type TakenWork } from './search-work.repository.js';
import { distinctKeys, idAfter, partsOf, type TextKey, type TextToIndex } from './work.rules.js';

/** One INSERT adds at most this number of rows. */
const ADDED_AT_ONCE = 100;

export interface IndexingStep {
  readonly texts: number;
  /** The work that is left, newest first, when it is little; else the part of it that was looked at. */
  readonly left: readonly TakenWork[];
  /** Whether there is more work than was looked at. */
  readonly isMoreLeft: boolean;
}

/** Indexes texts that wait [rule 22]. */
@Injectable()
export class TextIndexingService {
  private readonly logger = new Logger('Search');
  private withoutWords = 0;

  constructor(
    private readonly work: SearchWorkRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Counts the texts of this process whose words could not be read. No search finds them, and they do not block other texts. */
  get unreadable(): number {
    return this.withoutWords;
  }

  /** Indexes the newest texts that wait, in one transaction. @returns null when another process has to do it */
  stepIfFree(scope: TenantScope): Promise<IndexingStep | null> {
    return this.unitOfWork.run(scope, async (inner) =>
      (await inner.transaction.tryLock(INDEX_LOCK)) ? this.step(inner) : null,
    );
  }

  /**
   * Does so while another process indexes, and waits a second for the end of its present step.
   * @returns null when a newer version of the service has to do it
   * @throws unavailable when the second was not enough
   */
  stepBehindOthers(scope: TenantScope): Promise<IndexingStep | null> {
    return this.unitOfWork.run(scope, async (inner) => {
      await this.work.bePatient(inner);
      await inner.transaction.lock(INDEX_LOCK);
      return this.step(inner);
    });
  }

  private async step(inner: InnerScope): Promise<IndexingStep | null> {
    const version = (await this.work.version(inner)) ?? 0;
    if (version > WORDS_VERSION) return null;
    const taken = await this.work.take(inner);
    const texts = taken.filter(({ kind }) => kind === 'text');
    const { done, count } =
      texts.length > 0 ? await this.single(inner, texts) : await this.many(inner, taken[0]);
    const left = taken.filter((one) => !done.has(one));
    return { texts: count, left, isMoreLeft: taken.length === TEXTS_AT_ONCE };
  }

  /** Indexes single texts, as many as one transaction takes. */
  private async single(inner: InnerScope, work: readonly TakenWork[]): Promise<Done> {
    const keys = distinctKeys(work.flatMap(keyOf));
    const { texts, isCut } = await this.work.textsAt(inner, keys);
    const settled = isCut ? keys.slice(0, texts.at(-1)?.asked) : keys;
    await this.work.forget(inner, settled);
    await this.addWords(inner, texts);
    const names = new Set(settled.map(nameOf));
    const done = work.filter((one) => keyOf(one).every((key) => names.has(nameOf(key))));
    await this.work.endTexts(inner, done);
    return { done: new Set(done), count: texts.length };
  }

  private async many(inner: InnerScope, work: TakenWork | undefined): Promise<Done> {
    if (!work) return { done: new Set(), count: 0 };
    const { texts, isDone } =
      work.kind === 'tickets' ? await this.tickets(inner, work) : await this.comments(inner, work);
    return { done: new Set(isDone ? [work] : []), count: texts };
  }

  private async tickets(inner: InnerScope, work: TakenWork): Promise<Part> {
    const [lastNumber, [first = NOTHING]] = [work.lastNumber ?? 0, keyOf(work)];
    const { texts, isCut, last } = await this.work.textsOfTickets(inner, first, lastNumber);
    const lastRead = texts.at(-1);
    const isDone = !isCut && (last === null || last >= lastNumber);
    const until =
      isCut && lastRead
        ? lastRead
        : { ticketNumber: isDone ? lastNumber : (last ?? 0), position: LAST_INTEGER };
    await this.work.forgetBetween(inner, { first, last: until });
    await this.addWords(inner, texts);
    await this.work.goOn(inner, work, isDone ? null : keyAfter(until));
    return { texts: texts.length, isDone };
  }

  private async comments(inner: InnerScope, work: TakenWork): Promise<Part> {
    const { firstComment, lastComment } = work;
    const ends = [firstComment, lastComment] as [CommentId, CommentId];
    const { texts, isCut } = await this.work.textsOfComments(inner, ...ends);
    await this.work.forget(inner, texts);
    await this.addWords(inner, texts);
    const lastRead = texts.at(-1);
    await this.work.goOn(inner, work, isCut && lastRead ? { firstComment: idAfter(lastRead.id) } : null);
    return { texts: texts.length, isDone: !isCut };
  }

  /** PostgreSQL adds the words of some texts while those of the next ones are cut. */
  private async addWords(inner: InnerScope, texts: readonly TextToIndex[]): Promise<void> {
    const sent: Promise<void>[] = [];
    const turns = new Turns();
    for (let start = 0; start < texts.length; start += ADDED_AT_ONCE) {
      const some = texts.slice(start, start + ADDED_AT_ONCE);
      const rows = await indexedRows(some, (text) => this.wordsIn(inner, text, turns));
      const added = this.work.add(inner, rows);
      // The end of this method throws the error.
      added.catch(() => undefined);
      sent.push(added);
    }
    await Promise.all(sent);
  }

  /** Reads the words of a text; none when that fails. */
  private async wordsIn({ workspaceId }: InnerScope, text: TextToIndex, turns: Turns): Promise<string> {
    try {
      return await turns.do(wordsInSteps(partsOf(text)));
    } catch (error) {
      this.withoutWords += 1;
      const { ticketNumber, position } = text;
      this.logger.error({ code: 'text_without_words', workspaceId, ticketNumber, position, error: traceOf(error) }); // prettier-ignore
      return '';
    }
  }
}

type IndexedRow = TextKey & { readonly words: string };

/** Cuts texts into words. A text without a word has no row. */
async function indexedRows(
  texts: readonly TextToIndex[],
  wordsIn: (text: TextToIndex) => Promise<string>,
): Promise<IndexedRow[]> {
  const rows: IndexedRow[] = [];
  for (const text of texts) {
    const words = await wordsIn(text);
    if (words !== '') rows.push({ ticketNumber: text.ticketNumber, position: text.position, words });
  }
  return rows;
}

interface Done {
  readonly done: ReadonlySet<TakenWork>;
  readonly count: number;
}

interface Part {
  readonly texts: number;
  readonly isDone: boolean;
}

const NOTHING: TextKey = { ticketNumber: 1, position: 0 };

const nameOf = ({ ticketNumber, position }: TextKey): string => `${ticketNumber} ${position}`;

/** Names the text of the work, or its first one; comments of an import have none. */
function keyOf({ ticketNumber, position }: TakenWork): TextKey[] {
  return ticketNumber === null || position === null ? [] : [{ ticketNumber, position }];
}

function keyAfter({ ticketNumber, position }: TextKey): TextKey {
  return position === LAST_INTEGER
    ? { ticketNumber: ticketNumber + 1, position: 0 }
    : { ticketNumber, position: position + 1 };
}
