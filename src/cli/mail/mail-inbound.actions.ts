import { definedOnly } from '../../kernel/objects.js';
import { pageRequest } from '../../kernel/page.js';
import { toInboundEmailDto } from '../../mail-in/inbound-email.mapper.js';
import { InboundEmailsService, type WantedRelease } from '../../mail-in/inbound-emails.service.js';
import type { InboundState } from '../../mail-in/entities/inbound-email.entity.js';
import { MailInModule } from '../../mail-in/mail-in.module.js';
import { printList } from '../output/table.js';
import type { JsonOption, Terminal } from '../output/terminal.js';
import { withWorkspace } from '../session.js';

interface ListOptions extends JsonOption {
  readonly state: InboundState;
  readonly limit: number;
}

export async function listInboundMails(
  terminal: Terminal,
  subdomain: string,
  { state, limit, ...options }: ListOptions,
): Promise<void> {
  const { items } = await withWorkspace(terminal, subdomain, [MailInModule], ({ app, scope }) =>
    app.get(InboundEmailsService).page(scope, { value: state, problems: [] }, pageRequest(1, limit)),
  );
  printList(terminal, options, {
    items: items.map(toInboundEmailDto),
    columns: {
      ID: 'id',
      RECEIVED: 'received_at',
      REASON: 'reason',
      TICKET: ({ ticket }) => (ticket === null ? '-' : `#${ticket.number}`),
      FROM: 'sender',
      SUBJECT: 'subject',
    },
    none: `No mail of workspace "${subdomain}" is ${state}.`,
  });
}

interface ReleaseOptions extends JsonOption, WantedRelease {}

export async function releaseInboundMail(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { json, as, ticket, sender }: ReleaseOptions,
): Promise<void> {
  const email = await withWorkspace(terminal, subdomain, [MailInModule], ({ app, scope }) =>
    app
      .get(InboundEmailsService)
      .release(scope, id, { value: definedOnly({ as, ticket, sender }), problems: [] }),
  );
  const { state, reason, ticketNumber } = email;
  if (json) terminal.printJson(toInboundEmailDto(email));
  else if (state === 'accepted') terminal.say(`The mail is in ticket #${ticketNumber ?? '-'} now.`);
  else terminal.say(`The mail is ${state}${reason === null ? '' : `: ${reason}`}.`);
}
