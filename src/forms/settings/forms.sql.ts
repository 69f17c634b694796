/** SQL for a list of the ids, as texts, of the fields that enabled forms have. */
export const FIELDS_OF_ENABLED = `ARRAY(SELECT DISTINCT field.field_id::text FROM forms AS form
     JOIN form_fields AS field ON field.workspace_id = $1 AND field.form_id = form.id
     WHERE form.workspace_id = $1 AND form.is_enabled)`;
