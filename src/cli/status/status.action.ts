import { migrations } from '../../app/schema/migrations.js';
import { VERSION } from '../../app/version.js';
import { counted } from '../../kernel/text.js';
import { WAITING as WAITING_MAILS } from '../../mail/queue/mail.sql.js';
import { ConfigError, type Config } from '../../platform/config/env.js';
import type { DatabaseAccess } from '../../platform/database/database-access.js';
import { pendingMigrations, askedOn, type Asked } from '../../platform/database/role-check.js';
import { missingCorrections, serverVersion } from '../../platform/database/server-version.js';
import { sumOfWaiting, type Waiting } from '../../platform/queue/waiting-work.js';
import { storageOf } from '../../platform/storage/open-storage.js';
import { failureOf } from '../../platform/storage/storage-failure.js';
import { glancing } from '../../platform/tenancy/glance.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import { WAITING as WAITING_DELIVERIES } from '../../webhooks/deliveries/delivery.sql.js';
import { listWorkspaces } from '../../workspaces/workspace-list.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import {
  requireCurrentSchema,
  type DatabaseSession,
  PROMPT_CONNECT,
  withDatabase,
} from '../database-session.js';
import { describeFailure } from '../failure.js';
import { printTable } from '../output/table.js';

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
    return await withDatabase(terminal, (session) => inspect(session));
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

/** A try that is overdue for this time shows that no service runs that could make it. */
const OVERDUE_SECONDS = 300;

/** Checks every part. Without migrations that the code needs, it stops there. */
async function inspect(session: DatabaseSession): Promise<Check[]> {
  const { access, config, connect } = session;
  const client = await connect(access.serviceUrl, 'support-desk status', PROMPT_CONNECT);
  const asked = askedOn(client);
  const database = await databaseCheck(asked, access);
  const pending = await pendingMigrations(asked, migrations);
  if (pending.length > 0 && !access.embedded) {
    const text = `${pending.length} have not run: run desk migrate`;
    return [database, { name: 'migrations', state: 'wrong', text }];
  }
  await requireCurrentSchema(asked, session);
  const workspaces = await listWorkspaces(asked);
  // The mail and webhooks of a suspended workspace wait, as they should.
  const active = workspaces.filter(({ suspendedAt }) => suspendedAt === null);
  const waiting = async (statement: Statement): Promise<Waiting> => {
    const all: Waiting[] = [];
    for (const { id: workspaceId } of active)
      all.push(
        ...(await glancing(client, { workspaceId, engine: config.engine }, (glance) =>
          glance<Waiting>(statement),
        )),
      );
    return sumOfWaiting(all);
  };
  const count = counted(workspaces.length, 'workspace');
  return [
    { ...database, text: `${database.text}, ${count}${warningOf(await serverVersion(asked), access)}` },
    { name: 'migrations', state: 'ok', text: 'all have run' },
    await storageCheck(config),
    await mailCheck(config, await waiting(WAITING_MAILS)),
    webhooksCheck(config, await waiting(WAITING_DELIVERIES)),
  ];
}

async function databaseCheck(asked: Asked, { embedded }: DatabaseAccess): Promise<Check> {
  const [{ version }] = await asked.query<[{ version: string }]>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return { name: 'database', state: 'ok', text: `PostgreSQL ${version}${embedded ? ', embedded' : ''}` };
}

/** Warns of a server that lacks corrections. Of the embedded one there is no newer build. */
function warningOf(version: number, { embedded }: DatabaseAccess): string {
  const missing = missingCorrections(version);
  if (missing === null) return '';
  return embedded
    ? '; it is for trying out and pipelines, and lacks security corrections'
    : `; it ${missing}`;
}

async function storageCheck(config: Config): Promise<Check> {
  const isThere = (await failureOf(await storageOf(config))) === null;
  const text = `files can${isThere ? '' : 'not'} be stored`;
  return { name: 'storage', state: isThere ? 'ok' : 'wrong', text };
}

async function mailCheck(config: Config, waiting: Waiting): Promise<Check> {
  if (config.smtp === undefined) return { name: 'mail', state: 'off', text: 'SMTP_URL is not set', waiting };
  const { SmtpSender } = await import('../../mail/sending/smtp-sender.js');
  const problem = await new SmtpSender(config).check();
  if (problem !== null) return { name: 'mail', state: 'wrong', text: problem, waiting };
  return { name: 'mail', ...stateOf(waiting, 'the mail server answers'), waiting };
}

function webhooksCheck({ secretsKeys }: Config, waiting: Waiting): Check {
  if (secretsKeys.length === 0)
    return { name: 'webhooks', state: 'off', text: 'SECRETS_KEY is not set', waiting };
  return { name: 'webhooks', ...stateOf(waiting, 'SECRETS_KEY is set'), waiting };
}

function stateOf({ overdueSeconds }: Waiting, text: string): Pick<Check, 'state' | 'text'> {
  return overdueSeconds > OVERDUE_SECONDS
    ? { state: 'wrong', text: `nothing was sent for ${Math.round(overdueSeconds)} s` }
    : { state: 'ok', text };
}
