import type { SourceLine } from '../../src/import/lines.js';
import {
  TicketImportService,
  type ImportOptions,
  type RejectedLine,
} from '../../src/import/ticket-import.service.js';
import { readManifest } from '../../src/workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { aWorkspace, exampleManifest, type TestWorkspace } from '../support/builders.js';
import type { TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';

/** A ticket as clients see it. */
export interface SeenTicket {
  number: number;
  subject: string;
  [key: string]: unknown;
}

/** A line of an import file; what is not named is a plain ticket. */
export const aLine = (line: object = {}): object => ({
  email: 'john@customer.example',
  subject: 'Help',
  ...line,
});

export const counts = (imported: number, updated = 0, unchanged = 0, rejected = 0) => ({
  imported,
  updated,
  unchanged,
  rejected,
});

/** A workspace of a test's own that tickets are imported into, and ways to look at what came of it. */
export class ImportDesk {
  private constructor(
    private readonly app: TestApp,
    readonly workspace: TestWorkspace,
  ) {}

  static async open(app: TestApp, manifest: Record<string, unknown> = {}): Promise<ImportDesk> {
    return new ImportDesk(app, await aWorkspace(app, manifest));
  }

  get client() {
    return this.workspace.client;
  }
  get scope() {
    return this.workspace.scope;
  }

  /** Gives the workspace what the example manifest names. */
  async furnish(): Promise<void> {
    const manifest = readManifest(await exampleManifest(this.workspace.subdomain));
    await this.app.app.get(WorkspacesService).apply(manifest);
  }

  async import(
    source: (object | string)[] | AsyncIterable<SourceLine>,
    options: Partial<ImportOptions> = {},
  ) {
    const rejected: RejectedLine[] = [];
    const lines = Array.isArray(source) ? linesFrom(source) : source;
    const onReject = (line: RejectedLine) => void rejected.push(line);
    const service = this.app.app.get(TicketImportService);
    return { counts: await service.importTickets(this.scope, lines, { onReject, ...options }), rejected };
  }

  /** The tickets by number, at most 100. */
  async tickets(): Promise<SeenTicket[]> {
    const { body } = await this.client.get('/tickets?page_size=100');
    return (body as { tickets: SeenTicket[] }).tickets.sort((one, other) => one.number - other.number);
  }

  async ticket(number: number): Promise<SeenTicket> {
    const { body } = await this.client.get(`/tickets/${number}`);
    return (body as { ticket: SeenTicket }).ticket;
  }

  /** Columns of all rows of the workspace's tickets, by number. */
  async rows<Row extends object>(columns: string): Promise<Row[]> {
    return this.ask<Row>(`SELECT ${columns} FROM tickets WHERE workspace_id = $1 ORDER BY number`);
  }

  async customers(): Promise<string[]> {
    const rows = await this.ask<{ email: string }>(
      'SELECT email FROM customer_emails WHERE workspace_id = $1 ORDER BY email',
    );
    return rows.map(({ email }) => email);
  }

  /** A statement beyond row-level security, with the workspace as $1. */
  async ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return asAdmin<Row>(this.app.database, text, [this.scope.workspaceId, ...values]);
  }
}

export async function* linesFrom(lines: readonly (object | string)[]): AsyncGenerator<string> {
  for (const line of lines)
    yield await Promise.resolve(typeof line === 'string' ? line : JSON.stringify(line));
}
