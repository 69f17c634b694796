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

/** A field that must be filled in wherever a field can be. */
export const EVERY_FLAG = {
  is_required: true,
  is_required_for_agent_when_submitting_form: true,
  is_required_for_agent_when_closing_ticket: true,
};

/** Makes a field through the API. */
export async function aField({ client }: TestWorkspace, field: object): Promise<ShownField> {
  const response = await client.post('/fields', { field });
  if (response.status !== 201) throw new Error(`The field was refused: ${response.text}`);
  return response.body.field as ShownField;
}
