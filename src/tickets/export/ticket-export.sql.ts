import { hasOptions, type FieldKind } from '../../fields/field.kinds.js';
import { snakeCase } from '../../kernel/text.js';
import { composedTenantStatement, tenantStatement } from '../../platform/tenancy/statement.js';
import type { SnapshotTransaction } from '../../platform/tenancy/tenant-scope.js';
import type { ColumnFacts } from '../rules/properties/property-facts.js';
import { ALL_PROPERTIES, type TICKET_PROPERTIES } from '../rules/properties/ticket-properties.js';
import type { ExportedField, ExportNames } from './ticket-export.rules.js';

/** Writes the comments of tickets after them. The room of conversations says how. */
export interface CommentsOfExport {
  /** Names the statement of tickets with their comments. */
  readonly name: string;
  /**
   * Joins each ticket `t` with `said`: a `part` from 0 on, and JSON of its `comments`, each ticket with one row at least. $1 is the
   * workspace, $5 the addresses of members by id.
   */
  readonly join: Readonly<Record<JsonFormat, string>>;
}

const COMMENTS_KEY = '"comments":[';

/** JSON of an instant leaves out zeros at the end. Adding a microsecond makes six digits, of which three are kept. */
export const jsonInstant = (column: string): string =>
  `left(to_json(${column} + interval '1 microsecond')::text, 24) || 'Z"'`;

/** In a `copy`, tickets and comments have their ids [rule 32]. */
type JsonFormat = 'ndjson' | 'copy';

/** An import reads all other formats. A spreadsheet takes no cell of `csv` for a formula; `raw_csv` is for programs. */
export type ExportFormat = JsonFormat | 'csv' | 'raw_csv';

export const isOfJson = (format: ExportFormat): format is JsonFormat =>
  format === 'ndjson' || format === 'copy';

/** Takes the numbers after `after` up to `last`. */
export interface ExportRange {
  readonly after: number;
  readonly last: number;
}

/** Takes the last number as $2, and the first moment or NULL as $3. */
export const EXPORT_TOTALS = tenantStatement(
  'tickets.export_totals',
  `SELECT count(*)::integer AS tickets, coalesce(sum(t.comment_count), 0)::integer AS comments FROM tickets t
   WHERE t.workspace_id = $1 AND t.number <= $2 AND ($3::timestamptz IS NULL OR t.updated_at >= $3)`,
);

/** A statement with its values and the form of its bytes. */
export type Copy = Parameters<SnapshotTransaction['copyOut']>;

export const EXPORT_BOUNDS = tenantStatement(
  'tickets.export_bounds',
  `SELECT (SELECT coalesce(jsonb_object_agg(id, email), '{}') FROM team_members WHERE workspace_id = $1) AS members,
     coalesce((SELECT last_number FROM ticket_counters WHERE workspace_id = $1), 0) AS "lastNumber"`,
);

/** Writes one key of the format by SQL: its text for CSV and its JSON for NDJSON, each NULL when it is empty. */
interface Column {
  readonly key: string;
  readonly text: string;
  readonly json: string;
  /** Set for values that need no escaping in JSON and can be no formula. */
  readonly isPlain?: true;
}

/** Finds the name of an id in a parameter. For NDJSON the names are JSON. */
const nameOf = (names: string, id: string): string => `(${names}::jsonb ->> ${id})`;

/** Escapes a text for a cell that holds several with `;` between them. */
const inOneCell = (item: string): string => `replace(replace(${item}, '\\', '\\\\'), ';', '\\;')`;

type Written = Omit<Column, 'key'>;

const textOf = (text: string): Written => ({ text, json: `to_json(${text})::text` });

/** Takes statuses as $2, categories as $3, groups as $4 and members as $5, all by id. */
const nameIn = (names: string, id: string): Written => {
  const name = nameOf(names, `t.${id}::text`);
  return { text: name, json: name };
};

