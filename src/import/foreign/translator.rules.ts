import { showsNothing } from '../../conversations/comment.rules.js';
import type { FieldDefinition } from '../../fields/field-values.rules.js';
import { hasOptions } from '../../fields/field.kinds.js';
import { definedOnly } from '../../kernel/objects.js';
import { foldCase, foldEmail } from '../../kernel/text.js';
import { CleanDescription } from '../../tickets/rules/description.rules.js';
import { PRIORITIES } from '../../tickets/rules/properties/stored-ticket.js';
import { topCategory } from '../../tickets/rules/category.rules.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import { CLOSED, NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type {
  ForeignComment,
  ForeignName,
  ForeignPerson,
  ForeignTicket,
  ForeignValue,
} from './foreign-ticket.js';
import type { Mapping } from './mapping.reader.js';

/** Lists the kinds of words of another system, in the order of a report. */
export const TRANSLATED_KINDS = [
  'status', 'priority', 'type', 'group', 'assignee', 'requester', 'author', 'comment', 'field', 'option',
] as const; // prettier-ignore

type TranslatedKind = (typeof TRANSLATED_KINDS)[number];

/** Holds a word of another system and its counterpart here: null when it is left out on purpose, undefined when there is none. */
export interface Translation {
  readonly kind: TranslatedKind;
  readonly from: string;
  readonly to: string | null | undefined;
}

/** Holds a ticket as a line of an import, and the translations that made it. */
interface TranslatedTicket {
  readonly line: object;
  readonly translations: readonly Translation[];
}

const TABLES = {
  status: 'statuses',
  priority: 'priorities',
  type: 'types',
  group: 'groups',
  assignee: 'assignees',
} as const;

type Word = keyof typeof TABLES;

/** Translates tickets of another system into the names of a workspace: by a mapping, and otherwise by equal names. */
export class Translator {
  private readonly isOurs: Readonly<Record<Word, (name: string) => boolean>>;
  private readonly fieldsByKey: ReadonlyMap<string, FieldDefinition>;

  constructor(
    private readonly mapping: Mapping,
    private readonly names: TicketNames,
    private readonly source: string,
  ) {
    this.isOurs = {
      status: (name) => names.statuses.has(name),
      priority: (name) => PRIORITIES.includes(name as never),
      type: (name) => topCategory(name, names.categories) !== undefined,
      group: (name) => names.groups.has(name),
      assignee: (name) => names.assignees.has(foldEmail(name)),
    };
    this.fieldsByKey = new Map([...names.fields.values()].map((field) => [keyOf(field.name), field]));
  }

  translate(ticket: ForeignTicket): TranslatedTicket {
    const translations: Translation[] = [];
    const word = (kind: Word, name: ForeignName | null | undefined): string | null | undefined => {
      if (name === null || name === undefined) return name;
      const to = counterpart(name, this.mapping[TABLES[kind]], this.isOurs[kind]);
      translations.push({ kind, from: nameWithId(name), to });
      return to ?? undefined;
    };
    // A status without a counterpart stays as it is, so that the line is refused.
    const status = word('status', ticket.status) ?? ticket.status.id;
    const line = {
      email: this.requesterOf(ticket, translations),
      name: ticket.requester.name ?? undefined,
      subject: ticket.subject ?? this.mapping.missing_subject,
      description: ticket.description ?? undefined,
      ticket_fields: this.valuesOf(ticket.values, translations),
      status,
      // A ticket always has a priority.
      priority: word('priority', ticket.priority) ?? undefined,
      category: ticket.type === null ? NO_CATEGORY : word('type', ticket.type),
      group: word('group', ticket.group),
      assignee_email: word('assignee', ticket.assignee),
      tags: ticket.tags,
      created_at: ticket.createdAt ?? undefined,
      updated_at: ticket.updatedAt ?? undefined,
      closed_at: status === CLOSED ? (ticket.closedAt ?? undefined) : undefined,
      resolution_due_date: ticket.dueAt,
      external_id: ticket.id,
      source: this.source,
    };
    return { line: definedOnly(line), translations };
  }

