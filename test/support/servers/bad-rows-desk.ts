import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InboundMailReader as MailParser } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { FailedWork } from '../../../src/platform/queue/failed-work.js';
import type { TestWorkspace } from '../data/builders.js';
import { aMailingWorkspace } from '../data/mails/mails.js';
import { MailServer } from '../fakes/mail-server.js';
import { Receiver } from '../fakes/receiver.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../test-database.js';
import { until } from '../until.js';
import { startLocalApp, type LocalApp } from './local-app.js';
import { PROJECT, temporaryFolder, type TemporaryFolder } from './processes.js';

/** An application on a database of its own, in which a test makes one stored row bad. It sends mail, tells a receiver, and stores files. */
export class BadRowsDesk {
  /** The workspace of the test that runs. */
  acme!: TestWorkspace;

  private constructor(
    readonly database: TestDatabase & { drop(): Promise<void> },
    readonly server: MailServer,
    readonly receiver: Receiver,
    readonly files: TemporaryFolder,
    readonly app: LocalApp,
  ) {}

  static async open(): Promise<BadRowsDesk> {
    const [database, server, receiver, files] = await Promise.all([
      ...([freshDatabase(), MailServer.start(), Receiver.start(), temporaryFolder()] as const),
    ]);
    const app = await startLocalApp({
      ...{ database, hasRounds: false, smtp: server.settings, attachmentsDir: files.path },
    });
    // The process that reads mails runs what was built.
    const program = pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
    Object.assign(app.app.get(MailParser), { program });
    return new BadRowsDesk(database, server, receiver, files, app);
  }

  /** Makes a workspace for the next test. */
  async begin(): Promise<void> {
    this.server.reset();
    this.receiver.received.length = 0;
    this.acme = await aMailingWorkspace(this.app);
    // Search and reports begin to read here with the first visit.
    await this.app.operator.work(this.acme.scope.workspaceId);
  }

  async close(): Promise<void> {
    await this.app.stop();
    await Promise.all([
      ...[this.server.stop(), this.receiver.stop(), this.database.drop(), this.files.remove()],
    ]);
  }

  /** Sends SQL as the administrator. `$1` is the workspace. */
  ask<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
    return asAdmin<Row>(this.database, text, [this.acme.scope.workspaceId, ...values]);
  }

  /** Counts what the metric has of a code. */
  countOf(code: string): number {
    return this.app.app.get(FailedWork).counted.get(code) ?? 0;
  }

  /** Waits until the log names the row, and checks that the metric has moved by one. */
  async isTold(code: string, before: number, id: string): Promise<void> {
    const log = async () =>
      (await this.app.operator.serviceLog()).filter((line) => line.includes(`"${code}"`));
    await until(async () => (await log()).some((line) => line.includes(id)), 60, log);
    expect(this.countOf(code)).toBe(before + 1);
  }
}