/** Writes the properties for which the type of the column is not enough. */
const WRITTEN_OTHERWISE: Readonly<Partial<Record<keyof typeof TICKET_PROPERTIES, Written>>> = {
  email: textOf('customer.primary_email'),
  name: textOf(`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`),
  description: textOf(`nullif(t.description, '')`),
  status: nameIn('$2', 'status_id'),
  priority: { isPlain: true, text: 't.priority', json: `'"' || t.priority || '"'` },
  category: nameIn('$3', 'category_id'),
  sub_category_one: nameIn('$3', 'sub_category_one_id'),
  sub_category_two: nameIn('$3', 'sub_category_two_id'),
  group: nameIn('$4', 'group_id'),
  assignee_email: nameIn('$5', 'assignee_id'),
  tags: {
    text: `nullif(CASE WHEN strpos(array_to_string(t.tags, ''), ';') + strpos(array_to_string(t.tags, ''), '\\') = 0
    THEN array_to_string(t.tags, ';')
    ELSE (SELECT string_agg(${inOneCell('tag')}, ';' ORDER BY position)
          FROM unnest(t.tags) WITH ORDINALITY AS each (tag, position)) END, '')`,
    json: `CASE WHEN t.tags <> '{}' THEN to_json(t.tags)::text END`,
  },
};

