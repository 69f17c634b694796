import { hasOptions, type FieldKind } from '../../fields/field.kinds.js';
import type { CopyFormat } from '../../platform/tenancy/copy-out.js';
import {
  composedTenantStatement,
  tenantStatement,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { COMMENTS_KEY, jsonInstant, WITH_COMMENTS } from './comment-export.sql.js';
import type { ExportedField, ExportNames, Names } from './ticket-export.rules.js';

/** The formats of an export. An import reads all. A spreadsheet takes no cell of `csv` for a formula; `raw_csv` is for programs. */
export type ExportFormat = 'ndjson' | 'csv' | 'raw_csv';

/** The tickets with numbers greater than `after`, up to `last`, that were updated at `since` or later. */
export interface ExportRange {
  readonly after: number;
  readonly last: number;
  readonly since: Date | null;
}

/** $2 the last number, $3 since when or NULL. */
export const EXPORT_TOTALS = tenantStatement(
  'tickets.export_totals',
  `SELECT count(*)::integer AS tickets, coalesce(sum(t.comment_count), 0)::integer AS comments FROM tickets t
   WHERE t.workspace_id = $1 AND t.number <= $2 AND ($3::timestamptz IS NULL OR t.updated_at >= $3)`,
);

export interface ExportStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly copyFormat: CopyFormat;
}

/** The addresses of members by their ids, removed ones too, and the last number. */
export const EXPORT_BOUNDS = tenantStatement(
  'tickets.export_bounds',
  `SELECT (SELECT coalesce(jsonb_object_agg(id, email), '{}') FROM team_members WHERE workspace_id = $1) AS members,
     coalesce((SELECT last_number FROM ticket_counters WHERE workspace_id = $1), 0) AS "lastNumber"`,
);

/** One key of the format as SQL: its text for CSV and its JSON for NDJSON, each NULL when it is empty. */
interface Column {
  readonly key: string;
  readonly text: string;
  readonly json: string;
  /** Neither needs escaping in JSON nor can be a formula. */
  readonly isPlain?: true;
}

const textColumn = (key: string, text: string): Column => ({ key, text, json: `to_json(${text})::text` });

/** Finds the name of an id in a parameter. For NDJSON the names are JSON. */
const nameOf = (names: string, id: string): string => `(${names}::jsonb ->> ${id})`;

const nameColumn = (key: string, id: string, names: string): Column => {
  const name = nameOf(names, `t.${id}::text`);
  return { key, text: name, json: name };
};

