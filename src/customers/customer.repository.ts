import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { CustomerId } from '../kernel/ids.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { Customer, CustomerEmail, CustomerLink, CustomerPhone } from './entities/customer.entity.js';
import type { CustomerRow, NewCustomer, Surroundings } from './customer.rules.js';
import { Company } from '../vocabulary/entities/company.entity.js';
import * as sql from './customer.sql.js';

/** A customer to be made for one address that no customer has. */
export type Newcomer = Readonly<
  Pick<Customer, 'id' | 'firstName' | 'lastName'> & Pick<CustomerEmail, 'email' | 'emailKey'>
>;

/** The rows of customers. */
@Injectable()
export class CustomerRepository extends TenantRepository {
  /** The owners of the folded addresses. */
  async findByEmails(
    scope: TenantScope | InnerScope,
    emailKeys: readonly string[],
  ): Promise<Map<string, CustomerId>> {
    const values = [emailKeys];
    const rows = await this.query<OwnedAddress>(scope, sql.FIND_BY_EMAILS, values);
    return new Map(rows.map(({ emailKey, customerId }) => [emailKey, customerId]));
  }

  /** Reads the facts that decide about a wanted customer. `self` is the customer when it is there already. */
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

  /** All statements travel together. */
  async add(inner: InnerScope, id: CustomerId, customer: NewCustomer): Promise<Kept> {
    const [dates, added] = await Promise.all([
      this.query<Dates>(inner, sql.ADD, valuesOf(id, customer)),
      this.addAddresses(inner, id, customer),
      this.addPhones(inner, id, customer),
      this.addLinks(inner, id, customer),
    ]);
    return keptOf(dates, added);
  }

  /** Changes a locked customer. It writes only the named lists. */
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
      this.query<Dates>(inner, sql.CHANGE, valuesOf(id, customer)),
      lists.has('emails') ? this.addAddresses(inner, id, customer) : keysOf(customer),
      lists.has('phones') && this.addPhones(inner, id, customer),
      lists.has('links') && this.addLinks(inner, id, customer),
    ]);
    return keptOf(dates, added);
  }

  /** Locks a customer against other changes. @returns false when there is no such customer */
  async lock(inner: InnerScope, id: CustomerId): Promise<boolean> {
    return (await this.query(inner, sql.LOCK, [id])).length > 0;
  }

  async find(scope: TenantScope | InnerScope, id: CustomerId): Promise<CustomerRow | null> {
    const [customer] = await this.query<CustomerRow>(scope, sql.FIND, [id]);
    return customer ?? null;
  }

  async primaryEmails(inner: InnerScope, ids: readonly CustomerId[]): Promise<Map<CustomerId, string>> {
    const rows = await this.select(inner, Customer, ['id', 'primaryEmail'], { where: { id: Any([...ids]) } });
    return new Map(rows.map(({ id, primaryEmail }) => [id, primaryEmail]));
  }

  async addNewcomers(inner: InnerScope, newcomers: readonly Newcomer[]): Promise<void> {
    await this.query(inner, sql.ADD_NEWCOMERS, [
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
    const added = await this.query<{ emailKey: string }>(inner, sql.ADD_ADDRESSES, [
      id,
      emails.map(({ emailKey }) => emailKey),
      emails.map(({ email }) => email),
      emails.map(({ isPrimary }) => isPrimary),
    ]);
    return new Set(added.map(({ emailKey }) => emailKey));
  }

  private addPhones(inner: InnerScope, id: CustomerId, { phones }: NewCustomer): Promise<void> {
    const items = phones.map(({ phone, label }) => [phone, label] as const);
    return this.addListed(inner, sql.ADD_PHONES, id, items);
  }

  private addLinks(inner: InnerScope, id: CustomerId, { links }: NewCustomer): Promise<void> {
    const items = links.map(({ url, label }) => [url, label] as const);
    return this.addListed(inner, sql.ADD_LINKS, id, items);
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

type OwnedAddress = Pick<CustomerEmail, 'emailKey' | 'customerId'>;
type Dates = Readonly<Pick<Customer, 'createdAt' | 'updatedAt'>>;

/** The result of a write. */
export interface Kept extends Dates {
  /** The folded addresses that no other customer has. */
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
