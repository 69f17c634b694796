import { Injectable } from '@nestjs/common';
import type { CustomerId } from '../kernel/ids.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import type { NewAddress, NewCustomer, Surroundings } from './customer.rules.js';
import { CustomerLink } from './entities/customer-link.entity.js';
import { CustomerPhone } from './entities/customer-phone.entity.js';
import { Customer } from './entities/customer.entity.js';

/** A customer known by one address only, who is to be made when nobody has it. */
export interface Newcomer {
  readonly id: CustomerId;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const FIND_BY_EMAILS = tenantStatement(
  'customers.find_by_emails',
  `SELECT email_key AS "emailKey", customer_id AS "customerId" FROM customer_emails
   WHERE workspace_id = $1 AND email_key = ANY ($2::text[])`,
);

/** $2 folded addresses, $3 the id of a company or null. */
const SURROUNDINGS = tenantStatement(
  'customers.surroundings',
  `SELECT
     ARRAY(SELECT email_key FROM customer_emails
           WHERE workspace_id = $1 AND email_key = ANY ($2::text[])) AS "takenKeys",
     EXISTS (SELECT FROM companies WHERE workspace_id = $1 AND id = $3::uuid) AS "companyExists"`,
);

/**
 * Returns the addresses that nobody had. Always in the same order, so that two who want the same addresses wait for each
 * other instead of ending in a deadlock.
 */
const ADD_ADDRESSES = tenantStatement(
  'customers.add_addresses',
  `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
   SELECT $1, email_key, $2, email, is_primary, position - 1
   FROM unnest($3::text[], $4::text[], $5::boolean[]) WITH ORDINALITY AS n (email_key, email, is_primary, position)
   ORDER BY email_key
   ON CONFLICT (workspace_id, email_key) DO NOTHING
   RETURNING email_key AS "emailKey"`,
);

/** Whoever took an address in the meantime keeps it: then no customer is made for it. */
const ADD_NEWCOMERS = tenantStatement(
  'customers.add_newcomers',
  `WITH newcomer AS (
     SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS n (id, email, email_key, first_name, last_name)
   ), addressed AS (
     INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
     SELECT $1, email_key, id, email, true, 0 FROM newcomer ORDER BY email_key
     ON CONFLICT (workspace_id, email_key) DO NOTHING
     RETURNING workspace_id, customer_id
   )
   INSERT INTO customers (workspace_id, id, first_name, last_name)
   SELECT $1, id, first_name, last_name FROM newcomer
   WHERE id IN (SELECT customer_id FROM addressed WHERE workspace_id = $1)`,
);

/** All SQL of customers. */
@Injectable()
export class CustomerRepository extends TenantRepository {
  /** Who has which of the folded addresses. */
  async findByEmails(
    scope: TenantScope | StatementScope,
    emailKeys: readonly string[],
  ): Promise<Map<string, CustomerId>> {
    const rows = await this.query<{ emailKey: string; customerId: CustomerId }>(scope, FIND_BY_EMAILS, [
      emailKeys,
    ]);
    return new Map(rows.map(({ emailKey, customerId }) => [emailKey, customerId]));
  }

  /** What the workspace says of a customer that somebody wants. */
  async surroundingsOf(
    scope: TenantScope | InnerScope,
    { emails, companyId }: Pick<NewCustomer, 'emails' | 'companyId'>,
  ): Promise<Surroundings> {
    const [found] = await this.query<Surroundings>(scope, SURROUNDINGS, [
      emails.map(({ emailKey }) => emailKey),
      companyId,
    ]);
    if (!found) throw new Error('The surroundings statement returned no row.');
    return found;
  }

  /** Adds a customer with everything but its addresses. */
  async add(inner: InnerScope, id: CustomerId, customer: NewCustomer): Promise<void> {
    const { emails: _emails, phones, links, ...columns } = customer;
    await this.insert(inner, Customer, [{ id, ...columns }]);
    const ofCustomer = { customerId: id };
    await this.insert(
      inner,
      CustomerPhone,
      phones.map((phone, position) => ({ ...ofCustomer, position, ...phone })),
    );
    await this.insert(
      inner,
      CustomerLink,
      links.map((link, position) => ({ ...ofCustomer, position, ...link })),
    );
  }

  /**
   * Gives a customer those of the addresses that nobody has; waits for others who are about to get one of them.
   * @returns the folded addresses that it got
   */
  async addAddresses(
    inner: InnerScope,
    id: CustomerId,
    addresses: readonly NewAddress[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.query<{ emailKey: string }>(inner, ADD_ADDRESSES, [
      id,
      addresses.map(({ emailKey }) => emailKey),
      addresses.map(({ email }) => email),
      addresses.map(({ isPrimary }) => isPrimary),
    ]);
    return new Set(rows.map(({ emailKey }) => emailKey));
  }

  async addNewcomers(inner: StatementScope, newcomers: readonly Newcomer[]): Promise<void> {
    await this.query(inner, ADD_NEWCOMERS, [
      newcomers.map(({ id }) => id),
      newcomers.map(({ email }) => email),
      newcomers.map(({ emailKey }) => emailKey),
      newcomers.map(({ firstName }) => firstName),
      newcomers.map(({ lastName }) => lastName),
    ]);
  }
}
