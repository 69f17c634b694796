import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import { refuseIfAny, Problems, valueIn, type Checked, type Precondition } from '../kernel/errors.js';
import { readId, type CustomerId } from '../kernel/ids.js';
import { partsOf } from '../kernel/objects.js';
import { pageOf, type Page, type PageRequest } from '../kernel/page.js';
import { foldEmail, personName } from '../kernel/text.js';
import { erasedAddress } from '../platform/features/erasure.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { CustomerCounts } from './customer-counts.js';
import { changedLists, customerCreated, customerUpdated } from './customer-audit.rules.js';
import { customerNotFound } from './customer.errors.js';
import type { CustomerFilter } from './customer-list.sql.js';
import { CustomerRepository, type AddedCustomer, type WrittenCustomer } from './customer.repository.js';
import {
  changedCustomer,
  checkSurroundings,
  customerRow,
  namesIn,
  newCustomer,
  refuseTaken,
  type CustomerRow,
  type HeldCustomer,
  type NewCustomer,
  type Surroundings,
  type WantedCustomer,
} from './customer.rules.js';

/** A person with one address. The name and the id are for a customer who has to be made. */
export interface Person {
  readonly id?: CustomerId | undefined;
  readonly email: string;
  readonly name?: string | undefined;
}

export interface FoundCustomers {
  readonly idOf: (email: string) => CustomerId;
  readonly addedCustomers: readonly AddedCustomer[];
}

/** One statement makes at most this number of customers of a manifest: thousands in one go would hold the event loop. */
const PEOPLE_AT_ONCE = 500;

