import type { FieldDefinition } from '../fields/field-values.rules.js';
import { csvRows } from './csv-records.js';
import { readHeader, readRow, type CsvColumn } from './csv-ticket.rules.js';
import { UnreadableSourceError, type SourceRecord } from './source-record.js';

/**
 * Each record behind the header as one ticket.
 * @throws UnreadableSourceError before the first record, when the header is none or names something unknown
 */
export async function* csvFileRecords(
  chunks: AsyncIterable<Uint8Array>,
  fields: ReadonlyMap<string, FieldDefinition>,
): AsyncGenerator<SourceRecord> {
  let columns: readonly CsvColumn[] | undefined;
  for await (const row of csvRows(chunks)) {
    if (columns === undefined) columns = readHeader(row, fields);
    else yield readRow(row, columns);
  }
  if (columns === undefined) throw new UnreadableSourceError('is not CSV with a header: it is empty');
}