  private requesterOf({ requester }: ForeignTicket, translations: Translation[]): string | undefined {
    const email = requester.email ?? this.mapping.requester_without_address;
    if (requester.email === null) {
      translations.push({ kind: 'requester', from: requester.id, to: email ?? undefined });
    }
    return email ?? undefined;
  }

  /** Finds the values by the names of fields here. Null clears, unless another field of the ticket has a value for the same name. */
  private valuesOf(values: readonly ForeignValue[], translations: Translation[]): object | undefined {
    const found: [string, unknown][] = [];
    const cleared: [string, null][] = [];
    for (const foreign of values) {
      if (foreign.value === undefined) continue;
      const isCleared = isNothing(foreign.value);
      const name = this.fieldNameOf(foreign.field);
      if (!isCleared) translations.push({ kind: 'field', from: nameWithId(foreign.field), to: name });
      const field = typeof name === 'string' ? this.names.fields.get(name) : undefined;
      if (field === undefined) continue;
      if (isCleared) {
        cleared.push([field.name, null]);
        continue;
      }
      const value = this.valueOf(field, foreign, translations);
      if (!isNothing(value)) found.push([field.name, value]);
    }
    const all = [...cleared, ...found];
    return all.length === 0 ? undefined : Object.fromEntries(all);
  }

  private fieldNameOf({ id, name }: ForeignName): string | null | undefined {
    const { fields } = this.names;
    const to = counterpart({ id, name }, this.mapping.fields, (ours) => fields.has(ours));
    if (to !== undefined || isNamed({ id, name }, this.mapping.fields)) return to;
    // `cf_order_number` and, in account exports, `order_number_4711` mean our field "Order number".
    const keys = [name ?? id, id.replace(/^cf_/, ''), id.replace(/_\d+$/, '')].map(keyOf);
    return keys.map((key) => this.fieldsByKey.get(key)).find((field) => field !== undefined)?.name;
  }

  private valueOf(field: FieldDefinition, foreign: ForeignValue, translations: Translation[]): unknown {
    const { value, labels } = foreign;
    if (hasOptions(field.kind)) {
      const chosen = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) =>
        this.labelOf(field, wordOf(item), labels, translations),
      );
      return field.kind === 'multi_option' ? chosen : chosen[0];
    }
    if (field.kind === 'date' && typeof value === 'string') return value.slice(0, 10);
    if (field.kind === 'checkbox') return checkboxOf(value);
    if (field.kind !== 'text' && field.kind !== 'textarea') return value;
    const items = Array.isArray(value) ? (value as unknown[]) : [value];
    // A value that is no text stays as it is, so that the line is refused.
    if (!items.every(isWord)) return value;
    return items.map((item) => labels.get(String(item)) ?? String(item)).join(', ');
  }

  private labelOf(
    field: FieldDefinition,
    value: string,
    labels: ReadonlyMap<string, string>,
    translations: Translation[],
  ): string[] {
    const table = Object.hasOwn(this.mapping.options, field.name) ? this.mapping.options[field.name] : {};
    const name = { id: value, name: labels.get(value) ?? null };
    const ours = (label: string): string | undefined =>
      (
        field.options.find((option) => option.label === label) ??
        field.options.find((option) => foldCase(option.label) === foldCase(label))
      )?.label;
    const to = counterpart(name, table ?? {}, (label) => ours(label) !== undefined);
    const label = typeof to === 'string' ? ours(to) : to;
    translations.push({ kind: 'option', from: `${field.name}: ${nameWithId(name)}`, to: label });
    return typeof label === 'string' ? [label] : [];
  }
}

/** Holds a comment as a line of an import, or null when it is left out, and the translations that made it. */
interface TranslatedComment {
  readonly comment: object | null;
  readonly translations: readonly Translation[];
}

