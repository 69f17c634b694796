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
  /** All of its options by label, removed ones too. */
  readonly options: readonly { readonly id: string; readonly label: string }[];
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
     ARRAY(SELECT jsonb_build_object('id', field.id, 'name', field.name, 'kind', field.kind, 'options',
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'label', label) ORDER BY label COLLATE "C")
                       FROM ticket_field_options WHERE workspace_id = $1 AND field_id = field.id), '[]'))
           FROM ticket_fields field
           WHERE field.workspace_id = $1 AND field.state = 'active' ORDER BY field.name COLLATE "C") AS fields,
     coalesce((SELECT last_number FROM ticket_counters WHERE workspace_id = $1), 0) AS "lastNumber"`,
);

/** One key of the format: its text for CSV and its JSON for NDJSON, each null when there is nothing to say. */
interface Column {
  readonly key: string;
  readonly text: string;
  readonly json: string;
}

const textColumn = (key: string, text: string): Column => ({ key, text, json: `to_json(${text})::text` });

/** $2 has what stands in the file: for NDJSON names as JSON. */
const nameOf = (id: string): string => `($2::jsonb ->> ${id})`;

const named = (key: string, id: string): Column => ({
  key,
  text: nameOf(`t.${id}::text`),
  json: nameOf(`t.${id}::text`),
});

/** JSON of an instant has as many digits as it needs: with a microsecond more six, of which three are kept. */
const instant = (key: string, column: string): Column => ({
  key,
  text: `to_char(t.${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  json: `left(to_json(t.${column} + interval '1 microsecond')::text, 24) || 'Z"'`,
});

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
  // Nothing in it needs escaping.
  { key: 'priority', text: 't.priority', json: `'"' || t.priority || '"'` },
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

/** $3 and $4 numbers; they come in the order of the index. */
const FROM_TICKETS = `FROM tickets t
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id
  LEFT JOIN customer_emails address
    ON address.workspace_id = $1 AND address.customer_id = t.customer_id AND address.is_primary
  WHERE t.workspace_id = $1 AND t.number > $3 AND t.number <= $4`;

const CSV_COPY = 'FORMAT csv';

/** JSON has no control characters, so with two of them as delimiter and quote COPY writes each line as it is. */
const NDJSON_COPY = String.raw`FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01'`;

/** The lines or records of some tickets, by number. */
export function exportStatement(
  format: ExportFormat,
  { names, fields }: ExportVocabulary,
  { after, last, since }: ExportRange,
): ExportStatement {
  const values: unknown[] = [format === 'csv' ? names : asJson(names), after, last];
  const parameter = (value: unknown): string => `$${values.push(value) + 1}`;
  const selected = format === 'csv' ? csvCells(fields, parameter) : jsonLine(fields, parameter);
  const recent = since === null ? '' : `AND t.updated_at >= ${parameter(since)}::timestamptz`;
  return {
    statement: composedTenantStatement(
      'tickets.export',
      `SELECT ${selected} ${FROM_TICKETS} ${recent} ORDER BY t.number`,
    ),
    values,
    copyFormat: format === 'csv' ? CSV_COPY : NDJSON_COPY,
  };
}

/** The keys of the format in their order, which is that of a CSV file's columns. */
function exportKeys(fields: readonly ExportedField[]): string[] {
  return [
    ...BEFORE_FIELDS.map(({ key }) => key),
    ...fields.map(({ name }) => `ticket_fields.${name}`),
    ...BEHIND_FIELDS.map(({ key }) => key),
  ];
}

/** The first record of a CSV file. */
export function headerStatement(fields: readonly ExportedField[]): ExportStatement {
  const values = exportKeys(fields);
  const text = `VALUES (${values.map((_key, index) => `$${index + 2}`).join(', ')})`;
  return { statement: { name: 'tickets.export_header', text }, values, copyFormat: CSV_COPY };
}

type Parameter = (value: unknown) => string;

