import { Readable } from 'node:stream';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AttachmentSweepJob } from '../../../src/attachments/attachment-sweep.job.js';
import { ApiKeyUses } from '../../../src/auth/api-key-uses.js';
import { ApiKeyService } from '../../../src/auth/api-key.service.js';
import { AuditLogService } from '../../../src/events/audit-log.service.js';
import { ndjsonRecords } from '../../../src/import/own/ndjson.reader.js';
import { readTicketLine } from '../../../src/import/own/ticket-line.rules.js';
import {
  TicketImportService,
  type ImportCounts,
  type RejectedLine,
} from '../../../src/import/own/ticket-import.service.js';
import { NO_DEADLINE } from '../../../src/kernel/time/deadline.js';
import type { CommentId, InboundEmailId, WorkspaceId } from '../../../src/kernel/ids.js';
import type { Checked } from '../../../src/kernel/errors.js';
import { InboundEmailRepository } from '../../../src/mail-in/inbound-email.repository.js';
import { MailboxFetchService } from '../../../src/mailboxes/mailbox-fetch.service.js';
import { LastingAnswers } from '../../../src/platform/transfers/lasting-answers.js';
import { Readiness } from '../../../src/platform/health/readiness.js';
import { JobRunner } from '../../../src/platform/queue/job-runner.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { SERVICE, tenantScope, type TenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import type { TicketEntry } from '../../../src/tickets/rules/ticket.changes.js';
import {
  addDemoComment,
  addDemoDrafts,
  BY_KEY,
  openDemoSession,
  mergeDemoTicket,
  makeDemoWebhook,
  receiveDemoEmails,
} from '../../../src/app/demo/demo-workspace.js';
import { CommentReaderService } from '../../../src/conversations/comment-reader.service.js';
import { MailBouncesService, type Bounce } from '../../../src/mail/sending/mail-bounces.service.js';
import { CommentsForCustomersService } from '../../../src/conversations/comments-for-customers.service.js';
import { ticketGenerator } from '../../../src/cli/seed/seed.action.js';
import { TicketReaderService } from '../../../src/tickets/read/ticket-reader.service.js';
import { TicketWriterService } from '../../../src/tickets/write/ticket-writer.service.js';
import { manifestOf } from '../../../src/workspaces/manifest-export.rules.js';
import { readManifest } from '../../../src/workspaces/workspace-manifest.js';
import type { WorkspaceDetails } from '../../../src/workspaces/workspace-list.js';
import { WorkspacesService } from '../../../src/workspaces/workspaces.service.js';
import type { ExportedManifest } from '../data/manifests/manifests.js';
import { routesOf, type Route } from '../routes.js';
import { mailboxOf } from './mailbox.js';
import type { Imported, ShownEntry, ShownKey, WantedKey } from './operator.shapes.js';

/**
 * What operators do, quicker than by the command line: on the services of a running application. Arguments and answers are plain
 * JSON, so that a test can ask for it from another process.
 */
export class Operator {
  constructor(
    private readonly app: NestExpressApplication,
    private readonly requests: readonly string[],
    private readonly said: readonly string[],
    private readonly begun = said.length,
  ) {}

  /** Brings a workspace to what a manifest says. */
  async apply(
    manifest: string,
  ): Promise<{ readonly workspaceId: string; readonly changes: readonly string[] }> {
    const { scope, changes } = await this.app.get(WorkspacesService).apply(readManifest(manifest), SERVICE);
    return { workspaceId: scope.workspaceId, changes };
  }

  /** Suspends a workspace, or resumes it. @returns whether that changed anything */
  suspend(workspace: string, isSuspended: boolean): Promise<boolean> {
    return this.app.get(WorkspacesService).suspend(scopeOf(workspace), isSuspended);
  }

  show(subdomain: string): Promise<WorkspaceDetails> {
    return this.app.get(WorkspacesService).show(subdomain);
  }

  /** Writes a workspace as the manifest that changes nothing in it. */
  async exportManifest(subdomain: string): Promise<ExportedManifest> {
    return manifestOf(await this.show(subdomain)) as ExportedManifest;
  }

