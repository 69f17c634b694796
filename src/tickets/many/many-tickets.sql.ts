import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import { eachTicket, idsNamedBy, LOCK_TIMES, LOCKED } from '../read/named-tickets.sql.js';
import { columnsOfTicket, PEOPLE } from '../read/ticket.sql.js';
import { STORED_TICKET } from '../write/ticket-writer.sql.js';

/** Locks tickets, named by ids as $2 and numbers as $3, always in one order. */
const lockInOrder = (name: string, columns: string, lock = LOCKED): Statement =>
  tenantStatement(name, eachTicket(idsNamedBy('$2', '$3'), columns, { lock }));

export const LOCK_NAMED = lockInOrder('tickets.lock_named', 't.id');

/** Locks several tickets as `LOCK` does one, and reads them. When somebody else has locked one of them, it fails at once. */
export const LOCK_SEVERAL = lockInOrder(
  'tickets.lock_several',
  `${STORED_TICKET}, ${VOCABULARY_VERSION}, ${LOCK_TIMES}`,
  `${LOCKED} NOWAIT`,
);

/** Reads several rows as `FIND_BY_ID` does one, whatever the length of their texts. */
export const FIND_SEVERAL = tenantStatement(
  'tickets.find_several',
  eachTicket(idsNamedBy('$2', '$3'), `${columnsOfTicket('true')}, ${VOCABULARY_VERSION}`, { people: PEOPLE }),
);

/**
 * Keeps members as they are until the unit of work ends: takes folded addresses as $2 and ids as $3, and ids as $4 and numbers as $5 of
 * tickets, for their assignees.
 */
const holdMembers = (name: string, lock: string): Statement =>
  tenantStatement(
    name,
    `SELECT m.id, m.email_key AS "emailKey", m.removed_at IS NOT NULL AS "isRemoved" FROM team_members m
   WHERE m.workspace_id = $1 AND (m.email_key = ANY ($2::text[]) OR m.id = ANY ($3::uuid[]) OR m.id IN (
     ${eachTicket(idsNamedBy('$4', '$5'), 't.assignee_id')}))
   ORDER BY m.id FOR KEY SHARE OF m${lock}`,
  );

export const HOLD_MEMBERS = holdMembers('tickets.hold_members', '');

/** Keeps members as `HOLD_MEMBERS` does. When somebody else has locked one of them, it fails at once. */
export const HOLD_FREE_MEMBERS = holdMembers('tickets.hold_free_members', ' NOWAIT');
