import { MAX_RESULT_BYTES } from '../mcp.limits.js';
import { bytesOf } from './untrusted-text.rules.js';

/** The arguments with which a reader asks for what was left out. */
export type NextArguments = Readonly<Record<string, unknown>>;

/** Bytes for the arguments that go on, which come after the items. */
const NEXT_BYTES = 200;

interface Fitted<Item> {
  readonly items: Item[];
  /** The number of rows that are shown. */
  readonly count: number;
}

/** Shows as many rows as fit beside `head`, and as many as `least` in any case: a reader of a list has to come on. */
export function fitting<Row, Item>(
  head: object,
  rows: readonly Row[],
  show: (row: Row) => Item,
  { most = MAX_RESULT_BYTES, least = 1, bytesBeside = () => 0 }: FittingLimits<Row, Item> = {},
): Fitted<Item> {
  let bytes = bytesOf(head) + NEXT_BYTES;
  const items: Item[] = [];
  for (const row of rows) {
    const item = show(row);
    bytes += bytesOf(item) + 1 + bytesBeside(item, row);
    if (bytes > most && items.length >= least) break;
    items.push(item);
  }
  return { items, count: items.length };
}

interface FittingLimits<Row, Item> {
  readonly most?: number;
  readonly least?: number;
  /** The bytes that a shown row needs besides its own. */
  readonly bytesBeside?: (item: Item, row: Row) => number;
}

/** A page of the API that has the rows from an offset on, and how many of its rows come before them. */
export function pageFrom(
  offset: number,
  size: number,
): { readonly query: Readonly<Record<'page_number' | 'page_size', string>>; readonly skipped: number } {
  const number = Math.floor(offset / size) + 1;
  return { query: { page_number: String(number), page_size: String(size) }, skipped: offset % size };
}
