import { deletedBy, type TableErasure } from '../platform/features/erasure.js';

/** Takes the addresses $2 (folded) out of mails about tickets of others. */
const ERASE_ADDRESSES = `UPDATE mails m SET answer = NULL, refusal = CASE WHEN m.refusal IS NOT NULL THEN 'refused for good' END,
      left_to = CASE WHEN m.left_to IS NOT NULL THEN
        ARRAY(SELECT one FROM unnest(m.left_to) AS one WHERE lower(normalize(one, NFC)) <> ALL ($2::text[])) END
    WHERE m.workspace_id = $1 AND EXISTS (
      SELECT FROM unnest(m.left_to || ARRAY[m.answer, m.refusal]) AS said (text), unnest($2::text[]) AS own (address)
      WHERE strpos(lower(normalize(said.text, NFC)), own.address) > 0)
    RETURNING 1`;

export const MAILS: TableErasure = {
  steps: [
    deletedBy(
      'mails',
      'mails that wait, were sent or have failed | those of its tickets, and invitations to it | the others',
      `(customer_id = $2::uuid
        OR ticket_id IN (SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.customer_id = $2::uuid)
        OR email_key IN (SELECT e.email_key FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = $2::uuid))`,
    ),
    {
      page: 'mails that wait, were sent or have failed | in those of other tickets its addresses, and answers of the mail server that name them',
      erase: ({ addresses }) => [ERASE_ADDRESSES, addresses],
    },
  ],
};
