import { ticketFacts } from '../../events/audit.sql.js';
import { isOfNotes, SHOWN_ACTIONS } from '../../events/feed/event-types.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';

/** Selects the webhooks of a condition with their filters, whose tags have the form by which tickets are found. */
export const listening = (which: string): string => `
     SELECT w.id, w.types, w.begins_after, w.include_notes, w.include_silent, w.filter,
       ARRAY(SELECT ticket_tag_key(tag) FROM jsonb_array_elements_text(w.filter -> 'tag') AS tag) AS tag_keys
     FROM webhooks w WHERE w.workspace_id = $1 AND ${which}`;

/** Tells in one row what the filters of `listening` look at, so that nothing else is looked up. */
export const ASKED = `
     SELECT count(filter) > 0 AS tickets, count(filter -> 'tag') > 0 AS tags, count(filter -> 'company_id') > 0 AS companies,
       count(filter -> 'mentions') > 0 AS mentions
     FROM listening`;

/** SQL for the id of the ticket of the entry `e`. A cluster takes no `CASE value WHEN` in a write. */
const TICKET_ID = `CASE WHEN e.subject_type = 'ticket' THEN e.subject_id
         WHEN e.subject_type = 'inbound_email' THEN (e.after #>> '{ticket,id}')::uuid END`;

/** SQL for the company of the customer then: the one before its first later change, or that of this moment. */
const COMPANY = `(
         SELECT was.id FROM (
           (SELECT 1 AS place, l.before ->> 'company_id' AS id FROM audit_entries l
            WHERE l.workspace_id = $1 AND l.subject_id = customer.id AND l.at > e.at
              AND jsonb_exists(l.before, 'company_id') ORDER BY l.at LIMIT 1)
           UNION ALL
           SELECT 2, c.company_id::text FROM customers c
           WHERE c.workspace_id = $1 AND c.id = customer.id) AS was
         ORDER BY was.place LIMIT 1)`;

const NOTES = SHOWN_ACTIONS.filter(isOfNotes)
  .map((action) => `'${action}'`)
  .join(', ');

/** The columns that filters look at, of the entry `e` beside `asked` and `told`. */
export const LOOKED_AT_COLUMNS = `told.ticket,
       CASE WHEN asked.tags THEN
         ARRAY(SELECT ticket_tag_key(tag) FROM jsonb_array_elements_text(told.ticket -> 'tags') AS tag) END AS tag_keys,
       CASE WHEN asked.companies THEN ${COMPANY} END AS company_id,
       CASE WHEN asked.mentions AND e.action IN (${NOTES}) THEN
         ARRAY(SELECT mention ->> 'id' FROM jsonb_array_elements(e.after -> 'mentions') AS mention) END AS mentions`;

/**
 * Joins what the columns come from to the entry `e`: the ticket as the event left it. An older version did not store that ticket, and may
 * still write entries while it is being replaced; for such an entry, it is the ticket of this moment. Ids are read before they are looked up
 * (choice 5).
 */
export const TOLD = `CROSS JOIN asked
     CROSS JOIN LATERAL (SELECT ${TICKET_ID} AS id OFFSET 0) AS named
     CROSS JOIN LATERAL (
       SELECT CASE WHEN asked.tickets THEN coalesce(e.ticket, ${ticketFacts('named.id')}) END AS ticket OFFSET 0) AS told
     CROSS JOIN LATERAL (SELECT (told.ticket ->> 'customer')::uuid AS id OFFSET 0) AS customer`;

const inList = (name: string, value: string): string =>
  `(NOT jsonb_exists(w.filter, '${name}') OR jsonb_exists(w.filter -> '${name}', ${value}))`;

/** SQL that tells whether the filter of the webhook `w` lets `event` pass: its ticket is in all lists that are named. */
export const PASSES = `(w.filter IS NULL OR event.ticket IS NOT NULL
         AND ${inList('status', `event.ticket ->> 'status'`)} AND ${inList('group', `event.ticket ->> 'group'`)}
         AND ${inList('priority', `event.ticket ->> 'priority'`)} AND ${inList('channel', `event.ticket ->> 'channel'`)}
         AND ${inList('category', `coalesce(event.ticket ->> 'category', '${NO_CATEGORY}')`)}
         AND ${inList('company_id', 'event.company_id')}
         AND (NOT jsonb_exists(w.filter, 'tag') OR event.tag_keys && w.tag_keys)
         AND (NOT jsonb_exists(w.filter, 'mentions') OR jsonb_exists_any(w.filter -> 'mentions', event.mentions)))`;
