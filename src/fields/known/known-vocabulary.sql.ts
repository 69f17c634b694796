import { plannedOnce, sharingLane, tenantStatement } from '../../platform/tenancy/statement.js';

/** Adds the version of the workspace's vocabulary as a column to a statement that shows ids. */
export const VOCABULARY_VERSION = `(SELECT version FROM vocabulary_versions WHERE workspace_id = $1) AS "vocabularyVersion"`;

export const READ_VERSION = sharingLane(
  tenantStatement(
    'vocabulary.version',
    'SELECT version AS "vocabularyVersion" FROM vocabulary_versions WHERE workspace_id = $1',
  ),
);

/** Reads all names in their order, with their version, from one snapshot, in one row (`FoundVocabulary`). */
export const READ_VOCABULARY = plannedOnce(
  tenantStatement(
    'vocabulary.read',
    `SELECT (SELECT version FROM vocabulary_versions WHERE workspace_id = $1) AS version,
       ARRAY(SELECT jsonb_build_array(id, name) FROM ticket_statuses WHERE workspace_id = $1
             ORDER BY position, id) AS statuses,
       ARRAY(SELECT jsonb_build_array(id, name) FROM groups WHERE workspace_id = $1
             ORDER BY created_at, id) AS groups,
       ARRAY(SELECT jsonb_build_object('id', id, 'parentId', parent_id, 'name', name) FROM ticket_categories
             WHERE workspace_id = $1 ORDER BY position, id) AS categories,
       ARRAY(SELECT jsonb_build_object('id', field.id, 'name', field.name, 'kind', field.kind,
               'isActive', field.state = 'active',
               'isRequired', field.is_required,
               'isRequiredForClosing', field.is_required_for_agent_when_closing_ticket,
               'isRequiredForSubmitting', field.is_required_for_agent_when_submitting_form,
               'options', (SELECT coalesce(jsonb_agg(
                   jsonb_build_object('id', o.id, 'label', o.label, 'isRemoved', o.removed_at IS NOT NULL)
                   ORDER BY o.display_order, o.id), '[]')
                 FROM ticket_field_options o WHERE o.workspace_id = $1 AND o.field_id = field.id))
             FROM ticket_fields field WHERE field.workspace_id = $1
             ORDER BY field.display_order, field.created_at, field.id) AS fields`,
  ),
);
