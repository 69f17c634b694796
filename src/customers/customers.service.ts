import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CustomerId } from '../kernel/ids.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import {
  changedLists,
  customerCreated,
  customerUpdated,
  type GivenCustomer,
} from './customer-audit.rules.js';
import { customerIdOf, customerNotFound } from './customer.errors.js';
import { CustomerRepository, type Kept, type Newcomer } from './customer.repository.js';
import {
  changedCustomer,
  checkSurroundings,
  customerRow,
  namesIn,
  newCustomer,
  refuseTaken,
  type CustomerRow,
  type NewCustomer,
  type Surroundings,
  type WantedCustomer,
} from './customer.rules.js';

/** A person with one address. The name and the id count only when a customer has to be made. */
export interface Person {
  readonly id?: CustomerId | undefined;
  readonly email: string;
  readonly name?: string | undefined;
}

export interface FoundCustomers {
  /** The customer of an address that was looked for. */
  readonly idOf: (email: string) => CustomerId;
  readonly newcomers: Newcomers;
}

/** Customers that were made, each for one address. */
export type Newcomers = readonly Newcomer[];

/** Makes, finds and changes the customers of a workspace (specification 2.4, decisions section 6). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** @throws customer_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<CustomerRow> {
    const customer = await this.customers.find(scope, customerIdOf(reference));
    if (!customer) throw customerNotFound();
    return customer;
  }

  /**
   * Makes the customer of the draft. When several requests want the same address at the same time, one of them gets it.
   * @throws invalid_request with every problem
   */
  async create(scope: TenantScope, draft: Draft<WantedCustomer>): Promise<CustomerRow> {
    return this.unitOfWork.run(scope, async (inner) => {
      const problems = new Problems(draft.problems);
      const customer = newCustomer(draft.value, problems);
      const surroundings = await this.customers.surroundingsOf(inner, customer);
      checkSurroundings(customer, surroundings, problems);
      refuseIfAny(problems);
      const id = uuid() as CustomerId;
      const [kept] = await Promise.all([
        this.customers.add(inner, id, customer),
        this.audit.record(inner, customerCreated(id, customer)),
      ]);
      return this.shown(id, customer, surroundings, kept);
    });
  }

  /**
   * Changes the properties that the draft names; a named list is replaced as a whole. `updated_at` moves only when something
   * differs. The customer's row keeps what tickets show of it.
   * @throws customer_not_found, the errors of the precondition, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    draft: Draft<WantedCustomer>,
    precondition: Precondition<CustomerRow> = null,
  ): Promise<CustomerRow> {
    const id = customerIdOf(reference);
    return this.unitOfWork.run(scope, async (inner) => {
      if (!(await this.customers.lock(inner, id))) throw customerNotFound();
      const before = await this.get(inner, id);
      precondition?.(before);
      const problems = new Problems(draft.problems);
      const customer = changedCustomer(before, draft.value, problems);
      const surroundings = await this.customers.surroundingsOf(inner, customer, id);
      checkSurroundings(customer, surroundings, problems);
      refuseIfAny(problems);
      const { createdAt, updatedAt } = before;
      const wanted = customerRow(customer, { id, company: surroundings.company, createdAt, updatedAt });
      const entries = customerUpdated(before, wanted);
      if (entries.length === 0) return before;
      const kept = await this.customers.change(inner, id, customer, changedLists(entries));
      await this.audit.record(inner, ...entries);
      return this.shown(id, customer, surroundings, kept);
    });
  }

  idsOf(scope: TenantScope, emailKeys: readonly string[]): Promise<ReadonlyMap<string, CustomerId>> {
    return this.customers.findByEmails(scope, emailKeys);
  }

  /** Finds the customer who has the address; null when nobody has it, or none is given. */
  async find(inner: InnerScope, email: string | undefined): Promise<CustomerId | null> {
    if (email === undefined) return null;
    const [id = null] = (await this.customers.findByEmails(inner, [foldEmail(email)])).values();
    return id;
  }

  /** Makes a customer when nobody has the address. */
  async findOrCreate(inner: InnerScope, person: Person): Promise<CustomerId> {
    const { idOf, newcomers } = await this.findOrCreateAll(inner, [person]);
    await this.record(inner, newcomers);
    return idOf(person.email);
  }

  /**
   * Makes those of a manifest's customers whose address nobody has; the others stay as they are.
   * @returns a sentence for each that was made
   */
  async ensure(inner: InnerScope, people: readonly Person[]): Promise<string[]> {
    const { newcomers } = await this.findOrCreateAll(inner, people);
    await this.record(inner, newcomers);
    return newcomers.map(({ email }) => `created customer ${email}`);
  }

  /** Finds the folded addresses of customers who have one of these ids or addresses. Those of an id are primary ones. */
  async holdersOf(inner: InnerScope, people: readonly Person[]): Promise<[key: string, id: CustomerId][]> {
    const ids = people.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const emailKeys = people.map(({ email }) => foldEmail(email));
    const byId = await this.customers.primaryEmails(inner, ids);
    const byEmail = await this.customers.findByEmails(inner, emailKeys);
    const primary = [...byId].map(([id, email]): [string, CustomerId] => [foldEmail(email), id]);
    return [...primary, ...byEmail];
  }

  async record(inner: InnerScope, newcomers: Newcomers): Promise<void> {
    await this.audit.record(inner, ...newcomers.map((one) => customerCreated(one.id, customerOf(one))));
  }

  /**
   * Finds the customer of each person and makes those that are missing, each once, also when other requests make them at the same time.
   * The caller records them in the audit trail, because an import records one entry for thousands.
   */
  async findOrCreateAll(inner: InnerScope, people: readonly Person[]): Promise<FoundCustomers> {
    const made: Newcomer[] = [];
    const byKey = new Map(
      people.map((person) => [foldEmail(person.email), person]).reverse() as [string, Person][],
    );
    const known = await this.customers.findByEmails(inner, [...byKey.keys()]);
    const missing = [...byKey].filter(([emailKey]) => !known.has(emailKey));
    if (missing.length > 0) {
      const newcomers = missing.map(([emailKey, person]) => newcomer(emailKey, person));
      await this.customers.addNewcomers(inner, newcomers);
      const missingKeys = missing.map(([emailKey]) => emailKey);
      const present = await this.customers.findByEmails(inner, missingKeys);
      for (const [emailKey, id] of present) known.set(emailKey, id);
      made.push(...newcomers.filter(({ id, emailKey }) => present.get(emailKey) === id));
    }
    const idOf = (email: string): CustomerId => {
      const id = known.get(foldEmail(email));
      if (id === undefined) throw new Error('A customer was neither found nor made.');
      return id;
    };
    return { idOf, newcomers: made };
  }

  /** Refuses when another request took an address meanwhile; the unit of work then keeps nothing. */
  private shown(
    id: CustomerId,
    customer: NewCustomer,
    { company }: Surroundings,
    { added, createdAt, updatedAt }: Kept,
  ): CustomerRow {
    const keys = customer.emails.map(({ emailKey }) => emailKey);
    const taken = keys.filter((key) => !added.has(key));
    const problems = new Problems();
    refuseTaken(customer.emails, taken, problems);
    refuseIfAny(problems);
    return customerRow(customer, { id, company, createdAt, updatedAt });
  }
}

function newcomer(emailKey: string, { id = uuid() as CustomerId, email, name = '' }: Person): Newcomer {
  return { id, email, emailKey, ...namesIn(name) };
}

function customerOf({ email, emailKey, firstName, lastName }: Newcomer): GivenCustomer {
  return { firstName, lastName, emails: [{ email, emailKey, isPrimary: true }] };
}
