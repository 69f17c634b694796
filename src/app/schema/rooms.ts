import { attachmentsSchema } from '../../attachments/attachments.schema.js';
import { apiKeysSchema } from '../../auth/api-keys.schema.js';
import { conversationsSchema } from '../../conversations/conversations.schema.js';
import { customersSchema } from '../../customers/customers.schema.js';
import { eventsSchema } from '../../events/events.schema.js';
import { fieldsSchema } from '../../fields/fields.schema.js';
import { formsSchema } from '../../forms/forms.schema.js';
import { mailSchema } from '../../mail/mail.schema.js';
import { READ, type RoomSchema, type TableUse } from '../../platform/database/schema.js';
import { idempotencySchema } from '../../platform/idempotency/idempotency.schema.js';
import { rateLimitsSchema } from '../../platform/limits/rate-limits.schema.js';
import { workspacesSchema } from '../../platform/tenancy/workspaces/workspaces.schema.js';
import { teamMembersSchema } from '../../team-members/team-members.schema.js';
import { ticketCountsSchema } from '../../tickets/ticket-counts.schema.js';
import { ticketsSchema } from '../../tickets/tickets.schema.js';
import { vocabularySchema } from '../../vocabulary/vocabulary.schema.js';
import { webFormsSchema } from '../../web-forms/web-forms.schema.js';
import { webhooksSchema } from '../../webhooks/webhooks.schema.js';

/** The schema of every room. A table stands behind those that its foreign keys name. */
export const rooms: readonly RoomSchema[] = [
  workspacesSchema,
  apiKeysSchema,
  rateLimitsSchema,
  idempotencySchema,
  eventsSchema,
  vocabularySchema,
  fieldsSchema,
  formsSchema,
  webFormsSchema,
  teamMembersSchema,
  customersSchema,
  ticketsSchema,
  ticketCountsSchema,
  attachmentsSchema,
  conversationsSchema,
  webhooksSchema,
  mailSchema,
];

/** The tables that rooms without a schema of their own read. */
export const GUESTS: readonly TableUse[] = [{ room: 'workspaces', reads: ['workspaces'] }];

/** The rights of the service's role, by table or view. */
export const RIGHTS: Readonly<Record<string, string>> = Object.assign(
  { schema_migrations: READ },
  ...rooms.map(({ rights }) => rights),
) as Record<string, string>;
