import { addStatement } from '../../events/audit.sql.js';

/** The terms with addresses of people instead of their ids: the primary one of a customer. */
const addressed = (terms: string): string => `${terms} || coalesce((
  SELECT jsonb_object_agg(term.key, CASE term.key
    WHEN 'email' THEN
      (SELECT to_jsonb(a.email) FROM customer_emails a
       WHERE a.workspace_id = $1 AND a.customer_id = (term.value #>> '{}')::uuid AND a.is_primary)
    ELSE (SELECT to_jsonb(m.email) FROM team_members m WHERE m.workspace_id = $1 AND m.id = (term.value #>> '{}')::uuid) END)
  FROM jsonb_each(${terms}) AS term WHERE term.key IN ('email', 'assignee_email')), '{}')`;

/** As `ADD` of all entries, for entries that name people by their ids. */
export const ADD_NAMING_PEOPLE = addStatement('tickets.add_audit_entries', addressed);

/** The number that the ticket was given by a statement before. */
const NUMBER = 'SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id';

/** The same for tickets that were added in the same unit of work. The terms get their numbers. */
export const ADD_CREATED = addStatement(
  'tickets.add_creation_entries',
  (terms) => `${addressed(terms)} || jsonb_build_object('number', (${NUMBER}))`,
  `(${NUMBER})`,
);
