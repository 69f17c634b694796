import type { FieldDefinition } from '../../fields/field-values.rules.js';
import { hasOptions } from '../../fields/field.kinds.js';
import { definedOnly } from '../../kernel/objects.js';
import { foldCase } from '../../kernel/text.js';
import { NO_CATEGORY } from '../../tickets/category.rules.js';
import { CLOSED } from '../../tickets/ticket.rules.js';
import { PRIORITIES } from '../../tickets/ticket.changes.js';
import type { TicketVocabulary } from '../../tickets/ticket-vocabulary.js';
import type { ForeignName, ForeignTicket, ForeignValue } from './foreign-ticket.js';
import type { Mapping } from './mapping.js';

/** What a word of another system is about. */
export type TranslatedKind =
  'status' | 'priority' | 'type' | 'group' | 'assignee' | 'field' | 'option' | 'requester';

/** What a word of another system became: a word of ours, null when it is left out, undefined without a counterpart. */
export interface Translation {
  readonly kind: TranslatedKind;
  readonly from: string;
  readonly to: string | null | undefined;
}

/** A ticket in the words of an import's line, and how it came to them. */
export interface TranslatedTicket {
  readonly line: object;
  readonly translations: readonly Translation[];
}

/** Puts tickets of another system into the words of a workspace, by a mapping, and where that is silent by equal names. */
export class Translator {
  private readonly categories: ReadonlySet<string>;
  /** Fields by the letters and digits of their names. */
  private readonly fieldsByKey: ReadonlyMap<string, FieldDefinition>;

  constructor(
    private readonly mapping: Mapping,
    private readonly vocabulary: TicketVocabulary,
    private readonly source: string,
  ) {
    const tops = vocabulary.categories.filter(({ parentId }) => parentId === null);
    this.categories = new Set([NO_CATEGORY, ...tops.map(({ name }) => name)]);
    this.fieldsByKey = new Map([...vocabulary.fields.values()].map((field) => [keyOf(field.name), field]));
  }

  translate(ticket: ForeignTicket): TranslatedTicket {
    const { mapping, vocabulary } = this;
    const translations: Translation[] = [];
    const word: Word = (kind, name, table, isOurs) => {
      if (name === null) return undefined;
      const to = counterpart(name, table, isOurs);
      translations.push({ kind, from: shown(name), to });
      return to ?? undefined;
    };
    // A status without a counterpart stays as it is, so that the line is refused: any other would be invented.
    const status =
      word('status', ticket.status, mapping.statuses, (name) => vocabulary.statuses.has(name)) ??
      ticket.status.id;
    const line = {
      email: this.requesterOf(ticket, translations),
      name: ticket.requester.name ?? undefined,
      subject: ticket.subject ?? mapping.missing_subject,
      description: ticket.description ?? undefined,
      ticket_fields: this.valuesOf(ticket.values, translations),
      status,
      priority: word('priority', ticket.priority, mapping.priorities, (name) =>
        PRIORITIES.includes(name as never),
      ),
      category: word('type', ticket.type, mapping.types, (name) => this.categories.has(name)),
      group: word('group', ticket.group, mapping.groups, (name) => vocabulary.groups.has(name)),
      assignee_email: word('assignee', ticket.assignee, mapping.assignees, (name) =>
        vocabulary.assignees.has(foldCase(name)),
      ),
      tags: ticket.tags,
      created_at: ticket.createdAt ?? undefined,
      updated_at: ticket.updatedAt ?? undefined,
      closed_at: status === CLOSED ? (ticket.closedAt ?? undefined) : undefined,
      resolution_due_date: ticket.dueAt ?? undefined,
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

  private valuesOf(values: readonly ForeignValue[], translations: Translation[]): object | undefined {
    const found: [string, unknown][] = [];
    for (const foreign of values) {
      if (isNothing(foreign.value)) continue;
      const name = this.fieldNameOf(foreign.field);
      translations.push({ kind: 'field', from: shown(foreign.field), to: name });
      const field = typeof name === 'string' ? this.vocabulary.fields.get(name) : undefined;
      if (field === undefined) continue;
      const value = this.valueOf(field, foreign, translations);
      if (!isNothing(value)) found.push([field.name, value]);
    }
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }

  private fieldNameOf({ id, name }: ForeignName): string | null | undefined {
    const { fields } = this.vocabulary;
    const to = counterpart({ id, name }, this.mapping.fields, (ours) => fields.has(ours));
    if (to !== undefined || isNamed({ id, name }, this.mapping.fields)) return to;
    // `cf_order_number` and, in account exports, `order_number_4711` are ours "Order number".
    const keys = [name ?? id, id.replace(/^cf_/, ''), id.replace(/_\d+$/, '')].map(keyOf);
    return keys.map((key) => this.fieldsByKey.get(key)).find((field) => field !== undefined)?.name;
  }

  private valueOf(field: FieldDefinition, foreign: ForeignValue, translations: Translation[]): unknown {
    const { value, labels } = foreign;
    if (hasOptions(field.kind)) {
      const chosen = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) =>
        this.labelOf(field, String(item), labels, translations),
      );
      return field.kind === 'multi_option' ? chosen : chosen[0];
    }
    if (field.kind === 'date' && typeof value === 'string') return value.slice(0, 10);
    if (field.kind === 'checkbox') return CHECKBOX.get(String(value).toLowerCase()) ?? value;
    if (field.kind !== 'text' && field.kind !== 'textarea') return value;
    const items = Array.isArray(value) ? (value as unknown[]) : [value];
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
    translations.push({ kind: 'option', from: `${field.name}: ${shown(name)}`, to: label });
    return typeof label === 'string' ? [label] : [];
  }
}

type Word = (
  kind: TranslatedKind,
  name: ForeignName | null,
  table: Readonly<Record<string, string | null>>,
  isOurs: (name: string) => boolean,
) => string | undefined;

const CHECKBOX: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** What the table says of the id or the name; otherwise the name or the id itself, where we have the same. */
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

/** Whether a table says anything about something, right or wrong. */
function isNamed({ id, name }: ForeignName, table: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(table, id) || (name !== null && Object.hasOwn(table, name));
}

function shown({ id, name }: ForeignName): string {
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
