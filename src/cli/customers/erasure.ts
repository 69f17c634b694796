import { foldCase } from '../../kernel/text.js';
import type { CustomerId } from '../../kernel/ids.js';
import type { AuditAction, NewAuditEntry } from '../../events/audit-entry.js';
import type { AuditLog } from '../../events/audit-log.service.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import { unpackedBody, type StoredBody } from '../../platform/idempotency/stored-body.js';
import type { Transact } from '../owner.js';
import {
  ABOUT_CUSTOMER,
  ADD_ADDRESS,
  DELETE_CONTACTS,
  DELETE_REPLIES,
  ERASE_COMMENTS,
  ERASE_ANSWERS,
  ERASE_CUSTOMER,
  ERASE_IN_MAILS,
  ERASE_ENTRIES,
  ERASE_OTHER_TICKETS,
  ERASE_TICKETS,
  FIND_CUSTOMER,
  LOCK_CUSTOMER,
  READ_REPLIES,
  REPLIES_AT_ONCE,
  THEIR_TICKETS,
} from './erasure.sql.js';

/** How many rows of each table were changed or deleted. */
export type Erased = ReadonlyMap<string, number>;

/** What a participant of other tickets is called in the counts. */
export const PARTICIPATIONS = 'participants of other tickets';

/** Behind all times, and before all ids. */
const BEGINNING = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' } as const;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Who has an address; null when no customer has it. */
export async function findCustomer(transact: Transact, address: string): Promise<CustomerId | null> {
  const [found] = await transact((inner) =>
    rowsOf<{ id: CustomerId }>(inner, FIND_CUSTOMER, foldCase(address)),
  );
  return found?.id ?? null;
}

/** The address of an erased customer. No mail can reach it (RFC 2606). */
export const erasedAddress = (id: CustomerId): string => `${id}@erased.invalid`;

/**
 * Erases a customer, in batches. Its address goes at the very end, in a transaction that also erases what was written meanwhile. So it
 * can be found and erased again until everything is gone.
 */
export async function eraseCustomer(transact: Transact, audit: AuditLog, id: CustomerId): Promise<Erased> {
  const [found] = await transact((inner) => rowsOf<Found>(inner, ABOUT_CUSTOMER, id));
  const erasure = new Erasure(audit, id, found?.addresses ?? []);
  const since = found?.since.toISOString() ?? BEGINNING.at;
  const last = await erasure.eraseTickets(transact);
  await erasure.eraseEntries(transact, BEGINNING.at);
  await erasure.eraseReplies(transact, BEGINNING.at);
  const rest = await transact(async (inner) => {
    const inside = new Erasure(audit, id, erasure.addresses);
    await rowsOf(inner, LOCK_CUSTOMER, id);
    await inside.eraseOtherTickets(inner, last);
    await inside.eraseComments(inner);
    await inside.eraseEntries((work) => work(inner), since);
    await inside.eraseReplies((work) => work(inner), since);
    await inside.eraseRow(inner);
    return inside.counts;
  });
  for (const [table, rows] of rest) erasure.note(table, rows);
  return erasure.counts;
}

interface Found {
  readonly addresses: readonly string[];
  /** What is written from then on may not have been committed when it was looked for. */
  readonly since: Date;
}

/** How many comments were erased, and how many drafts. */
type Conversation = Pick<LookedTickets, 'comments' | 'drafts'>;

interface TicketName {
  readonly id: string;
  readonly number: number;
}

interface LookedTickets {
  readonly last: number | null;
  readonly tickets: readonly TicketName[];
  readonly participants: number;
  readonly comments: number;
  readonly drafts: number;
}

interface LookedEntries {
  readonly at: Date;
  readonly id: string;
  readonly entries: number;
}

/** The erasing of one customer, and what it has counted. */
class Erasure {
  readonly counts = new Map<string, number>();

  constructor(
    private readonly audit: AuditLog,
    private readonly id: CustomerId,
    /** All of the customer, folded. */
    readonly addresses: readonly string[],
  ) {}

  /** @returns the highest number that was looked at */
  async eraseTickets(transact: Transact): Promise<number> {
    for (let last = 0; ;) {
      const from = last;
      const next = this.noteTickets(
        await transact((inner) => this.ticketsErasedBy(inner, ERASE_TICKETS, from)),
      );
      if (next === null) return last;
      last = next;
    }
  }

  async eraseOtherTickets(inner: InnerScope, last: number): Promise<void> {
    this.noteTickets(await this.ticketsErasedBy(inner, ERASE_OTHER_TICKETS, last));
  }

  /** What the customer has said about tickets of others. */
  async eraseComments(inner: InnerScope): Promise<void> {
    const [erased] = await rowsOf<Conversation>(inner, ERASE_COMMENTS, this.id);
    this.noteConversation(erased);
  }

