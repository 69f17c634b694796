import { checkEmail, checkFlag, checkLine, checkText, type Check } from '../kernel/checks.js';
import type { CustomerId } from '../kernel/ids.js';
import { isObject } from '../kernel/objects.js';
import type { Problems } from '../kernel/errors.js';
import { foldEmail, isBlank } from '../kernel/text.js';
import type { CompanyRow } from '../vocabulary/vocabulary.rules.js';
import type { Customer, CustomerEmail } from './entities/customer.entity.js';

/** The limits of a customer [rule 6]. */
export const MAX_EMAILS = 20;
export const MAX_PHONES = 20;
export const MAX_PHONE_LENGTH = 100;
export const MAX_LINKS = 20;
export const MAX_LINK_LENGTH = 2048;
export const MAX_LABEL_LENGTH = 100;
/** Applies to names, language and time zone. */
export const MAX_TEXT_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 65_535;

type SingleProperties = Readonly<
  Pick<Customer, 'firstName' | 'lastName' | 'language' | 'timeZone' | 'description' | 'companyId'>
>;

/** The properties that a client has sent. Items of lists may be anything. */
export interface WantedCustomer extends Partial<SingleProperties> {
  readonly emails?: readonly unknown[];
  readonly phones?: readonly unknown[];
  readonly links?: readonly unknown[];
}

export interface NewAddress extends Readonly<Pick<CustomerEmail, 'email' | 'emailKey' | 'isPrimary'>> {
  readonly path: string;
}

export interface NewCustomer extends SingleProperties {
  readonly emails: readonly NewAddress[];
  readonly phones: readonly { readonly phone: string; readonly label: string | null }[];
  readonly links: readonly { readonly url: string; readonly label: string | null }[];
}

/** A customer as clients see it [rule 13]. */
export interface CustomerRow extends Omit<NewCustomer, 'companyId' | 'emails'> {
  readonly id: CustomerId;
  /** One of them is the primary address. */
  readonly emails: readonly { readonly email: string; readonly isPrimary: boolean }[];
  readonly company: CompanyRow | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The names and the primary address of a customer whom nobody can erase until the unit of work ends. */
export type HeldCustomer = Pick<CustomerRow, 'id' | 'firstName' | 'lastName'> & { readonly email: string };

/** The lists of a customer. Each has a table of its own. */
export const LISTS: ReadonlySet<'emails' | 'phones' | 'links'> = new Set(['emails', 'phones', 'links']);
export type CustomerLists = typeof LISTS;

/** The facts about a workspace that decide whether it can store a customer. */
export interface Surroundings {
  readonly takenKeys: readonly string[];
  /** Null when the company does not exist. */
  readonly company: CompanyRow | null;
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

/** An item of a list is a text, or an object with the text in property `text` and one more in `detail`. */
interface ItemForm {
  readonly list: string;
  readonly text: string;
  readonly checkText: Check;
  readonly detail: string;
  readonly checkDetail: Check;
}

interface Item {
  readonly path: string;
  /** Null when it is wrong. */
  readonly text: string | null;
  /** Absent when the item was sent as a text; otherwise the value as it was sent, right or wrong. */
  readonly detail?: { readonly path: string; readonly value: unknown };
}

const EMAILS: ItemForm = {
  ...{ list: 'customer.emails', text: 'email', checkText: checkEmail },
  ...{ detail: 'primary', checkDetail: checkFlag },
};

const LABELLED = {
  detail: 'label',
  checkDetail: (value) => (value === null ? null : checkLine(value, { max: MAX_LABEL_LENGTH })),
} satisfies Partial<ItemForm>;

const PHONES: ItemForm = {
  ...{ list: 'customer.phones', text: 'phone', ...LABELLED },
  checkText: (value) => checkLine(value, { max: MAX_PHONE_LENGTH, blank: 'refused' }),
};

const LINKS: ItemForm = { list: 'customer.links', text: 'url', checkText: checkLink, ...LABELLED };

/** Makes the customer of a request [rule 6]. Use it only when there are no problems. */
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

/** Puts the properties that a request names in place of the current ones. */
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

/** Reads the items of a list, without those that are neither text nor object. */
function readItems(sent: readonly unknown[], form: ItemForm, problems: Problems): Item[] {
  return sent.flatMap((element, index) => {
    const path = `${form.list}[${index}]`;
    if (typeof element === 'string')
      return [{ path, text: checked(element, path, form.checkText, problems) }];
    if (isObject(element)) return [readObject(element, path, form, problems)];
    problems.add(path, `must be a string or an object with ${form.text} and ${form.detail}`);
    return [];
  });
}

function readObject(
  element: Readonly<Record<string, unknown>>,
  path: string,
  form: ItemForm,
  problems: Problems,
): Item {
  const { [form.text]: text, [form.detail]: detail, ...unknown } = element;
  for (const name of Object.keys(unknown)) problems.add(`${path}.${name}`, 'is not a known property');
  const textPath = `${path}.${form.text}`;
  const item = { path: textPath, text: checked(text, textPath, form.checkText, problems) };
  if (detail === undefined) return item;
  const detailPath = `${path}.${form.detail}`;
  const problem = form.checkDetail(detail);
  if (problem !== null) problems.add(detailPath, problem);
  return { ...item, detail: { path: detailPath, value: detail } };
}

function checked(value: unknown, path: string, check: Check, problems: Problems): string | null {
  const problem = check(value);
  if (problem !== null) problems.add(path, problem);
  return problem === null ? (value as string) : null;
}

/** The first address is the primary one, unless another is marked [spec 4.6]. */
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

/** Splits a name at the first blank. When a part is too long, each gets as many characters as it may have. */
export function namesIn(name: string): Pick<SingleProperties, 'firstName' | 'lastName'> {
  const [, first = '', last = ''] = /^([^ ]*) ?(.*)$/s.exec(name.trim()) ?? [];
  const isLong = [first, last].some((part) => Array.from(part).length > MAX_TEXT_LENGTH);
  const partFrom = (start: number): string =>
    Array.from(name.trim())
      .slice(start, start + MAX_TEXT_LENGTH)
      .join('')
      .trim();
  const [firstName, lastName] = isLong ? [partFrom(0), partFrom(MAX_TEXT_LENGTH)] : [first, last];
  return { firstName: nameOf(firstName), lastName: nameOf(lastName) };
}

function labelOf(sent: unknown): string | null {
  return typeof sent === 'string' && !isBlank(sent) ? sent : null;
}

/** Trims a name. A blank one counts as missing. */
function nameOf(sent: string | null | undefined): string | null {
  return isBlank(sent ?? '') ? null : (sent ?? '').trim();
}
