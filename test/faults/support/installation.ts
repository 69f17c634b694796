import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { DeskProcess } from '../../support/servers/desk.js';
import { freePort } from '../../support/servers/free-port.js';
import { RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { Postgres, type PostgresOptions } from './postgres.js';
import type { Target } from './load.js';

const SUBDOMAIN = 'faults';
const BASE_DOMAIN = 'desk.test';
/** How many tickets one load may use, and how many loads there are. */
const TICKETS_PER_LOAD = 480;
const LOADS = 6;

export interface InstallationOptions extends Partial<PostgresOptions> {
  /** Additional environment variables of the service. */
  readonly service?: Readonly<Record<string, string>>;
}

/** The service as it is shipped, on its own PostgreSQL server, with a workspace for writes. */
export class Installation {
  private process: RunningProcess | undefined;
  private loads = 0;
  private defectsTold = 0;

  private constructor(
    readonly postgres: Postgres,
    /** The connections between the service and PostgreSQL go through this proxy. */
    readonly wire: TcpProxy,
    private readonly key: string,
    private readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly folder: { remove(): Promise<void> },
  ) {}

  static async open(options: InstallationOptions = {}): Promise<Installation> {
    const folder = await temporaryFolder();
    // When root runs PostgreSQL as another user, that user must be able to pass through.
    await chmod(folder.path, 0o711);
    const postgres = await Postgres.start({
      ...options,
      dataDir: options.dataDir ?? join(folder.path, 'data'),
    });
    const desk = new DeskProcess({ DATABASE_URL: postgres.serviceUrl });
    const manifest = { workspace: { subdomain: SUBDOMAIN, name: 'Faults' } };
    await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify(manifest) });
    const key = (await desk.output(['keys', 'create', SUBDOMAIN, '--name', 'faults'])).trim();
    await desk.output(['seed', SUBDOMAIN, '--tickets', String(TICKETS_PER_LOAD * LOADS)]);
    const { proxy, address } = await TcpProxy.to(postgres.serviceUrl);
    const port = await freePort();
    const env = {
      DATABASE_URL: address,
      BASE_DOMAIN,
      DEFAULT_WORKSPACE: SUBDOMAIN,
      PORT: String(port),
      LOG_LEVEL: 'error',
      // The load uses one key and is as fast as it can be.
      RATE_LIMIT_PER_MINUTE: '1000000000',
      ...options.service,
    };
    const installation = new Installation(postgres, proxy, key, port, env, folder);
    await installation.startService();
    return installation;
  }

  /** Makes another workspace with a number of tickets. */
  async seed(subdomain: string, tickets: number): Promise<void> {
    const desk = new DeskProcess({ DATABASE_URL: this.postgres.serviceUrl });
    const input = JSON.stringify({ workspace: { subdomain, name: subdomain } });
    await desk.output(['workspace', 'apply', '-'], { input });
    await desk.output(['seed', subdomain, '--tickets', String(tickets)]);
  }

  /** The running process of the service. */
  get service(): RunningProcess {
    if (!this.process) throw new Error('The service was not started.');
    return this.process;
  }

  /** Starts the service at the same address as before. Returns when it is ready. */
  async startService(): Promise<void> {
    this.defectsTold = 0;
    this.process = RunningProcess.start('main.js', [], this.env);
    await this.process.printed(/ready at/);
  }

  /** Starts another process of the service, at a port of its own. The caller ends it. */
  async startAnother(): Promise<RunningProcess> {
    const another = RunningProcess.start('main.js', [], { ...this.env, PORT: String(await freePort()) });
    await another.printed(/ready at/);
    return another;
  }

  /** Where to send the next load. Each load gets its own tickets. */
  nextTarget(): Target {
    if (this.loads === LOADS) throw new Error('There are no tickets left for another load.');
    const after = TICKETS_PER_LOAD * this.loads++;
    return {
      port: this.port,
      host: `${SUBDOMAIN}.${BASE_DOMAIN}`,
      key: this.key,
      tickets: { first: after + 1, last: after + TICKETS_PER_LOAD },
    };
  }

  /** Reads tickets and customers directly from the database. */
  async stored(): Promise<{ subjects: Map<number, string>; addresses: Set<string> }> {
    const tickets = await this.postgres.ask<{ number: string; subject: string }>(
      'SELECT number, subject FROM tickets',
    );
    const emails = await this.postgres.ask<{ email: string }>('SELECT email FROM customer_emails');
    return {
      subjects: new Map(tickets.map(({ number, subject }) => [Number(number), subject])),
      addresses: new Set(emails.map(({ email }) => email)),
    };
  }

  /** Returns the status of a request with a key that expired a minute ago, by the true time. */
  async statusOfKeyExpiredForAMinute(): Promise<number> {
    const desk = new DeskProcess({ DATABASE_URL: this.postgres.serviceUrl });
    const key = (await desk.output(['keys', 'create', SUBDOMAIN, '--name', 'expired'])).trim();
    const expired = new Date(Date.now() - 60_000);
    await this.postgres.ask(`UPDATE api_keys SET expires_at = $1 WHERE name = 'expired'`, [expired]);
    const headers = { 'X-Api-Key': key };
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/external/v2/tickets/1`, { headers });
    return answer.status;
  }

  /** The unexpected errors in the log of the service since the last call. */
  defects(): string[] {
    const lines = this.service.stdout.split('\n').filter((line) => line.includes('"internal_error"'));
    return lines.slice(this.defectsTold, (this.defectsTold = lines.length));
  }

  async close(): Promise<void> {
    await this.process?.stop();
    await this.postgres.stop();
    this.wire.close();
    await this.folder.remove();
  }
}
