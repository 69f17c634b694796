import { plannedOnce, tenantStatement } from '../platform/tenancy/statement.js';

/** All columns of `ticket_fields AS field`, with the options that can be set, in display order. */
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

/**
 * $2 a state or null for all, $3 page size or null for all, $4 how many fields to skip. Every row has the total and the
 * version of the vocabulary. When the page is empty, there is one row with a null id.
 */
export const PAGE = plannedOnce(
  tenantStatement(
    'fields.page',
    `SELECT total.count AS "totalRecords",
     (SELECT version FROM vocabulary_versions WHERE workspace_id = $1) AS version, page.*
   FROM (SELECT count(*)::int AS count FROM ticket_fields
         WHERE workspace_id = $1 AND ($2::text IS NULL OR state = $2)) AS total
   LEFT JOIN LATERAL (
     SELECT ${COLUMNS} FROM ticket_fields AS field
     WHERE field.workspace_id = $1 AND ($2::text IS NULL OR field.state = $2) ${SORTED} LIMIT $3 OFFSET $4
   ) AS page ON true`,
  ),
);

/** Brings removed options back with new labels: $2 the field, $3 ids of options, $4 labels, $5 folded labels. */
export const RETURN_OPTIONS = tenantStatement(
  'fields.return_options',
  `UPDATE ticket_field_options o SET label = renamed.label, label_key = renamed.label_key, removed_at = NULL
   FROM unnest($3::uuid[], $4::text[], $5::text[]) AS renamed (id, label, label_key)
   WHERE o.workspace_id = $1 AND o.field_id = $2 AND o.id = renamed.id`,
);
