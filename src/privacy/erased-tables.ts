/** Says what `customers erase` erases in a table of workspaces, or why nothing of a customer is there. */
export type Erasure = { readonly erased: string } | { readonly nothing: string };

const BY_TRIGGER = { erased: 'what was found by the tags and values of the tickets, by a trigger' } as const;
const BY_FOLDING = { erased: 'tags that no ticket has any more, when their changes are folded' } as const;
const OF_THE_DESK = { nothing: 'words of the desk, the same for all customers' } as const;
const OF_MEMBERS = { nothing: 'people of the desk' } as const;
const NUMBERS = { nothing: 'numbers, dates and ids' } as const;
const OF_PROGRAMS = { nothing: 'what operators and programs have' } as const;

/** Every table of workspaces. A contract test fails for one that is not here. `workspace delete` finds them all by itself. */
export const ERASED_TABLES: Readonly<Record<string, Erasure>> = {
  api_key_members: OF_PROGRAMS,
  api_key_uses: OF_PROGRAMS,
  api_keys: OF_PROGRAMS,
  attachments: {
    erased:
      'all rows of tickets of the customer, and of its comments and drafts on tickets of others; then their files',
  },
  audit_entries: { erased: 'the words of entries about the customer and its tickets; the entries stay' },
  comment_drafts: { erased: 'drafts for tickets of the customer, and drafts in its name' },
  comment_mentions: OF_MEMBERS,
  comments: {
    erased:
      'the words of all comments on its tickets, and of its comments on tickets of others; author, type and dates stay',
  },
  companies: { nothing: 'companies; that the customer belonged to one is erased' },
  customer_count_changes: NUMBERS,
  customer_counts: NUMBERS,
  customer_emails: { erased: 'all rows; one address that belongs to nobody takes their place' },
  customer_links: { erased: 'all rows' },
  customer_phones: { erased: 'all rows' },
  customers: { erased: 'everything but id and dates' },
  deleted_ticket_fields: NUMBERS,
  event_readers: NUMBERS,
  event_streams: NUMBERS,
  form_counts: { nothing: 'digests of addresses, which the service removes within two hours' },
  form_fields: OF_THE_DESK,
  form_submissions: {
    nothing: 'ids, and digests of what was sent, which the service removes within four hours',
  },
  forms: OF_THE_DESK,
  groups: OF_THE_DESK,
  idempotency_keys: { erased: 'kept replies that show the customer or one of its tickets' },
  mails: {
    erased:
      'all rows of tickets of the customer and of invitations to it, and its addresses in those of others',
  },
  team_member_groups: OF_MEMBERS,
  team_members: OF_MEMBERS,
  ticket_categories: OF_THE_DESK,
  ticket_count_changes: NUMBERS,
  ticket_count_chunks: NUMBERS,
  ticket_counters: NUMBERS,
  ticket_counts: NUMBERS,
  ticket_field_options: OF_THE_DESK,
  ticket_fields: OF_THE_DESK,
  ticket_statuses: OF_THE_DESK,
  ticket_tag_changes: BY_FOLDING,
  ticket_tag_counts: BY_FOLDING,
  ticket_tag_index: BY_TRIGGER,
  ticket_value_index: BY_TRIGGER,
  tickets: {
    erased:
      'subject, description, tags, field values, external id, source and participants; in tickets of others the customer as a participant',
  },
  vocabulary_versions: NUMBERS,
  webhook_deliveries: NUMBERS,
  webhook_secrets: OF_PROGRAMS,
  webhook_tries: { erased: 'what receivers answered to events about the customer and its tickets' },
  webhooks: OF_PROGRAMS,
};
