import { tenantStatement } from '../tenancy/statement.js';

/** Column, type and name in our rows of everything that can change about a ticket. */
const CHANGEABLE: readonly (readonly [column: string, type: string, name: string])[] = [
  ['subject', 'text', 'subject'],
  ['description', 'text', 'description'],
  ['priority', 'text', 'priority'],
  ['status_id', 'uuid', 'statusId'],
  ['category_id', 'uuid', 'categoryId'],
  ['sub_category_one_id', 'uuid', 'subCategoryOneId'],
  ['sub_category_two_id', 'uuid', 'subCategoryTwoId'],
  ['group_id', 'uuid', 'groupId'],
  ['assignee_id', 'uuid', 'assigneeId'],
  ['customer_id', 'uuid', 'customerId'],
  ['tags', 'text[]', 'tags'],
  ['field_values', 'jsonb', 'fieldValues'],
  ['created_at', 'timestamptz', 'createdAt'],
  ['updated_at', 'timestamptz', 'updatedAt'],
  ['closed_at', 'timestamptz', 'closedAt'],
  ['resolution_due_at', 'timestamptz', 'resolutionDueAt'],
];

const IDENTITY: typeof CHANGEABLE = [
  ['id', 'uuid', 'id'],
  ['external_id', 'text', 'externalId'],
  ['source', 'text', 'source'],
];

const ALL: typeof CHANGEABLE = [...IDENTITY, ['number', 'integer', 'number'], ...CHANGEABLE];

const shapeOf = (columns: typeof CHANGEABLE): string =>
  columns.map(([, type, name]) => `"${name}" ${type}`).join(', ');

/** The same row lock that taking numbers needs. */
export const LOCK_NUMBERS = tenantStatement(
  'tickets.lock_numbers',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1 FOR NO KEY UPDATE',
);

/** $2 external ids and $3 their sources, pairwise. */
export const LOCK_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.lock_by_external_keys',
  `SELECT ${[...IDENTITY, ...CHANGEABLE].map(([column, , name]) => `t.${column} AS "${name}"`).join(', ')}
   FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   JOIN tickets t ON t.workspace_id = $1 AND t.external_id = wanted.external_id
     AND t.source IS NOT DISTINCT FROM wanted.source
   ORDER BY t.id FOR NO KEY UPDATE OF t`,
);

/** $2 a JSON array of rows. */
export const ADD_ALL = tenantStatement(
  'tickets.add_all',
  `INSERT INTO tickets (workspace_id, ${ALL.map(([column]) => column).join(', ')})
   SELECT $1::uuid, ${ALL.map(([, , name]) => `"${name}"`).join(', ')}
   FROM jsonb_to_recordset($2::jsonb) AS added (${shapeOf(ALL)})`,
);

/** $2 a JSON array of rows. */
export const CHANGE_ALL = tenantStatement(
  'tickets.change_all',
  `UPDATE tickets t SET ${CHANGEABLE.map(([column, , name]) => `${column} = changed."${name}"`).join(', ')}
   FROM jsonb_to_recordset($2::jsonb) AS changed ("id" uuid, ${shapeOf(CHANGEABLE)})
   WHERE t.workspace_id = $1 AND t.id = changed.id`,
);
