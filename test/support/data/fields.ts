import type { TestWorkspace } from './builders.js';

/** A field in an answer. */
export interface ShownField {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly updated_at: string;
  readonly options?: { readonly id: string; readonly label: string; readonly display_order: number }[];
  readonly [property: string]: unknown;
}

/** Makes a field through the API. */
export async function aField({ client }: TestWorkspace, field: object): Promise<ShownField> {
  const response = await client.post('/fields', { field });
  if (response.status !== 201) throw new Error(`The field was refused: ${response.text}`);
  return response.body.field as ShownField;
}
