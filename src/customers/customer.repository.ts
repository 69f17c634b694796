import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { CustomerId } from '../kernel/ids.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { CustomerEmail } from './entities/customer-email.entity.js';
import { CustomerPhone } from './entities/customer-phone.entity.js';
import type { NewCustomer, Surroundings } from './customer.rules.js';
import { Company } from '../vocabulary/entities/company.entity.js';
import { ADD, ADD_ADDRESSES, ADD_LINKS, ADD_NEWCOMERS, ADD_PHONES, FIND_BY_EMAILS } from './customer.sql.js';

/** A customer to be made for one address that no customer has. */
export interface Newcomer {
  readonly id: CustomerId;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** What a ticket shows of its customer besides the name. */
export interface Contacts {
  /** The primary address. */
  readonly customerEmail: string;
  /** In the order given. */
  readonly customerPhones: readonly string[];
}

/** The rows of customers. */
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

  /** What the workspace says of a customer that somebody wants. */
  async surroundingsOf(
    inner: InnerScope,
    { emails, companyId }: Pick<NewCustomer, 'emails' | 'companyId'>,
  ): Promise<Surroundings> {
    const emailKeys = emails.map(({ emailKey }) => emailKey);
    const [owners, company] = await Promise.all([
      this.findByEmails(inner, emailKeys),
      companyId && this.selectOne(inner, Company, ['id'], { where: { id: companyId } }),
    ]);
    return { takenKeys: [...owners.keys()], companyExists: company !== null };
  }

  /**
   * Adds a customer. All statements travel together.
   * @returns those of its addresses, folded, that no other customer has
   */
  async add(inner: InnerScope, id: CustomerId, customer: NewCustomer): Promise<ReadonlySet<string>> {
    const { emails, phones, links } = customer;
    const [, added] = await Promise.all([
      this.query(inner, ADD, [
        id,
        customer.firstName,
        customer.lastName,
        customer.language,
        customer.timeZone,
        customer.description,
        customer.companyId,
        emails.find(({ isPrimary }) => isPrimary)?.email ?? null,
        phones.map(({ phone }) => phone),
      ]),
      this.query<{ emailKey: string }>(inner, ADD_ADDRESSES, [
        id,
        emails.map(({ emailKey }) => emailKey),
        emails.map(({ email }) => email),
        emails.map(({ isPrimary }) => isPrimary),
      ]),
      this.addListed(
        inner,
        ADD_PHONES,
        id,
        phones.map(({ phone, label }) => [phone, label]),
      ),
      this.addListed(
        inner,
        ADD_LINKS,
        id,
        links.map(({ url, label }) => [url, label]),
      ),
    ]);
    return new Set(added.map(({ emailKey }) => emailKey));
  }

  /** The primary addresses and the phones of these customers, from the tables of those. */
  async contacts(
    scope: TenantScope | InnerScope,
    ids: readonly CustomerId[],
  ): Promise<Map<CustomerId, Contacts>> {
    const where = { customerId: Any([...ids]) };
    const [emails, phones] = await Promise.all([
      this.select(scope, CustomerEmail, ['customerId', 'email'], { where: { ...where, isPrimary: true } }),
      this.select(scope, CustomerPhone, ['customerId', 'phone'], { where, order: { position: 'ASC' } }),
    ]);
    const phonesOf = (id: CustomerId): string[] =>
      phones.filter(({ customerId }) => customerId === id).map(({ phone }) => phone);
    return new Map(
      emails.map(({ customerId: id, email }) => [id, { customerEmail: email, customerPhones: phonesOf(id) }]),
    );
  }

  async addNewcomers(inner: InnerScope, newcomers: readonly Newcomer[]): Promise<void> {
    await this.query(inner, ADD_NEWCOMERS, [
      newcomers.map(({ id }) => id),
      newcomers.map(({ email }) => email),
      newcomers.map(({ emailKey }) => emailKey),
      newcomers.map(({ firstName }) => firstName),
      newcomers.map(({ lastName }) => lastName),
    ]);
  }

  private async addListed(
    inner: InnerScope,
    statement: Statement,
    id: CustomerId,
    items: readonly (readonly [item: string, label: string | null])[],
  ): Promise<void> {
    if (items.length === 0) return;
    await this.query(inner, statement, [id, items.map(([item]) => item), items.map(([, label]) => label)]);
  }
}
