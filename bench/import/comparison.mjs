// Checks that a workspace holds exactly the tickets of a file. Compares each line with the exported ticket of that
// number, and
// checks by queries what an export does not show.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';

const SHOWN = 5;

/**
 * Facts about a workspace `$1` with `$2` tickets from `$3` addresses. Each query counts the exceptions, of which there
 * must be none.
 */
const FACTS = {
  'numbers are 1 to the last, without a gap': `
    SELECT count(*) FROM (SELECT number, row_number() OVER (ORDER BY number) AS place FROM tickets WHERE workspace_id = $1) t
    WHERE number <> place`,
  'the counter stands at the last number': `
    SELECT count(*) FROM ticket_counters WHERE workspace_id = $1 AND last_number <> $2::integer`,
  'there are as many tickets as lines': `
    SELECT abs(count(*) - $2::integer) FROM tickets WHERE workspace_id = $1`,
  'no external id is there twice': `
    SELECT count(*) - count(DISTINCT (external_id, source)) FROM tickets WHERE workspace_id = $1`,
  'each address is one customer': `
    WITH asking AS (SELECT DISTINCT customer_id AS id FROM tickets WHERE workspace_id = $1)
    SELECT abs((SELECT count(*) FROM asking) - $3::integer)
      + abs((SELECT count(*) FROM customer_emails WHERE workspace_id = $1 AND customer_id IN (SELECT id FROM asking)) - $3::integer)`,
  'tags are found by their index': `
    SELECT count(*) FROM (
      SELECT ticket_tag_key(tag) AS key, id FROM tickets, unnest(tags) AS tag WHERE workspace_id = $1) AS wanted
    FULL JOIN (SELECT tag_key AS key, ticket_id AS id FROM ticket_tag_index WHERE workspace_id = $1) AS found USING (key, id)
    WHERE wanted IS NULL OR found IS NULL`,
  'values are found by their index': `
    SELECT count(*) FROM (
      SELECT entry.key::uuid AS field, ticket_value_key(item) AS key, id
      FROM tickets, jsonb_each(field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
      WHERE workspace_id = $1) AS wanted
    FULL JOIN (
      SELECT field_id AS field, value_key AS key, ticket_id AS id FROM ticket_value_index WHERE workspace_id = $1) AS found
    USING (field, key, id) WHERE wanted IS NULL OR found IS NULL`,
};

/**
 * @param exported an export of the workspace
 * @returns a sentence for each of the first differences; empty when the workspace holds what the file says
 */
export async function differencesFrom(client, subdomain, file, exported) {
  const { lines, addresses, different } = await compareLines(file, exported);
  const { rows } = await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain]);
  for (const [sentence, query] of Object.entries(FACTS)) {
    const values = [rows[0].id, lines, addresses];
    const used = values.filter((_value, index) => query.includes(`$${index + 1}`));
    const renumbered = query.includes('$2') ? query : query.replaceAll('$3', '$2');
    const result = await client.query(renumbered, used);
    const exceptions = Number(Object.values(result.rows[0])[0]);
    if (exceptions !== 0) different.push(`Not so: ${sentence} (${exceptions} exceptions).`);
  }
  return different;
}

async function compareLines(file, exported) {
  const [wanted, found] = [file, exported].map((path) =>
    createInterface({ input: createReadStream(path, { highWaterMark: 1024 * 1024 }) })[
      Symbol.asyncIterator
    ](),
  );
  const addresses = new Set();
  const different = [];
  let lines = 0;
  for (;;) {
    const [line, row] = [(await wanted.next()).value, (await found.next()).value];
    if (line === undefined && row === undefined) return { lines, addresses: addresses.size, different };
    if (line !== undefined) {
      lines += 1;
      addresses.add(JSON.parse(line).email.toLowerCase());
    }
    const isSame =
      line !== undefined && row !== undefined && isDeepStrictEqual(JSON.parse(line), JSON.parse(row));
    if (!isSame && different.length < SHOWN)
      different.push(`Line ${lines} of the file is ${line ?? 'missing'}, its row ${row ?? 'missing'}.`);
  }
}
