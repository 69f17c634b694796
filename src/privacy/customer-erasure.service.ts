import { Injectable } from '@nestjs/common';
import type { AuditAction, NewAuditEntry } from '../events/audit-entry.js';
import { AuditLog } from '../events/audit-log.service.js';
import type { CustomerId } from '../kernel/ids.js';
import { foldEmail } from '../kernel/text.js';
import { FileStorage, type StorageName } from '../platform/storage/file-storage.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { INDEX_LOCK } from '../search/search-lock.js';
import { TicketCounts } from '../tickets/counts/ticket-counts.js';
import * as sql from './erasure.sql.js';
import { removeFiles, rowsOf, sumOfCounts, type Removed, type RowCounts } from './removal.js';

type ErasedCustomer = Removed & { readonly id: CustomerId };

interface FoundCustomer {
  readonly id: CustomerId;
  /** Lists all addresses of the customer, folded, and in the spellings of other places. */
  readonly addresses: readonly string[];
  /** Rows that were written after this moment may not have been committed when the customer was found. */
  readonly since: Date;
}

/** Holds the counts of one statement, and the cursor from which the next batch begins. */
interface ErasedBatch {
  readonly counts: RowCounts;
  readonly next: Cursor | null;
}

type Cursor = readonly (string | number)[];

const BEGINNING = '-infinity';
const [BEFORE_ALL_IDS, BEFORE_ALL_KEYS] = ['00000000-0000-0000-0000-000000000000', ''];

/** Makes the address of an erased customer. No mail can reach it (RFC 2606). */
export const erasedAddress = (id: CustomerId): string => `${id}@erased.invalid`;

/** Erases texts, contacts and files of customers, as the owner of the tables: the service's role must not change the audit trail. */
@Injectable()
export class CustomerErasure {
  constructor(
    private readonly audit: AuditLog,
    private readonly ticketCounts: TicketCounts,
    private readonly storage: FileStorage,
  ) {}

  /** Erases the customer with an address, and the address last, so that it can be run again. @returns null when no customer has it */
  async erase(scope: TenantScope, transact: Transact, address: string): Promise<ErasedCustomer | null> {
    const customer = await transact((inner) => findCustomer(inner, address));
    if (customer === null) return null;
    const { id, addresses } = customer;
    let last: Cursor = [0];
    const tickets = await inBatches(last, async (from) => {
      last = from;
      return transact((inner) => this.eraseBatch(inner, sql.ERASE_TICKETS, id, addresses, ...from));
    });
    const rows = await this.eraseTrail(transact, customer, BEGINNING);
    const { counts, files } = await transact((inner) => this.eraseRest(inner, customer, last));
    const filesLeft = await removeFiles(this.storage, files);
    // Changes of counts hold the texts of tags until they are folded.
    await this.ticketCounts.foldAll(scope);
    return { id, counts: sumOfCounts(tickets, rows, counts), filesLeft };
  }

  /** Erases the texts in entries and kept replies that were written since a time. */
  private async eraseTrail(transact: Transact, customer: FoundCustomer, since: string): Promise<RowCounts> {
    const { id, addresses } = customer;
    const batchesOf = (statement: Statement) => (from: Cursor) =>
      transact((inner) => this.eraseBatch(inner, statement, id, addresses, ...from));
    const entries = await inBatches([since, BEFORE_ALL_IDS], batchesOf(sql.ERASE_ENTRIES));
    return sumOfCounts(entries, await inBatches([since, BEFORE_ALL_KEYS], batchesOf(sql.ERASE_REPLIES)));
  }

  /** Erases the texts that were written meanwhile, and the customer's own rows. */
  private async eraseRest(
    inner: InnerScope,
    customer: FoundCustomer,
    last: Cursor,
  ): Promise<{ readonly counts: RowCounts; readonly files: readonly StorageName[] }> {
    const { id, addresses, since } = customer;
    // The lock keeps others from indexing texts that they have read before.
    await inner.transaction.lock(INDEX_LOCK);
    await rowsOf(inner, sql.LOCK_CUSTOMER, id);
    // The records name the drafts of the customer, so they go before these.
    const gone = await rowsOf<{ names: StorageName[] }>(inner, sql.DELETE_ATTACHMENTS, id);
    const files = gone.flatMap(({ names }) => names);
    const counts = [
      [['attachments', gone.length] as const],
      (await this.eraseBatch(inner, sql.ERASE_OTHER_TICKETS, id, addresses, ...last)).counts,
      (await this.eraseBatch(inner, sql.ERASE_COMMENTS, id)).counts,
      (await this.eraseBatch(inner, sql.DELETE_WORDS, id, sql.ERASED_WORDS)).counts,
      await this.eraseTrail((work) => work(inner), customer, since.toISOString()),
      (await this.eraseBatch(inner, sql.ERASE_ANSWERS, id)).counts,
      (await this.eraseBatch(inner, sql.ERASE_INBOUND_EMAILS, id)).counts,
    ];
    for (const statement of sql.DELETE_CONTACTS)
      counts.push((await this.eraseBatch(inner, statement, id)).counts);
    counts.push((await this.eraseBatch(inner, sql.ERASE_IN_MAILS, addresses)).counts);
    await rowsOf(inner, sql.ERASE_CUSTOMER, id, erasedAddress(id));
    await rowsOf(inner, sql.ADD_ADDRESS, id, erasedAddress(id));
    await this.audit.record(inner, erasedEntry('customer.updated', { type: 'customer', id }));
    return { counts: sumOfCounts(...counts, [['customers', 1]]), files };
  }

  /** Runs a statement, and adds entries about the tickets that it has changed. */
  private async eraseBatch(
    inner: InnerScope,
    statement: Statement,
    ...values: readonly unknown[]
  ): Promise<ErasedBatch> {
    const [{ next = null, changed = [], ...counts } = {}] = await rowsOf<BatchAnswer>(
      inner,
      statement,
      ...values,
    );
    const entries = changed.map((ticket) => erasedEntry('ticket.updated', { type: 'ticket', ...ticket }));
    await this.audit.record(inner, ...entries);
    return { next, counts: sumOfCounts(Object.entries(counts)) };
  }
}

/** Holds, in its other columns, tables with numbers of rows. */
interface BatchAnswer {
  readonly next?: Cursor | null;
  readonly changed?: readonly { readonly id: string; readonly number: number }[];
}

async function findCustomer(inner: InnerScope, address: string): Promise<FoundCustomer | null> {
  type Spelled = FoundCustomer & { readonly spelled: readonly string[] };
  const [found] = await rowsOf<Spelled>(inner, sql.FIND_CUSTOMER, foldEmail(address));
  if (found === undefined) return null;
  const { spelled, addresses, ...customer } = found;
  const others = spelled.filter((one) => addresses.includes(foldEmail(one)));
  return { ...customer, addresses: [...new Set([...addresses, ...others])] };
}

async function inBatches(from: Cursor, erase: (from: Cursor) => Promise<ErasedBatch>): Promise<RowCounts> {
  const all: RowCounts[] = [];
  for (let next: Cursor | null = from; next !== null;) {
    const batch: ErasedBatch = await erase(next);
    all.push(batch.counts);
    next = batch.next;
  }
  return sumOfCounts(...all);
}

const erasedEntry = (action: AuditAction, subject: NewAuditEntry['subject']): NewAuditEntry => ({
  ...{ action, subject, isSilent: true },
  ...{ before: { erased: false }, after: { erased: true } },
});
