import type { StoredTicket } from './stored-ticket.js';

/** A check that knows the type of the values that it accepts. Only the compiler reads `accepted`; nothing sets it. */
export interface CheckFor<Value> {
  (value: unknown): string | null;
  readonly accepted?: Value;
}

/** The column that keeps a property. Its name is `key` in snake_case. */
export interface ColumnFacts {
  /** The name of the value in our rows. */
  readonly key: keyof StoredTicket;
  readonly type: 'uuid' | 'text' | 'text[]' | 'jsonb' | 'integer' | 'timestamptz';
  /** Set when a stored ticket never changes the value. */
  readonly isFixed?: true;
  /** The value of a new ticket for which nobody sends one. Without it: null. */
  readonly initial?: unknown;
  /** Set when long values make a page of tickets be weighed before they are read. */
  readonly isWeighed?: true;
  /** The SQL of the value that an answer shows in place of null. */
  readonly shownForNull?: string;
}

/** The facts of one property of a ticket. Each entry of the table has them. */
export interface PropertyFacts {
  /** Refuses a value of the wrong shape. Nobody can send a property without a check. */
  readonly check?: CheckFor<unknown>;
  /** Set when only requests can send the property, and no file. */
  readonly isOfRequests?: true;
  /** Set for a text of one line. Other systems let line ends into it: an import puts a space in their place. */
  readonly isLine?: true;
  /** The name of the property among the changes of a ticket. Without it, only a new ticket takes the property. */
  readonly change?: string;
  /** Makes the wanted value from a sent one that is not null. Without it, the two are equal. */
  readonly read?: (sent: never) => unknown;
  readonly column?: ColumnFacts;
  /** Set when the audit trail has the value before and after a change. */
  readonly isAudited?: true;
  readonly isExported?: true;
  /** Set when every answer shows the value: one ticket, and the list. */
  readonly isShown?: true;
  /** Set when the answer for one ticket shows the value if `include` names the property. */
  readonly isShownOnRequest?: true;
  /** The word of `include` that shows the property, when it is not its name. */
  readonly includedAs?: string;
  /** Set when a parameter of the list, with the name of the property, finds the tickets that have its value. */
  readonly isFilter?: true;
  /** The value that an erasure of the customer leaves in the column. Without it, the value stays. */
  readonly erased?: string | null;
}