  async eraseEntries(transact: Transact, since: string): Promise<void> {
    let cursor: Pick<LookedEntries, 'id'> & { readonly at: Date | string } = { ...BEGINNING, at: since };
    for (;;) {
      const values = [this.id, cursor.at, cursor.id, this.addresses];
      const [looked] = await transact((inner) => rowsOf<LookedEntries>(inner, ERASE_ENTRIES, ...values));
      if (looked === undefined) return;
      this.note('audit_entries', looked.entries);
      cursor = looked;
    }
  }

  async eraseReplies(transact: Transact, since: string): Promise<void> {
    for (let behind: string | null = ''; behind !== null;) {
      const from: string = behind;
      const { deleted, last } = await transact((inner) => this.repliesErased(inner, from, since));
      this.note('idempotency_keys', deleted);
      behind = last;
    }
  }

  async eraseRow(inner: InnerScope): Promise<void> {
    const [answers] = await rowsOf<{ rows: number }>(inner, ERASE_ANSWERS, this.id);
    if (answers && answers.rows > 0) this.note('webhook_tries', answers.rows);
    for (const [table, statement] of DELETE_CONTACTS) {
      const [deleted] = await rowsOf<{ rows: number }>(inner, statement, this.id);
      this.note(table, deleted?.rows);
    }
    const [others] = await rowsOf<{ rows: number }>(inner, ERASE_IN_MAILS, this.addresses);
    this.note('mails', others?.rows);
    const address = erasedAddress(this.id);
    await rowsOf(inner, ERASE_CUSTOMER, this.id, address);
    await rowsOf(inner, ADD_ADDRESS, this.id, address);
    await this.audit.record(inner, erasedEntry('customer.updated', { type: 'customer', id: this.id }));
    this.note('customers', 1);
  }

  note(table: string, rows = 0): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + rows);
  }

  private async ticketsErasedBy(
    inner: InnerScope,
    statement: Statement,
    last: number,
  ): Promise<LookedTickets | undefined> {
    const [looked] = await rowsOf<LookedTickets>(inner, statement, this.id, last, this.addresses);
    const erased = looked?.tickets.map((ticket) =>
      erasedEntry('ticket.updated', { type: 'ticket', ...ticket }),
    );
    await this.audit.record(inner, ...(erased ?? []));
    return looked;
  }

  private noteConversation(erased: Conversation | undefined): void {
    this.note('comments', erased?.comments);
    this.note('comment_drafts', erased?.drafts);
  }

  private noteTickets(looked: LookedTickets | undefined): number | null {
    this.note('tickets', looked?.tickets.length);
    this.note(PARTICIPATIONS, looked?.participants);
    this.noteConversation(looked);
    return looked?.last ?? null;
  }

  /** @returns also the last key that was looked at; null when there is none behind it */
  private async repliesErased(
    inner: InnerScope,
    behind: string,
    since: string,
  ): Promise<{ readonly deleted: number; readonly last: string | null }> {
    const replies = await rowsOf<KeptReply>(inner, READ_REPLIES, behind, since);
    const shown = await Promise.all(
      replies.map(async (reply) => ({ key: reply.key, ...this.shownBy(await textOf(reply)) })),
    );
    const ids = [...new Set(shown.flatMap((reply) => reply.ids))];
    const theirs = await rowsOf<{ id: string }>(inner, THEIR_TICKETS, this.id, ids);
    const tickets = new Set(theirs.map(({ id }) => id));
    const ofThem = shown.filter((reply) => reply.isTheirs || reply.ids.some((id) => tickets.has(id)));
    const keys = ofThem.map(({ key }) => key);
    const [gone] = await rowsOf<{ rows: number }>(inner, DELETE_REPLIES, keys);
    const isLast = replies.length < REPLIES_AT_ONCE;
    return { deleted: gone?.rows ?? 0, last: isLast ? null : (replies.at(-1)?.key ?? null) };
  }

  /** Whether a text names the customer, and the ids that may be those of its tickets. */
  private shownBy(text: string): { readonly isTheirs: boolean; readonly ids: readonly string[] } {
    const folded = foldCase(text);
    const isTheirs = [this.id, ...this.addresses].some((name) => folded.includes(name));
    return { isTheirs, ids: folded.match(UUID) ?? [] };
  }
}

/** Says that something was erased, and no more. */
const erasedEntry = (action: AuditAction, subject: NewAuditEntry['subject']): NewAuditEntry => ({
  ...{ action, subject, isSilent: true },
  ...{ before: { erased: false }, after: { erased: true } },
});

/** An answer that is kept for an Idempotency-Key. */
type KeptReply = StoredBody & {
  readonly key: string;
  readonly resourceId: string | null;
  /** The path of what was made. A kept draft names its ticket only there. */
  readonly location: string | null;
};

async function textOf({ resourceId, location, ...stored }: KeptReply): Promise<string> {
  return `${resourceId ?? ''} ${location ?? ''} ${(await unpackedBody(stored)) ?? ''}`;
}

async function rowsOf<Row>(
  inner: InnerScope,
  statement: Statement,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return (await inner.transaction.query(statement, [inner.workspaceId, ...values])) as Row[];
}
