import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { AttachmentRow } from '../../attachments/attachment.row.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { isInline } from '../../attachments/content-ids.rules.js';
import { CommentsForCustomersService } from '../../conversations/comments-for-customers.service.js';
import type { CommentId, TicketId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import {
  MailRepository,
  type ActiveSender,
  type Correspondence,
  type Sender,
  type TakenMail,
} from '../queue/mail.repository.js';
import { replyBodies } from './mail-bodies.js';
import { ENGLISH } from './mail.texts.js';
import type { Letter, LetterFile } from './message.js';
import { acknowledgement, invitation } from './notices.js';
import { recipientsOf } from './recipients.rules.js';
import { ReplyAddressesService } from './reply-addresses.service.js';
import { headersOfNotice, headersOfReply, headersOfTicket, type ThreadedTicket } from './threads.rules.js';
import { Configuration } from '../../platform/config/configuration.js';

/** A mail refers to this many earlier replies at most. Mail programs need the first and some of the last. */
const REFERENCES = 20;

export interface Unwritten {
  readonly reason: string;
}

const NO_SENDER: Unwritten = { reason: 'the workspace has no mail_from' };

type Written = Correspondence & ActiveSender & Pick<Letter, 'returnPath'>;

/** Writes mails from what the ticket and the comment say now [rule 20]. */
@Injectable()
export class LettersService {
  constructor(
    private readonly mails: MailRepository,
    private readonly comments: CommentsForCustomersService,
    private readonly attachments: AttachmentsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
    private readonly addresses: ReplyAddressesService,
  ) {}

  /** Writes a mail, or gives the reason why nobody is to get it. */
  write(scope: TenantScope, mail: TakenMail): Promise<Letter | Unwritten> {
    const { ticketId } = mail;
    // One transaction, so that all of it comes from the primary: a standby might not know the comment yet.
    return this.unitOfWork.run(scope, (inner) =>
      ticketId === null
        ? this.invitation(inner, mail)
        : this.aboutTicket(scope, inner, { ...mail, ticketId }),
    );
  }

  private async invitation(inner: InnerScope, { id, createdAt }: TakenMail): Promise<Letter | Unwritten> {
    const found = await this.mails.invitation(inner, id);
    const { email = null, mailFrom = null } = found ?? {};
    if (!found || email === null) return { reason: 'the team member was removed or has another address' };
    if (mailFrom === null) return NO_SENDER;
    return invitation(
      { ...found, mailFrom },
      email,
      headersOfNotice('invitation', id, this.domainOf(found)),
      createdAt,
    );
  }

  private async aboutTicket(
    scope: TenantScope,
    inner: InnerScope,
    mail: TakenMail & { readonly ticketId: TicketId },
  ): Promise<Letter | Unwritten> {
    const { ticketId, commentId, createdAt } = mail;
    const found = await this.mails.correspondence(inner, ticketId);
    if (!found) return { reason: 'the ticket no longer exists' };
    const { mailFrom } = found;
    if (mailFrom === null) return NO_SENDER;
    const written = { ...found, ...this.answersTo(inner, { ...found, mailFrom }), mailFrom };
    const ticket = { id: ticketId, messageId: found.messageId };
    const letter =
      commentId === null
        ? acknowledgement(written, headersOfTicket(ticket, this.domainOf(found)), createdAt)
        : await this.reply(scope, inner, { ticket, commentId }, written);
    const isForNobody = 'recipients' in letter && letter.recipients.to.length === 0;
    return isForNobody ? { reason: 'the customer has no address that mail can be sent to' } : letter;
  }

  private async reply(
    scope: TenantScope,
    inner: InnerScope,
    { ticket, commentId }: { readonly ticket: ThreadedTicket; readonly commentId: CommentId },
    found: Written,
  ): Promise<Letter | Unwritten> {
    const thread = await this.comments.thread(inner, commentId, REFERENCES);
    if (thread === null) return { reason: 'the reply no longer exists' };
    const { reply, before } = thread;
    const { desk, number, customerEmail, mailFrom, replyTo, returnPath, participants, footer } = found;
    const subject = ENGLISH.reply.subject(found.subject, number);
    const domain = this.domainOf(found);
    const { attached, named } = dividedFiles(await this.attachments.list(inner, reply.id));
    const content = withMailContentIds(reply.content, attached, domain);
    const filenames = named.map(({ filename }) => filename);
    return {
      ...headersOfReply(reply, before, ticket, domain),
      from: {
        name: reply.authorName === null ? desk : ENGLISH.reply.agent(reply.authorName, desk),
        address: mailFrom,
      },
      ...{ replyTo, returnPath },
      recipients: recipientsOf(found, customerEmail, participants),
      date: reply.createdAt,
      subject,
      ...replyBodies(content, ENGLISH.reply.below(desk, number, filenames), { subject, footer }),
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

  /** Chooses the address for answers to mail about a ticket, and the one to which servers return it. */
  private answersTo(
    inner: InnerScope,
    { replyAddress, mailFrom, replyTo, number }: Correspondence & ActiveSender,
  ): Pick<Letter, 'replyTo' | 'returnPath'> {
    const signed = replyAddress === 'plus' ? this.addresses.of(inner, mailFrom, number) : null;
    return { replyTo: replyTo ?? signed, returnPath: signed };
  }

  /** Makes the right side of all Message-IDs of a workspace. It does not change with `mail_from`. */
  private domainOf({ subdomain }: Pick<Sender, 'subdomain'>): string {
    return `${subdomain}.${this.configuration.baseDomain}`;
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

/** The files of a mail may have this many bytes together. Base64 makes a third more of them, and many servers take 20 or 25 MB. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Divides files into those that fit into a mail, in their order, and those that it only names. */
function dividedFiles<File extends { readonly byteSize: number }>(
  files: readonly File[],
): { readonly attached: readonly File[]; readonly named: readonly File[] } {
  const [attached, named]: [File[], File[]] = [[], []];
  let left = MOST_BYTES;
  for (const file of files) {
    if (file.byteSize > left) named.push(file);
    else {
      attached.push(file);
      left -= file.byteSize;
    }
  }
  return { attached, named };
}
