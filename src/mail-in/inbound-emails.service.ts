import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { ServedAttachment } from '../attachments/attachment.row.js';
import { KeptFilesService, type KeptFile } from '../attachments/kept-files.service.js';
import { AuditLogService } from '../events/audit-log.service.js';
import { NO_DEADLINE } from '../kernel/time/deadline.js';
import {
  DomainError,
  Problems,
  refuseIfAny,
  valueIn,
  type Checked,
  unavailable,
  type Precondition,
} from '../kernel/errors.js';
import { readId, type AttachmentId, type InboundEmailId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { MEBIBYTE } from '../kernel/text.js';
import { Configuration } from '../platform/config/configuration.js';
import { tenantScope, type InnerScope, type TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { TicketReaderService } from '../tickets/read/ticket-reader.service.js';
import { onNamedTicket } from '../tickets/rules/ticket-ref.rules.js';
import type { InboundState, Release } from './entities/inbound-email.entity.js';
import { emailDeleted, emailReleased, emailSuspended } from './inbound-email-audit.rules.js';
import {
  alreadyAccepted,
  bytesNotKept,
  emailTooLarge,
  inboundEmailNotFound,
} from './inbound-email.errors.js';
import { InboundEmailRepository, type InboundEmailRow, type TakenEmail } from './inbound-email.repository.js';
import { JudgingService } from './judging/judging.service.js';
import { SAYS_NOTHING } from './judging/judgement.rules.js';
import { OutcomeWriterService } from './outcome-writer.service.js';
import { MailDigest } from './message/digest.js';

/** An answer waits at most this time for the judging. */
const PATIENCE_MS = 3_000;
const DAY_SECONDS = 24 * 60 * 60;

const FILE = { filename: 'message.eml', contentType: 'message/rfc822' };

export interface Receiving {
  /** The id that the mail gets; a new one when absent. */
  readonly id?: InboundEmailId;
  /** Whether the mail was in its mailbox before `desk mail fetch` began. The service does not acknowledge such a mail. */
  readonly isOld?: boolean;
}

export interface ReceivedEmail {
  readonly email: InboundEmailRow;
  /** False when the mail had come before. */
  readonly isNew: boolean;
}

/** A release as it was asked for. The ticket is named by its id or number. */
export interface WantedRelease {
  readonly as?: 'ticket' | 'comment';
  readonly ticket?: string;
  /** The sender whom a person names. A wrong address is already a problem. */
  readonly sender?: { readonly email?: string; readonly name?: string };
}

/** Receives, shows, releases and deletes mails [rule 21]. */
@Injectable()
export class InboundEmailsService {
  constructor(
    private readonly emails: InboundEmailRepository,
    private readonly files: KeptFilesService,
    private readonly judging: JudgingService,
    private readonly outcomes: OutcomeWriterService,
    private readonly tickets: TicketReaderService,
    private readonly audit: AuditLogService,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Receives a mail. When this returns, the mail is safe; it may still be judged. A mail that was received before gets the same answer as then.
   * @throws email_too_large, storage_unavailable, unavailable, and what the bytes throw
   */
  async receive(
    scope: TenantScope,
    bytes: AsyncIterable<Uint8Array>,
    { id = uuid() as InboundEmailId, isOld = false }: Receiving = {},
  ): Promise<ReceivedEmail> {
    const digest = new MailDigest();
    const stored = await this.store(scope, id, digested(bytes, digest));
    const lease = randomUUID();
    const known = digest.end();
    const email = { id, ...known, byteSize: stored.byteSize, isOld, waits: this.judging.isBusy };
    const isNew = await this.unitOfWork.run(scope, async (inner) => {
      if (!(await this.emails.add(inner, email, lease))) return false;
      await this.keep(inner, stored, { id, lease });
      return true;
    });
    if (!isNew) return { email: await this.known(scope, stored, known.digest), isNew };
    if (stored.file) this.begin(scope, { ...email, released: null, failures: 0 }, lease, stored.file);
    return { email: await this.settled(scope, id), isNew };
  }

  /** Reads a page, newest first. Without a state, it leaves out deleted mails. @throws invalid_request */
  async page(
    scope: TenantScope,
    state: Checked<InboundState | null>,
    request: PageRequest,
  ): Promise<Page<InboundEmailRow>> {
    return this.emails.page(scope, valueIn(state), request);
  }

  /** @throws inbound_email_not_found */
  async get(scope: TenantScope, reference: string): Promise<InboundEmailRow> {
    const email = await this.emails.find(scope, idOf(reference));
    if (!email) throw inboundEmailNotFound();
    return email;
  }

  /** Finds the bytes of a mail as it came. @throws inbound_email_not_found, bytes_not_kept */
  async raw(scope: TenantScope, reference: string): Promise<ServedAttachment> {
    const { id } = await this.get(scope, reference);
    const file = await this.files.find(scope, fileOf(id));
    if (!file) throw bytesNotKept();
    return file;
  }

  /**
   * Judges a suspended mail again, as a person wants it. Inside another unit of work the mail stays pending: the judging begins when all
   * of that is kept.
   * @throws inbound_email_not_found, already_accepted, bytes_not_kept, invalid_request, the precondition's errors
   */
  async release(
    scope: TenantScope,
    reference: string,
    wanted: Checked<WantedRelease>,
    precondition: Precondition<InboundEmailRow> = null,
  ): Promise<InboundEmailRow> {
    const { id, state, reason } = await this.get(scope, reference);
    const wish = await this.wishOf(scope, wanted, state === 'suspended' && reason === 'no_sender');
    if (state !== 'suspended') throw alreadyAccepted();
    await this.raw(scope, id);
    const lease = randomUUID();
    await this.unitOfWork.run(scope, async (inner) => {
      const before = await this.locked(inner, id);
      precondition?.(before);
      if (before.state !== 'suspended') throw alreadyAccepted();
      await this.audit.record(inner, emailReleased(id, before.reason, wish));
      const taken = await this.emails.release(inner, id, lease, wish);
      if (taken === null) throw alreadyAccepted();
      this.unitOfWork.afterwards(inner, () => {
        this.begin(scope, taken, lease);
      });
    });
    return this.settled(scope, id);
  }

  /** Deletes a mail but for its digest, so that it does not come back. @throws inbound_email_not_found, the precondition's errors */
  async remove(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<InboundEmailRow> = null,
  ): Promise<void> {
    const id = idOf(reference);
    await this.unitOfWork.run(scope, async (inner) => {
      const before = await this.locked(inner, id);
      precondition?.(before);
      if (before.state === 'deleted') return;
      await this.emails.remove(inner, id);
      await this.files.remove(inner, fileOf(id));
      await this.audit.record(inner, emailDeleted(id, before.state));
    });
  }

  /** Stores the bytes. A virus scanner keeps nothing of an infected mail, which is known by its digest all the same. */
  private async store(
    scope: TenantScope,
    id: InboundEmailId,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<StoredMail> {
    const { inboundEmailLimitMb: limitMb } = this.configuration;
    let byteSize = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of bytes) {
        byteSize += piece.length;
        yield piece;
      }
    };
    const most = limitMb * MEBIBYTE;
    const tooLarge = (): Error => emailTooLarge(limitMb);
    try {
      const file = await this.files.store(scope, {
        ...{ ...FILE, id: fileOf(id), most, tooLarge, bytes: counted() },
      });
      return { file, byteSize };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'invalid') return { file: null, byteSize };
      throw error;
    }
  }

  private async keep(
    inner: InnerScope,
    { file }: StoredMail,
    email: { readonly id: InboundEmailId; readonly lease: string },
  ): Promise<void> {
    if (file === null) {
      await this.outcomes.finishIn(inner, email, { state: 'suspended', reason: 'infected' }, SAYS_NOTHING);
      await this.audit.record(inner, emailSuspended(email.id, 'infected', null));
      return;
    }
    const seconds = this.configuration.inboundEmailRetentionDays * DAY_SECONDS;
    if (!(await this.files.keep(inner, file, seconds))) throw unavailable(new Error('The bytes are gone.'));
  }

  /** Finds a mail that came before, and waits a while for its judging. */
  private async known(scope: TenantScope, { file }: StoredMail, digest: Buffer): Promise<InboundEmailRow> {
    if (file) await this.files.discard(scope, file);
    const email = await this.emails.findByDigest(scope, digest);
    if (!email) throw inboundEmailNotFound();
    return email.state === 'pending' ? this.settled(scope, email.id) : email;
  }

  /** Begins to judge. The judging takes its own time, and acts for the service. */
  private begin(scope: TenantScope, email: TakenEmail, lease: string, file?: KeptFile): void {
    const { workspaceId, initiator } = scope;
    const own = tenantScope(workspaceId, null, NO_DEADLINE, { ...initiator, actor: 'service' });
    const whole = file && { ...file.bytes, storageName: file.storageName, filename: FILE.filename };
    void this.judging.judge(own, email, lease, whole);
  }

  /** Reads a mail when it is judged, or when an answer cannot wait any longer. A command waits for the end: its process has no jobs. */
  private async settled(scope: TenantScope, id: InboundEmailId): Promise<InboundEmailRow> {
    const judged = this.judging.settled(id);
    const isAnswer = Number.isFinite(scope.deadline.remainingMs);
    await (isAnswer ? Promise.race([judged, sleep(PATIENCE_MS, undefined, { ref: false })]) : judged);
    return this.get(scope, id);
  }

  private async locked(inner: InnerScope, id: InboundEmailId): Promise<InboundEmailRow> {
    const email = await this.emails.lock(inner, id);
    if (!email) throw inboundEmailNotFound();
    return email;
  }

  private async wishOf(
    scope: TenantScope,
    { value, problems: already }: Checked<WantedRelease>,
    needsSender: boolean,
  ): Promise<Release> {
    const { as = null, ticket, sender } = value;
    const problems = new Problems(already);
    if (needsSender && sender === undefined && !problems.has('sender'))
      problems.add('sender', 'is required, because the mail names nobody who can have sent it');
    if (sender !== undefined && sender.email === undefined && !problems.has('sender.email'))
      problems.add('sender.email', 'is required');
    if (as === 'ticket' && ticket !== undefined) problems.add('ticket', 'is only for as: comment');
    refuseIfAny(problems);
    return {
      as,
      ticketId:
        ticket === undefined
          ? null
          : await onNamedTicket('ticket', async () => (await this.tickets.get(scope, ticket)).row.id),
      sender: sender === undefined ? null : { address: sender.email ?? '', name: sender.name ?? '' },
    };
  }
}

/** The stored bytes of a mail; without a file, the virus scanner has refused them. */
interface StoredMail {
  readonly file: KeptFile | null;
  readonly byteSize: number;
}

async function* digested(bytes: AsyncIterable<Uint8Array>, digest: MailDigest): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    digest.update(piece);
    yield piece;
  }
}

function idOf(reference: string): InboundEmailId {
  return readId(reference, inboundEmailNotFound) as InboundEmailId;
}

/** The bytes of a mail are the file with its id. */
function fileOf(id: InboundEmailId): AttachmentId {
  return id as string as AttachmentId;
}
