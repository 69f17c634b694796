import { deletedBy, type TableErasure } from '../platform/features/erasure.js';
import { NEXT_MOMENT } from '../platform/tenancy/statement.js';

/** Erases the customer $2, but for its id and dates. It gets the address $3, because each customer needs one. */
const ERASE = `UPDATE customers SET first_name = NULL, last_name = NULL, language = NULL, time_zone = NULL, description = NULL,
      company_id = NULL, primary_email = $3::text, phones = '{}', updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
    WHERE workspace_id = $1 AND id = $2::uuid RETURNING id`;

const ADD_ADDRESS = `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
    VALUES ($1, $3::text, $2::uuid, $3::text, true, 0)`;

const EMAILS_PAGE = 'the customer | addresses | the address `<id>@erased.invalid`, which belongs to nobody';

export const CUSTOMERS: TableErasure = {
  steps: [
    {
      page: 'the customer | names, language, time zone, description, company | its id and dates',
      tells: 'customer.updated',
      erase: ({ id, newAddress }) => [ERASE, id, newAddress],
    },
  ],
};

export const EMAILS: TableErasure = {
  steps: [
    deletedBy('customer_emails', EMAILS_PAGE),
    {
      page: EMAILS_PAGE,
      erase: ({ id, newAddress }) => [ADD_ADDRESS, id, newAddress],
    },
  ],
};

export const PHONES: TableErasure = { steps: [deletedBy('customer_phones', 'the customer | phones')] };
export const LINKS: TableErasure = { steps: [deletedBy('customer_links', 'the customer | links')] };
