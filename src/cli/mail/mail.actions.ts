import { DataSource } from 'typeorm';
import { testLetter } from '../../mail/composing/notices.js';
import { MailQueueModule } from '../../mail/mail-queue.module.js';
import { MailRepository, type ListedMail } from '../../mail/queue/mail.repository.js';
import { SmtpSender } from '../../mail/sending/smtp-sender.js';
import { listWorkspaces } from '../../workspaces/workspace-list.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import { printList } from '../output/table.js';
import { withWorkspace } from '../session.js';
import { unsaidAnswers } from '../output/texts.js';

const MAX_LISTED = 1_000;

export async function listMails(terminal: Terminal, subdomain: string, options: JsonOption): Promise<void> {
  const mails = await withWorkspace(terminal, subdomain, [MailQueueModule], ({ app, scope }) =>
    app.get(MailRepository).list(scope, ['pending', 'failed', 'skipped'], MAX_LISTED),
  );
  printList(terminal, options, {
    items: mails.map(toMailDocument),
    columns: {
      SINCE: 'created_at',
      ABOUT: ({ ticket_number: number, team_member_email: email }) =>
        number === null ? (email ?? '-') : `#${number}`,
      KIND: 'kind',
      STATE: 'state',
      'FAILED TRIES': 'failed_tries',
      'NEXT TRY': 'next_try_at',
      ANSWER: 'answer',
    },
    none: `No mail of workspace "${subdomain}" waits or has failed.`,
  });
}

/** Sends a mail at once. @throws CommandError when there is no server, or no address of the workspace, or the server refuses */
export async function sendTestMail(terminal: Terminal, subdomain: string, address: string): Promise<void> {
  await withWorkspace(terminal, subdomain, [MailQueueModule], async ({ app, scope }) => {
    const sender = app.get(SmtpSender);
    if (!sender.hasServer) throw new CommandError('There is no mail server: set SMTP_URL.');
    const workspaces = await listWorkspaces(app.get(DataSource));
    const workspace = workspaces.find(({ id }) => id === scope.workspaceId);
    const { name: desk = '', mailFrom = null, replyTo = null, mailFooter: footer = null } = workspace ?? {};
    if (mailFrom === null)
      throw new CommandError(`Workspace "${subdomain}" sends no mail: set mail_from in its manifest.`);
    const letter = testLetter({ desk, mailFrom, replyTo, footer }, address);
    const { answer } = await sender.send(letter, [address], new AbortController().signal);
    if (answer !== null) throw new CommandError(`The mail was not sent: ${answer}`);
    terminal.say(`The mail server has taken a test mail for ${address}.`);
    const unsaid = workspace && unsaidAnswers(workspace);
    if (unsaid) terminal.say(unsaid);
  });
}

// eslint-disable-next-line @typescript-eslint/explicit-function-return-type -- The printer takes its columns from these properties.
function toMailDocument({ id, kind, state, answer, ...mail }: ListedMail) {
  return {
    ...{ id, kind, state, ticket_number: mail.ticketNumber, team_member_email: mail.memberEmail },
    ...{ failed_tries: mail.failures, next_try_at: mail.dueAt?.toISOString() ?? null },
    ...{ answer, created_at: mail.createdAt.toISOString() },
  };
}
