/**
 * SQL for the ids of tickets that are named by ids and by numbers, in one order. Here and in what follows, each ticket is looked up by
 * itself: where most workspaces are small, the plan of `id = ANY (...) OR ...` reads all tickets of a large one.
 */
export const idsNamedBy = (ids: string, numbers: string): string => `(
     SELECT asked.id FROM unnest(${ids}::uuid[]) AS asked (id)
     UNION SELECT found.id FROM unnest(${numbers}::integer[]) AS asked (number) CROSS JOIN LATERAL (
       SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.number = asked.number LIMIT 1) AS found
     ORDER BY id)`;

/** SQL that reads columns of the tickets `t` with the ids of a subquery. A `lock` is taken in the order of the ids. */
export const eachTicket = (ids: string, columns: string, { people = '', lock = 'LIMIT 1' } = {}): string =>
  `SELECT found.* FROM ${ids} AS named (id) CROSS JOIN LATERAL (
     SELECT ${columns} FROM tickets t ${people} WHERE t.workspace_id = $1 AND t.id = named.id ${lock}) AS found`;

/** SQL for the ids of a list in one order, for locks: two statements that lock in it never wait for each other in a circle. */
export const inOrder = (ids: string): string =>
  `(SELECT DISTINCT asked.id FROM unnest(${ids}) AS asked (id) ORDER BY asked.id)`;

const CLOCK = 'clock_timestamp()';
const AFTER_LAST_UPDATE = `greatest(${CLOCK}, t.updated_at + interval '1 ms')`;

/**
 * SQL for the times of a change of a locked ticket `t`. `now` is for `updated_at`: it is later than the last update, also when that lies ahead
 * of the clock. `time` judges dates, and dates comments. It is the same, so that comments that come at once follow each other, unless the
 * last update lies ahead by a second: then it is that of the clock.
 */
export const LOCK_TIMES = `CASE WHEN t.updated_at < ${CLOCK} + interval '1 second' THEN ${AFTER_LAST_UPDATE} ELSE ${CLOCK} END AS time,
   ${AFTER_LAST_UPDATE} AS now`;

/** Keeps a locked ticket as it is, but for its key. */
export const LOCKED = 'FOR NO KEY UPDATE OF t';
