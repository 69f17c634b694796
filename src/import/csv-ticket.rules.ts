import type { FieldDefinition } from '../fields/field-values.rules.js';
import { unreadable, UnreadableSourceError, type SourceRecord } from './source-record.js';
import type { CsvRow } from './csv-records.js';
import { readTicket, TICKET_KEYS } from './ticket-line.rules.js';

/** Where the value of a column goes; several values of one cell stand with `;` between them. */
export interface CsvColumn {
  readonly key: string;
  /** The field whose value it is. */
  readonly field: string | null;
  readonly isList: boolean;
}

const FIELD_PREFIX = 'ticket_fields.';
const REQUIRED = ['email', 'subject'];

/**
 * What the columns of a file are, by its first record.
 * @param fields the fields of the workspace that tickets can have values of
 * @throws UnreadableSourceError when it is no header, and when a column is not known
 */
export function readHeader(
  { record }: CsvRow,
  fields: ReadonlyMap<string, FieldDefinition>,
): readonly CsvColumn[] {
  const names = 'cells' in record ? record.cells : [];
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new UnreadableSourceError(
      `is not CSV with a header: its first record does not name the column ${missing.join(' and ')}`,
    );
  }
  const unknown = names.filter((name) => !isKnown(name, fields));
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (unknown.length > 0)
    throw new UnreadableSourceError(`has columns that are not known: ${quoted(unknown)}`);
  if (repeated.length > 0) throw new UnreadableSourceError(`has columns twice: ${quoted(repeated)}`);
  return names.map((name) => columnOf(name, fields));
}

/** One record as a ticket; an empty cell says nothing. */
export function readRow({ line, text, record }: CsvRow, columns: readonly CsvColumn[]): SourceRecord {
  if ('problem' in record) return { line, text, draft: unreadable(record.problem) };
  const { cells } = record;
  if (cells.length !== columns.length) {
    const message = `must have ${columns.length} cells as the header has, not ${cells.length}`;
    return { line, text, draft: unreadable(message) };
  }
  return { line, text, draft: readTicket(ticketOf(cells, columns)) };
}

/** The values of a cell: a backslash before a `;` or a backslash makes it part of the value. */
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

function isKnown(name: string, fields: ReadonlyMap<string, FieldDefinition>): boolean {
  if (name.startsWith(FIELD_PREFIX)) return fields.has(name.slice(FIELD_PREFIX.length));
  return name !== 'ticket_fields' && TICKET_KEYS.includes(name as never);
}

function columnOf(name: string, fields: ReadonlyMap<string, FieldDefinition>): CsvColumn {
  const field = name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : null;
  const isList = field === null ? name === 'tags' : fields.get(field)?.kind === 'multi_option';
  return { key: name, field, isList };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
