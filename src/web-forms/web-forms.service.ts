import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { MAX_ATTACHMENTS, MEBIBYTE } from '../attachments/attachment.limits.js';
import { OverQuota, TypeNotAccepted } from '../attachments/allowance.rules.js';
import { UploadsService, type StoredUpload } from '../attachments/uploads.service.js';
import { AuditLog } from '../events/audit-log.service.js';
import type { OpenForm } from '../forms/form.rules.js';
import type { Picture } from '../forms/look.rules.js';
import { FormsService } from '../forms/forms.service.js';
import { DomainError } from '../kernel/errors.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { FORM } from '../tickets/write/ticket-content.rules.js';
import { TicketWriterService } from '../tickets/write/ticket-writer.service.js';
import { FormAdmission, type Admission, type Refusal, type Visit } from './form-admission.service.js';
import {
  judgeAnswers,
  problemsAtControls,
  type ArrivedFile,
  type ControlProblem,
  type SentValues,
} from './form-answers.rules.js';
import { formSubmitted } from './form-audit.rules.js';
import { keptFilesOf } from './kept-files.rules.js';
import { FormUsesRepository, type EarlierUse, type NewUse } from './form-uses.repository.js';
import { ADD_SUBMITTED } from './form-uses.sql.js';
import type { FormTexts } from './texts/en.js';
import { formNotFound, TokenTaken } from './web-form.errors.js';
import { Configuration } from '../platform/config/configuration.js';

/** A file while it comes. */
export interface ComingFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The body of a sending: it is read once, and its files are received as they come, with the values before them. */
export interface SentForm {
  /** More bytes do not come; null when that is unknown. */
  readonly atMost: number | null;
  /** Takes a place among the uploads. Null when there is one; otherwise in how many seconds there may be. */
  takePlace(): number | null;
  read(receive: (file: ComingFile, before: SentValues) => Promise<void>): Promise<SentValues>;
}

/** What becomes of a sending: the number of its ticket, or the page again. */
export type Outcome = { readonly number: number } | RefusedSending;

/** The page again, with everything that was typed. */
export interface RefusedSending {
  readonly values: SentValues;
  readonly files: readonly ArrivedFile[];
  /** What the page says above all else; null when the answers are what is wrong. */
  readonly notice: Refusal | 'used' | 'full' | null;
  readonly problems: readonly ControlProblem[];
  /** Whether the page may keep its token and its proof. */
  readonly keepsToken: boolean;
  readonly retrySeconds: number | null;
}

/** What has come of the files of a sending. */
interface Received {
  /** Of all that came, also of those that nobody wants. */
  readonly names: string[];
  /** Nobody knows their signed ids until a page shows them. */
  readonly stored: StoredUpload[];
  readonly problems: ControlProblem[];
  /** In how many seconds there may be a place for files; null when there is one, undefined while none was asked for. */
  waitSeconds?: number | null;
}