/** Names the author of a comment. The address is undefined when the author is nobody here. */
interface TranslatedAuthor {
  readonly email: string | null | undefined;
  readonly isAgent: boolean;
}

/** Translates comments of another system, and finds their authors among the members and customers here. */
export class CommentTranslator {
  /** `members` are folded addresses of members, also of removed ones. `source` is the name of the other system. */
  constructor(
    private readonly mapping: Mapping,
    private readonly members: ReadonlySet<string>,
    private readonly source: string,
  ) {}

  translate(comment: ForeignComment): TranslatedComment {
    if (comment.content === null || isWithoutWords(comment.content))
      return { comment: null, translations: [{ kind: 'comment', from: 'without text', to: null }] };
    const { email, isAgent } = this.authorOf(comment);
    const isKnown = typeof email === 'string';
    const isPlain = isKnown && email === comment.author.email;
    const translations: Translation[] = isPlain
      ? []
      : [{ kind: 'author', from: addressWithId(comment.author), to: email }];
    if (!isKnown) return { comment: null, translations };
    const line = {
      author_email: email,
      author_name: isAgent ? undefined : (comment.author.name ?? undefined),
      author_type: isAgent ? 'agent' : 'customer',
      comment_type: comment.isNote ? 'note' : 'reply',
      content: comment.content,
      created_at: comment.createdAt ?? undefined,
      message_id: `${this.source}:${comment.id}`,
    };
    return { comment: definedOnly(line), translations };
  }

  /** Finds the author. A former agent is neither a member nor a customer here, so the mapping must name somebody. */
  private authorOf({ author, isOfAgent, isNote }: ForeignComment): TranslatedAuthor {
    const { id, email } = author;
    const isMember = (address: string): boolean => this.members.has(foldEmail(address));
    const named = counterpart({ id, name: email }, this.mapping.assignees, isMember);
    if (named !== undefined) return { email: named, isAgent: true };
    if (isNote || isOfAgent === true) return { email: undefined, isAgent: true };
    return { email: email ?? this.mapping.requester_without_address ?? undefined, isAgent: false };
  }
}

/** Tells whether a comment is an empty frame, as comments of files alone are. Most comments need no cleaning to tell. */
function isWithoutWords(html: string): boolean {
  return showsNothing(html) && showsNothing(CleanDescription.of(html).html);
}

function addressWithId({ id, email }: ForeignPerson): string {
  return nameWithId({ id, name: email });
}

/** Tells whether a value can be a word. Infinity stands for a number whose digits are not kept. */
function isWord(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null;
}

/** Writes a value as a word. A list or an object inside of a list has none. */
function wordOf(value: unknown): string {
  return isWord(value) ? String(value) : 'a list or an object';
}

function checkboxOf(value: unknown): unknown {
  const word = wordOf(value).toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  return ['false', 'no', '0'].includes(word) ? false : value;
}

/** Finds the entry of the table for the id or the name. Without an entry it takes the name or the id itself, if that is a name here. */
function counterpart(
  { id, name }: ForeignName,
  table: Readonly<Record<string, string | null>>,
  isOurs: (name: string) => boolean,
): string | null | undefined {
  for (const key of [id, name]) {
    if (key === null || !Object.hasOwn(table, key)) continue;
    const to = table[key] ?? null;
    return to === null || isOurs(to) ? to : undefined;
  }
  return [name, id].find((own): own is string => own !== null && isOurs(own));
}

/** Tells whether a table has an entry for something, also a wrong one. */
function isNamed({ id, name }: ForeignName, table: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(table, id) || (name !== null && Object.hasOwn(table, name));
}

function nameWithId({ id, name }: ForeignName): string {
  return name === null ? id : `${name} (${id})`;
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function keyOf(name: string): string {
  return foldCase(name).replace(/[^\p{L}\p{N}]+/gu, '_');
}
