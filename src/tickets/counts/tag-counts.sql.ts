import { plannedEachTime, tenantStatement } from '../../platform/tenancy/statement.js';

// At every moment, for each spelling of a tag: counts + changes = tickets that have it.

/** Of `change`: the spellings that changed, with the keys of their tags. `source` has the columns of `ticket_tag_changes`. */
const spellingsOf = (source: string): string => `
  SELECT ticket_tag_key(name) COLLATE "C" AS tag_key, name, sum(tickets)::integer AS tickets
  FROM (SELECT change.name, change.tickets FROM ${source} AS changes, unnest(changes.names, changes.tickets) AS change (name, tickets)) AS each
  GROUP BY name HAVING sum(tickets) <> 0`;

/** Of `tag`: the tags of `spelling`, with how many tickets the counts say they have, and how many more these are. */
const TAGS_OF_SPELLINGS = `
  SELECT tag_key, more, coalesce((SELECT sum(kept.tickets) FROM ticket_tag_counts kept
    WHERE kept.workspace_id = $1 AND kept.tag_key = changed.tag_key), 0)::integer AS before
  FROM (SELECT tag_key, sum(tickets)::integer AS more FROM spelling GROUP BY tag_key) AS changed`;

/** How many more tags `tag` has than the counts. */
const MORE_TAGS = `(SELECT coalesce(sum((before + more > 0)::integer - (before > 0)::integer), 0)::integer FROM tag)`;

/**
 * Folds changes of tags into their counts, behind the lock of the counts: at most $2 rows, and no further row after $3 tags. Counts
 * that become zero are removed.
 */
export const FOLD_TAGS = tenantStatement(
  'ticket_tags.fold',
  `WITH waiting AS MATERIALIZED (
     SELECT id, sum(tags) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
     FROM (SELECT id, cardinality(names) AS tags FROM ticket_tag_changes WHERE workspace_id = $1 ORDER BY id LIMIT $2) AS limited
   ), taken AS (
     DELETE FROM ticket_tag_changes change
     WHERE change.workspace_id = $1 AND change.id = ANY (ARRAY(SELECT id FROM waiting WHERE coalesce(before, 0) < $3))
     RETURNING change.names, change.tickets
   ), spelling AS MATERIALIZED (${spellingsOf('taken')}
   ), tag AS MATERIALIZED (${TAGS_OF_SPELLINGS}
   ), folded AS MATERIALIZED (
     SELECT spelling.tag_key, spelling.name, spelling.tickets + coalesce(kept.tickets, 0) AS tickets
     FROM spelling LEFT JOIN ticket_tag_counts kept
       ON kept.workspace_id = $1 AND kept.tag_key = spelling.tag_key AND kept.name = spelling.name
   ), gone AS (
     DELETE FROM ticket_tag_counts kept USING folded
     WHERE kept.workspace_id = $1 AND kept.tag_key = folded.tag_key AND kept.name = folded.name AND folded.tickets = 0
   ), kept AS (
     INSERT INTO ticket_tag_counts (workspace_id, tag_key, name, tickets)
     SELECT $1::uuid, tag_key, name, tickets FROM folded WHERE tickets <> 0
     ON CONFLICT (workspace_id, tag_key, name) DO UPDATE SET tickets = excluded.tickets
   ), summed AS (
     UPDATE ticket_counts counts SET tags = counts.tags + ${MORE_TAGS}
     WHERE counts.workspace_id = $1 AND EXISTS (SELECT FROM spelling)
   )
   SELECT NOT EXISTS (SELECT FROM waiting WHERE before >= $3) AND (SELECT count(*) FROM waiting) < $2 AS "isAll"`,
);

/**
 * A page of the tags that tickets have, in the order of their keys: $2 size, $3 offset. Every row has the total and how many changes
 * wait; when the page is empty, there is one row without a tag. A tag is shown in the spelling that most of its tickets have, of
 * several the first by code point. The counts are read in the order of their index, and no further than the page.
 */
export const PAGE_OF_TAGS = plannedEachTime(
  tenantStatement(
    'ticket_tags.page',
    `WITH spelling AS MATERIALIZED (${spellingsOf('(SELECT names, tickets FROM ticket_tag_changes WHERE workspace_id = $1)')}
   ), tag AS MATERIALIZED (${TAGS_OF_SPELLINGS}
   ), total AS (
     SELECT coalesce((SELECT tags FROM ticket_counts WHERE workspace_id = $1), 0) + ${MORE_TAGS} AS "totalRecords",
       (SELECT coalesce(sum(cardinality(names)), 0)::integer FROM ticket_tag_changes WHERE workspace_id = $1) AS "waitingChanges"
   ), page AS (
     SELECT tag_key, tickets FROM (
       (SELECT tag_key, sum(tickets)::integer AS tickets FROM ticket_tag_counts
        WHERE workspace_id = $1 AND tag_key NOT IN (SELECT tag_key FROM tag)
        GROUP BY tag_key ORDER BY tag_key LIMIT $2::bigint + $3::bigint)
       UNION ALL
       SELECT tag_key, before + more FROM tag WHERE before + more > 0) AS each
     ORDER BY tag_key LIMIT $2::bigint OFFSET $3::bigint
   )
   SELECT total."totalRecords", total."waitingChanges", named.name, page.tickets AS "ticketCount"
   FROM total LEFT JOIN page ON true LEFT JOIN LATERAL (
     SELECT name FROM (
       SELECT name, tickets FROM ticket_tag_counts kept WHERE kept.workspace_id = $1 AND kept.tag_key = page.tag_key
       UNION ALL
       SELECT name, tickets FROM spelling WHERE spelling.tag_key = page.tag_key) AS each
     GROUP BY name ORDER BY sum(tickets) DESC, name COLLATE "C" LIMIT 1) AS named ON true
   ORDER BY page.tag_key`,
  ),
);
