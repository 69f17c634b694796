import '../features.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loaded } from '../loaded.js';
import { ShardedFunction } from '../../platform/database/trigger-function.js';
import { attachmentsSchema } from '../../attachments/attachments.schema.js';
import { apiKeysSchema } from '../../auth/api-keys.schema.js';
import { conversationsSchema } from '../../conversations/conversations.schema.js';
import { customersSchema } from '../../customers/customers.schema.js';
import { eventsSchema } from '../../events/events.schema.js';
import { fieldsSchema } from '../../fields/fields.schema.js';
import { formsSchema } from '../../forms/forms.schema.js';
import { mailInSchema } from '../../mail-in/mail-in.schema.js';
import { mailSchema } from '../../mail/mail.schema.js';
import { mailboxesSchema } from '../../mailboxes/mailboxes.schema.js';
import { runStatements, type SchemaStatements } from '../../platform/database/schema.js';
import { declaredFeatures } from '../../platform/features/facts.js';
import { platformSchema } from '../../platform/platform.schema.js';
import { privacySchema } from '../../privacy/privacy.schema.js';
import { reportsSchema } from '../../reports/reports.schema.js';
import { searchSchema } from '../../search/search.schema.js';
import { teamMembersSchema } from '../../team-members/team-members.schema.js';
import { ticketCountsSchema, ticketsSchema } from '../../tickets/tickets.schema.js';
import { DueMoments1764200033000 } from './due-moments.migration.js';
import { forgottenRows, ReplacedKeys1764300013000 } from './replaced-keys.migration.js';
import { vocabularySchema } from '../../vocabulary/vocabulary.schema.js';
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

const ofRooms = await loaded('migrations');

type Migration = new () => MigrationInterface;

const isMigration = (one: unknown): one is Migration =>
  typeof one === 'function' && 'up' in (one.prototype as object);

/** The digits at the end of the name of a migration. */
const momentOf = ({ name }: Migration): number => Number(/\d+$/.exec(name)?.[0]);

/** All migrations, oldest first. */
export const migrations = [
  ...[InitialSchema1764000000000, DueMoments1764200033000, ReplacedKeys1764300013000],
  ...ofRooms.filter(isMigration),
].sort((one, other) => momentOf(one) - momentOf(other));

/** The functions of all migrations that shards need in another form, each as the last migration makes it. */
export const shardedFunctions = [...schema, ...forgottenRows, ...ofRooms].filter(
  (one) => one instanceof ShardedFunction,
);
