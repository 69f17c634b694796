import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { CustomerId } from '../kernel/ids.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { CustomerEmail } from './entities/customer-email.entity.js';
import { CustomerPhone } from './entities/customer-phone.entity.js';
import { CustomerLink } from './entities/customer-link.entity.js';
import { Customer } from './entities/customer.entity.js';
import type { CustomerRow, NewCustomer, Surroundings } from './customer.rules.js';
import { Company } from '../vocabulary/entities/company.entity.js';
import {
  ADD,
  ADD_ADDRESSES,
  ADD_LINKS,
  ADD_NEWCOMERS,
  ADD_PHONES,
  CHANGE,
  FIND,
  FIND_BY_EMAILS,
  LOCK,
} from './customer.sql.js';

/** A customer to be made for one address that no customer has. */
export interface Newcomer {
  readonly id: CustomerId;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
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

  /** What the workspace says of a customer that somebody wants. `self` is the customer when it is there already. */
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

  /** Adds a customer. All statements travel together. */
  async add(inner: InnerScope, id: CustomerId, customer: NewCustomer): Promise<Kept> {
    const [dates, added] = await Promise.all([
      this.query<Dates>(inner, ADD, valuesOf(id, customer)),
      this.addAddresses(inner, id, customer),
      this.addPhones(inner, id, customer),
      this.addLinks(inner, id, customer),
    ]);
    return keptOf(dates, added);
  }

  /** Gives a customer that is locked all these properties. Of the lists, only those that are named are written. */
  async change(
    inner: InnerScope,
    id: CustomerId,
    customer: NewCustomer,
    lists: ReadonlySet<'emails' | 'phones' | 'links'>,
  ): Promise<Kept> {
    const ofCustomer = { customerId: id };
    if (lists.has('emails')) await this.delete(inner, CustomerEmail, ofCustomer);
    if (lists.has('phones')) await this.delete(inner, CustomerPhone, ofCustomer);
    if (lists.has('links')) await this.delete(inner, CustomerLink, ofCustomer);
    const [dates, added] = await Promise.all([
      this.query<Dates>(inner, CHANGE, valuesOf(id, customer)),
      lists.has('emails') ? this.addAddresses(inner, id, customer) : keysOf(customer),
      lists.has('phones') && this.addPhones(inner, id, customer),
      lists.has('links') && this.addLinks(inner, id, customer),
    ]);
    return keptOf(dates, added);
  }

  /** Locks a customer against other changes. @returns false when there is no such customer */
  async lock(inner: InnerScope, id: CustomerId): Promise<boolean> {
    return (await this.query(inner, LOCK, [id])).length > 0;
  }

  async find(scope: TenantScope | InnerScope, id: CustomerId): Promise<CustomerRow | null> {
    const [customer] = await this.query<CustomerRow>(scope, FIND, [id]);
    return customer ?? null;
  }

  /** The primary addresses of these customers. */
  async primaryEmails(inner: InnerScope, ids: readonly CustomerId[]): Promise<Map<CustomerId, string>> {
    const rows = await this.select(inner, Customer, ['id', 'primaryEmail'], { where: { id: Any([...ids]) } });
    return new Map(rows.map(({ id, primaryEmail }) => [id, primaryEmail]));
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

  /** @returns those of the addresses, folded, that no other customer has */
  private async addAddresses(
    inner: InnerScope,
    id: CustomerId,
    { emails }: NewCustomer,
  ): Promise<ReadonlySet<string>> {
    const added = await this.query<{ emailKey: string }>(inner, ADD_ADDRESSES, [
      id,
      emails.map(({ emailKey }) => emailKey),
      emails.map(({ email }) => email),
      emails.map(({ isPrimary }) => isPrimary),
    ]);
    return new Set(added.map(({ emailKey }) => emailKey));
  }

  private addPhones(inner: InnerScope, id: CustomerId, { phones }: NewCustomer): Promise<void> {
    const items = phones.map(({ phone, label }) => [phone, label] as const);
    return this.addListed(inner, ADD_PHONES, id, items);
  }

  private addLinks(inner: InnerScope, id: CustomerId, { links }: NewCustomer): Promise<void> {
    const items = links.map(({ url, label }) => [url, label] as const);
    return this.addListed(inner, ADD_LINKS, id, items);
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

interface Dates {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What became of a write. */
export interface Kept extends Dates {
  /** Those of the customer's addresses, folded, that no other customer has. */
  readonly added: ReadonlySet<string>;
}

/** The values of `ADD` and `CHANGE` in their order. */
function valuesOf(id: CustomerId, customer: NewCustomer): readonly unknown[] {
  return [
    id,
    customer.firstName,
    customer.lastName,
    customer.language,
    customer.timeZone,
    customer.description,
    customer.companyId,
    customer.emails.find(({ isPrimary }) => isPrimary)?.email ?? null,
    customer.phones.map(({ phone }) => phone),
  ];
}

function keptOf([dates]: readonly Dates[], added: ReadonlySet<string>): Kept {
  if (dates === undefined) throw new Error('A customer was not written.');
  return { ...dates, added };
}

function keysOf({ emails }: NewCustomer): ReadonlySet<string> {
  return new Set(emails.map(({ emailKey }) => emailKey));
}
