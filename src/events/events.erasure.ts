import { ERASED_AT_ONCE, type TableErasure } from '../platform/features/erasure.js';

const kept = (terms: string): string =>
  `${terms} - ARRAY(SELECT term FROM jsonb_object_keys(${terms}) AS term WHERE term <> ALL ($4::text[]))`;

/**
 * Erases a batch of entries written since $2: those about the things $3, and all others about customers and tickets in which one of the
 * addresses $5 (folded, as JSON) is a value, or whose terms have the customer's id $6 (as JSON). They keep the terms $4, and their tickets
 * no tags.
 */
const ERASE = `UPDATE audit_entries SET before = ${kept('before')}, after = ${kept('after')}, ticket = ticket - 'tags'
    WHERE workspace_id = $1 AND at >= $2::timestamptz AND (at, id) > ($7::timestamptz, $8::uuid)
      AND ($9::timestamptz IS NULL OR (at, id) <= ($9::timestamptz, $10::uuid)) AND subject_type IN ('customer', 'ticket')
      AND (subject_id = ANY ($3::uuid[]) OR strpos(coalesce(before::text, '') || coalesce(after::text, ''), $6::text) > 0 OR EXISTS (SELECT FROM unnest($5::text[]) AS own (address)
        WHERE strpos(lower(normalize(coalesce(before::text, '') || coalesce(after::text, '') || coalesce(ticket::text, ''), NFC)), own.address) > 0))
      AND (before, after, ticket) IS DISTINCT FROM (${kept('before')}, ${kept('after')}, ticket - 'tags') RETURNING id`;

const LAST = `SELECT at::text, id FROM audit_entries
    WHERE workspace_id = $1 AND at >= $2::timestamptz AND (at, id) > ($3::timestamptz, $4::uuid)
    ORDER BY at, id OFFSET ${ERASED_AT_ONCE - 1} LIMIT 1`;

/** A kept reply, which names the same things, may have begun a little before its entry. */
const OLDER = `SELECT id FROM audit_entries
    WHERE workspace_id = $1 AND subject_id = ANY ($2::uuid[]) AND at < $3::timestamptz + interval '1 minute' LIMIT 1`;

export const ENTRIES: TableErasure = {
  older: OLDER,
  steps: [
    {
      page: "audit trail, and the events of the feed | all words of entries about the customer and its tickets, and of other tickets' entries that have its id or one of its addresses as a value | the entries, with time, actor and position; status, priority, category, group, assignee and date due",
      erase: ({ since, things, keptTerms, addresses, id }, from, to) => {
        const values = addresses.map((address) => JSON.stringify(address));
        return [ERASE, since, things, keptTerms, values, JSON.stringify(id), ...from, ...to];
      },
      batches: {
        from: ['-infinity', '00000000-0000-0000-0000-000000000000'],
        end: ({ since }, from) => [LAST, since, ...from],
      },
    },
  ],
};
