/**
 * Copies rows of a workspace to others. `copies` is SQL for them, with their ids as `copy_id`; `condition` says which rows, or all when it is
 * absent.
 */
export async function copyInto(client, copies, table, workspace, condition = 'true') {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'workspace_id' AND is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows.map(({ name }) => `"${name}"`).join(', ');
  await client.query(
    `INSERT INTO ${table} (workspace_id, ${columns})
     SELECT copy_id, ${columns} FROM ${table}, ${copies} WHERE workspace_id = $1 AND ${condition}`,
    [workspace],
  );
}