function jsonLine(fields: readonly ExportedField[], parameter: Parameter): string {
  const entry = ({ key, json }: Column): string => `'"${key}":' || ${json}`;
  const values = fields.map(
    (field) => `${parameter(`${JSON.stringify(field.name)}:`)} || ${jsonValue(field, parameter)}`,
  );
  const ofFields =
    fields.length === 0
      ? []
      : [`CASE WHEN t.field_values <> '{}' THEN '"ticket_fields":{' || ${joined(values, ',')} || '}' END`];
  const entries = [...BEFORE_FIELDS.map(entry), ...ofFields, ...BEHIND_FIELDS.map(entry)];
  return `concat('{', ${joined(entries, ',')}, '}')`;
}

function csvCells(fields: readonly ExportedField[], parameter: Parameter): string {
  const values = fields.map((field) => cellValue(field, parameter));
  const text = (column: Column): string => column.text;
  return [...BEFORE_FIELDS.map(text), ...values, ...BEHIND_FIELDS.map(text)].join(',\n');
}

function asJson(names: Readonly<Record<string, string>> | null): object {
  return Object.fromEntries(Object.entries(names ?? {}).map(([id, name]) => [id, JSON.stringify(name)]));
}

/** A function of PostgreSQL takes 100 arguments. */
const MAX_ITEMS = 90;

/** Texts with the separator between those that are there; null when none is. */
function joined(items: readonly string[], separator: string): string {
  if (items.length > MAX_ITEMS) {
    const parts = Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, index) =>
      joined(items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS), separator),
    );
    return joined(parts, separator);
  }
  return `nullif(concat_ws('${separator}', ${items.join(',\n')}), '')`;
}

/** With more options than this each value looks up its own. */
const MAX_OPTIONS_TRIED = 30;

/**
 * The labels of a multi_option value, by label, so that the order of options in this workspace does not matter. A few
 * options are tried one after the other: a subquery would keep PostgreSQL from sharing the work among processes.
 * @param written a label as it stands in the file
 * @param looked the same in SQL of `label`, and what to sort by
 */
function labels(
  { id, options }: ExportedField,
  parameter: Parameter,
  separator: string,
  written: (label: string) => string,
  looked: { readonly item: string; readonly order: string },
): string {
  const value = `(t.field_values -> ${parameter(id)})`;
  if (options.length <= MAX_OPTIONS_TRIED) {
    const tried = options.map(
      (option) => `CASE WHEN ${value} ? ${parameter(option.id)} THEN ${parameter(written(option.label))} END`,
    );
    return tried.length === 0 ? 'NULL' : joined(tried, separator);
  }
  return `CASE WHEN ${value} IS NOT NULL THEN (
    SELECT string_agg(${looked.item}, '${separator}' ORDER BY ${looked.order} COLLATE "C")
    FROM (SELECT ${nameOf('chosen')} AS label FROM jsonb_array_elements_text(${value}) AS chosen) AS chosen) END`;
}

function jsonValue(field: ExportedField, parameter: Parameter): string {
  if (field.kind === 'single_option') return nameOf(`(t.field_values ->> ${parameter(field.id)})`);
  if (!hasOptions(field.kind)) return `(t.field_values -> ${parameter(field.id)})::text`;
  const looked = { item: 'label', order: `(label::json #>> '{}')` };
  return `'[' || ${labels(field, parameter, ',', (label) => JSON.stringify(label), looked)} || ']'`;
}

function cellValue(field: ExportedField, parameter: Parameter): string {
  if (field.kind === 'single_option') return nameOf(`(t.field_values ->> ${parameter(field.id)})`);
  if (!hasOptions(field.kind)) return `nullif(t.field_values ->> ${parameter(field.id)}, '')`;
  const looked = { item: inOneCell('label'), order: 'label' };
  return labels(field, parameter, ';', (label) => label.replace(/[\\;]/g, '\\$&'), looked);
}
