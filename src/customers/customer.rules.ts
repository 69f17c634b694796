import { checkEmail, checkFlag, checkLine, checkText, type Check } from '../kernel/checks.js';
import type { CustomerId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import { foldEmail, isBlank } from '../kernel/text.js';
import type { CompanyRow } from '../vocabulary/vocabulary.rules.js';
import { readItems, type Item, type ItemForm } from './customer-items.rules.js';
import { MAX_LABEL_LENGTH, MAX_LINK_LENGTH, MAX_PHONE_LENGTH, MAX_TEXT_LENGTH } from './customer.limits.js';
import type { Customer, CustomerEmail } from './entities/customer.entity.js';

/** The properties of a customer that have one value. */
type SingleProperties = Readonly<
  Pick<Customer, 'firstName' | 'lastName' | 'language' | 'timeZone' | 'description' | 'companyId'>
>;

/** The customer that a client asks for. Elements of lists may be anything. */
export interface WantedCustomer extends Partial<SingleProperties> {
  readonly emails?: readonly unknown[];
  readonly phones?: readonly unknown[];
  readonly links?: readonly unknown[];
}

/** An address of a new customer, folded in `emailKey`. */
export interface NewAddress extends Readonly<Pick<CustomerEmail, 'email' | 'emailKey' | 'isPrimary'>> {
  /** Its path in the request. */
  readonly path: string;
}

/** A new customer as the database will hold it. */
export interface NewCustomer extends SingleProperties {
  readonly emails: readonly NewAddress[];
  readonly phones: readonly { readonly phone: string; readonly label: string | null }[];
  readonly links: readonly { readonly url: string; readonly label: string | null }[];
}

/** A customer with everything that clients see (extensions, section 13). */
export interface CustomerRow extends Omit<NewCustomer, 'companyId' | 'emails'> {
  readonly id: CustomerId;
  /** In the order given; exactly one is the primary one. */
  readonly emails: readonly { readonly email: string; readonly isPrimary: boolean }[];
  readonly company: CompanyRow | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The facts about the workspace that the check of a customer needs. */
export interface Surroundings {
  /** The folded addresses that other customers have. */
  readonly takenKeys: readonly string[];
  /** The company of the customer; null when it does not exist. */
  readonly company: CompanyRow | null;
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

const checkLabel: Check = (value) => checkLine(value, { max: MAX_LABEL_LENGTH });

const EMAILS: ItemForm = {
  list: 'customer.emails',
  text: 'email',
  checkText: checkEmail,
  detail: 'primary',
  checkDetail: checkFlag,
};

const PHONES: ItemForm = {
  list: 'customer.phones',
  text: 'phone',
  checkText: (value) => checkLine(value, { max: MAX_PHONE_LENGTH, blank: 'refused' }),
  detail: 'label',
  checkDetail: checkLabel,
};

const LINKS: ItemForm = {
  list: 'customer.links',
  text: 'url',
  checkText: checkLink,
  detail: 'label',
  checkDetail: checkLabel,
};

/** Makes the customer that a request describes (decisions, section 6). Use the result only when there are no problems. */
export function newCustomer(wanted: WantedCustomer, problems: Problems): NewCustomer {
  return {
    firstName: nameOf(wanted.firstName),
    lastName: nameOf(wanted.lastName),
    language: wanted.language ?? null,
    timeZone: wanted.timeZone ?? null,
    description: wanted.description ?? null,
    companyId: wanted.companyId ?? null,
    emails: readAddresses(wanted.emails ?? [], problems),
    phones: readLabelled(wanted.phones, PHONES, problems).map(({ text: phone, label }) => ({ phone, label })),
    links: readLabelled(wanted.links, LINKS, problems).map(({ text: url, label }) => ({ url, label })),
  };
}

/** Refuses addresses that are taken, and a company that does not exist. */
export function checkSurroundings(
  { emails, companyId }: NewCustomer,
  { takenKeys, company }: Surroundings,
  problems: Problems,
): void {
  refuseTaken(emails, takenKeys, problems);
  if (companyId !== null && company === null)
    problems.add('customer.company_id', 'is not the id of a company');
}

export function refuseTaken(
  emails: readonly NewAddress[],
  takenKeys: readonly string[],
  problems: Problems,
): void {
  for (const { emailKey, path } of emails)
    if (takenKeys.includes(emailKey)) problems.add(path, 'is the address of another customer');
}

export function customerRow(
  { emails, companyId: _id, ...customer }: NewCustomer,
  kept: Pick<CustomerRow, 'id' | 'company' | 'createdAt' | 'updatedAt'>,
): CustomerRow {
  return { ...customer, ...kept, emails: emails.map(({ email, isPrimary }) => ({ email, isPrimary })) };
}

export function primaryAddress({ emails }: Pick<CustomerRow, 'emails'>): string {
  const primary = emails.find(({ isPrimary }) => isPrimary);
  if (primary === undefined) throw new Error('A customer has no primary address.');
  return primary.email;
}

/** Makes the customer with the properties that a request names; all others are as they are now. */
export function changedCustomer(
  current: CustomerRow,
  wanted: WantedCustomer,
  problems: Problems,
): NewCustomer {
  const sent = newCustomer(wanted, problems);
  const named = Object.fromEntries(Object.entries(sent).filter(([property]) => property in wanted));
  const { firstName, lastName, language, timeZone, description, phones, links } = current;
  return {
    ...{ firstName, lastName, language, timeZone, description, phones, links },
    companyId: current.company?.id ?? null,
    emails: current.emails.map(({ email, isPrimary }, index) => ({
      ...{ email, isPrimary, emailKey: foldEmail(email) },
      path: `${EMAILS.list}[${index}]`,
    })),
    ...named,
  };
}

export function checkLink(value: unknown): string | null {
  const problem = checkText(value, { max: MAX_LINK_LENGTH, blank: 'refused' });
  if (problem !== null) return problem;
  const text = value as string;
  return WEB_ADDRESS.test(text) && URL.canParse(text) ? null : 'must be an http or https address';
}

/** The first address marked as primary is the primary one; without a mark, it is the first of all (specification 4.6). */
function readAddresses(sent: readonly unknown[], problems: Problems): NewAddress[] {
  const items = readItems(sent, EMAILS, problems);
  const [primary = items[0], ...tooMany] = items.filter(({ detail }) => detail?.value === true);
  for (const { detail } of tooMany)
    if (detail) problems.add(detail.path, 'must be true for one address only');
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const { text: email, path } = item;
    if (email === null) return [];
    const emailKey = foldEmail(email);
    if (seen.has(emailKey)) {
      problems.add(path, 'is in the list already');
      return [];
    }
    seen.add(emailKey);
    return [{ email, emailKey, isPrimary: item === primary, path }];
  });
}

function readLabelled(
  sent: readonly unknown[] = [],
  form: ItemForm,
  problems: Problems,
): { text: string; label: string | null }[] {
  return readItems(sent, form, problems).flatMap(({ text, detail }: Item) =>
    text === null ? [] : [{ text, label: labelOf(detail?.value) }],
  );
}

/** Splits a whole name at the first blank. When a part is too long, each gets as many characters as it may have. */
export function namesIn(name: string): {
  readonly firstName: string | null;
  readonly lastName: string | null;
} {
  const [, first = '', last = ''] = /^([^ ]*) ?(.*)$/s.exec(name.trim()) ?? [];
  const fits = [first, last].every((part) => Array.from(part).length <= MAX_TEXT_LENGTH);
  const [firstName, lastName] = fits ? [first, last] : [partOf(name, 0), partOf(name, 1)];
  return { firstName: firstName || null, lastName: lastName || null };
}

function partOf(name: string, index: number): string {
  const from = index * MAX_TEXT_LENGTH;
  return Array.from(name.trim())
    .slice(from, from + MAX_TEXT_LENGTH)
    .join('')
    .trim();
}

/** A blank label counts as missing. */
function labelOf(sent: unknown): string | null {
  return typeof sent === 'string' && !isBlank(sent) ? sent : null;
}

/** A blank name counts as missing. */
function nameOf(sent: string | null | undefined): string | null {
  return isBlank(sent ?? '') ? null : (sent ?? '').trim();
}
