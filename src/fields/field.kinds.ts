/** Lists the kinds of custom fields [spec 2.1]. The kind of a field never changes. */
export const FIELD_KINDS = [
  'text',
  'textarea',
  'integer',
  'decimal',
  'date',
  'checkbox',
  'single_option',
  'multi_option',
] as const;

export type FieldKind = (typeof FIELD_KINDS)[number];

export const FIELD_STATES = ['active', 'inactive'] as const;

export type FieldState = (typeof FIELD_STATES)[number];

export function hasOptions(kind: FieldKind): boolean {
  return kind === 'single_option' || kind === 'multi_option';
}
