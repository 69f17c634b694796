import supertest, { type Response } from 'supertest';
import { testEngine } from '../test-database.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../data/builders.js';
import { RunningProcess } from './processes.js';
import { RawConnection, requestHead, type RawReply } from './raw-http.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../test-app.js';
import { WorkspaceContent } from '../data/stored/workspace-content.js';

/** Tables that the service updates by itself, some time after a change. */
const OWN_COUNTS = /^ticket_count(s|_changes|_chunks)$|^api_key/;

type Headers = Readonly<Record<string, string>>;

/** The service in its own process, so that a crash is noticed, with a workspace that must not change. */
export class AttackedService {
  private before: Record<string, string> = {};
  private logSeen = 0;

  private constructor(
    private readonly builder: TestApp,
    private readonly process: RunningProcess,
    private readonly content: WorkspaceContent,
    readonly acme: TestWorkspace,
    readonly url: string,
  ) {}

  /** Workspace `acme` has ticket 1, an integer, a decimal, a text and an option field. */
  static async start(env: Record<string, string> = {}): Promise<AttackedService> {
    const builder = await startTestApp();
    const acme = await aWorkspace(builder, {
      fields: [
        { name: 'Seats', kind: 'integer' },
        { name: 'Price', kind: 'decimal' },
        { name: 'Notes', kind: 'textarea' },
        { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
      ],
    });
    await aTicket(acme, { subject: 'Before' });
    const { database } = builder;
    const process = RunningProcess.start('main.js', [], {
      PORT: '0',
      DATABASE_URL: database.serviceUrl,
      DATABASE_ENGINE: testEngine(),
      BASE_DOMAIN,
      ...env,
    });
    const [, url = ''] = await process.printed(/ready at (http:\S+)/);
    const content = await WorkspaceContent.open(database);
    const service = new AttackedService(
      builder,
      process,
      content,
      acme,
      url.replace('localhost', '127.0.0.1'),
    );
    await service.remember();
    return service;
  }

  get headers(): Headers {
    return { Host: `${this.acme.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': this.acme.key };
  }

  /** Sends a request that is well-formed HTTP. The path is relative to the current version. */
  async call(
    method: 'get' | 'put' | 'post' | 'patch' | 'delete',
    path: string,
    body?: string | Buffer,
    headers: Headers = {},
  ): Promise<Response> {
    const request = supertest(this.url)
      [method](path.startsWith('/api') ? path : `/api/external/v2${path}`)
      .set({ ...this.headers, Accept: 'application/json' });
    if (body !== undefined) request.set('Content-Type', 'application/json');
    request.set(headers);
    // Otherwise supertest would convert the bytes to JSON.
    if (Buffer.isBuffer(body)) request.serialize((bytes: unknown) => bytes as string);
    return request.send(body);
  }

  /** Sends raw bytes and returns the first reply. */
  async replyTo(bytes: string | Uint8Array, ...more: (string | Uint8Array)[]): Promise<RawReply | 'closed'> {
    const connection = await RawConnection.to(this.url);
    for (const part of [bytes, ...more]) connection.send(part);
    try {
      return await connection.reply();
    } finally {
      connection.close();
    }
  }

  /** The head of a request with this workspace's host and key. */
  head(line: string, ...headers: string[]): string {
    return requestHead(line, this.acme.subdomain, `X-Api-Key: ${this.acme.key}`, ...headers);
  }

  /** Records the contents of the workspace for `expectUnharmed`. */
  async remember(): Promise<void> {
    this.before = await this.stored();
  }

  /** Reads the contents of the workspace, without the tables that the service updates by itself. */
  private async stored(): Promise<Record<string, string>> {
    const digest = await this.content.digest(this.acme);
    return Object.fromEntries(Object.entries(digest).filter(([table]) => !OWN_COUNTS.test(table)));
  }

  /**
   * Checks that nothing was stored, that the process still runs and logged nothing unexpected, and that it serves the
   * next request.
   */
  async expectUnharmed(): Promise<void> {
    expect(await this.stored()).toEqual(this.before);
    const next = await this.call('get', '/tickets/1');
    expect([next.status, next.body.ticket?.subject]).toEqual([200, 'Before']);
    expect(this.process.stderr).toBe('');
    expect(this.newFailures()).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }

  /** Lines of the log since the last call that show a defect. */
  private newFailures(): string[] {
    const lines = this.process.stdout.slice(this.logSeen).split('\n');
    this.logSeen = this.process.stdout.length;
    return lines.filter((line) => line.includes('"level":50'));
  }

  async stop(): Promise<void> {
    await this.content.close();
    await this.builder.stop();
    expect((await this.process.stop()).status).toBe(0);
  }
}