/** Makes, finds and changes the customers of a workspace [spec 2.4] [rule 6]. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly counts: CustomerCounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  /** Reads a page of customers, newest first. @throws invalid_request, filter_too_broad, page_too_large */
  async page(
    scope: TenantScope,
    query: Checked<CustomerFilter>,
    request: PageRequest,
  ): Promise<Page<CustomerRow>> {
    const rows = await this.customers.page(scope, valueIn(query), request);
    this.counts.noteWaiting(scope, rows[0]?.waitingChanges ?? 0);
    return pageOf<CustomerRow>(rows, request);
  }

  /** @throws customer_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<CustomerRow> {
    const customer = await this.customers.find(scope, readId(reference, customerNotFound) as CustomerId);
    if (!customer) throw customerNotFound();
    return customer;
  }

  /** Keeps a customer from being erased until the unit of work ends. @returns null when there is none, or it is erased already */
  async hold(inner: InnerScope, id: CustomerId): Promise<HeldCustomer | null> {
    const customer = await this.customers.hold(inner, id);
    return customer && customer.email !== erasedAddress(customer.id) ? customer : null;
  }

  /** Makes a customer. Of several requests that want an address at once, one gets it. @throws invalid_request with every problem */
  async create(scope: TenantScope, input: Checked<WantedCustomer>): Promise<CustomerRow> {
    return this.unitOfWork.run(scope, async (inner) => {
      const problems = new Problems(input.problems);
      const customer = newCustomer(input.value, problems);
      const surroundings = await this.customers.surroundingsOf(inner, customer);
      checkSurroundings(customer, surroundings, problems);
      refuseIfAny(problems);
      const id = uuid() as CustomerId;
      const [kept] = await Promise.all([
        this.customers.add(inner, id, customer),
        this.audit.record(inner, customerCreated(id, customer)),
      ]);
      return this.written(id, customer, surroundings, kept);
    });
  }

  /** Changes the named properties. @throws customer_not_found, invalid_request with every problem, the precondition's errors */
  async update(
    scope: TenantScope,
    reference: string,
    input: Checked<WantedCustomer>,
    precondition: Precondition<CustomerRow> = null,
  ): Promise<CustomerRow> {
    const id = readId(reference, customerNotFound) as CustomerId;
    return this.unitOfWork.run(scope, async (inner) => {
      if (!(await this.customers.lock(inner, id))) throw customerNotFound();
      const before = await this.get(inner, id);
      precondition?.(before);
      const problems = new Problems(input.problems);
      const customer = changedCustomer(before, input.value, problems);
      const surroundings = await this.customers.surroundingsOf(inner, customer, id);
      checkSurroundings(customer, surroundings, problems);
      refuseIfAny(problems);
      const { createdAt, updatedAt } = before;
      const wanted = customerRow(customer, { id, company: surroundings.company, createdAt, updatedAt });
      const entries = customerUpdated(before, wanted);
      if (entries.length === 0) return before;
      const kept = await this.customers.change(inner, id, customer, changedLists(entries));
      await this.audit.record(inner, ...entries);
      return this.written(id, customer, surroundings, kept);
    });
  }

  idsOf(scope: TenantScope, emailKeys: readonly string[]): Promise<ReadonlyMap<string, CustomerId>> {
    return this.customers.findByEmails(scope, emailKeys);
  }

  /** Names customers by their ids: a customer without a name has its primary address. */
  async namesOf(scope: TenantScope, ids: readonly CustomerId[]): Promise<ReadonlyMap<string, string>> {
    const named = await this.customers.names(scope, ids);
    return new Map(
      named.map(({ id, firstName, lastName, primaryEmail }) => [
        id,
        personName(firstName, lastName) ?? primaryEmail,
      ]),
    );
  }

  /** Finds the customer with an address, and keeps it from being erased; null when there is none, or no address. */
  async find(inner: InnerScope, email: string | undefined): Promise<CustomerId | null> {
    if (email === undefined) return null;
    const [id = null] = (await this.customers.holdByEmails(inner, [foldEmail(email)])).values();
    return id;
  }

  async findOrCreate(inner: InnerScope, person: Person): Promise<CustomerId> {
    const { idOf, addedCustomers } = await this.findOrCreateAll(inner, [person]);
    await this.record(inner, addedCustomers);
    return idOf(person.email);
  }

  /** Makes the customers of a manifest that have new addresses. @returns a sentence for each */
  async ensure(inner: InnerScope, people: readonly Person[]): Promise<string[]> {
    const added: AddedCustomer[] = [];
    for (const some of partsOf(people, PEOPLE_AT_ONCE)) {
      const { addedCustomers } = await this.findOrCreateAll(inner, some);
      await this.record(inner, addedCustomers);
      added.push(...addedCustomers);
    }
    return added.map(({ email }) => `created customer ${email}`);
  }

  /** Finds the folded addresses of the customers with these ids or addresses: of an id only the primary one. */
  async holdersOf(inner: InnerScope, people: readonly Person[]): Promise<[key: string, id: CustomerId][]> {
    const ids = people.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const emailKeys = people.map(({ email }) => foldEmail(email));
    const byId = await this.customers.primaryEmails(inner, ids);
    const byEmail = await this.customers.findByEmails(inner, emailKeys);
    const primary = [...byId].map(([id, email]): [string, CustomerId] => [foldEmail(email), id]);
    return [...primary, ...byEmail];
  }

  private async record(inner: InnerScope, added: readonly AddedCustomer[]): Promise<void> {
    const entries = added.map((one) =>
      customerCreated(one.id, { ...one, emails: [{ ...one, isPrimary: true }] }),
    );
    await this.audit.record(inner, ...entries);
  }

  /** Finds customers and makes those that are missing. The caller records them, because an import has one entry for thousands. */
  async findOrCreateAll(inner: InnerScope, people: readonly Person[]): Promise<FoundCustomers> {
    const byKey = new Map(
      people.map((person) => [foldEmail(person.email), person]).reverse() as [string, Person][],
    );
    const known = await this.customers.holdByEmails(inner, [...byKey.keys()]);
    const missing = [...byKey].filter(([emailKey]) => !known.has(emailKey));
    const wanted = missing.map(([emailKey, person]) => customerFrom(emailKey, person));
    const added = await this.customers.addAll(inner, wanted);
    const addedCustomers = wanted.filter(({ id }) => added.has(id));
    for (const { emailKey, id } of addedCustomers) known.set(emailKey, id);
    // Another request has added the others meanwhile.
    const others = wanted.flatMap(({ id, emailKey }) => (added.has(id) ? [] : [emailKey]));
    for (const [key, id] of await this.customers.findByEmails(inner, others)) known.set(key, id);
    const idOf = (email: string): CustomerId => {
      const id = known.get(foldEmail(email));
      if (id === undefined) throw new Error('A customer was neither found nor added.');
      return id;
    };
    return { idOf, addedCustomers };
  }

  /** Makes the customer as it is stored now. Refuses when another request took an address meanwhile. */
  private written(
    id: CustomerId,
    customer: NewCustomer,
    { company }: Surroundings,
    { takenKeys, createdAt, updatedAt }: WrittenCustomer,
  ): CustomerRow {
    const problems = new Problems();
    refuseTaken(customer.emails, takenKeys, problems);
    refuseIfAny(problems);
    return customerRow(customer, { id, company, createdAt, updatedAt });
  }
}

function customerFrom(
  emailKey: string,
  { id = uuid() as CustomerId, email, name = '' }: Person,
): AddedCustomer {
  return { id, email, emailKey, ...namesIn(name) };
}
