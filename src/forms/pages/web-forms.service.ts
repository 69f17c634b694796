import { MEBIBYTE } from '../../kernel/text.js';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { MAX_ATTACHMENTS, MAX_FILENAME_LENGTH } from '../../attachments/attachment.limits.js';
import { OverQuota, TypeNotAccepted } from '../../attachments/uploads/allowance.rules.js';
import {
  UploadsService,
  type SentFile,
  type StoredUpload,
} from '../../attachments/uploads/uploads.service.js';
import type { NewAuditEntry } from '../../events/audit-entry.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import type { OpenForm } from '../settings/form.rules.js';
import { DomainError } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { FORM } from '../../tickets/write/ticket-content.rules.js';
import { TicketWriterService } from '../../tickets/write/ticket-writer.service.js';
import {
  FormAdmissionService,
  type Admission,
  type SendingRefusal,
  type FormVisit,
} from './form-admission.service.js';
import {
  judgeAnswers,
  KEPT,
  keptFilesOf,
  problemsAtControls,
  type ArrivedFile,
  type ControlProblem,
  type SentValues,
} from './form-answers.rules.js';
import type { EarlierTry } from './form-controls.rules.js';
import { FormUsesRepository, type EarlierUse, ADD_SUBMITTED } from './form-uses.repository.js';
import type { FormTexts } from './texts/en.js';
import { Configuration } from '../../platform/config/configuration.js';

/** Ends the transaction of a submission whose token another request has used meanwhile. No answer shows it. */
class TokenTaken extends Error {
  override readonly name = 'TokenTaken';
}

type ComingFile = Pick<SentFile, 'filename' | 'contentType' | 'bytes'>;

/** The body of a submission, which is read once. Its files are received as they come, with the values before them. */
export interface SentForm {
  readonly atMost: number | null;
  /** Takes a place among the uploads. @returns null, or the seconds until there may be a place */
  takePlace(): number | null;
  read(receive: (file: ComingFile, before: SentValues) => Promise<void>): Promise<SentValues>;
}

/** The number of the new ticket, or the reason why the page is shown again. */
export type SendingOutcome = { readonly number: number } | RefusedSending;

/** A submission that made no ticket. The page is shown again, with all that was typed. */
export interface RefusedSending extends EarlierTry {
  /** The message at the top of the page; null when the answers are wrong. */
  readonly notice: SendingRefusal | 'used' | 'full' | null;
  readonly keepsToken: boolean;
  readonly retrySeconds: number | null;
}

type PageAgain = Pick<RefusedSending, 'values' | 'files' | 'retrySeconds'>;

interface ReceivedFiles {
  /** The names of all files that came, also of those that were not stored. */
  readonly names: string[];
  /** The SHA-256 of each file that was stored, or that came with a used token. */
  readonly hashes: string[];
  readonly stored: StoredUpload[];
  readonly problems: ControlProblem[];
  waitSeconds?: number | null;
}

