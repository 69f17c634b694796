import { Injectable } from '@nestjs/common';
import type { AuditAction, NewAuditEntry } from '../events/audit-entry.js';
import { AuditLog } from '../events/audit-log.service.js';
import type { CustomerId } from '../kernel/ids.js';
import { foldEmail } from '../kernel/text.js';
import { FileStorage, type StorageName } from '../platform/storage/file-storage.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../tickets/counts/ticket-counts.service.js';
import {
  ADD_ADDRESS,
  DELETE_ATTACHMENTS,
  DELETE_CONTACTS,
  ERASE_ANSWERS,
  ERASE_COMMENTS,
  ERASE_CUSTOMER,
  ERASE_ENTRIES,
  ERASE_IN_MAILS,
  ERASE_OTHER_TICKETS,
  ERASE_REPLIES,
  ERASE_TICKETS,
  FIND_CUSTOMER,
  LOCK_CUSTOMER,
} from './erasure.sql.js';
import { removeFiles, sumOfCounts, type Removed, type RowCounts } from './removal.js';

/** The counts of an erased customer. */
export type ErasedCustomer = Removed & { readonly id: CustomerId };

/** The customer to erase. */
interface Found {
  readonly id: CustomerId;
  /** All of the customer, folded, and as they are spelled elsewhere without regard to case. */
  readonly addresses: readonly string[];
  /** Rows that were written later may not have been committed when the customer was looked for. */
  readonly since: Date;
}

/** The counts of one erasing statement, and the place behind which the next batch begins. */
interface Batch {
  readonly counts: RowCounts;
  readonly next: Place | null;
}

type Place = readonly (string | number)[];

const BEGINNING = '-infinity';
const [BEFORE_ALL_IDS, BEFORE_ALL_KEYS] = ['00000000-0000-0000-0000-000000000000', ''];

/** The address of an erased customer. No mail can reach it (RFC 2606). */
export const erasedAddress = (id: CustomerId): string => `${id}@erased.invalid`;

/** Erases words, contacts and files of customers, as the owner of the tables: the service's role must not change the audit trail. */
@Injectable()
export class CustomerErasure {
  constructor(
    private readonly audit: AuditLog,
    private readonly ticketCounts: TicketCounts,
    private readonly storage: FileStorage,
  ) {}

  /**
   * Erases who has an address, in batches. The address goes at the very end, in a transaction that also erases what was written meanwhile.
   * So the customer can be found and erased again until everything is gone.
   * @returns null when no customer has it
   */
  async erase(scope: TenantScope, transact: Transact, address: string): Promise<ErasedCustomer | null> {
    const customer = await transact((inner) => findCustomer(inner, address));
    if (customer === null) return null;
    const { id, addresses } = customer;
    let last: Place = [0];
    const tickets = await inBatches(last, async (from) => {
      last = from;
      return transact((inner) => this.run(inner, ERASE_TICKETS, id, addresses, ...from));
    });
    const rows = await this.eraseTrail(transact, customer, BEGINNING);
    const { counts, files } = await transact((inner) => this.eraseRest(inner, customer, last));
    const filesLeft = await removeFiles(this.storage, files);
    // Changes of counts hold the words of tags until they are folded.
    await this.ticketCounts.settle(scope);
    return { id, counts: sumOfCounts(tickets, rows, counts), filesLeft };
  }

  /** Erases the words in entries and kept replies that were written at a time or later. */
  private async eraseTrail(transact: Transact, customer: Found, since: string): Promise<RowCounts> {
    const { id, addresses } = customer;
    const by = (statement: Statement) => (from: Place) =>
      transact((inner) => this.run(inner, statement, id, addresses, ...from));
    const entries = await inBatches([since, BEFORE_ALL_IDS], by(ERASE_ENTRIES));
    return sumOfCounts(entries, await inBatches([since, BEFORE_ALL_KEYS], by(ERASE_REPLIES)));
  }

