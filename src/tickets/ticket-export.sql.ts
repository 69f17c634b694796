import { hasOptions, type FieldKind } from '../fields/field.kinds.js';
import type { FieldId } from '../kernel/ids.js';
import type { CopyFormat } from '../tenancy/copy-out.js';
import { composedTenantStatement, tenantStatement, type Statement } from '../tenancy/statement.js';

/** The forms in which tickets leave, each one that an import reads. */
export type ExportFormat = 'ndjson' | 'csv';

type Names = Readonly<Record<string, string>>;

/** What an export has to know before it reads tickets. */
export interface ExportVocabulary {
  /** What things are called, by id; removed ones too. */
  readonly statuses: Names;
  readonly categories: Names;
  readonly groups: Names;
  readonly members: Names;
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
  readonly copyFormat: CopyFormat;
}

const namesIn = (table: string, column: string): string =>
  `(SELECT coalesce(jsonb_object_agg(id, ${column}), '{}') FROM ${table} WHERE workspace_id = $1)`;

export const EXPORT_VOCABULARY = tenantStatement(
  'tickets.export_vocabulary',
  `SELECT
     ${namesIn('ticket_statuses', 'name')} AS statuses, ${namesIn('ticket_categories', 'name')} AS categories,
     ${namesIn('groups', 'name')} AS groups, ${namesIn('team_members', 'email')} AS members,
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

/** In SQL, what stands in the file for an id: one of the names of a parameter, for NDJSON as JSON. */
const nameOf = (names: string, id: string): string => `(${names}::jsonb ->> ${id})`;

const named = (key: string, id: string, names: string): Column => {
  const name = nameOf(names, `t.${id}::text`);
  return { key, text: name, json: name };
};

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

/** $2 statuses, $3 categories, $4 groups and $5 members by id. */
const BEHIND_FIELDS: readonly Column[] = [
  named('status', 'status_id', '$2'),
  // Nothing in it needs escaping.
  { key: 'priority', text: 't.priority', json: `'"' || t.priority || '"'` },
  named('category', 'category_id', '$3'),
  named('sub_category_one', 'sub_category_one_id', '$3'),
  named('sub_category_two', 'sub_category_two_id', '$3'),
  named('group', 'group_id', '$4'),
  named('assignee_email', 'assignee_id', '$5'),
  TAGS,
  instant('created_at', 'created_at'),
  instant('updated_at', 'updated_at'),
  instant('closed_at', 'closed_at'),
  instant('resolution_due_date', 'resolution_due_at'),
  textColumn('external_id', 't.external_id'),
  textColumn('source', 't.source'),
];

/** $6 and $7 numbers; they come in the order of the index. */
const FROM_TICKETS = `FROM tickets t
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id
  LEFT JOIN customer_emails address
    ON address.workspace_id = $1 AND address.customer_id = t.customer_id AND address.is_primary
  WHERE t.workspace_id = $1 AND t.number > $6 AND t.number <= $7`;

/** The lines or records of some tickets, by number. */
export function exportStatement(
  format: ExportFormat,
  { statuses, categories, groups, members, fields }: ExportVocabulary,
  { after, last, since }: ExportRange,
): ExportStatement {
  const written = WRITTEN[format];
  const names = [statuses, categories, groups, members].map((each) => writtenNames(each, written));
  const values: unknown[] = [...names, after, last];
  const parameter = (value: unknown): string => `$${values.push(value) + 1}`;
  const selected = format === 'csv' ? csvCells(fields, parameter) : jsonLine(fields, parameter);
  const recent = since === null ? '' : `AND t.updated_at >= ${parameter(since)}::timestamptz`;
  return {
    statement: composedTenantStatement(
      'tickets.export',
      `SELECT ${selected} ${FROM_TICKETS} ${recent} ORDER BY t.number`,
    ),
    values,
    copyFormat: format === 'csv' ? 'csv' : 'text_alone',
  };
}

/** How a name stands in the file. */
const WRITTEN: Readonly<Record<ExportFormat, (name: string) => string>> = {
  csv: (name) => name,
  ndjson: (name) => JSON.stringify(name),
};

function writtenNames(names: Names, written: (name: string) => string): Names {
  return Object.fromEntries(Object.entries(names).map(([id, name]) => [id, written(name)]));
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
  return { statement: { name: 'tickets.export_header', text }, values, copyFormat: 'csv' };
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
  return String.raw`concat('{', ${joined(entries, ',')}, E'}\n')`;
}

function csvCells(fields: readonly ExportedField[], parameter: Parameter): string {
  const values = fields.map((field) => cellValue(field, parameter));
  const text = (column: Column): string => column.text;
  return [...BEFORE_FIELDS.map(text), ...values, ...BEHIND_FIELDS.map(text)].join(',\n');
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

type Written = (name: string) => string;

/** The label of a single_option value. */
function label({ id, options }: ExportedField, parameter: Parameter, written: Written): string {
  const labels = Object.fromEntries(options.map((option) => [option.id, written(option.label)]));
  return nameOf(parameter(labels), `(t.field_values ->> ${parameter(id)})`);
}

/**
 * The labels of a multi_option value, by label, so that the order of options in this workspace does not matter. A few
 * options are tried one after the other, which takes less than a subquery.
 */
function labels(
  { id, options }: ExportedField,
  parameter: Parameter,
  separator: string,
  written: Written,
): string {
  const value = `(t.field_values -> ${parameter(id)})`;
  if (options.length <= MAX_OPTIONS_TRIED) {
    const tried = options.map(
      (option) => `CASE WHEN ${value} ? ${parameter(option.id)} THEN ${parameter(written(option.label))} END`,
    );
    return tried.length === 0 ? 'NULL' : joined(tried, separator);
  }
  const places = options.map((option, place) => [option.id, [place, written(option.label)]]);
  return `CASE WHEN ${value} IS NOT NULL THEN (
    SELECT string_agg(found ->> 1, '${separator}' ORDER BY (found ->> 0)::integer)
    FROM (SELECT ${parameter(Object.fromEntries(places))}::jsonb -> chosen AS found
          FROM jsonb_array_elements_text(${value}) AS chosen) AS chosen) END`;
}

function jsonValue(field: ExportedField, parameter: Parameter): string {
  const written = WRITTEN.ndjson;
  if (field.kind === 'single_option') return label(field, parameter, written);
  if (!hasOptions(field.kind)) return `(t.field_values -> ${parameter(field.id)})::text`;
  return `'[' || ${labels(field, parameter, ',', written)} || ']'`;
}

function cellValue(field: ExportedField, parameter: Parameter): string {
  if (field.kind === 'single_option') return label(field, parameter, WRITTEN.csv);
  if (!hasOptions(field.kind)) return `nullif(t.field_values ->> ${parameter(field.id)}, '')`;
  return labels(field, parameter, ';', (name) => name.replace(/[\\;]/g, '\\$&'));
}