const instant = (key: string, column: string): Column => ({
  key,
  isPlain: true,
  text: `to_char(t.${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  json: jsonInstant(`t.${column}`),
});

/** Escapes a text for a cell that holds several with `;` between them. */
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
  textColumn('email', 'customer.primary_email'),
  textColumn('name', `nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`),
  textColumn('subject', 't.subject'),
  textColumn('description', `nullif(t.description, '')`),
];

/** $2 statuses, $3 categories, $4 groups and $5 members by id. */
const BEHIND_FIELDS: readonly Column[] = [
  nameColumn('status', 'status_id', '$2'),
  { key: 'priority', isPlain: true, text: 't.priority', json: `'"' || t.priority || '"'` },
  nameColumn('category', 'category_id', '$3'),
  nameColumn('sub_category_one', 'sub_category_one_id', '$3'),
  nameColumn('sub_category_two', 'sub_category_two_id', '$3'),
  nameColumn('group', 'group_id', '$4'),
  nameColumn('assignee_email', 'assignee_id', '$5'),
  TAGS,
  instant('created_at', 'created_at'),
  instant('updated_at', 'updated_at'),
  instant('closed_at', 'closed_at'),
  instant('resolution_due_date', 'resolution_due_at'),
  textColumn('external_id', 't.external_id'),
  textColumn('source', 't.source'),
];

const FROM_TICKETS = `FROM tickets t
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id`;

/** $6 and $7 numbers, which come in the order of the index. */
const IN_RANGE = 'WHERE t.workspace_id = $1 AND t.number > $6 AND t.number <= $7';

export function exportStatement(
  format: ExportFormat,
  { statuses, categories, groups, members, fields }: ExportNames,
  { after, last, since }: ExportRange,
  withComments = false,
): ExportStatement {
  const written = WRITTEN[format];
  const names = [statuses, categories, groups, members].map((each) => writtenNames(each, written));
  const values: unknown[] = [...names, after, last];
  const parameter = (value: unknown): string => `$${values.push(value) + 1}`;
  const isJson = format === 'ndjson';
  const cells = isJson ? [] : csvCells(fields, parameter);
  const selected = isJson
    ? jsonLines(fields, parameter, withComments)
    : cells.map(({ text }, place) => `${text} AS cell_${place}`).join(',\n');
  const recent = since === null ? '' : `AND t.updated_at >= ${parameter(since)}::timestamptz`;
  const records = withComments
    ? `SELECT ${selected} ${FROM_TICKETS} ${WITH_COMMENTS} ${IN_RANGE} ${recent} ORDER BY t.number, said.part`
    : `SELECT ${selected} ${FROM_TICKETS} ${IN_RANGE} ${recent} ORDER BY t.number`;
  return {
    statement: composedTenantStatement(
      'tickets.export',
      format === 'csv' ? harmless(cells, records) : records,
    ),
    values,
    copyFormat: isJson ? 'text_alone' : 'csv',
  };
}

/**
 * Puts a quote in front of each cell that a spreadsheet would run, as OWASP advises ("CSV Injection"), and of each that has such quotes
 * already. So an import can take one away.
 */
function harmless(cells: readonly Cell[], records: string): string {
  const shown = cells.map(({ isPlain }, place) => {
    const cell = `cell_${place}`;
    if (isPlain) return cell;
    // Most cells are settled by their first character.
    return String.raw`CASE WHEN strpos(E'\'=+-@\t\r\n＝＋－＠', left(${cell}, 1)) > 0 AND ${cell} ~ E'^\'*[=+@\t\r\n＝＋－＠-]'
      THEN '''' || ${cell} ELSE ${cell} END`;
  });
  return `SELECT ${shown.join(',\n')} FROM (${records}) AS record`;
}

const WRITTEN: Readonly<Record<ExportFormat, (name: string) => string>> = {
  csv: (name) => name,
  raw_csv: (name) => name,
  ndjson: (name) => JSON.stringify(name),
};

function writtenNames(names: Names, written: (name: string) => string): Names {
  return Object.fromEntries(Object.entries(names).map(([id, name]) => [id, written(name)]));
}

/** The keys of the format in their order, which is also the order of the columns of CSV. */
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

/** The line of a ticket, and behind it the lines of the comments that did not fit into it. */
function jsonLines(fields: readonly ExportedField[], parameter: Parameter, withComments: boolean): string {
  const ticket = jsonLine(
    fields,
    parameter,
    withComments ? [`'${COMMENTS_KEY}' || said.comments || ']'`] : [],
  );
  if (!withComments) return ticket;
  return String.raw`CASE WHEN said.part > 0 THEN concat('{${COMMENTS_KEY}', said.comments, E']}\n') ELSE ${ticket} END`;
}

function jsonLine(fields: readonly ExportedField[], parameter: Parameter, more: readonly string[]): string {
  const entry = ({ key, json }: Column): string => `'"${key}":' || ${json}`;
  const values = fields.map(
    (field) => `${parameter(`${JSON.stringify(field.name)}:`)} || ${jsonValue(field, parameter)}`,
  );
  const ofFields =
    fields.length === 0
      ? []
      : [`CASE WHEN t.field_values <> '{}' THEN '"ticket_fields":{' || ${joined(values, ',')} || '}' END`];
  const entries = [...BEFORE_FIELDS.map(entry), ...ofFields, ...BEHIND_FIELDS.map(entry), ...more];
  return String.raw`concat('{', ${joined(entries, ',')}, E'}\n')`;
}

type Cell = Pick<Column, 'text' | 'isPlain'>;

/** Kinds of fields whose values are no free texts. */
const PLAIN_KINDS: readonly FieldKind[] = ['integer', 'decimal', 'date', 'checkbox'];

function csvCells(fields: readonly ExportedField[], parameter: Parameter): Cell[] {
  const values = fields.map((field): Cell => {
    const text = cellValue(field, parameter);
    return PLAIN_KINDS.includes(field.kind) ? { text, isPlain: true } : { text };
  });
  return [...BEFORE_FIELDS, ...values, ...BEHIND_FIELDS];
}

/** A function of PostgreSQL takes at most 100 arguments. */
const MAX_ITEMS = 90;

/** Joins the texts that are not NULL; NULL when all are. */
function joined(items: readonly string[], separator: string): string {
  if (items.length > MAX_ITEMS) {
    const parts = Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, index) =>
      joined(items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS), separator),
    );
    return joined(parts, separator);
  }
  return `nullif(concat_ws('${separator}', ${items.join(',\n')}), '')`;
}

/** With more options than this, each value looks up its options in a parameter. */
const MAX_OPTIONS_TRIED = 30;

type Written = (name: string) => string;

function label({ id, options }: ExportedField, parameter: Parameter, written: Written): string {
  const labels = Object.fromEntries(options.map((option) => [option.id, written(option.label)]));
  return nameOf(parameter(labels), `(t.field_values ->> ${parameter(id)})`);
}

/** Lists the labels of a multi_option value, sorted by label. For few options it tests each one, which is faster than a subquery. */
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
