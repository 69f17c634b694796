/** A ticket put together by PostgreSQL: all names are joined. */
export const JOINED = {
  columns: `
  t.id, t.number, t.subject, t.description, t.priority, s.name AS status, t.created_at, t.updated_at,
  t.resolution_due_at, t.external_id, t.source, c.name AS category, c1.name AS sub_category_one,
  c2.name AS sub_category_two, g.name AS "group", t.tags,
  a.id AS assignee_id, a.first_name AS assignee_first, a.last_name AS assignee_last, a.email AS assignee_email,
  cu.id AS customer_id, cu.first_name AS customer_first, cu.last_name AS customer_last, e.email AS customer_email,
  ARRAY(SELECT phone FROM customer_phones p WHERE p.workspace_id = $1 AND p.customer_id = t.customer_id
        ORDER BY position) AS phones,
  (SELECT json_agg(json_build_object('field_name', f.name, 'field_value',
      CASE f.kind
        WHEN 'single_option' THEN (SELECT to_jsonb(o.label) FROM ticket_field_options o
          WHERE o.workspace_id = $1 AND o.id = (v.value #>> '{}')::uuid)
        WHEN 'multi_option' THEN (SELECT jsonb_agg(o.label ORDER BY o.display_order, o.id)
          FROM ticket_field_options o
          WHERE o.workspace_id = $1 AND o.id IN (SELECT x::uuid FROM jsonb_array_elements_text(v.value) x))
        ELSE v.value END) ORDER BY f.display_order, f.created_at, f.id)
   FROM jsonb_each(t.field_values) v
   JOIN ticket_fields f ON f.workspace_id = $1 AND f.id = v.key::uuid AND f.state = 'active') AS fields`,
  joins: `
  JOIN ticket_statuses s ON s.workspace_id = $1 AND s.id = t.status_id
  JOIN customers cu ON cu.workspace_id = $1 AND cu.id = t.customer_id
  LEFT JOIN customer_emails e ON e.workspace_id = $1 AND e.customer_id = t.customer_id AND e.is_primary
  LEFT JOIN ticket_categories c ON c.workspace_id = $1 AND c.id = t.category_id
  LEFT JOIN ticket_categories c1 ON c1.workspace_id = $1 AND c1.id = t.sub_category_one_id
  LEFT JOIN ticket_categories c2 ON c2.workspace_id = $1 AND c2.id = t.sub_category_two_id
  LEFT JOIN groups g ON g.workspace_id = $1 AND g.id = t.group_id
  LEFT JOIN team_members a ON a.workspace_id = $1 AND a.id = t.assignee_id`,
  namesOf: (row) => row,
};

/** A ticket's row with ids and people. The names of the ids are in memory, and nothing asks whether they have changed. */
export const THIN = {
  columns: `
  t.id, t.number, t.subject, t.description, t.priority, t.status_id, t.created_at, t.updated_at,
  t.resolution_due_at, t.external_id, t.source, t.category_id, t.sub_category_one_id, t.sub_category_two_id,
  t.group_id, t.tags, t.field_values,
  a.id AS assignee_id, a.first_name AS assignee_first, a.last_name AS assignee_last, a.email AS assignee_email,
  t.customer_id, cu.first_name AS customer_first, cu.last_name AS customer_last, cu.primary_email AS customer_email, cu.phones`,
  joins: `
  JOIN LATERAL (SELECT first_name, last_name, primary_email, phones FROM customers
    WHERE workspace_id = $1 AND id = t.customer_id OFFSET 0) cu ON true
  LEFT JOIN LATERAL (SELECT id, first_name, last_name, email FROM team_members
    WHERE workspace_id = $1 AND id = t.assignee_id OFFSET 0) a ON true`,
  namesOf: (row, known) => ({
    status: known.names.get(row.status_id),
    category: known.names.get(row.category_id),
    sub_category_one: known.names.get(row.sub_category_one_id) ?? null,
    sub_category_two: known.names.get(row.sub_category_two_id) ?? null,
    group: known.names.get(row.group_id) ?? null,
    fields: valuesOf(row.field_values, known.fields),
  }),
};

function valuesOf(values, fields) {
  return Object.entries(values)
    .flatMap(([id, value]) => (fields.has(id) ? [[fields.get(id), value]] : []))
    .sort(([one], [other]) => one.place - other.place)
    .map(([{ name, kind, options }, value]) => ({
      field_name: name,
      field_value: shown(kind, options, value),
    }));
}

function shown(kind, options, value) {
  if (kind === 'single_option') return options.get(value).label;
  if (kind !== 'multi_option') return value;
  const chosen = value.map((id) => options.get(id)).sort((one, other) => one.place - other.place);
  return chosen.map(({ label }) => label);
}

/** All names of the workspace, read once. */
export async function namesIn(pool, workspace) {
  const list = async (text) => (await pool.query(text, [workspace])).rows;
  const named = await list(`SELECT id, name FROM ticket_statuses WHERE workspace_id = $1
    UNION ALL SELECT id, name FROM ticket_categories WHERE workspace_id = $1
    UNION ALL SELECT id, name FROM groups WHERE workspace_id = $1`);
  const statuses = await list('SELECT id, name FROM ticket_statuses WHERE workspace_id = $1');
  const fields = await list(`SELECT id, name, kind FROM ticket_fields
    WHERE workspace_id = $1 AND state = 'active' ORDER BY display_order, created_at, id`);
  const options = await list(`SELECT id, label, field_id FROM ticket_field_options
    WHERE workspace_id = $1 ORDER BY display_order, id`);
  const optionsOf = (field) =>
    new Map(
      options
        .filter(({ field_id: id }) => id === field)
        .map(({ id, label }, place) => [id, { label, place }]),
    );
  const known = fields.map((field, place) => ({ ...field, place, options: optionsOf(field.id) }));
  return {
    names: new Map(named.map(({ id, name }) => [id, name])),
    statuses: new Map(statuses.map(({ id, name }) => [name, id])),
    fields: new Map(known.map((field) => [field.id, field])),
    fieldsByName: new Map(known.map((field) => [field.name, field])),
  };
}