/** Shows forms and turns what visitors send into tickets, by the writer of the API (extensions, section 19). */
@Injectable()
export class WebFormsService {
  constructor(
    private readonly forms: FormsService,
    private readonly admission: FormAdmission,
    private readonly uploads: UploadsService,
    private readonly tickets: TicketWriterService,
    private readonly uses: FormUsesRepository,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /**
   * The enabled form with this slug.
   * @throws form_not_found
   */
  async get(scope: TenantScope, slug: string): Promise<OpenForm> {
    const form = await this.forms.findOpen(scope, slug);
    if (!form) throw formNotFound();
    return form;
  }

  /** The picture above the forms, in the version that a page has named. @throws form_not_found */
  async logo(scope: TenantScope, version: string): Promise<Picture> {
    const logo = await this.forms.findLogo(scope, version);
    if (!logo) throw formNotFound();
    return logo;
  }

  /** Reads a sending and makes its ticket. Of what is refused before its answers are judged no file stays. */
  async send(visit: Visit, sent: SentForm, texts: FormTexts): Promise<Outcome> {
    const received: Received = { names: [], stored: [], problems: [] };
    const { values, admission } = await this.read(visit, sent, received, texts).catch(
      async (error: unknown) => {
        await this.discard(visit.scope, received);
        throw error;
      },
    );
    const isAdmitted = admission.refusal === null && admission.earlier === null;
    if (!isAdmitted) await this.discard(visit.scope, received);
    const files = [...keptFilesOf(values), ...received.stored];
    return this.decide(visit, { values, files, received }, admission, texts);
  }

  /** Reads a sending to its end. It is judged before its first file, so that those of programs are not stored, and once more in the end. */
  private async read(
    visit: Visit,
    sent: SentForm,
    received: Received,
    texts: FormTexts,
  ): Promise<{ readonly values: SentValues; readonly admission: Admission }> {
    let first: Promise<Admission> | undefined;
    const values = await sent.read(async (file, before) => {
      const place = received.names.push(file.filename) + keptFilesOf(before).length;
      const { refusal, earlier } = await (first ??= this.admission.admit(visit, before));
      if (refusal !== null || earlier !== null) return;
      // Only now: whoever is not admitted takes no place from others, however slowly the rest comes.
      if (received.waitSeconds === undefined) received.waitSeconds = sent.takePlace();
      if (received.waitSeconds !== null) return;
      if (place > MAX_ATTACHMENTS)
        received.problems.push({ control: 'files', text: texts.errors.files(MAX_ATTACHMENTS) });
      else await this.receive(visit, file, sent.atMost, received, texts);
    });
    const admission = await (first ?? this.admission.admit(visit, values));
    return { values, admission: await this.admission.review(visit, admission, values) };
  }

  private async decide(
    visit: Visit,
    sent: {
      readonly values: SentValues;
      readonly files: readonly ArrivedFile[];
      readonly received: Received;
    },
    { refusal, nonce, earlier, retrySeconds }: Admission,
    texts: FormTexts,
  ): Promise<Outcome> {
    const { values, files, received } = sent;
    const digest = digestOfSending(values, received.names);
    const again = { values, files, problems: received.problems, retrySeconds };
    if (isSame(earlier, digest)) return { number: earlier.number };
    if (earlier) return { ...again, notice: 'used', keepsToken: false };
    if (refusal !== null || nonce === null)
      return { ...again, notice: refusal, keepsToken: refusal === 'early' || refusal === 'proof' };
    if (typeof received.waitSeconds === 'number')
      return { ...again, notice: 'full', keepsToken: true, retrySeconds: received.waitSeconds };
    const { entry, problems } = judgeAnswers(visit.form, values, files, texts);
    const wrong = [...problems, ...received.problems];
    if (wrong.length > 0) return { ...again, problems: wrong, notice: null, keepsToken: true };
    return this.raise(visit, { nonce, digest }, entry, again, texts);
  }

  private async raise(
    visit: Visit,
    use: { readonly nonce: string; readonly digest: Buffer },
    value: ReturnType<typeof judgeAnswers>['entry'],
    again: Pick<RefusedSending, 'values' | 'files' | 'retrySeconds'>,
    texts: FormTexts,
  ): Promise<Outcome> {
    const { scope, form } = visit;
    try {
      const { row } = await this.tickets.create(
        scope,
        { value, problems: [] },
        {
          rules: FORM,
          first: (inner, ticketId) => this.use(inner, { ...use, formId: form.id, ticketId }),
          besides: (inner, ticketId) =>
            this.audit.recordBy(inner, ADD_SUBMITTED, [formSubmitted(form, ticketId)]),
        },
      );
      return { number: row.number };
    } catch (error) {
      if (error instanceof TokenTaken) return this.afterAnother(scope, use, again);
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      const lost = new Set(error.problems.map(({ path }) => path));
      const files = again.files.filter((_file, index) => !lost.has(`attachments[${index}]`));
      const problems = problemsAtControls(form, error.problems, texts);
      return { ...again, files, problems, notice: null, keepsToken: true };
    }
  }

  /** Uses the token up, in the unit of work of the ticket. */
  private async use(inner: InnerScope, use: NewUse): Promise<void> {
    if (!(await this.uses.use(inner, use))) throw new TokenTaken();
  }

  /** The other half of a double click has made the ticket meanwhile. */
  private async afterAnother(
    scope: TenantScope,
    { nonce, digest }: { readonly nonce: string; readonly digest: Buffer },
    again: Pick<RefusedSending, 'values' | 'files' | 'retrySeconds'>,
  ): Promise<Outcome> {
    const other = await this.unitOfWork.run(scope, (inner) => this.uses.used(inner, nonce));
    if (isSame(other, digest)) return { number: other.number };
    return { ...again, problems: [], notice: 'used', keepsToken: false };
  }

  /** Stores a file. What is wrong with it is a problem of the form, and the rest of the form is read on. */
  private async receive(
    { scope }: Visit,
    file: ComingFile,
    atMost: number | null,
    received: Received,
    texts: FormTexts,
  ): Promise<void> {
    const { attachmentLimitMb } = this.configuration;
    const refuse = (text: string): void => {
      received.problems.push({ control: 'files', text });
    };
    const tooLarge = texts.errors.fileSize(file.filename, attachmentLimitMb);
    try {
      const stored = await this.uploads.store(scope, { ...file, atMost });
      if (stored.bytes.byteSize <= attachmentLimitMb * MEBIBYTE) {
        await this.uploads.finish(scope, stored, null);
        received.stored.push(stored);
        return;
      }
      await this.uploads.discard(scope, stored);
      refuse(tooLarge);
    } catch (error) {
      if (!(error instanceof DomainError) || !['too_large', 'invalid'].includes(error.kind)) throw error;
      refuse(error.kind === 'too_large' ? tooLarge : refusedInWords(error, file.filename, texts));
    }
  }

  /** Takes the stored files away. */
  private async discard(scope: TenantScope, { stored }: Received): Promise<void> {
    for (const file of stored.splice(0)) await this.uploads.discard(scope, file);
  }
}

/** Why a file was refused that is not too large. */
function refusedInWords(error: DomainError, name: string, { errors }: FormTexts): string {
  if (error instanceof OverQuota) return errors.noRoom(name);
  return error instanceof TypeNotAccepted ? errors.fileType(name) : errors.fileRefused(name);
}

/** Whether a token was used for the same sending, whose ticket is still there. */
function isSame(use: EarlierUse | null, digest: Buffer): use is EarlierUse & { readonly number: number } {
  return use !== null && use.number !== null && use.digest.equals(digest);
}

/** The controls of the page itself, which say nothing of the message. */
const OF_THE_PAGE = ['token', 'proof'];

/** SHA-256 of everything that was typed and chosen, the same for both halves of a double click. */
function digestOfSending(values: SentValues, filenames: readonly string[]): Buffer {
  const typed = [...values].filter(([name]) => !OF_THE_PAGE.includes(name));
  return createHash('sha256')
    .update(JSON.stringify([typed, filenames]))
    .digest();
}
