import type { TestWorkspace } from './builders.js';
import { asAdmin } from './test-database.js';

/** A field as responses show it. */
export interface ShownField {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly updated_at: string;
  readonly options?: { readonly id: string; readonly label: string; readonly display_order: number }[];
  readonly [property: string]: unknown;
}

/** A field that the API made. */
export async function aField({ client }: TestWorkspace, field: object): Promise<ShownField> {
  const response = await client.post('/fields', { field });
  if (response.status !== 201) throw new Error(`The field was refused: ${response.text}`);
  return response.body.field as ShownField;
}

/** How many values of a field the tables really hold: in tickets, and in the index of values. */
export async function storedValuesOf({ app, scope }: TestWorkspace, fieldId: string): Promise<number[]> {
  const counts = await asAdmin<{ count: number }>(
    app.database,
    `SELECT count(*)::int AS count FROM tickets WHERE workspace_id = $1 AND field_values ? $2
     UNION ALL
     SELECT count(*)::int FROM ticket_value_index WHERE workspace_id = $1 AND field_id = $2::uuid`,
    [scope.workspaceId, fieldId],
  );
  return counts.map(({ count }) => count);
}
