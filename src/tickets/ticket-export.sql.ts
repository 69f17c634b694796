import { hasOptions, type FieldKind } from '../fields/field.kinds.js';
import type { FieldId } from '../kernel/ids.js';
import { composedTenantStatement, tenantStatement, type Statement } from '../tenancy/statement.js';

/** The forms in which tickets leave, each one that an import reads. */
export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an export has to know before it reads tickets. */
export interface ExportVocabulary {
  /** What statuses, categories, groups, members and options are called, by id; removed ones too. */
  readonly names: Readonly<Record<string, string>>;
  /** Active fields by name, which is the same order in every workspace. */
  readonly fields: readonly ExportedField[];
  readonly lastNumber: number;
}

export interface ExportedField {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
}

/** The tickets with numbers behind `after`, up to `last`, that were updated at `since` or later. */
export interface ExportRange {
  readonly after: number;
  readonly last: number;
  readonly since: Date | null;
}

/** A statement for COPY, its values, and how COPY is to write. */
export interface ExportStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly copyFormat: string;
}

const namesIn = (table: string, column: string): string =>
  `SELECT id, ${column} AS name FROM ${table} WHERE workspace_id = $1`;

export const EXPORT_VOCABULARY = tenantStatement(
  'tickets.export_vocabulary',
  `SELECT
     (SELECT jsonb_object_agg(id, name) FROM (
        ${namesIn('ticket_statuses', 'name')} UNION ALL ${namesIn('ticket_categories', 'name')} UNION ALL
        ${namesIn('groups', 'name')} UNION ALL ${namesIn('team_members', 'email')} UNION ALL
        ${namesIn('ticket_field_options', 'label')}) AS named) AS names,
     ARRAY(SELECT jsonb_build_object('id', id, 'name', name, 'kind', kind) FROM ticket_fields
           WHERE workspace_id = $1 AND state = 'active' ORDER BY name COLLATE "C") AS fields,
     coalesce((SELECT last_number FROM ticket_counters WHERE workspace_id = $1), 0) AS "lastNumber"`,
);

/** One key of the format: its text for CSV and its JSON for NDJSON, each null when there is nothing to say. */
interface Column {
  readonly key: string;
  readonly text: string;
  readonly json: string;
}

const textColumn = (key: string, text: string): Column => ({ key, text, json: `to_json(${text})::text` });

const named = (key: string, id: string): Column => textColumn(key, `$2::jsonb ->> t.${id}::text`);

/** Nothing in it needs escaping in JSON. */
const plain = (key: string, text: string): Column => ({ key, text, json: `'"' || ${text} || '"'` });

