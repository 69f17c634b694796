import addressparser from 'nodemailer/lib/addressparser';
import { inOneLine } from '../../kernel/text.js';
import { decodedWords } from './charsets.js';
import type { Field } from './mime.js';
import { JUDGED_HEADERS, type JudgedHeaders, type MailAddress } from './received-mail.js';

const MOST_ADDRESSES = 1_000;
/** Fields that name senders or a mailbox have one address, or a few. The check of an international domain takes long. */
const MOST_SENDERS = 50;
/** Fields of more characters hold more addresses, and reading nested groups takes long. */
const MOST_CHARACTERS_OF_ADDRESSES = 64 * 1024;
const MOST_IDS = 100;
/** A longer Message-ID is ignored, because the id of a comment cannot be longer. */
const MOST_ID_LENGTH = 255;
const MOST_LINE_LENGTH = 1_000;
const MOST_VALUES = 10;
const MOST_VALUE_LENGTH = 4_000;

/** The fields above the words of a mail. The topmost field of a name comes first. */
export class MailHeaders {
  constructor(private readonly fields: readonly Field[]) {}

  all(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value);
  }

  first(name: string): string | undefined {
    return this.fields.find((field) => field.name === name)?.value;
  }

  /** Lists the addresses of all fields of these names, in the order of the mail, those of groups too. */
  addresses(...names: readonly string[]): MailAddress[] {
    return names
      .flatMap((name) => this.all(name).slice(0, MOST_VALUES))
      .flatMap(addressesIn)
      .slice(0, MOST_ADDRESSES);
  }

  /** Lists the addresses of fields that name senders, or the mailbox that got the mail. */
  senders(...names: readonly string[]): MailAddress[] {
    return this.addresses(...names).slice(0, MOST_SENDERS);
  }

  /** Lists the Message-IDs of a field, with their brackets. */
  messageIds(name: string): string[] {
    return messageIdsIn(this.all(name).join(' ')).slice(-MOST_IDS);
  }

  /** Reads the Message-ID of this mail. Some programs write it without brackets. */
  get messageId(): string | null {
    const value = this.first('message-id')?.trim() ?? '';
    return messageIdsIn(value)[0] ?? messageIdsIn(`<${value}>`)[0] ?? null;
  }

  get returnPath(): string | null {
    const value = this.first('return-path');
    if (value === undefined) return null;
    return /^<?(?:mailer-daemon(?:@[^<>]*)?)?>?$/i.test(value.replace(/\s+/g, ''))
      ? ''
      : (addressesIn(value)[0]?.address ?? null);
  }

  get subject(): string {
    return plainLine(decodedWords(this.first('subject') ?? ''));
  }

  get date(): Date | null {
    const date = new Date(this.first('date') ?? '');
    const year = date.getUTCFullYear();
    return year >= 1 && year <= 9999 ? date : null;
  }

  get judged(): JudgedHeaders {
    const present = JUDGED_HEADERS.map((name) => [name, this.all(name)] as const).filter(
      ([, values]) => values.length > 0,
    );
    return Object.fromEntries(
      present.map(([name, values]) => [
        name,
        values.slice(0, MOST_VALUES).map((value) => value.slice(0, MOST_VALUE_LENGTH)),
      ]),
    );
  }
}

/** Leaves out what PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

export function plainLine(text: string): string {
  return inOneLine(storable(text)).slice(0, MOST_LINE_LENGTH).toWellFormed();
}

export function messageIdsIn(text: string): string[] {
  return (storable(text).match(/<[^<>\s]+>/g) ?? []).filter((id) => id.length <= MOST_ID_LENGTH);
}

const MOST_NESTED_COMMENTS = 10;

/** Some programs encode a whole field, with its addresses, and old ones put comments into an address. Such a field is made plain first. */
function addressesIn(field: string): MailAddress[] {
  const value = field.slice(0, MOST_CHARACTERS_OF_ADDRESSES);
  const found = plainAddressesIn(value);
  if (found.length > 0) return found;
  if (value.includes('=?')) return plainAddressesIn(plainLine(decodedWords(value)));
  return value.includes('(') ? plainAddressesIn(withoutComments(value)) : [];
}

function withoutComments(value: string): string {
  let rest = value;
  for (let depth = 0; depth < MOST_NESTED_COMMENTS && rest.includes('('); depth++)
    rest = rest.replace(/(?<!\\)\((?:[^()\\]|\\.)*\)/g, '');
  return rest;
}

function plainAddressesIn(value: string): MailAddress[] {
  return addressparser(value)
    .flatMap(mailboxesIn)
    .filter(({ address }) => address.includes('@') && value.includes(address))
    .map(({ name, address }) => ({
      name: plainLine(decodedWords(name)),
      // A dot after a domain says that it is complete.
      address: plainLine(address).replace(/\.$/, ''),
    }));
}

/** A group whose name has an address is not a group, but a header with another header inside. */
function mailboxesIn(found: addressparser.AddressOrGroup): MailAddress[] {
  if (found.group === undefined) return [found];
  return found.name.includes('@') ? [] : found.group.flatMap(mailboxesIn);
}
