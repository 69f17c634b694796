import { Injectable } from '@nestjs/common';
import type { CustomerId } from '../kernel/ids.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { CustomerRepository, type Newcomer } from './customer.repository.js';

/** Someone by one of their addresses; a name counts only when the customer has to be made. */
export interface Person {
  readonly email: string;
  readonly name?: string | undefined;
}

/** The customers of a workspace (specification 2.4, decisions section 6). */
@Injectable()
export class CustomersService {
  constructor(private readonly customers: CustomerRepository) {}

  /** The customer who has the address, whichever of theirs it is; made when nobody has it. */
  async findOrCreateByEmail(inner: InnerScope, email: string): Promise<CustomerId> {
    const found = await this.findOrCreate(inner, [{ email }]);
    return found(email);
  }

  /**
   * The customers of all these people; who is missing is made, once, also when others do the same at this moment.
   * @returns who has an address, for the addresses asked
   */
  async findOrCreate(inner: InnerScope, people: readonly Person[]): Promise<(email: string) => CustomerId> {
    const byKey = new Map(
      people.map((person) => [foldCase(person.email), person]).reverse() as [string, Person][],
    );
    const known = await this.customers.findByEmails(inner, [...byKey.keys()]);
    const missing = [...byKey].filter(([emailKey]) => !known.has(emailKey));
    if (missing.length > 0) {
      await this.customers.addNewcomers(
        inner,
        missing.map(([emailKey, person]) => newcomer(emailKey, person)),
      );
      const made = await this.customers.findByEmails(
        inner,
        missing.map(([emailKey]) => emailKey),
      );
      for (const [emailKey, id] of made) known.set(emailKey, id);
    }
    return (email) => {
      const id = known.get(foldCase(email));
      if (id === undefined) throw new Error('A customer was neither found nor made.');
      return id;
    };
  }
}

function newcomer(emailKey: string, { email, name = '' }: Person): Newcomer {
  const [firstName, ...rest] = name.trim().split(/\s+/);
  return {
    email,
    emailKey,
    firstName: firstName === '' ? null : (firstName ?? null),
    lastName: rest.join(' ') || null,
  };
}
