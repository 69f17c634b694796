import '../features.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ShardedFunction } from '../../platform/database/trigger-function.js';
import { attachmentsSchema } from '../../attachments/attachments.schema.js';
import { UploadedBy1764300003000 } from '../../attachments/uploaded-by.migration.js';
import { apiKeysSchema } from '../../auth/api-keys.schema.js';
import {
  CheckedNotes1764200003000,
  NotesOfCustomers1764200002000,
} from '../../conversations/notes-of-customers.migration.js';
import { CustomerSessions1764300000000 } from '../../auth/sessions/customer-sessions.migration.js';
import { ProvenAuthors1764200001000 } from '../../conversations/proven-authors.migration.js';
import { conversationsSchema } from '../../conversations/conversations.schema.js';
import { customersSchema } from '../../customers/customers.schema.js';
import { eventsSchema } from '../../events/events.schema.js';
import { TicketOfEvent1764300010000 } from '../../events/ticket-of-event.migration.js';
import { fieldsSchema } from '../../fields/fields.schema.js';
import { formsSchema } from '../../forms/forms.schema.js';
import { mailInSchema } from '../../mail-in/mail-in.schema.js';
import { mailSchema } from '../../mail/mail.schema.js';
import { mailboxesSchema } from '../../mailboxes/mailboxes.schema.js';
import { Moments1764200031000 } from '../../moments/moments.migration.js';
import { runStatements, type SchemaStatements } from '../../platform/database/schema.js';
import { declaredFeatures } from '../../platform/features/facts.js';
import { FollowUpSettings1764200029000 } from '../../platform/tenancy/workspaces/follow-up-settings.migration.js';
import { WorkspaceSettings1764200000000 } from '../../platform/tenancy/workspaces/workspace-settings.migration.js';
import { platformSchema } from '../../platform/platform.schema.js';
import { privacySchema } from '../../privacy/privacy.schema.js';
import { reportsSchema } from '../../reports/reports.schema.js';
import { searchSchema } from '../../search/search.schema.js';
import { teamMembersSchema } from '../../team-members/team-members.schema.js';
import { ChangedValues1764300012000 } from '../../tickets/changed-values.migration.js';
import { FollowUp1764200030000, TicketDates1764200032000 } from '../../tickets/follow-up.migration.js';
import {
  indexParticipants,
  KnownTicketParticipants1764300002000,
  TicketParticipants1764300001000,
} from '../../tickets/ticket-participants.migration.js';
import { ticketCountsSchema, ticketsSchema } from '../../tickets/tickets.schema.js';
import { DueMoments1764200033000 } from './due-moments.migration.js';
import { forgottenRows, ReplacedKeys1764300013000 } from './replaced-keys.migration.js';
import { vocabularySchema } from '../../vocabulary/vocabulary.schema.js';
import { WebhookFilter1764300011000 } from '../../webhooks/webhook-filter.migration.js';
import { webhooksSchema } from '../../webhooks/webhooks.schema.js';

/** The statements that make the tables of all rooms. A table comes after those that its foreign keys name. */
const schema: SchemaStatements = [
  ...platformSchema,
  ...apiKeysSchema,
  ...eventsSchema,
  ...vocabularySchema,
  ...fieldsSchema,
  ...formsSchema,
  ...teamMembersSchema,
  ...customersSchema,
  ...ticketsSchema,
  ...ticketCountsSchema,
  ...attachmentsSchema,
  ...conversationsSchema,
  ...searchSchema,
  ...webhooksSchema,
  ...mailSchema,
  ...mailInSchema,
  ...mailboxesSchema,
  ...reportsSchema,
  ...privacySchema,
];

const FULL = 'SELECT, INSERT, UPDATE, DELETE';

/** The rights of the service's role, by table or view. */
export const RIGHTS: Readonly<Record<string, string>> = Object.fromEntries(
  declaredFeatures()
    .flatMap(({ tables = {} }) => Object.entries(tables))
    .map(([table, { rights }]) => [table, rights === 'all' ? FULL : rights]),
);

/** The functions that the service's role may call, with the types of their arguments. */
export const FUNCTIONS: readonly string[] = declaredFeatures().flatMap(({ functions = [] }) => functions);

/** Makes the schema of all rooms in an empty database. */
export class InitialSchema1764000000000 implements MigrationInterface {
  name = 'InitialSchema1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runStatements(queryRunner, schema);
  }

  /** @throws Error always: before this migration there was only an empty database */
  down(): Promise<void> {
    return Promise.reject(new Error('The initial schema cannot be taken back: drop the database instead.'));
  }
}

/** All migrations, oldest first. */
export const migrations = [
  InitialSchema1764000000000,
  WorkspaceSettings1764200000000,
  ProvenAuthors1764200001000,
  NotesOfCustomers1764200002000,
  CheckedNotes1764200003000,
  FollowUpSettings1764200029000,
  FollowUp1764200030000,
  Moments1764200031000,
  TicketDates1764200032000,
  DueMoments1764200033000,
  CustomerSessions1764300000000,
  TicketParticipants1764300001000,
  KnownTicketParticipants1764300002000,
  UploadedBy1764300003000,
  TicketOfEvent1764300010000,
  WebhookFilter1764300011000,
  ChangedValues1764300012000,
  ReplacedKeys1764300013000,
];

/** The functions of all migrations that shards need in another form, each as the last migration makes it. */
export const shardedFunctions = [
  ...[...schema, ...forgottenRows].filter((one) => one instanceof ShardedFunction),
  indexParticipants,
];
