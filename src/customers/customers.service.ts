import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../audit/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CustomerId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { customerCreated, type GivenCustomer } from './customer-audit.rules.js';
import { CustomerRepository, type Newcomer } from './customer.repository.js';
import {
  checkSurroundings,
  createdCustomer,
  newCustomer,
  refuseTaken,
  type CreatedCustomer,
  type NewCustomer,
  type WantedCustomer,
} from './customer.rules.js';

/** Someone by one of their addresses; a name counts only when the customer has to be made. */
export interface Person {
  readonly email: string;
  readonly name?: string | undefined;
}

/** What became of people who were looked for. */
export interface FoundCustomers {
  /** Who has an address, of those that were asked for. */
  readonly idOf: (email: string) => CustomerId;
  /** Those whom nobody knew. */
  readonly newcomers: Newcomers;
}

/** Customers who were made for an address. */
export type Newcomers = readonly Newcomer[];

/** The customers of a workspace (specification 2.4, decisions section 6). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly customers: CustomerRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes the customer that the draft describes. Of several who want one address at the same moment, one gets it.
   * @throws invalid_request with every problem
   */
  async create(scope: TenantScope, draft: Draft<WantedCustomer>): Promise<CreatedCustomer> {
    return this.unitOfWork.run(scope, async (inner) => {
      const problems = new Problems(draft.problems);
      const customer = newCustomer(draft.value, problems);
      checkSurroundings(customer, await this.customers.surroundingsOf(inner, customer), problems);
      refuseIfAny(problems);
      return this.add(inner, customer);
    });
  }

  /** Who has which of the folded addresses, without making anybody. */
  idsOf(scope: TenantScope, emailKeys: readonly string[]): Promise<ReadonlyMap<string, CustomerId>> {
    return this.customers.findByEmails(scope, emailKeys);
  }

  /** The customer who has the person's address, whichever of theirs it is; made when nobody has it. */
  async findOrCreate(inner: StatementScope, person: Person): Promise<CustomerId> {
    const { idOf, newcomers } = await this.findOrCreateAll(inner, [person]);
    await this.record(inner, newcomers);
    return idOf(person.email);
  }

  /** Tells the audit trail of customers who were made, an entry each. */
  async record(inner: StatementScope, newcomers: Newcomers): Promise<void> {
    await this.audit.record(inner, ...newcomers.map((one) => customerCreated(one.id, customerOf(one))));
  }

  /**
   * The customers of all these people; who is missing is made, once, also when others do the same at this moment. Telling the
   * audit trail is the caller's part: of thousands, one entry does.
   */
  async findOrCreateAll(inner: StatementScope, people: readonly Person[]): Promise<FoundCustomers> {
    const made: Newcomer[] = [];
    const byKey = new Map(
      people.map((person) => [foldCase(person.email), person]).reverse() as [string, Person][],
    );
    const known = await this.customers.findByEmails(inner, [...byKey.keys()]);
    const missing = [...byKey].filter(([emailKey]) => !known.has(emailKey));
    if (missing.length > 0) {
      const newcomers = missing.map(([emailKey, person]) => newcomer(emailKey, person));
      await this.customers.addNewcomers(inner, newcomers);
      const present = await this.customers.findByEmails(
        inner,
        missing.map(([emailKey]) => emailKey),
      );
      for (const [emailKey, id] of present) known.set(emailKey, id);
      made.push(...newcomers.filter(({ id, emailKey }) => present.get(emailKey) === id));
    }
    const idOf = (email: string): CustomerId => {
      const id = known.get(foldCase(email));
      if (id === undefined) throw new Error('A customer was neither found nor made.');
      return id;
    };
    return { idOf, newcomers: made };
  }

  /** Refused when an address was taken since we looked; then the unit of work keeps nothing of the customer. */
  private async add(inner: InnerScope, customer: NewCustomer): Promise<CreatedCustomer> {
    const id = uuid() as CustomerId;
    await this.customers.add(inner, id, customer);
    const gained = await this.customers.addAddresses(inner, id, customer.emails);
    const lost = customer.emails.map(({ emailKey }) => emailKey).filter((key) => !gained.has(key));
    const problems = new Problems();
    refuseTaken(customer.emails, lost, problems);
    refuseIfAny(problems);
    await this.audit.record(inner, customerCreated(id, customer));
    return createdCustomer(id, customer);
  }
}

/** The first word of a name is the first name; joined again they are the same name. */
function newcomer(emailKey: string, { email, name = '' }: Person): Newcomer {
  const [, first = '', last = ''] = /^([^ ]*) ?(.*)$/s.exec(name.trim()) ?? [];
  return { id: uuid() as CustomerId, email, emailKey, firstName: first || null, lastName: last || null };
}

function customerOf({ email, emailKey, firstName, lastName }: Newcomer): GivenCustomer {
  return { firstName, lastName, emails: [{ email, emailKey, isPrimary: true }] };
}
