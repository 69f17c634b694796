import { Injectable } from '@nestjs/common';
import { about } from '../events/audit-entry.js';
import { AuditLogService } from '../events/audit-log.service.js';
import type { CustomerId } from '../kernel/ids.js';
import type { BatchEdge, ErasedPerson } from '../platform/features/erasure.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { FileStorage, type StorageName } from '../platform/storage/file-storage.js';
import type { InnerScope, TenantScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../tickets/counts/ticket-counts.js';
import {
  findById,
  findCustomer,
  hasOlderThings,
  hasOtherAddress,
  personOf,
  type FoundCustomer,
} from './erased-person.js';
import { erasedTables, type ErasedStep, type ErasedTable } from './floors.js';
import { removeFiles, rowsOf, sumOfCounts, type Removed } from './removal.js';

type ErasedCustomer = Removed & { readonly id: CustomerId };

/** Answers for a row that a step has changed, with the thing to tell of. Rows of files have their names. */
interface ErasedRow {
  readonly id: string | null;
  readonly number?: number;
  readonly names?: readonly StorageName[];
}

interface Erased {
  readonly counts: readonly (readonly [string, number])[];
  readonly files: readonly StorageName[];
}

/** Holds one customer, and the tables from which its words are erased. */
interface Erasure {
  readonly tables: readonly ErasedTable[];
  readonly customer: FoundCustomer;
}

/** New things of the customer wait until the transaction ends. */
const LOCK_CUSTOMER = 'SELECT id FROM customers WHERE workspace_id = $1 AND id = $2::uuid FOR UPDATE';

const BEGINNING = '-infinity';

/** Erases texts, contacts and files of customers, as the owner of the tables: the service's role must not change the audit trail. */
@Injectable()
export class CustomerErasureService {
  constructor(
    private readonly audit: AuditLogService,
    private readonly ticketCounts: TicketCounts,
    private readonly storage: FileStorage,
  ) {}

  /** Erases the customer with an address, and the address last, so that it can be run again. @returns null when no customer has it */
  async erase(scope: TenantScope, transact: Transact, address: string): Promise<ErasedCustomer | null> {
    const customer = await transact((inner) => findCustomer(inner, address));
    if (customer === null) return null;
    const tables = await erasedTables(declaredFeatures());
    const { counts, files } = await this.eraseFound(transact, { tables, customer });
    const filesLeft = await removeFiles(this.storage, files);
    // Changes of counts hold the texts of tags until they are folded.
    await this.ticketCounts.foldAll(scope);
    return { id: customer.id, counts: sumOfCounts(counts), filesLeft };
  }

  /** Erases a customer, and begins again when it has got another address or an older ticket meanwhile. */
  private async eraseFound(transact: Transact, { tables, customer }: Erasure): Promise<Erased> {
    const counts: Erased['counts'][] = [];
    for (let present: FoundCustomer | null = customer; present !== null;) {
      const { id, addresses }: FoundCustomer = present;
      const erasure = { tables, customer: present };
      const { things } = await transact((inner) => personOf(inner, tables, erasure.customer, BEGINNING));
      counts.push(await this.eraseInBatches(transact, erasure));
      const rest = await transact((inner) => this.eraseRest(inner, erasure, new Set(things)));
      if (rest !== null) return { ...rest, counts: [...counts.flat(), ...rest.counts] };
      present = await transact((inner) => findById(inner, id, addresses));
    }
    throw new Error('A customer was removed while it was erased.');
  }

  /** Erases rows of which there may be many, each batch in a transaction of its own. */
  private async eraseInBatches(transact: Transact, { tables, customer }: Erasure): Promise<Erased['counts']> {
    const counts: Erased['counts'][] = [];
    for (const step of tables.flatMap(({ steps }) => steps)) {
      const { batches } = step;
      if (!batches) continue;
      const person = await transact((inner) => personOf(inner, tables, customer, BEGINNING));
      for (let next: BatchEdge | null = batches.from; next !== null;) {
        const from: BatchEdge = next;
        const batch: Erased & { to: BatchEdge | null } = await transact(async (inner) => {
          const [row] = await rowsOf<object>(inner, ...batches.end(person, from));
          const to = row ? Object.values(row) : null;
          return { to, ...(await this.eraseStep(inner, step, person, from, to)) };
        });
        counts.push(batch.counts);
        next = batch.to;
      }
    }
    return counts.flat();
  }

  /**
   * Erases what was written meanwhile, and the customer's own rows. @returns null when it has got another address, or an older thing than
   * those `seen` by the batches, and then erases nothing
   */
  private async eraseRest(
    inner: InnerScope,
    { tables, customer }: Erasure,
    seen: ReadonlySet<string>,
  ): Promise<Erased | null> {
    for (const { lock } of tables) if (lock !== undefined) await inner.transaction.lock(lock);
    for (const { holds } of tables) if (holds !== undefined) await rowsOf(inner, holds, customer.id);
    await rowsOf(inner, LOCK_CUSTOMER, customer.id);
    if (await hasOtherAddress(inner, customer)) return null;
    const person = await personOf(inner, tables, customer, customer.since.toISOString());
    if (await hasOlderThings(inner, tables, person, seen)) return null;
    const erased: Erased[] = [];
    for (const step of tables.flatMap(({ steps }) => steps)) {
      erased.push(await this.eraseStep(inner, step, person, step.batches?.from ?? [], null));
    }
    return {
      counts: erased.flatMap(({ counts }) => counts),
      files: erased.flatMap(({ files }) => files),
    };
  }

  /** Runs a step, and adds entries about the things that it has changed. */
  private async eraseStep(
    inner: InnerScope,
    { tells, counted, erase }: ErasedStep,
    person: ErasedPerson,
    from: BatchEdge,
    to: BatchEdge | null,
  ): Promise<Erased> {
    const rows = await rowsOf<ErasedRow>(inner, ...erase(person, from, to ?? from.map(() => null)));
    if (tells) {
      const changes = { before: { erased: false }, after: { erased: true }, isSilent: true };
      const told = new Map(rows.flatMap(({ id, number }) => (id === null ? [] : [[id, number] as const])));
      const entries = [...told].map(([id, number]) => {
        const { action, subject } = about(tells, id);
        return { action, subject: { ...subject, ...(number !== undefined && { number }) }, ...changes };
      });
      await this.audit.record(inner, ...entries);
    }
    return { counts: [[counted, rows.length]], files: rows.flatMap(({ names = [] }) => names) };
  }
}
