import type { INestApplicationContext } from '@nestjs/common';
import { migrations } from '../../app/schema/migrations.js';
import { openServices } from '../../app/services.js';
import { VERSION } from '../../app/version.js';
import { NO_DEADLINE } from '../../kernel/deadline.js';
import { MailQueueModule } from '../../mail/mail-queue.module.js';
import { MailRepository } from '../../mail/queue/mail.repository.js';
import { SmtpSender } from '../../mail/sending/smtp-sender.js';
import { ConfigError } from '../../platform/config/env.js';
import type { DatabaseAccess } from '../../platform/database/database-access.js';
import { pendingMigrations, askedOn, type Asked } from '../../platform/database/role-check.js';
import { sumOfWaiting, type Waiting } from '../../platform/queue/waiting-work.js';
import { StorageCheck } from '../../platform/storage/storage-check.js';
import { tenantScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../../platform/tenancy/workspaces/workspace-directory.js';
import { DueDeliveriesRepository } from '../../webhooks/deliveries/due-deliveries.repository.js';
import { WebhookSecrets } from '../../webhooks/secrets/webhook-secrets.service.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import {
  requireCurrentSchema,
  type DatabaseSession,
  PROMPT_CONNECT,
  withDatabase,
} from '../database-session.js';
import { describeFailure } from '../failure.js';
import { printTable } from '../output/table.js';
import { operatorOf } from '../session.js';

/** Prints the state of each part of the installation. @throws CommandError when a part does not work */
export async function showStatus(terminal: Terminal, { json }: JsonOption): Promise<void> {
  const checks = await checksOf(terminal);
  const wrong = checks.filter(({ state }) => state === 'wrong').map(({ name }) => name);
  if (json)
    terminal.printJson({ healthy: wrong.length === 0, version: VERSION, checks: checks.map(toDocument) });
  else {
    const rows = checks.map(({ name, state, text, waiting }) => [name, state, text + inWords(waiting)]);
    printTable(terminal, ['PART', 'STATE', 'ABOUT'], [['version', 'ok', VERSION], ...rows]);
  }
  if (wrong.length > 0) throw new CommandError(`These parts do not work: ${wrong.join(', ')}.`);
}

async function checksOf(terminal: Terminal): Promise<readonly Check[]> {
  try {
    return await withDatabase(terminal, (session) => inspect(terminal, session));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return [{ name: 'database', state: 'wrong', text: describeFailure(error, terminal.io)[0] ?? '' }];
  }
}

function inWords(waiting: Waiting | undefined): string {
  if (waiting === undefined) return '';
  if (waiting.count === 0) return '; nothing waits';
  return `; ${waiting.count} wait, the oldest for ${Math.round(waiting.oldestSeconds)} s`;
}

function toDocument({ waiting, ...check }: Check): object {
  if (waiting === undefined) return check;
  const { count, oldestSeconds, overdueSeconds } = waiting;
  return { ...check, waiting: { count, oldest_seconds: oldestSeconds, overdue_seconds: overdueSeconds } };
}

/** Describes a part of the installation. A part that nobody has set up is `off`. */
interface Check {
  readonly name: 'database' | 'migrations' | 'storage' | 'mail' | 'webhooks';
  readonly state: 'ok' | 'off' | 'wrong';
  readonly text: string;
  readonly waiting?: Waiting;
}

/** A try that is overdue for so long shows that no service runs that could make it. */
const OVERDUE_SECONDS = 300;

/** Checks every part. Without migrations that the code needs, it stops there. */
async function inspect(terminal: Terminal, session: DatabaseSession): Promise<Check[]> {
  const { access, config, onLeave, connect } = session;
  const asked = askedOn(await connect(access.serviceUrl, 'support-desk status', PROMPT_CONNECT));
  const database = await databaseCheck(asked, access);
  const pending = await pendingMigrations(asked, migrations);
  if (pending.length > 0 && !access.embedded) {
    const text = `${pending.length} have not run: run desk migrate`;
    return [database, { name: 'migrations', state: 'wrong', text }];
  }
  await requireCurrentSchema(asked, session);
  const app = await openServices(access.serviceUrl, config, [MailQueueModule, WebhooksModule]);
  onLeave(() => app.close());
  const operator = operatorOf(terminal.command);
  const directory = app.get(WorkspaceDirectory);
  const [ids, suspended] = await Promise.all([directory.listIds(), directory.suspendedIds()]);
  // The mail and webhooks of a suspended workspace wait, as they should.
  const active = ids.filter((id) => !suspended.has(id));
  const scopes = active.map((id) => tenantScope(id, null, NO_DEADLINE, operator));
  return [
    { ...database, text: `${database.text}, ${ids.length} workspaces` },
    { name: 'migrations', state: 'ok', text: 'all have run' },
    ...(await Promise.all([storageCheck(app), mailCheck(app, scopes), webhooksCheck(app, scopes)])),
  ];
}

async function databaseCheck(asked: Asked, { embedded }: DatabaseAccess): Promise<Check> {
  const [{ version }] = await asked.query<[{ version: string }]>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return { name: 'database', state: 'ok', text: `PostgreSQL ${version}${embedded ? ', embedded' : ''}` };
}

async function storageCheck(app: INestApplicationContext): Promise<Check> {
  const isThere = (await app.get(StorageCheck).state()) === 'ok';
  const text = `files can${isThere ? '' : 'not'} be stored`;
  return { name: 'storage', state: isThere ? 'ok' : 'wrong', text };
}

async function mailCheck(app: INestApplicationContext, scopes: readonly TenantScope[]): Promise<Check> {
  const [sender, rows] = [app.get(SmtpSender), app.get(MailRepository)];
  const waiting = await waitingIn(scopes, (scope) => rows.waiting(scope));
  if (!sender.hasServer) return { name: 'mail', state: 'off', text: 'SMTP_URL is not set', waiting };
  const problem = await sender.check();
  if (problem !== null) return { name: 'mail', state: 'wrong', text: problem, waiting };
  return { name: 'mail', ...stateOf(waiting, 'the mail server answers'), waiting };
}

async function webhooksCheck(app: INestApplicationContext, scopes: readonly TenantScope[]): Promise<Check> {
  const rows = app.get(DueDeliveriesRepository);
  const waiting = await waitingIn(scopes, (scope) => rows.waiting(scope));
  if (!app.get(WebhookSecrets).areKept)
    return { name: 'webhooks', state: 'off', text: 'SECRETS_KEY is not set', waiting };
  return { name: 'webhooks', ...stateOf(waiting, 'SECRETS_KEY is set'), waiting };
}

function stateOf({ overdueSeconds }: Waiting, text: string): Pick<Check, 'state' | 'text'> {
  return overdueSeconds > OVERDUE_SECONDS
    ? { state: 'wrong', text: `nothing was sent for ${Math.round(overdueSeconds)} s` }
    : { state: 'ok', text };
}

async function waitingIn(
  scopes: readonly TenantScope[],
  read: (scope: TenantScope) => Promise<Waiting>,
): Promise<Waiting> {
  const all: Waiting[] = [];
  for (const scope of scopes) all.push(await read(scope));
  return sumOfWaiting(all);
}
