import type { FieldKind } from '../fields/field.kinds.js';
import type { StoredFieldValues, StoredValue } from '../fields/field-values.rules.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import type { TicketRow } from './ticket.row.js';

/** What the values of a page's tickets stand for: their active fields and the options that they name, both in display order. */
export interface PageNames {
  readonly fields: readonly (readonly [id: FieldId, name: string, kind: FieldKind])[] | null;
  readonly options: readonly (readonly [id: OptionId, label: string])[] | null;
}

type ShownField = NonNullable<TicketRow['fields']>[number];

/** How the values of each ticket of a page are shown; one that belongs to no active field is not. */
export function valuesShownWith(names: PageNames): (values: StoredFieldValues) => ShownField[] {
  const fields = names.fields ?? [];
  const options = new Map(names.options?.map(([id, label], place) => [id, { label, place }]));
  return (values) => {
    const shown: ShownField[] = [];
    for (const [id, name, kind] of fields) {
      const value = values[id];
      if (value !== undefined) shown.push([name, kind.endsWith('_option') ? labelsOf(value) : value]);
    }
    return shown;
  };

  function labelsOf(value: StoredValue): string | string[] {
    if (typeof value === 'string') return options.get(value as OptionId)?.label ?? '';
    return (value as readonly OptionId[])
      .flatMap((id) => options.get(id) ?? [])
      .sort((one, other) => one.place - other.place)
      .map(({ label }) => label);
  }
}

/** A ticket with its values as they are stored; the first of a page has the names of all. */
export interface StoredValuesRow extends Omit<TicketRow, 'fields'> {
  readonly names: PageNames | null;
  fields: StoredFieldValues | TicketRow['fields'];
}

/** Puts names to the values of a page, in place: copies of rows as wide as these cost more than all else here. */
export function shownRows(rows: StoredValuesRow[]): TicketRow[] {
  const names = rows[0]?.names;
  if (!names) return [];
  const shown = valuesShownWith(names);
  for (const row of rows) row.fields = shown(row.fields as StoredFieldValues);
  return rows as TicketRow[];
}
