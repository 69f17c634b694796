import { Injectable } from '@nestjs/common';
import type { CommentId } from '../../kernel/ids.js';
import type { Waiting } from '../../platform/queue/waiting-work.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { SearchWork } from '../entities/search.entity.js';
import { WORDS_VERSION } from '../../kernel/search/words.rules.js';
import * as sql from './search-work.sql.js';
import type { TextRange, TextKey, TextToIndex } from './work.rules.js';

/** Says up to which event a workspace is indexed. A bigint comes as a text. */
export interface SearchProgress {
  /** Null before the first text of the workspace. */
  readonly version: number | null;
  /** The reader has read the events up to this one; null when it has not begun. */
  readonly read: string | null;
  readonly last: string;
  /** Whether events wait for their position. */
  readonly isUnplaced: boolean;
  /** The newest event whose texts wait; null when none do. */
  readonly work: string | null;
}

export type TakenWork = Omit<SearchWork, 'workspaceId' | 'createdAt'>;

export interface ReadTexts<Text = TextToIndex> {
  readonly texts: readonly Text[];
  /** More texts were found than these. */
  readonly isCut: boolean;
}

/** Reads texts and keeps their words, and the work that is left. */
@Injectable()
export class SearchWorkRepository extends TenantRepository {
  async progress(scope: TenantScope): Promise<SearchProgress> {
    const [state] = await this.query<SearchProgress>(scope, sql.STATE);
    if (!state) throw new Error('The state of the index is one row.');
    return state;
  }

  /** Adds the work for all texts. The workspace is not deleted meanwhile. */
  async addRebuild(inner: InnerScope): Promise<void> {
    await this.version(inner);
    await this.query(inner, sql.ADD_REBUILD);
  }

  /** The next ticket of the rebuild and the last one of the workspace; null when there is none to do. */
  async rebuilding(scope: TenantScope): Promise<{ readonly next: number; readonly last: number } | null> {
    const [row] = await this.query<{ next: number; last: number }>(scope, sql.PROGRESS);
    return row ?? null;
  }

  async waiting(scope: TenantScope): Promise<Waiting> {
    const [waiting] = await this.query<Waiting>(scope, sql.WAITING);
    return waiting ?? { count: 0, oldestSeconds: 0, overdueSeconds: 0 };
  }

  /** Lets the transaction wait a second for a lock. */
  async bePatient(inner: InnerScope): Promise<void> {
    await this.query(inner, sql.BE_PATIENT);
  }

  async version(inner: InnerScope): Promise<number | null> {
    return (await this.queryOne<{ version: number }>(inner, sql.VERSION))?.version ?? null;
  }

  /** Reads the newest work, `TEXTS_AT_ONCE` rows at most. */
  take(inner: InnerScope): Promise<TakenWork[]> {
    return this.query<TakenWork>(inner, sql.TAKE);
  }

  /** Reads texts in the order of their keys. One that is gone is left out; `asked` is the place of the key, from 1 on. */
  async textsAt(inner: InnerScope, keys: readonly TextKey[]): Promise<ReadTexts<AskedText>> {
    const texts = await this.query<AskedText>(inner, sql.TEXTS_AT, columnsOf(keys));
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    return { texts, isCut: bytes >= sql.BYTES_AT_ONCE };
  }

  /** Reads texts of tickets, with the last ticket that was looked at, or null when there is none any more. */
  async textsOfTickets(
    inner: InnerScope,
    { ticketNumber, position }: TextKey,
    lastNumber: number,
  ): Promise<ReadTexts & { readonly last: number | null }> {
    type Row = TextToIndex & { readonly found: number; readonly last: number | null };
    const values = [ticketNumber, position, lastNumber];
    const rows = await this.query<Row | { ticketNumber: null; last: number | null }>(
      inner,
      sql.TEXTS_OF_TICKETS,
      values,
    );
    const texts = rows.filter((row): row is Row => row.ticketNumber !== null);
    return { texts, isCut: (texts[0]?.found ?? 0) > texts.length, last: rows[0]?.last ?? null };
  }

  async textsOfComments(
    inner: InnerScope,
    first: CommentId,
    last: CommentId,
  ): Promise<ReadTexts<TextToIndex & { readonly id: CommentId }>> {
    type Row = TextToIndex & { readonly id: CommentId; readonly found: number };
    const texts = await this.query<Row>(inner, sql.TEXTS_OF_COMMENTS, [first, last]);
    return { texts, isCut: (texts[0]?.found ?? 0) > texts.length };
  }

  async forget(inner: InnerScope, keys: readonly TextKey[]): Promise<void> {
    if (keys.length > 0) await this.query(inner, sql.FORGET, columnsOf(keys));
  }

  async forgetBetween(inner: InnerScope, { first, last }: TextRange): Promise<void> {
    const values = [first.ticketNumber, first.position, last.ticketNumber, last.position];
    await this.query(inner, sql.FORGET_BETWEEN, values);
  }

  /** Adds rows for texts that have none. */
  async add(inner: InnerScope, rows: readonly (TextKey & { readonly words: string })[]): Promise<void> {
    if (rows.length === 0) return;
    const words = rows.map((row) => row.words);
    await this.query(inner, sql.ADD, [WORDS_VERSION, ...columnsOf(rows), words]);
  }

  async endTexts(inner: InnerScope, work: readonly TakenWork[]): Promise<void> {
    await this.query(inner, sql.END_TEXTS, [work.map(({ eventPosition }) => eventPosition)]);
  }

  /** Moves work to its next text, or ends it. */
  async goOn(
    inner: InnerScope,
    work: TakenWork,
    next: TextKey | { readonly firstComment: CommentId } | null,
  ): Promise<void> {
    const { eventPosition, kind, ticketNumber, position, firstComment } = work;
    const taken = [eventPosition, kind, ticketNumber, position, firstComment];
    if (next === null) await this.query(inner, sql.END, taken);
    else if ('firstComment' in next)
      await this.query(inner, sql.SHRINK, [...taken, null, null, next.firstComment]);
    else await this.query(inner, sql.SHRINK, [...taken, next.ticketNumber, next.position, null]);
  }
}

type AskedText = TextToIndex & { readonly asked: number };

const columnsOf = (keys: readonly TextKey[]): [number[], number[]] => [
  keys.map(({ ticketNumber }) => ticketNumber),
  keys.map(({ position }) => position),
];
