// Other workspaces beside the one that is searched: each has the first tickets of it, with the same words, in the same index.
import { copyInto } from '../support/copies.mjs';

const COPIES = "(SELECT id AS copy_id FROM workspaces WHERE subdomain LIKE 'copy-%') copy";

export async function addCopies(client, { workspace, workspaces, tickets }) {
  await client.query("SET session_replication_role = 'replica'");
  await client.query(
    `INSERT INTO workspaces (id, subdomain, name, knowledge_base_name)
     SELECT gen_random_uuid(), 'copy-' || n, 'copy', 'copy' FROM generate_series(1, $1::int) n`,
    [workspaces],
  );
  for (const table of ['ticket_statuses', 'team_members', 'customers', 'search_states'])
    await copyRows(client, table, workspace);
  await copyRows(client, 'tickets', workspace, `number <= ${tickets}`);
  const first = `(SELECT id FROM tickets WHERE workspace_id = $1 AND number <= ${tickets})`;
  await copyRows(client, 'comments', workspace, `ticket_id IN ${first}`);
  await client.query(
    `INSERT INTO search_texts (workspace_id, ticket_number, position, version, words)
     SELECT copy_id, ticket_number, position, version, ts_delete(words, search_wall($1)) || array_to_tsvector(ARRAY[search_wall(copy_id)])
     FROM search_texts, ${COPIES} WHERE workspace_id = $1 AND ticket_number <= ${tickets}`,
    [workspace],
  );
  await client.query("SET session_replication_role = 'origin'");
  const { rows } = await client.query(
    'SELECT count(*)::int AS texts FROM search_texts WHERE workspace_id <> $1',
    [workspace],
  );
  return rows[0].texts;
}

const copyRows = (client, table, workspace, condition) =>
  copyInto(client, COPIES, table, workspace, condition);
