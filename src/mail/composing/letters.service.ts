import { Inject, Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { AttachmentRow } from '../../attachments/attachment.row.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { isInline } from '../../attachments/content-ids.rules.js';
import { CommentsForCustomersService } from '../../conversations/comments-for-customers.service.js';
import type { CommentId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TENANCY_OPTIONS, type TenancyOptions } from '../../platform/tenancy/tenancy.options.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { MailRepository, type Correspondence, type TakenMail } from '../queue/mail.repository.js';
import type { Letter, LetterFile } from './letter.js';
import { dividedFiles } from './mail-attachments.rules.js';
import { acknowledgementBodies, replyBodies } from './mail-bodies.js';
import { ENGLISH } from './mail.texts.js';
import { recipientsOf } from './recipients.rules.js';
import { headersOfAcknowledgement, headersOfReply } from './threads.rules.js';

/** So many earlier replies a mail refers to. Mail programs need the first and some of the last. */
const REFERENCES = 20;

/** Why there is nothing to send. */
export interface Unwritten {
  readonly reason: string;
}

/** A correspondence of a workspace that sends mail. */
type Written = Correspondence & { readonly mailFrom: string };

/** Writes mails from what the ticket and the comment say now (extensions, section 20). */
@Injectable()
export class LettersService {
  constructor(
    private readonly mails: MailRepository,
    private readonly comments: CommentsForCustomersService,
    private readonly attachments: AttachmentsService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(TENANCY_OPTIONS) private readonly tenancy: TenancyOptions,
  ) {}

  /** The words and recipients of a mail, or why nobody is to get it. */
  write(scope: TenantScope, mail: TakenMail): Promise<Letter | Unwritten> {
    // One transaction, so that all of it comes from the primary: a standby might not know the comment yet.
    return this.unitOfWork.run(scope, async (inner) => {
      const found = await this.mails.correspondence(inner, mail.ticketId);
      if (!found) return { reason: 'the ticket is not there any more' };
      const { mailFrom } = found;
      if (mailFrom === null) return { reason: 'the workspace has no mail_from' };
      const written = { ...found, mailFrom };
      const letter =
        mail.commentId === null
          ? this.acknowledgement(mail, written)
          : await this.reply(scope, inner, { ...mail, commentId: mail.commentId }, written);
      const isForNobody = 'recipients' in letter && letter.recipients.to.length === 0;
      return isForNobody ? { reason: 'the customer has no address that mail can be sent to' } : letter;
    });
  }

  private acknowledgement({ ticketId, createdAt }: TakenMail, found: Written): Letter {
    const { desk, number, customerEmail, mailFrom } = found;
    return {
      ...headersOfAcknowledgement(ticketId, this.domainOf(found)),
      from: { name: desk, address: mailFrom },
      recipients: recipientsOf(customerEmail, [], mailFrom),
      date: createdAt,
      subject: ENGLISH.acknowledgement.subject(number),
      ...acknowledgementBodies(desk, number),
      files: [],
      isAutomatic: true,
    };
  }

  private async reply(
    scope: TenantScope,
    inner: InnerScope,
    { ticketId, commentId }: Pick<TakenMail, 'ticketId'> & { readonly commentId: CommentId },
    found: Written,
  ): Promise<Letter | Unwritten> {
    const thread = await this.comments.thread(inner, commentId, REFERENCES);
    if (thread === null) return { reason: 'the reply is not there any more' };
    const { reply, before } = thread;
    const { desk, number, customerEmail, mailFrom, participants, subject } = found;
    const domain = this.domainOf(found);
    const { attached, named } = dividedFiles(await this.attachments.list(inner, reply.id));
    const content = withMailContentIds(reply.content, attached, domain);
    return {
      ...headersOfReply(reply, before, ticketId, domain),
      from: { name: desk, address: mailFrom },
      recipients: recipientsOf(customerEmail, participants, mailFrom),
      date: reply.createdAt,
      subject: ENGLISH.reply.subject(subject, number),
      ...replyBodies(
        content,
        desk,
        number,
        named.map(({ filename }) => filename),
      ),
      files: attached.map((file) => this.file(scope, reply.content, file, domain)),
      isAutomatic: false,
    };
  }

  private file(
    scope: TenantScope,
    content: string,
    { id, filename, contentType }: AttachmentRow,
    domain: string,
  ): LetterFile {
    return {
      ...{ filename, contentType },
      contentId: isInline(content, id) ? mailContentId(id, domain) : null,
      open: async () => {
        const bytes = await this.attachments.open(await this.attachments.get(scope, id));
        // When nobody has begun to read the stream, its end does not close the file.
        return Readable.from(copiesOf(bytes)).once('close', () => {
          bytes.destroy();
        });
      },
    };
  }

  /** On the right of all Message-IDs of a workspace. It does not change with `mail_from`. */
  private domainOf({ subdomain }: Correspondence): string {
    return `${subdomain}.${this.tenancy.baseDomain}`;
  }
}

/** A piece of a stored file is valid until the next one is asked for, and a stream asks for several in advance. */
async function* copiesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

const mailContentId = (id: string, domain: string): string => `${id}@${domain}`;

/** Stored HTML shows its pictures by the ids of their attachments. In mail such a name has a domain (RFC 2392). */
function withMailContentIds(html: string, files: readonly AttachmentRow[], domain: string): string {
  return files.reduce(
    (text, { id }) => text.replaceAll(`"cid:${id}"`, `"cid:${mailContentId(id, domain)}"`),
    html,
  );
}
