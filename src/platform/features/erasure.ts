import type { DeclaredAction } from '../../app/features.js';

/** Makes the address of an erased customer. No mail can reach it (RFC 2606). */
export const erasedAddress = (id: string): string => `${id}@erased.invalid`;

/**
 * Rooms declare here how a person's words leave their tables. `privacy` runs the statements as the owner of the tables, from the top floor
 * to the lowest one. Repeated ones change nothing.
 */
export interface TableErasure {
  /** This lock of the workspace is taken before the last transaction begins to erase. */
  readonly lock?: string;
  /** Locks rows about the customer $2 before it is locked itself, as their writers do, and waits for those who write them just then. */
  readonly holds?: string;
  /** Selects the ids of things of the customer $2 by which entries of the audit trail and kept replies name them. */
  readonly things?: string;
  /** Finds a row about one of the things $2 that the last transaction does not search, because it is older than $3. */
  readonly older?: string;
  /** Selects the ids of the records whose files are those of the customer $2. */
  readonly holders?: string;
  /** The terms that entries about things of the customer keep, because they are no words. */
  readonly keptTerms?: readonly string[];
  /** The texts that its tickets have afterwards. */
  readonly leaves?: { readonly subject: string; readonly description: string };
  readonly steps: readonly ErasureStep[];
}

/** SQL whose $1 is the workspace, with the values from $2 on. */
export type Asked = readonly [text: string, ...values: unknown[]];

/** The columns of a row by which a batch begins after it or ends with it. */
export type BatchEdge = readonly unknown[];

/** Changes rows of one table. The statement answers with one row for each that it has changed. */
export interface ErasureStep {
  /** Cells of the page about erasing: where the words are, which of them go, and perhaps what stays. */
  readonly page: `${string} | ${string}`;
  /** Names the rows in the command's answer; the name of the table unless it is set. */
  readonly counted?: string;
  /** Makes one entry of the audit trail about each thing that the rows of the answer name by `id` and `number`. Rows without an id name none. */
  readonly tells?: Extract<DeclaredAction, `${string}.updated`>;
  /** `to` has a null for each column when the batch is the last one. A step without batches gets empty edges. */
  readonly erase: (person: ErasedPerson, from: BatchEdge, to: BatchEdge) => Asked;
  /** Set for a step that first runs in batches, each in a transaction of its own. */
  readonly batches?: Batches;
}

export interface Batches {
  /** The first batch begins after this edge. */
  readonly from: BatchEdge;
  /** Asks for the edge at which a batch ends. There is no row when few rows are left. */
  readonly end: (person: ErasedPerson, from: BatchEdge) => Asked;
}

/** The person whose words leave. */
export interface ErasedPerson {
  readonly id: string;
  /** All addresses of the customer: folded, and in the other spellings under which rows may hold them. */
  readonly addresses: readonly string[];
  /** Takes the place of its addresses. It belongs to nobody. */
  readonly newAddress: string;
  /** SQL for a moment: only rows that were written since then need to be searched. */
  readonly since: string;
  /** Holds ids that the rooms name: of the person's things, with its own, and of the records with its files. */
  readonly things: readonly string[];
  readonly holders: readonly string[];
  readonly keptTerms: readonly string[];
  readonly leaves: { readonly subject: string; readonly description: string };
}

/** A batch looks at this many rows. Requests wait for one batch at most. */
export const ERASED_AT_ONCE = 1_000;

/** Makes a step that deletes rows of a table: by default those with the id of the customer. */
export const deletedBy = (
  table: string,
  page: ErasureStep['page'],
  which = 'customer_id = $2::uuid',
): ErasureStep => ({
  page,
  erase: ({ id }) => [`DELETE FROM ${table} WHERE workspace_id = $1 AND ${which} RETURNING 1`, id],
});