  async addTicket(
    workspace: string,
    line: object,
  ): Promise<{ readonly id: string; readonly number: number; readonly customerId: string }> {
    const entry = readTicketLine(JSON.stringify(line)) as Checked<TicketEntry>;
    const { row } = await this.app.get(TicketWriterService).create(scopeOf(workspace), entry);
    const { id, number, customerId } = row;
    return { id, number, customerId };
  }

  /** Adds what the demo has besides its tickets. */
  async addDemoConversation(workspace: string): Promise<void> {
    await addDemoComment(this.app, scopeOf(workspace));
    await addDemoDrafts(this.app, scopeOf(workspace));
  }

  /** What a customer may be shown of these comments, each with the ids of those before it. */
  async shownToCustomer(workspace: string, ids: readonly string[]): Promise<object[]> {
    const service = this.app.get(CommentsForCustomersService);
    const threads = ids.map((id) => service.thread(scopeOf(workspace), id as CommentId, 100));
    return (await Promise.all(threads)).flatMap((thread) =>
      thread ? [{ content: thread.reply.content, before: thread.before.map(({ id }) => id) }] : [],
    );
  }

  /** Says that a mail of ours came back. @returns whether one was found */
  async mailCameBack(
    workspace: string,
    bounce: { readonly [Name in keyof Bounce]?: string },
  ): Promise<boolean> {
    const whole = { messageId: null, ticketId: null, recipient: null, ...bounce } as Bounce;
    const returned = await this.app
      .get(UnitOfWork)
      .run(scopeOf(workspace), (inner) => this.app.get(MailBouncesService).failed(inner, whole));
    return returned !== null;
  }

  /** Renews the lease of a mail, as a process does in which it waits. @returns false when another one has the mail */
  renewMail(workspace: string, id: string, lease: string, failures: number): Promise<boolean> {
    const emails = this.app.get(InboundEmailRepository);
    return this.app
      .get(UnitOfWork)
      .run(scopeOf(workspace), (inner) => emails.renew(inner, id as InboundEmailId, lease, { failures }));
  }

  /** Fetches a mailbox that has these mails and no others, with those that were there before. */
  async fetchMailbox(workspace: string, mails: readonly string[]): Promise<void> {
    const { signal: stop } = new AbortController();
    const how = { wantsOld: true, stop, onMail: () => undefined };
    await this.app.get(MailboxFetchService).takeNew(scopeOf(workspace), mailboxOf(mails), how);
  }

  /** The tickets of Message-IDs, in the order of the ids. */
  async ticketsOfMessages(workspace: string, messageIds: readonly string[]): Promise<(readonly string[])[]> {
    const found = await this.app
      .get(UnitOfWork)
      .run(scopeOf(workspace), (inner) =>
        this.app.get(CommentReaderService).ticketsOfMessages(inner, messageIds),
      );
    return [...found.values()];
  }

  async import(workspace: string, lines: readonly string[], batchSize?: number): Promise<Imported> {
    const [progress, rejected]: [ImportCounts[], RejectedLine[]] = [[], []];
    const counts = await this.app
      .get(TicketImportService)
      .importRecords(scopeOf(workspace), ndjsonRecords(Readable.from(lines)), {
        onReject: (line) => void rejected.push(line),
        onProgress: (soFar) => void progress.push({ ...soFar }),
        ...(batchSize !== undefined && { batchSize }),
      });
    return { counts, progress, rejected };
  }

  /** Adds made-up tickets, as of a moment in ISO 8601. */
  async seed(workspace: string, tickets: number, seed = 1, end = '2026-01-01T00:00:00Z'): Promise<void> {
    const { syntheticTickets } = await ticketGenerator();
    const [service, scope] = [this.app.get(TicketImportService), scopeOf(workspace)];
    const settings = { tickets, seed, end: new Date(end) };
    await service.seed(
      scope,
      syntheticTickets(await this.app.get(TicketReaderService).names(scope), settings),
    );
  }

