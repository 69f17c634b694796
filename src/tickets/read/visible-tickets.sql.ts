import type { CustomerId } from '../../kernel/ids.js';

/** A customer who may see tickets, and whether those of customers of the same company are among them [rule 30]. */
export interface VisibleTo {
  readonly customerId: CustomerId;
  readonly seesCompany: boolean;
}

/**
 * SQL for the ids of all tickets of a customer: those raised, those with the customer as a participant, and those of the company. The
 * addresses and the company are looked up once, and not for each ticket.
 */
const ticketsOf = (customer: string, seesCompany: string): string => `
    SELECT own.id FROM tickets own WHERE own.workspace_id = $1 AND own.customer_id = ${customer}::uuid
    UNION ALL
    SELECT i.ticket_id FROM ticket_participant_index i WHERE i.workspace_id = $1 AND i.email_key = ANY (ARRAY(
      SELECT unnest(ARRAY[e.email_key, ticket_tag_key(e.email)]) FROM customer_emails e
      WHERE e.workspace_id = $1 AND e.customer_id = ${customer}::uuid))
    UNION ALL
    SELECT theirs.id FROM customers c JOIN tickets theirs ON theirs.workspace_id = $1 AND theirs.customer_id = c.id
    WHERE c.workspace_id = $1 AND c.company_id = (
      SELECT me.company_id FROM customers me WHERE me.workspace_id = $1 AND me.id = ${customer}::uuid AND ${seesCompany}::boolean)`;

/**
 * SQL for the one rule of what a session may see, about the ticket `t`: it is a ticket of the customer, and so is the ticket into which it was
 * merged. Reads, lists, search, files and events of customers all ask by it [rule 30].
 */
const rule = (isTheirs: (ticket: string) => string): string =>
  `${isTheirs('t.id')} AND (t.merged_into_id IS NULL OR ${isTheirs('t.merged_into_id')})`;

/** The rule for many tickets, in a statement that has `theirTickets`. */
export const IS_VISIBLE = rule((ticket) => `${ticket} IN (SELECT id FROM theirs)`);

/** SQL for a part of WITH: the tickets of which those of `IS_VISIBLE` are some. `customer` and `seesCompany` name parameters. */
export const theirTickets = (customer: string, seesCompany: string): string =>
  `theirs AS MATERIALIZED (${ticketsOf(customer, seesCompany)})`;

/** The rule for a few tickets. Each is looked up by its id, so that one plan suits customers with any number of tickets. */
export const isVisible = (customer: string, seesCompany: string): string =>
  rule(
    (ticket) =>
      `(SELECT true FROM (${ticketsOf(customer, seesCompany)}) theirs WHERE theirs.id = ${ticket} LIMIT 1)`,
  );
