import { aWorkspace, exampleManifest, type TestWorkspace } from '../data/builders.js';
import { Desk } from './desk.js';
import type { Imported } from '../host/operator.shapes.js';
import type { TestApp } from '../test-app.js';

/** A ticket as clients see it. */
export interface SeenTicket {
  number: number;
  subject: string;
  [key: string]: unknown;
}

/** A ticket as an export shows it. */
export interface ExportedTicket {
  readonly email: string;
  readonly subject: string;
  readonly [key: string]: unknown;
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
    await this.app.operator.apply(await exampleManifest(this.workspace.subdomain));
  }

  /** Imports lines in batches of a size. */
  import(lines: readonly (object | string)[], batchSize?: number): Promise<Imported> {
    return this.app.operator.import(this.scope.workspaceId, lines.map(textOf), batchSize);
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

  /** All tickets by number, as an export shows them. */
  async exported(): Promise<ExportedTicket[]> {
    const text = await Desk.on(this.app.database).output(['export', 'tickets', this.workspace.subdomain]);
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ExportedTicket);
  }

  /** How many customers the imports have made, by the audit trail. */
  async customersMade(): Promise<number> {
    const entries = await this.app.operator.audit(this.scope.workspaceId);
    return entries.reduce((sum, { after }) => sum + Number(after?.['customers_created'] ?? 0), 0);
  }
}

function textOf(line: object | string): string {
  return typeof line === 'string' ? line : JSON.stringify(line);
}