  /** The audit trail, oldest first: all of it, or its latest entries of a ticket or since a moment in ISO 8601. */
  async audit(
    workspace: string,
    { limit, since, ticket }: { limit?: number; since?: string; ticket?: number } = {},
  ): Promise<ShownEntry[]> {
    const query = {
      ...(limit !== undefined && { limit }),
      ...(since !== undefined && { since: new Date(since) }),
      ...(ticket !== undefined && { subject: { type: 'ticket' as const, number: ticket } }),
    };
    const entries: unknown[] = [];
    for await (const entry of this.app.get(AuditLogService).read(scopeOf(workspace), query))
      entries.push(entry);
    return entries.reverse() as ShownEntry[];
  }

  async createKey(workspace: string, name: string, { expiresAt, ...rest }: WantedKey = {}): Promise<string> {
    const end = expiresAt === undefined ? null : new Date(expiresAt);
    return (await this.keys.create(scopeOf(workspace), name, { ...rest, expiresAt: end })).key;
  }

  async listKeys(workspace: string): Promise<ShownKey[]> {
    return JSON.parse(JSON.stringify(await this.keys.list(scopeOf(workspace)))) as ShownKey[];
  }

  /** Makes the successor of a key, which works until a moment in ISO 8601. */
  async rotateKey(
    workspace: string,
    id: string,
    until: string,
  ): Promise<{ key: string; oldExpiresAt: string }> {
    const { key, oldExpiresAt } = await this.keys.rotate(scopeOf(workspace), id, new Date(until));
    return { key, oldExpiresAt: oldExpiresAt.toISOString() };
  }

  revokeKey(workspace: string, id: string): Promise<void> {
    return this.keys.revoke(scopeOf(workspace), id);
  }

  /** Writes down which keys were used until now. */
  async noteKeyUses(): Promise<void> {
    await this.app.get(ApiKeyUses).flush();
  }

  /** Does what is done in the background, for one workspace. */
  async work(workspace: string): Promise<void> {
    const { signal } = new AbortController();
    for (const job of this.app.get(JobRunner).jobs)
      if ('runIn' in job) await job.runIn(scopeOf(workspace), signal);
  }

  /** Takes files away that nobody needs, of all workspaces; unless stated, also those that were just written. @returns the milliseconds to the next round */
  async sweepFiles(leastAgeMs = 0): Promise<number> {
    const job = Object.assign(this.app.get(AttachmentSweepJob), { leastAgeMs });
    await job.run();
    return job.everyMs;
  }

  /** Merges the second message of a customer of the demo into the first one. */
  async mergeDemoTicket(workspace: string): Promise<void> {
    await mergeDemoTicket(this.app, scopeOf(workspace));
  }

  /** Makes the webhook of the demo. */
  async addDemoWebhook(workspace: string): Promise<void> {
    await makeDemoWebhook(this.app, scopeOf(workspace));
  }

  /** Opens the session of the demo with its only key. */
  async addDemoSession(workspace: string): Promise<void> {
    const [key] = await this.keys.list(scopeOf(workspace));
    const scope = tenantScope(workspace as WorkspaceId, key?.id ?? null, NO_DEADLINE, BY_KEY);
    await openDemoSession(this.app, scope);
  }

  async addDemoEmails(workspace: string): Promise<void> {
    await receiveDemoEmails(this.app, scopeOf(workspace));
  }

  /** Announces that the application ends soon. */
  beginShutdown(): Promise<void> {
    this.app.get(Readiness).beginShutdown();
    return Promise.resolve();
  }

  /** A line of the log for each request that the application has answered. */
  requestLog(): Promise<readonly string[]> {
    return Promise.resolve(this.requests);
  }

  /** How many streams of events are open. */
  openStreams(): Promise<number> {
    return Promise.resolve(this.app.get(LastingAnswers).count);
  }

  /** What services have logged since the application was started, those of other applications in the process too. */
  serviceLog(): Promise<readonly string[]> {
    return Promise.resolve(this.said.slice(this.begun));
  }

  /** Every route that the application answers. */
  routes(): Promise<Route[]> {
    return Promise.resolve(routesOf(this.app));
  }

  private get keys(): ApiKeyService {
    return this.app.get(ApiKeyService);
  }
}

function scopeOf(workspace: string): TenantScope {
  return tenantScope(workspace as WorkspaceId);
}