const byType = ({ key, type }: ColumnFacts): Written => {
  const column = `t.${snakeCase(key)}`;
  if (type === 'text') return textOf(column);
  if (type !== 'timestamptz') throw new Error(`No export writes ${type} of ${key}.`);
  const text = `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return { isPlain: true, text, json: jsonInstant(column) };
};

const EXPORTED = ALL_PROPERTIES.filter(({ isExported }) => isExported);
const PLACE_OF_FIELDS = EXPORTED.findIndex(({ name }) => name === 'ticket_fields');
const columnsOf = (properties: typeof EXPORTED): Column[] =>
  properties.flatMap(({ name, column }) => {
    const written = WRITTEN_OTHERWISE[name] ?? (column && byType(column));
    return written ? [{ key: name, ...written }] : [];
  });

const BEFORE_FIELDS = columnsOf(EXPORTED.slice(0, PLACE_OF_FIELDS));
const BEHIND_FIELDS = columnsOf(EXPORTED.slice(PLACE_OF_FIELDS + 1));

const FROM_TICKETS = `FROM tickets t
  JOIN customers customer ON customer.workspace_id = $1 AND customer.id = t.customer_id`;

/** Takes numbers as $6 and $7, which come in the order of the index. */
const IN_RANGE = 'WHERE t.workspace_id = $1 AND t.number > $6 AND t.number <= $7';

/**
 * Makes the copy of each range of numbers, without tickets that were last updated before `since`. Its text has all fields and options, so it
 * is made once for an export.
 */
export function exportCopies(
  format: ExportFormat,
  { statuses, categories, groups, members, fields }: ExportNames,
  since: Date | null,
  comments: CommentsOfExport | null = null,
): (range: ExportRange) => Copy {
  const written = WRITTEN[format];
  const names = [statuses, categories, groups, members].map((each) =>
    Object.fromEntries(Object.entries(each).map(([id, name]) => [id, written(name)])),
  );
  const more: unknown[] = [];
  const parameter = (value: unknown): string => `$${more.push(value) + 7}`;
  const isJson = isOfJson(format);
  const cells = isJson ? [] : csvCells(fields, parameter);
  const selected = isJson
    ? jsonLine(format, fields, parameter, comments !== null)
    : cells.map(({ text }, place) => `${text} AS cell_${place}`).join(',\n');
  const recent = since === null ? '' : `AND t.updated_at >= ${parameter(since)}::timestamptz`;
  const records = comments
    ? `SELECT ${selected} ${FROM_TICKETS} ${comments.join[isJson ? format : 'ndjson']} ${IN_RANGE} ${recent} ORDER BY t.number, said.part`
    : `SELECT ${selected} ${FROM_TICKETS} ${IN_RANGE} ${recent} ORDER BY t.number`;
  const text = format === 'csv' ? harmless(cells, records) : records;
  const statement = composedTenantStatement(comments?.name ?? 'tickets.export', text);
  return ({ after, last }) => [statement, [...names, after, last, ...more], isJson ? 'text_alone' : 'csv'];
}

/** Puts a quote in front of each cell that a spreadsheet would run (OWASP, "CSV Injection") or that has such quotes. An import takes it away. */
function harmless(cells: readonly Cell[], records: string): string {
  const shown = cells.map(({ isPlain }, place) => {
    const cell = `cell_${place}`;
    if (isPlain) return cell;
    // The first character is enough to pass most cells.
    return String.raw`CASE WHEN strpos(E'\'=+-@\t\r\n＝＋－＠', left(${cell}, 1)) > 0 AND ${cell} ~ E'^\'*[=+@\t\r\n＝＋－＠-]'
      THEN '''' || ${cell} ELSE ${cell} END`;
  });
  return `SELECT ${shown.join(',\n')} FROM (${records}) AS record`;
}

const WRITTEN: Readonly<Record<ExportFormat, WriteName>> = {
  csv: (name) => name,
  raw_csv: (name) => name,
  ndjson: (name) => JSON.stringify(name),
  copy: (name) => JSON.stringify(name),
};

/** Writes the first record of a CSV file: the keys of the columns. */
export function headerCopy(fields: readonly ExportedField[]): Copy {
  const ofFields = fields.map(({ name }) => ({ key: `ticket_fields.${name}` }));
  const keys = [...BEFORE_FIELDS, ...ofFields, ...BEHIND_FIELDS].map(({ key }) => key);
  const text = `VALUES (${keys.map((_key, index) => `$${index + 2}`).join(', ')})`;
  return [{ name: 'tickets.export_header', text }, keys, 'csv'];
}

type Parameter = (value: unknown) => string;

/** Begins a line of further comments in a file, so that an import adds them to no other ticket. */
const KEY = `CASE WHEN t.external_id IS NOT NULL THEN
  concat('"external_id":', to_json(t.external_id), ',"source":' || to_json(t.source)::text, ',') END`;

/** Begins each line of a copy, also one of further comments. */
const IDS = [`'"id":"' || t.id || '"'`, `'"number":' || t.number`];

/** Writes the line of a ticket, and after it lines of the comments that did not fit into it. */
function jsonLine(
  format: JsonFormat,
  fields: readonly ExportedField[],
  parameter: Parameter,
  withComments: boolean,
): string {
  const entry = ({ key, json }: Column): string => `'"${key}":' || ${json}`;
  const values = fields.map(
    (field) => `${parameter(`${JSON.stringify(field.name)}:`)} || ${jsonValue(field, parameter)}`,
  );
  const ofFields = `CASE WHEN t.field_values <> '{}' THEN '"ticket_fields":{' || ${joined(values, ',')} || '}' END`;
  const ids = format === 'copy' ? IDS : [];
  const entries = [
    ...ids,
    ...BEFORE_FIELDS.map(entry),
    ...(fields.length > 0 ? [ofFields] : []),
    ...BEHIND_FIELDS.map(entry),
    ...(withComments ? [`'${COMMENTS_KEY}' || said.comments || ']'`] : []),
  ];
  const line = String.raw`concat('{', ${joined(entries, ',')}, E'}\n')`;
  if (!withComments) return line;
  const ofTicket = format === 'copy' ? IDS.flatMap((id) => [id, `','`]) : [KEY];
  const more = [...ofTicket, `'${COMMENTS_KEY}'`, 'said.comments'].join(', ');
  return String.raw`CASE WHEN said.part > 0 THEN concat('{', ${more}, E']}\n') ELSE ${line} END`;
}

type Cell = Pick<Column, 'text' | 'isPlain'>;

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

type WriteName = (name: string) => string;

function label({ id, options }: ExportedField, parameter: Parameter, written: WriteName): string {
  const labels = Object.fromEntries(options.map((option) => [option.id, written(option.label)]));
  return nameOf(parameter(labels), `(t.field_values ->> ${parameter(id)})`);
}

/** Lists the labels of a multi_option value, sorted by label. For few options it tests each one, which is faster than a subquery. */
function labels(
  { id, options }: ExportedField,
  parameter: Parameter,
  separator: string,
  written: WriteName,
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
