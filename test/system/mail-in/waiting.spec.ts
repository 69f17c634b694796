// Mails that wait in a process for another one: they have failed at nothing, whatever becomes of the process.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InboundMailReader } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  abandon,
  aMail,
  aSpamMail,
  bring,
  received,
  type ShownEmail,
} from '../../support/data/mails/inbound-emails.js';
import { holdInboundEmails, waitingForRows } from '../../support/data/stored/held.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let folder: TemporaryFolder;
let database: TestDatabase & { drop(): Promise<void> };
let app: LocalApp;
let acme: TestWorkspace;
let isStopped: boolean;

/** The process that reads mails is a program of the build, or one that never answers. */
const readBy = (program: string): void => {
  Object.assign(app.app.get(InboundMailReader), { program: pathToFileURL(program) });
};

beforeEach(async () => {
  [folder, database] = await Promise.all([temporaryFolder(), freshDatabase()]);
  await writeFile(join(folder.path, 'silent.mjs'), `process.on('message', () => undefined);`);
  // One connection, so that what is given back waits for its turn.
  app = await startLocalApp({ database, hasRounds: false, poolSize: 1 });
  isStopped = false;
  readBy(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
  acme = await aWorkspace(app);
});
afterEach(async () => {
  if (!isStopped) await app.stop();
  await Promise.all([database.drop(), folder.remove()]);
});

/** From now on a mail is read for ever, and others wait for it. */
const readForEver = (): void => {
  app.app.get(InboundMailReader)['stop']();
  readBy(join(folder.path, 'silent.mjs'));
};
const brought = async (): Promise<string> =>
  ((await bring(acme.client, aMail()).expect(201)).body.inbound_email as ShownEmail).id;

/** The failures that the table knows of each pending mail, in the order in which they came. */
const failures = async (): Promise<number[]> => {
  const rows = await asAdmin<{ failures: number }>(
    database,
    `SELECT failures FROM inbound_emails WHERE workspace_id = $1 AND state = 'pending' ORDER BY created_at`,
    [acme.scope.workspaceId],
  );
  return rows.map((row) => row.failures);
};

describe('a mail that waits for another one', () => {
  it('has one failure less from the beginning, so that its lease may end', async () => {
    readForEver();
    await Promise.all([brought(), brought(), brought()]);
    // One of them is read.
    await until(async () => (await failures()).sort().join() === '-1,-1,0', 60, failures);
  });

  it('is marked so before it is committed, when another mail is being read already', async () => {
    readForEver();
    await brought();
    const bringing = brought();
    await until(async () => (await failures()).length === 2);
    expect(await failures()).toEqual([0, -1]);
    await bringing;
  });

  it('waits in the turn of its sender, although its headers are not read before', async () => {
    const senders: string[] = [];
    const reader = app.app.get(InboundMailReader);
    const read = reader.read.bind(reader);
    Object.assign(reader, {
      read: (...[mail, use]: Parameters<typeof read>) => {
        senders.push(mail.sender);
        return read(mail, use);
      },
    });
    for (const From of ['eve@customer.example', 'eve@customer.example', 'ann@customer.example'])
      await received(acme, aMail({ headers: { From } }));
    expect(senders).toHaveLength(3);
    expect(new Set(senders).size).toBe(2);
    expect(senders[0]).toBe(senders[1]);
  });

  it('has as many failures as before when a process takes it up again', async () => {
    const { id } = await received(acme, aSpamMail());
    readForEver();
    await brought();
    for (const before of [0, 1]) {
      await abandon(acme, id, before);
      await app.operator.work(acme.scope.workspaceId);
      // The lease that had ended counts, and that of the waiting mail does not.
      expect((await failures())[0]).toBe(before);
      await asAdmin(database, `UPDATE inbound_emails SET lease = $2 WHERE id = $1`, [id, randomUUID()]);
    }
  });

  it('is given back when the service ends, like the one that is being read, and nothing is logged', async () => {
    readForEver();
    await Promise.all([brought(), brought()]);
    const held = await holdInboundEmails(acme);
    isStopped = true;
    const stopping = app.stop();
    // One mail has the only connection now, and the other one waits for it.
    await until(async () => (await waitingForRows(database)) === 1);
    await held.release();
    await stopping;
    const rows = await asAdmin(
      database,
      `SELECT lease, failures FROM inbound_emails WHERE workspace_id = $1 AND state = 'pending'`,
      [acme.scope.workspaceId],
    );
    expect(rows).toEqual([{ lease: null, failures: 0 }, { lease: null, failures: 0 }]); // prettier-ignore
    const log = (await app.operator.serviceLog()).join('');
    expect(log).not.toMatch(/not_given_back|not_judged/);
  });
});
