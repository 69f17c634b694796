import { Injectable } from '@nestjs/common';
import type { CustomerId } from '../kernel/ids.js';
import type { PageRequest, RowOfPage } from '../kernel/page.js';
import { NEXT_MOMENT, plannedOnce, tenantStatement, type Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { pageOfCustomers, customerColumns, type CustomerFilter } from './customer-list.sql.js';
import { hasAddress } from './customer-erased.sql.js';
import { Customer, CustomerEmail, CustomerLink, CustomerPhone } from './entities/customer.entity.js';
import {
  LISTS,
  type CustomerLists,
  type CustomerRow,
  type HeldCustomer,
  type NewCustomer,
  type Surroundings,
} from './customer.rules.js';
import { Company } from '../vocabulary/entities/company.entity.js';

/** Looks each address up by itself: where most workspaces are small, the plan of a list reads all addresses of a large one. */
const FIND_BY_EMAILS = tenantStatement(
  'customers.find_by_emails',
  `SELECT found.* FROM unnest($2::text[]) AS asked (key) CROSS JOIN LATERAL (
     SELECT email_key AS "emailKey", customer_id AS "customerId" FROM customer_emails
     WHERE workspace_id = $1 AND email_key = asked.key LIMIT 1) AS found`,
);

/**
 * Finds the customers with these addresses, and keeps them from being erased until the unit of work ends. It waits for an erasure that is
 * under way. Its snapshot still has the address that the erasure has removed. So it reads in the locked row of the customer whether the
 * customer is erased.
 */
const HOLD_BY_EMAILS = tenantStatement(
  'customers.hold_by_emails',
  `SELECT found.* FROM unnest($2::text[]) AS asked (key) CROSS JOIN LATERAL (
     SELECT e.email_key AS "emailKey", e.customer_id AS "customerId" FROM customer_emails e
     JOIN customers c ON c.workspace_id = $1 AND c.id = e.customer_id
     WHERE e.workspace_id = $1 AND e.email_key = asked.key AND ${hasAddress('e', 'c')}
     LIMIT 1 FOR KEY SHARE OF c) AS found`,
);

const NAMES = tenantStatement(
  'customers.names',
  `SELECT found.* FROM unnest($2::uuid[]) AS asked (id) CROSS JOIN LATERAL (
     SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.primary_email AS "primaryEmail"
     FROM customers c WHERE c.workspace_id = $1 AND c.id = asked.id LIMIT 1) AS found`,
);

/** Takes the id as $2, then the columns in their order. */
const ADD = tenantStatement(
  'customers.add',
  `INSERT INTO customers
     (workspace_id, id, first_name, last_name, language, time_zone, description, company_id, primary_email, phones)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   RETURNING created_at AS "createdAt", updated_at AS "updatedAt"`,
);

const CHANGE = tenantStatement(
  'customers.change',
  `UPDATE customers SET first_name = $3, last_name = $4, language = $5, time_zone = $6, description = $7, company_id = $8,
     primary_email = $9, phones = $10, updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
   WHERE workspace_id = $1 AND id = $2
   RETURNING created_at AS "createdAt", updated_at AS "updatedAt"`,
);

/** Takes the customer as $2, folded addresses as $3, addresses as $4, and as $5 which is primary. Returns the keys that were free. The order avoids deadlocks. */
const ADD_ADDRESSES = tenantStatement(
  'customers.add_addresses',
  `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
   SELECT $1, email_key, $2, email, is_primary, position - 1
   FROM unnest($3::text[], $4::text[], $5::boolean[]) WITH ORDINALITY AS n (email_key, email, is_primary, position)
   ORDER BY email_key COLLATE "C"
   ON CONFLICT (workspace_id, email_key) DO NOTHING
   RETURNING email_key AS "emailKey"`,
);

const FIND = plannedOnce(
  tenantStatement(
    'customers.find',
    `SELECT ${customerColumns('true')} FROM customers AS customer WHERE customer.workspace_id = $1 AND customer.id = $2`,
  ),
);

/** Waits for an erasure of the customer $2, and lets it be changed, but not erased. */
const HOLD = tenantStatement(
  'customers.hold',
  `SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.primary_email AS email FROM customers c
   WHERE c.workspace_id = $1 AND c.id = $2::uuid FOR KEY SHARE`,
);

/** Adds customers with one address each: $2 ids, $3 addresses, $4 folded addresses, $5 first names, $6 last names. */
const ADD_ALL = tenantStatement(
  'customers.add_all',
  `WITH added AS (
     SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS n (id, email, email_key, first_name, last_name)
   ), addressed AS (
     INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
     SELECT $1, email_key, id, email, true, 0 FROM added ORDER BY email_key COLLATE "C"
     ON CONFLICT (workspace_id, email_key) DO NOTHING
     RETURNING workspace_id, customer_id
   )
   INSERT INTO customers (workspace_id, id, first_name, last_name, primary_email)
   SELECT $1, id, first_name, last_name, email FROM added
   WHERE id IN (SELECT customer_id FROM addressed WHERE workspace_id = $1)
   RETURNING id`,
);

/** A customer with one address, who was made for a ticket or a manifest. */
export type AddedCustomer = Readonly<
  Pick<Customer, 'id' | 'firstName' | 'lastName'> & Pick<CustomerEmail, 'email' | 'emailKey'>
>;

export type CustomerOfPage = RowOfPage<CustomerRow> & {
  /** How many changes are not folded into the count yet. */
  readonly waitingChanges: number;
};

@Injectable()
export class CustomerRepository extends TenantRepository {
  /**
   * Reads a page of the customers of a filter, newest first, with the exact total of the same moment.
   * @throws filter_too_broad, page_too_large
   */
  page(scope: TenantScope, filter: CustomerFilter, request: PageRequest): Promise<CustomerOfPage[]> {
    const { statement, values } = pageOfCustomers(filter, request);
    return this.query(scope, statement, values);
  }

  findByEmails(
    scope: TenantScope | InnerScope,
    emailKeys: readonly string[],
  ): Promise<Map<string, CustomerId>> {
    return this.owners(scope, FIND_BY_EMAILS, emailKeys);
  }

  /** Keeps the customers that it finds from being erased until the unit of work ends. */
  holdByEmails(inner: InnerScope, emailKeys: readonly string[]): Promise<Map<string, CustomerId>> {
    return this.owners(inner, HOLD_BY_EMAILS, emailKeys);
  }

  private async owners(
    scope: TenantScope | InnerScope,
    statement: Statement,
    emailKeys: readonly string[],
  ): Promise<Map<string, CustomerId>> {
    type Owned = Pick<CustomerEmail, 'emailKey' | 'customerId'>;
    if (emailKeys.length === 0) return new Map();
    const rows = await this.query<Owned>(scope, statement, [emailKeys]);
    return new Map(rows.map(({ emailKey, customerId }) => [emailKey, customerId]));
  }

  /** Reads the facts that decide about a wanted customer; `self` is its id when it is stored. */
  async surroundingsOf(
    inner: InnerScope,
    { emails, companyId }: Pick<NewCustomer, 'emails' | 'companyId'>,
    self: CustomerId | null = null,
  ): Promise<Surroundings> {
    const emailKeys = emails.map(({ emailKey }) => emailKey);
    const [owners, company] = await Promise.all([
      this.findByEmails(inner, emailKeys),
      companyId === null
        ? null
        : this.selectOne(inner, Company, ['id', 'name'], { where: { id: companyId } }),
    ]);
    const takenKeys = [...owners].filter(([, owner]) => owner !== self).map(([emailKey]) => emailKey);
    return { takenKeys, company };
  }

  add(inner: InnerScope, id: CustomerId, customer: NewCustomer): Promise<WrittenCustomer> {
    return this.write(inner, ADD, id, customer, LISTS);
  }

  async change(
    inner: InnerScope,
    id: CustomerId,
    customer: NewCustomer,
    lists: CustomerLists,
  ): Promise<WrittenCustomer> {
    const ofCustomer = { customerId: id };
    if (lists.has('emails')) await this.delete(inner, CustomerEmail, ofCustomer);
    if (lists.has('phones')) await this.delete(inner, CustomerPhone, ofCustomer);
    if (lists.has('links')) await this.delete(inner, CustomerLink, ofCustomer);
    return this.write(inner, CHANGE, id, customer, lists);
  }

  /** Locks a customer against other changes; tickets may name it meanwhile. @returns false when there is none */
  async lock(inner: InnerScope, id: CustomerId): Promise<boolean> {
    const wanted = { where: { id }, lock: { mode: 'for_no_key_update' } } as const;
    return (await this.selectOne(inner, Customer, ['id'], wanted)) !== null;
  }

  /** Keeps a customer from being erased until the unit of work ends. */
  hold(inner: InnerScope, id: CustomerId): Promise<HeldCustomer | null> {
    return this.queryOne(inner, HOLD, [id]);
  }

  find(scope: TenantScope | InnerScope, id: CustomerId): Promise<CustomerRow | null> {
    return this.queryOne(scope, FIND, [id]);
  }

  async primaryEmails(inner: InnerScope, ids: readonly CustomerId[]): Promise<Map<CustomerId, string>> {
    const rows = await this.names(inner, ids);
    return new Map(rows.map(({ id, primaryEmail }) => [id, primaryEmail]));
  }

  names(
    scope: TenantScope | InnerScope,
    ids: readonly CustomerId[],
  ): Promise<Pick<Customer, 'id' | 'firstName' | 'lastName' | 'primaryEmail'>[]> {
    return this.query(scope, NAMES, [ids]);
  }

  /** Adds customers, except those whose address another transaction has taken. @returns the ids of those that were added */
  async addAll(inner: InnerScope, customers: readonly AddedCustomer[]): Promise<ReadonlySet<CustomerId>> {
    if (customers.length === 0) return new Set();
    const columns = (['id', 'email', 'emailKey', 'firstName', 'lastName'] as const).map((name) =>
      customers.map((customer) => customer[name]),
    );
    const added = await this.query<Pick<Customer, 'id'>>(inner, ADD_ALL, columns);
    return new Set(added.map(({ id }) => id));
  }

  private async write(
    inner: InnerScope,
    statement: Statement,
    id: CustomerId,
    customer: NewCustomer,
    lists: CustomerLists,
  ): Promise<WrittenCustomer> {
    const phones = customer.phones.map((phone, position) => ({ ...phone, customerId: id, position }));
    const links = customer.links.map((link, position) => ({ ...link, customerId: id, position }));
    const [[dates], takenKeys] = await Promise.all([
      this.query<Dates>(inner, statement, valuesOf(id, customer)),
      lists.has('emails') ? this.addAddresses(inner, id, customer.emails) : [],
      lists.has('phones') && this.insert(inner, CustomerPhone, phones),
      lists.has('links') && this.insert(inner, CustomerLink, links),
    ]);
    if (dates === undefined) throw new Error('A customer was not written.');
    return { ...dates, takenKeys };
  }

  /** Adds the free addresses. @returns the folded addresses that another customer has */
  private async addAddresses(
    inner: InnerScope,
    id: CustomerId,
    emails: NewCustomer['emails'],
  ): Promise<string[]> {
    const keys = emails.map(({ emailKey }) => emailKey);
    const added = await this.query<{ emailKey: string }>(inner, ADD_ADDRESSES, [
      ...[id, keys, emails.map(({ email }) => email)],
      emails.map(({ isPrimary }) => isPrimary),
    ]);
    return keys.filter((key) => !added.some(({ emailKey }) => emailKey === key));
  }
}

type Dates = Readonly<Pick<Customer, 'createdAt' | 'updatedAt'>>;

export interface WrittenCustomer extends Dates {
  /** Folded addresses that another customer has got meanwhile. */
  readonly takenKeys: readonly string[];
}

function valuesOf(id: CustomerId, customer: NewCustomer): readonly unknown[] {
  const { firstName, lastName, language, timeZone, description, companyId, emails, phones } = customer;
  const primaryEmail = emails.find(({ isPrimary }) => isPrimary)?.email ?? null;
  const values = [id, firstName, lastName, language, timeZone, description, companyId, primaryEmail];
  return [...values, phones.map(({ phone }) => phone)];
}