  /** Erases what was written meanwhile, and the customer itself. */
  private async eraseRest(
    inner: InnerScope,
    customer: Found,
    last: Place,
  ): Promise<{ readonly counts: RowCounts; readonly files: readonly StorageName[] }> {
    const { id, addresses, since } = customer;
    await rowsOf(inner, LOCK_CUSTOMER, id);
    // The records name the drafts of the customer, so they go before these.
    const gone = await rowsOf<StoredNames>(inner, DELETE_ATTACHMENTS, id);
    const files = gone.flatMap(({ storageName, uploadName }) => [
      storageName,
      ...(uploadName ? [uploadName] : []),
    ]);
    const counts = [
      [['attachments', gone.length] as const],
      (await this.run(inner, ERASE_OTHER_TICKETS, id, addresses, ...last)).counts,
      (await this.run(inner, ERASE_COMMENTS, id)).counts,
      await this.eraseTrail((work) => work(inner), customer, since.toISOString()),
      (await this.run(inner, ERASE_ANSWERS, id)).counts,
    ];
    for (const statement of DELETE_CONTACTS) counts.push((await this.run(inner, statement, id)).counts);
    counts.push((await this.run(inner, ERASE_IN_MAILS, addresses)).counts);
    await this.eraseRow(inner, id);
    return { counts: sumOfCounts(...counts, [['customers', 1]]), files };
  }

  private async eraseRow(inner: InnerScope, id: CustomerId): Promise<void> {
    await rowsOf(inner, ERASE_CUSTOMER, id, erasedAddress(id));
    await rowsOf(inner, ADD_ADDRESS, id, erasedAddress(id));
    await this.audit.record(inner, erasedEntry('customer.updated', { type: 'customer', id }));
  }

  /** Runs a statement of an erasure, and adds the entries about the tickets that it has changed. */
  private async run(inner: InnerScope, statement: Statement, ...values: readonly unknown[]): Promise<Batch> {
    const [{ next = null, changed = [], ...counts } = {}] = await rowsOf<Answer>(inner, statement, ...values);
    const entries = changed.map((ticket) => erasedEntry('ticket.updated', { type: 'ticket', ...ticket }));
    await this.audit.record(inner, ...entries);
    return { next, counts: sumOfCounts(Object.entries(counts)) };
  }
}

/** The answer of a statement: besides these columns, one for each table with a number of rows. */
interface Answer {
  readonly next?: Place | null;
  readonly changed?: readonly { readonly id: string; readonly number: number }[];
}

interface StoredNames {
  readonly storageName: StorageName;
  readonly uploadName: StorageName | null;
}

async function findCustomer(inner: InnerScope, address: string): Promise<Found | null> {
  const [found] = await rowsOf<Found & { readonly spelled: readonly string[] }>(
    inner,
    FIND_CUSTOMER,
    foldEmail(address),
  );
  if (found === undefined) return null;
  const { spelled, addresses, ...customer } = found;
  const others = spelled.filter((one) => addresses.includes(foldEmail(one)));
  return { ...customer, addresses: [...new Set([...addresses, ...others])] };
}

/** Does one batch after the other, each behind the place where the last one has ended. */
async function inBatches(from: Place, erase: (from: Place) => Promise<Batch>): Promise<RowCounts> {
  const all: RowCounts[] = [];
  for (let next: Place | null = from; next !== null;) {
    const batch: Batch = await erase(next);
    all.push(batch.counts);
    next = batch.next;
  }
  return sumOfCounts(...all);
}

/** Says that something was erased, and no more. */
const erasedEntry = (action: AuditAction, subject: NewAuditEntry['subject']): NewAuditEntry => ({
  ...{ action, subject, isSilent: true },
  ...{ before: { erased: false }, after: { erased: true } },
});

async function rowsOf<Row>(
  inner: InnerScope,
  statement: Statement,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return (await inner.transaction.query(statement, [inner.workspaceId, ...values])) as Row[];
}