/** Turns what visitors send into tickets, by the writer of the API [rule 19]. */
@Injectable()
export class WebFormsService {
  constructor(
    private readonly admission: FormAdmissionService,
    private readonly uploads: UploadsService,
    private readonly tickets: TicketWriterService,
    private readonly uses: FormUsesRepository,
    private readonly audit: AuditLogService,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /** Reads a submission and makes its ticket. When it is not admitted, none of its files stays. */
  async send(visit: FormVisit, sent: SentForm): Promise<SendingOutcome> {
    const received: ReceivedFiles = { names: [], hashes: [], stored: [], problems: [] };
    const { values, admission } = await this.read(visit, sent, received).catch(async (error: unknown) => {
      await this.discard(visit.scope, received);
      throw error;
    });
    const isAdmitted = admission.refusal === null && admission.earlier === null;
    if (!isAdmitted) await this.discard(visit.scope, received);
    const files = [...keptFilesOf(values), ...received.stored];
    return this.decide(visit, { values, files, received }, admission);
  }

  /** Reads a submission. It is judged before its first file, so that files of programs are not stored, and again at its end. */
  private async read(
    visit: FormVisit,
    sent: SentForm,
    received: ReceivedFiles,
  ): Promise<{ readonly values: SentValues; readonly admission: Admission }> {
    let first: Promise<Admission> | undefined;
    const values = await sent.read(async (file, before) => {
      const place = received.names.push(file.filename) + (before.get(KEPT)?.length ?? 0);
      const { refusal, earlier } = await (first ??= this.admission.admit(visit, before));
      // Nothing is stored. The bytes show whether this is the message that used the token.
      if (earlier !== null) received.hashes.push(await hashOf(file.bytes));
      if (refusal !== null || earlier !== null) return;
      // A refused submission takes no place from others, however slowly it comes.
      if (received.waitSeconds === undefined) received.waitSeconds = sent.takePlace();
      if (received.waitSeconds !== null) return;
      if (place > MAX_ATTACHMENTS)
        received.problems.push({ control: 'files', text: visit.texts.errors.files(MAX_ATTACHMENTS) });
      else await this.receive(visit, { ...file, atMost: sent.atMost }, received);
    });
    const admission = await (first ?? this.admission.admit(visit, values));
    return { values, admission: await this.admission.review(visit, admission, values) };
  }

  private async decide(
    visit: FormVisit,
    sent: {
      readonly values: SentValues;
      readonly files: readonly ArrivedFile[];
      readonly received: ReceivedFiles;
    },
    { refusal, nonce, earlier, retrySeconds }: Admission,
  ): Promise<SendingOutcome> {
    const { values, files, received } = sent;
    const digest = digestOfSending(values, received);
    const again = { values, files, problems: received.problems, retrySeconds };
    if (earlier) return outcomeOfUse(earlier, digest, again);
    if (refusal !== null || nonce === null)
      return { ...again, notice: refusal, keepsToken: refusal === 'early' || refusal === 'proof' };
    if (typeof received.waitSeconds === 'number')
      return { ...again, notice: 'full', keepsToken: true, retrySeconds: received.waitSeconds };
    const { entry, problems } = judgeAnswers(visit.form, values, files, visit.texts);
    const wrong = [...problems, ...received.problems];
    if (wrong.length > 0) return { ...again, problems: wrong, notice: null, keepsToken: true };
    return this.raise(visit, { nonce, digest }, entry, again);
  }

  private async raise(
    { scope, form, texts }: FormVisit,
    use: { readonly nonce: string; readonly digest: Buffer },
    value: TicketEntry,
    again: PageAgain,
  ): Promise<SendingOutcome> {
    try {
      const { row } = await this.tickets.create(
        scope,
        { value, problems: [] },
        {
          rules: FORM,
          first: async (inner, ticketId) => {
            const isFree = await this.uses.use(inner, { ...use, formId: form.id, ticketId });
            if (!isFree) throw new TokenTaken();
          },
          besides: (inner, ticketId) =>
            this.audit.recordBy(inner, ADD_SUBMITTED, [formSubmitted(form, ticketId)]),
        },
      );
      return { number: row.number };
    } catch (error) {
      if (error instanceof TokenTaken) {
        // The other half of a double click has made the ticket meanwhile.
        const other = await this.unitOfWork.run(scope, (inner) => this.uses.used(inner, use.nonce));
        return outcomeOfUse(other, use.digest, again);
      }
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      const lost = new Set(error.problems.map(({ path }) => path));
      const files = again.files.filter((_file, index) => !lost.has(`attachments[${index}]`));
      const problems = problemsAtControls(form, error.problems, texts);
      return { ...again, files, problems, notice: null, keepsToken: true };
    }
  }

  /** Stores a file. A refusal is a problem of the form, and the rest of the form is read on. */
  private async receive({ scope, texts }: FormVisit, file: SentFile, received: ReceivedFiles): Promise<void> {
    const { attachmentLimitMb } = this.configuration;
    const refuse = (text: string): void => {
      received.problems.push({ control: 'files', text });
    };
    // A name may be as long as the headers of its part.
    const name = file.filename.slice(0, MAX_FILENAME_LENGTH);
    const tooLarge = texts.errors.fileSize(name, attachmentLimitMb);
    try {
      const stored = await this.uploads.store(scope, file);
      if (stored.bytes.byteSize <= attachmentLimitMb * MEBIBYTE) {
        await this.uploads.finish(scope, stored, null);
        received.stored.push(stored);
        received.hashes.push(stored.bytes.sha256.toString('base64'));
        return;
      }
      await this.uploads.discard(scope, stored);
      refuse(tooLarge);
    } catch (error) {
      if (!(error instanceof DomainError) || !['too_large', 'invalid'].includes(error.kind)) throw error;
      refuse(error.kind === 'too_large' ? tooLarge : refusedInWords(error, name, texts));
    }
  }

  private async discard(scope: TenantScope, { stored }: ReceivedFiles): Promise<void> {
    for (const file of stored.splice(0)) await this.uploads.discard(scope, file);
  }
}

function refusedInWords(error: DomainError, name: string, { errors }: FormTexts): string {
  if (error instanceof OverQuota) return errors.noRoom(name);
  return error instanceof TypeNotAccepted ? errors.fileType(name) : errors.fileRefused(name);
}

/** A token that was used for the same submission leads to its ticket; any other use shows the page again. */
function outcomeOfUse(use: EarlierUse | null, digest: Buffer, again: PageAgain): SendingOutcome {
  const isSame = use !== null && use.number !== null && use.digest.equals(digest);
  return isSame ? { number: use.number } : { ...again, problems: [], notice: 'used', keepsToken: false };
}

/** Makes the audit entry about a sent form. Its subject is the ticket, so that it comes after the ticket's own entry. */
function formSubmitted({ id, slug }: OpenForm, ticketId: TicketId): NewAuditEntry {
  const subject = { type: 'ticket', id: ticketId } as const;
  return { action: 'form.submitted', subject, before: null, after: { form_id: id, slug } };
}

/** The controls of the page itself, which are no part of the message. */
const OF_THE_PAGE = ['token', 'proof'];

/** Makes the SHA-256 of all that was typed and chosen. Both halves of a double click have one digest. */
function digestOfSending(
  values: SentValues,
  { names, hashes }: Pick<ReceivedFiles, 'names' | 'hashes'>,
): Buffer {
  const typed = [...values].filter(([name]) => !OF_THE_PAGE.includes(name));
  // A message that makes a ticket has a hash for each name.
  const files = names.map((name, index) => [name, hashes[index]]);
  return createHash('sha256')
    .update(JSON.stringify([typed, files]))
    .digest();
}

/** Reads bytes, and keeps none of them. */
async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('base64');
}
