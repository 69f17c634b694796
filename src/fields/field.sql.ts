import { plannedOnce, tenantStatement } from '../tenancy/statement.js';

/** A field in full, from `ticket_fields AS field`, with the options that can be set, in their order. */
const COLUMNS = `
  field.id, field.name, field.kind, field.state, field.is_required AS "isRequired",
  field.is_required_for_agent_when_submitting_form AS "isRequiredForAgentWhenSubmittingForm",
  field.is_required_for_agent_when_closing_ticket AS "isRequiredForAgentWhenClosingTicket",
  field.display_order AS "displayOrder", field.placeholder_slug AS "placeholderSlug",
  field.created_at AS "createdAt", field.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'label', o.label, 'displayOrder', o.display_order)
     ORDER BY o.display_order, o.id), '[]')
   FROM ticket_field_options o
   WHERE o.workspace_id = $1 AND o.field_id = field.id AND o.removed_at IS NULL) AS options`;

const SORTED = 'ORDER BY field.display_order, field.created_at, field.id';

export const LIST = tenantStatement(
  'fields.list',
  `SELECT ${COLUMNS} FROM ticket_fields AS field WHERE field.workspace_id = $1 ${SORTED}`,
);

export const FIND = tenantStatement(
  'fields.find',
  `SELECT ${COLUMNS} FROM ticket_fields AS field WHERE field.workspace_id = $1 AND field.id = $2`,
);

/**
 * $2 a state or null for all, $3 how many or null for all, $4 how many come before. Every row says how many there are in
 * all, and the version of the fields; one row with a null id when there are none to show.
 */
export const PAGE = plannedOnce(
  tenantStatement(
    'fields.page',
    `SELECT total.count AS "totalRecords",
     (SELECT version FROM ticket_field_versions WHERE workspace_id = $1) AS version, page.*
   FROM (SELECT count(*)::int AS count FROM ticket_fields
         WHERE workspace_id = $1 AND ($2::text IS NULL OR state = $2)) AS total
   LEFT JOIN LATERAL (
     SELECT ${COLUMNS} FROM ticket_fields AS field
     WHERE field.workspace_id = $1 AND ($2::text IS NULL OR field.state = $2) ${SORTED} LIMIT $3 OFFSET $4
   ) AS page ON true`,
  ),
);

/** Another one after every change of a field or an option. */
export const VERSION = plannedOnce(
  tenantStatement('fields.version', 'SELECT version FROM ticket_field_versions WHERE workspace_id = $1'),
);

/** $2 the field. Also keeps others from adding options to it. */
export const LOCK = tenantStatement(
  'fields.lock',
  'SELECT id FROM ticket_fields WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
);

/** Always in the same order. */
export const LOCK_ALL = tenantStatement(
  'fields.lock_all',
  'SELECT id FROM ticket_fields WHERE workspace_id = $1 ORDER BY id FOR UPDATE',
);

/** $2 the field, $3 ids, $4 labels, $5 folded labels, $6 display orders. */
export const ADD_OPTIONS = tenantStatement(
  'fields.add_options',
  `INSERT INTO ticket_field_options (workspace_id, id, field_id, label, label_key, display_order)
   SELECT $1, id, $2, label, label_key, display_order
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::int[]) AS added (id, label, label_key, display_order)`,
);

/** $2 the field, $3 its options. */
export const REMOVE_OPTIONS = tenantStatement(
  'fields.remove_options',
  `UPDATE ticket_field_options SET removed_at = now()
   WHERE workspace_id = $1 AND field_id = $2 AND id = ANY ($3::uuid[]) AND removed_at IS NULL`,
);

/** $2 the field, $3 options that stand back as removed, $4 labels, $5 folded labels. */
export const RETURN_OPTIONS = tenantStatement(
  'fields.return_options',
  `UPDATE ticket_field_options o SET label = renamed.label, label_key = renamed.label_key, removed_at = NULL
   FROM unnest($3::uuid[], $4::text[], $5::text[]) AS renamed (id, label, label_key)
   WHERE o.workspace_id = $1 AND o.field_id = $2 AND o.id = renamed.id`,
);