const instant = (key: string, column: string): Column =>
  plain(key, `to_char(t.${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Several texts in one cell: `;` between them, and a backslash before a `;` or a backslash of theirs. */
const inOneCell = (item: string): string => `replace(replace(${item}, '\\', '\\\\'), ';', '\\;')`;

const TAGS: Column = {
  key: 'tags',
  text: `nullif(CASE WHEN strpos(array_to_string(t.tags, ''), ';') + strpos(array_to_string(t.tags, ''), '\\') = 0
    THEN array_to_string(t.tags, ';')
    ELSE (SELECT string_agg(${inOneCell('tag')}, ';' ORDER BY position)
          FROM unnest(t.tags) WITH ORDINALITY AS each (tag, position)) END, '')`,
  json: `CASE WHEN t.tags <> '{}' THEN to_json(t.tags)::text END`,
};

const BEFORE_FIELDS: readonly Column[] = [
  textColumn('email', 'address.email'),
  textColumn('name', `nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`),
  textColumn('subject', 't.subject'),
  textColumn('description', `nullif(t.description, '')`),
];

const BEHIND_FIELDS: readonly Column[] = [
  named('status', 'status_id'),
  plain('priority', 't.priority'),
  named('category', 'category_id'),
  named('sub_category_one', 'sub_category_one_id'),
  named('sub_category_two', 'sub_category_two_id'),
  named('group', 'group_id'),
  named('assignee_email', 'assignee_id'),
  TAGS,
  instant('created_at', 'created_at'),
  instant('updated_at', 'updated_at'),
  instant('closed_at', 'closed_at'),
  instant('resolution_due_date', 'resolution_due_at'),
  textColumn('external_id', 't.external_id'),
  textColumn('source', 't.source'),
];

/** $2 names by id, $3 and $4 numbers; they come in the order of the index. */
const FROM_TICKETS = `FROM tickets t
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id
  LEFT JOIN customer_emails address
    ON address.workspace_id = $1 AND address.customer_id = t.customer_id AND address.is_primary
  WHERE t.workspace_id = $1 AND t.number > $3 AND t.number <= $4`;

/** JSON has no control characters, so with two of them as delimiter and quote COPY writes each line as it is. */
const NDJSON_COPY = String.raw`FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01'`;

/** The lines or records of some tickets, by number. */
export function exportStatement(
  format: ExportFormat,
  { names, fields }: ExportVocabulary,
  { after, last, since }: ExportRange,
): ExportStatement {
  const values: unknown[] = [names, after, last];
  const parameter = (value: unknown): string => `$${values.push(value) + 1}`;
  const selected = format === 'csv' ? csvCells(fields, parameter) : jsonLine(fields, parameter);
  const recent = since === null ? '' : `AND t.updated_at >= ${parameter(since)}::timestamptz`;
  return {
    statement: composedTenantStatement(
      'tickets.export',
      `SELECT ${selected} ${FROM_TICKETS} ${recent} ORDER BY t.number`,
    ),
    values,
    copyFormat: format === 'csv' ? 'FORMAT csv' : NDJSON_COPY,
  };
}

/** The keys of the format in their order, which is that of a CSV file's columns. */
export function exportKeys(fields: readonly ExportedField[]): string[] {
  return [
    ...BEFORE_FIELDS.map(({ key }) => key),
    ...fields.map(({ name }) => `ticket_fields.${name}`),
    ...BEHIND_FIELDS.map(({ key }) => key),
  ];
}

type Parameter = (value: unknown) => string;

function jsonLine(fields: readonly ExportedField[], parameter: Parameter): string {
  const entry = ({ key, json }: Column): string => `'"${key}":' || (${json})`;
  const values = fields.map((field) => {
    const value = jsonValue(field, `(t.field_values -> ${parameter(field.id)})`);
    return `${parameter(`${JSON.stringify(field.name)}:`)} || ${value}`;
  });
  const ofFields =
    fields.length === 0
      ? []
      : [
          `CASE WHEN t.field_values <> '{}' THEN
             '"ticket_fields":{' || nullif(array_to_string(ARRAY[${values.join(',\n')}], ','), '') || '}' END`,
        ];
  const entries = [...BEFORE_FIELDS.map(entry), ...ofFields, ...BEHIND_FIELDS.map(entry)];
  return `'{' || array_to_string(ARRAY[${entries.join(',\n')}], ',') || '}'`;
}

function csvCells(fields: readonly ExportedField[], parameter: Parameter): string {
  const values = fields.map((field) => cellValue(field, `(t.field_values -> ${parameter(field.id)})`));
  const text = (column: Column): string => column.text;
  return [...BEFORE_FIELDS.map(text), ...values, ...BEHIND_FIELDS.map(text)].join(',\n');
}

/** Labels of one value, by name, so that the order of options in this workspace does not matter. */
const labels = (value: string, aggregate: (label: string) => string): string =>
  `CASE WHEN ${value} IS NOT NULL THEN (SELECT ${aggregate('label')} FROM (
     SELECT $2::jsonb ->> chosen AS label FROM jsonb_array_elements_text(${value}) AS chosen) AS chosen) END`;

function jsonValue({ kind }: ExportedField, value: string): string {
  if (kind === 'single_option') return `to_json($2::jsonb ->> (${value} #>> '{}'))::text`;
  if (!hasOptions(kind)) return `(${value})::text`;
  return `(${labels(value, (label) => `to_json(array_agg(${label} ORDER BY ${label} COLLATE "C"))`)})::text`;
}

function cellValue({ kind }: ExportedField, value: string): string {
  if (kind === 'single_option') return `$2::jsonb ->> (${value} #>> '{}')`;
  if (!hasOptions(kind)) return `nullif(${value} #>> '{}', '')`;
  return labels(value, (label) => `string_agg(${inOneCell(label)}, ';' ORDER BY ${label} COLLATE "C")`);
}
