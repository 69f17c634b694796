import { DomainError } from '../kernel/errors.js';
import type { CustomerId } from '../kernel/ids.js';
import { foldEmail, sendableEmail } from '../kernel/text.js';
import { erasedAddress, type ErasedPerson } from '../platform/features/erasure.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import type { ErasedTable } from './floors.js';
import { rowsOf } from './removal.js';

const OWNER =
  'SELECT customer_id AS id FROM customer_emails WHERE workspace_id = $1 AND email_key = $2::text';

/**
 * Finds all folded addresses of the customer $2, their other spellings, and the earliest moment of uncommitted rows. The customer may have
 * given an address in another spelling, and so may participants whose domain is not ASCII.
 */
const FIND = `WITH own AS (SELECT email, email_key FROM customer_emails WHERE workspace_id = $1 AND customer_id = $2::uuid)
    SELECT f.id, statement_timestamp() - interval '5 minutes' AS since, ARRAY(SELECT email_key FROM own) AS addresses, ARRAY(
      SELECT lower(normalize(email, NFC)) FROM own
      UNION
      SELECT lower(normalize(p.one ->> 'email', NFC)) FROM tickets t, jsonb_array_elements(t.participants) AS p (one)
      WHERE t.workspace_id = $1 AND p.one ->> 'email' ~* '@.*([^ -~]|xn--)') AS spelled
    FROM customers f WHERE f.workspace_id = $1 AND f.id = $2::uuid`;

const ADDRESSES =
  'SELECT email_key AS key FROM customer_emails WHERE workspace_id = $1 AND customer_id = $2::uuid';

export interface FoundCustomer {
  readonly id: CustomerId;
  /** Lists all addresses of the customer: folded, and in the other spellings under which rows may hold them. */
  readonly addresses: readonly string[];
  /** Rows that were written after this moment may not have been committed when the customer was found. */
  readonly since: Date;
}

/** @throws DomainError when another customer has the address that takes the place of those of this one */
export async function findCustomer(inner: InnerScope, address: string): Promise<FoundCustomer | null> {
  const id = await ownerOf(inner, address);
  if (id === null) return null;
  const place = erasedAddress(id);
  const other = await ownerOf(inner, place);
  if (other !== null && other !== id) throw placeTaken(other, place);
  return findById(inner, id);
}

async function ownerOf(inner: InnerScope, address: string): Promise<CustomerId | null> {
  const [owner] = await rowsOf<Pick<FoundCustomer, 'id'>>(inner, OWNER, foldEmail(address));
  return owner?.id ?? null;
}

function placeTaken(id: CustomerId, address: string): DomainError {
  const said = `Nothing was erased: the customer ${id} has the address "${address}", which this one is to get. Give that customer another address first.`;
  return new DomainError('conflict', 'place_taken', said);
}

/** Finds a customer by its id. @param known addresses that are its own besides, as those that it had a moment ago */
export async function findById(
  inner: InnerScope,
  customerId: CustomerId,
  known: readonly string[] = [],
): Promise<FoundCustomer | null> {
  type Spelled = FoundCustomer & { readonly spelled: readonly string[] };
  const [found] = await rowsOf<Spelled>(inner, FIND, customerId);
  if (found === undefined) return null;
  const { spelled, addresses, ...customer } = found;
  const others = spelled.filter((one) => addresses.includes(foldEmail(one)));
  // Mail is sent to domains in ASCII, whatever the customer or a participant has written.
  const sent = [...addresses, ...others].flatMap((one) => sendableEmail(one) ?? []);
  return { ...customer, addresses: [...new Set([...known, ...addresses, ...others, ...sent])] };
}

/** Tells whether a customer has another address by now than when it was found. */
export async function hasOtherAddress(inner: InnerScope, { id, addresses }: FoundCustomer): Promise<boolean> {
  const present = await rowsOf<{ readonly key: string }>(inner, ADDRESSES, id);
  return present.some(({ key }) => !addresses.includes(key));
}

/** Tells whether the person has got things that have rows in the part of the batches. @param seen the things that the batches knew */
export async function hasOlderThings(
  inner: InnerScope,
  tables: readonly ErasedTable[],
  { things, since }: ErasedPerson,
  seen: ReadonlySet<string>,
): Promise<boolean> {
  const come = things.filter((id) => !seen.has(id));
  if (come.length === 0) return false;
  for (const { older } of tables)
    if (older !== undefined && (await rowsOf(inner, older, come, since)).length > 0) return true;
  return false;
}

/** Asks the rooms for the things of the customer. @param since SQL for the moment from which rows are searched */
export async function personOf(
  inner: InnerScope,
  tables: readonly ErasedTable[],
  { id, addresses }: FoundCustomer,
  since: string,
): Promise<ErasedPerson> {
  const ids = async (list: 'things' | 'holders'): Promise<string[]> => {
    const found: string[] = [];
    for (const { [list]: statement } of tables)
      if (statement) found.push(...(await rowsOf<{ id: string }>(inner, statement, id)).map((row) => row.id));
    return found;
  };
  return {
    ...{ id, addresses, since, newAddress: erasedAddress(id) },
    things: [id, ...(await ids('things'))],
    holders: await ids('holders'),
    keptTerms: ['erased', ...tables.flatMap(({ keptTerms = [] }) => keptTerms)],
    leaves: tables.find(({ leaves }) => leaves)?.leaves ?? { subject: '', description: '' },
  };
}
