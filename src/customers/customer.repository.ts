import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CustomerId } from '../kernel/ids.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';

/** A customer known by one address only, who is to be made when nobody has it. */
export interface Newcomer {
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

/** Whoever took an address in the meantime keeps it: then no customer is made for it. */
const ADD_NEWCOMERS = tenantStatement(
  'customers.add_newcomers',
  `WITH newcomer AS (
     SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS n (id, email, email_key, first_name, last_name)
   ), addressed AS (
     INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
     SELECT $1, email_key, id, email, true, 0 FROM newcomer
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
    scope: TenantScope | InnerScope,
    emailKeys: readonly string[],
  ): Promise<Map<string, CustomerId>> {
    const rows = await this.query<{ emailKey: string; customerId: CustomerId }>(scope, FIND_BY_EMAILS, [
      emailKeys,
    ]);
    return new Map(rows.map(({ emailKey, customerId }) => [emailKey, customerId]));
  }

  async addNewcomers(inner: InnerScope, newcomers: readonly Newcomer[]): Promise<void> {
    await this.query(inner, ADD_NEWCOMERS, [
      newcomers.map(() => uuid()),
      newcomers.map(({ email }) => email),
      newcomers.map(({ emailKey }) => emailKey),
      newcomers.map(({ firstName }) => firstName),
      newcomers.map(({ lastName }) => lastName),
    ]);
  }
}
