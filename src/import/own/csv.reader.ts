import type { FieldDefinition } from '../../fields/field-values.rules.js';
import { FILE_PROPERTIES, REQUIRED_PROPERTIES } from '../../tickets/rules/properties/sent-ticket.js';
import { csvRows, type CsvRow } from './csv-rows.reader.js';
import { NOT_UTF8, SAVE_AS_UTF8 } from './lines.reader.js';
import { unreadable, UnreadableSourceError, type SourceRecord } from './source-record.js';
import { readTicket } from './ticket-line.rules.js';

/** Assigns a column to a property of a ticket. A list has `;` between its values. */
interface CsvColumn {
  readonly key: string;
  readonly field: string | null;
  readonly isList: boolean;
}

const FIELD_PREFIX = 'ticket_fields.';

/** Finds the cells that an export begins with a quote, so that no spreadsheet runs them. */
const QUOTED = /^'+[=+@\t\r\n＝＋－＠-]/;

/**
 * Reads each record after the header as one ticket. A raw file has no quotes that keep spreadsheets from running cells.
 * @throws UnreadableSourceError before the first record, when the header is missing or wrong
 */
export async function* csvFileRecords(
  chunks: AsyncIterable<Uint8Array>,
  fields: ReadonlyMap<string, FieldDefinition>,
  isRaw = false,
): AsyncGenerator<SourceRecord> {
  let columns: readonly CsvColumn[] | undefined;
  for await (const row of csvRows(chunks)) {
    if (columns === undefined) columns = readHeader(row, fields);
    else yield readRow(row, columns, isRaw);
  }
  if (columns === undefined) throw new UnreadableSourceError('is not CSV with a header: it is empty');
}

/** Reads the columns. @throws UnreadableSourceError when a required column is missing, or one is unknown or named twice */
function readHeader(row: CsvRow, fields: ReadonlyMap<string, FieldDefinition>): readonly CsvColumn[] {
  const names = 'cells' in row.record ? row.record.cells : [];
  refuseOtherText(row, names);
  const missing = REQUIRED_PROPERTIES.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new UnreadableSourceError(
      `is not CSV with a header: its first record does not name the column ${missing.join(' and ')}`,
    );
  }
  const columns = names.flatMap((name) => columnOf(name, fields) ?? []);
  const unknown = names.filter((name) => columnOf(name, fields) === null);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (unknown.length > 0) throw new UnreadableSourceError(`has unknown columns: ${quoted(unknown)}`);
  if (repeated.length > 0) throw new UnreadableSourceError(`has columns twice: ${quoted(repeated)}`);
  return columns;
}

const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;

/** Refuses another file. @throws UnreadableSourceError when the header is not UTF-8, or has no commas between its columns */
function refuseOtherText({ text, record }: CsvRow, names: readonly string[]): void {
  const isDamaged = 'problem' in record && record.problem === NOT_UTF8;
  if (isDamaged || text.includes('\0')) throw new UnreadableSourceError(SAVE_AS_UTF8);
  const found = Object.entries(SEPARATORS).find(([separator]) =>
    REQUIRED_PROPERTIES.some((name) => text.replaceAll('"', '').split(separator).includes(name)),
  );
  if (names.length <= 1 && found)
    throw new UnreadableSourceError(`has ${found[1]} between its columns: save it as CSV with commas`);
}

function columnOf(name: string, fields: ReadonlyMap<string, FieldDefinition>): CsvColumn | null {
  if (name.startsWith(FIELD_PREFIX)) {
    const field = fields.get(name.slice(FIELD_PREFIX.length));
    return field ? { key: name, field: field.name, isList: field.kind === 'multi_option' } : null;
  }
  const property = name === 'ticket_fields' ? undefined : FILE_PROPERTIES.get(name);
  return property ? { key: name, field: null, isList: property.column?.type === 'text[]' } : null;
}

/** Reads a record as a ticket. An empty cell leaves its property out. */
function readRow(
  { line, text, record }: CsvRow,
  columns: readonly CsvColumn[],
  isRaw: boolean,
): SourceRecord {
  if ('problem' in record) return { line, text, input: unreadable(record.problem) };
  const { cells } = record;
  if (cells.length !== columns.length) {
    const message = `must have ${columns.length} cells as the header has, not ${cells.length}`;
    return { line, text, input: unreadable(message) };
  }
  return { line, text, input: readTicket(ticketOf(isRaw ? cells : cells.map(withoutQuote), columns)) };
}

function withoutQuote(cell: string): string {
  return QUOTED.test(cell) ? cell.slice(1) : cell;
}

/** Splits a list into its values. A backslash makes a `;` or a backslash after it part of the value. */
export function valuesOf(cell: string): string[] {
  if (!cell.includes('\\')) return cell.split(';');
  const values = [''];
  for (const [, escaped, other = ''] of cell.matchAll(/\\([\\;])|([^])/gu)) {
    if (other === ';') values.push('');
    else values.push(`${values.pop() ?? ''}${escaped ?? other}`);
  }
  return values;
}

function ticketOf(cells: readonly string[], columns: readonly CsvColumn[]): object {
  const ticket: [string, unknown][] = [];
  const fieldValues: [string, unknown][] = [];
  for (const [index, { key, field, isList }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const value = isList ? valuesOf(cell) : cell;
    if (field === null) ticket.push([key, value]);
    else fieldValues.push([field, value]);
  }
  if (fieldValues.length > 0) ticket.push(['ticket_fields', Object.fromEntries(fieldValues)]);
  return Object.fromEntries(ticket);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
