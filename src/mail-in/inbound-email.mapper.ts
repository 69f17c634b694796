import { definedOnly } from '../kernel/objects.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { wire } from '../platform/http/answers/wire.js';
import { toAnswerOf, toPageAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import { InboundEmailDto, type ReleaseInboundEmailDto } from './dto/inbound-email.dto.js';
import type { InboundEmailRow } from './inbound-email.repository.js';
import type { WantedRelease } from './inbound-emails.service.js';

export function toInboundEmailDto(row: InboundEmailRow): Wire<InboundEmailDto> {
  const { ticketId: id, ticketNumber: number } = row;
  const ticket = id === null || number === null ? null : { id, number };
  return wire(InboundEmailDto, row, { ticket, received_at: row.createdAt.toISOString() });
}

export const toInboundEmailResponse = toAnswerOf('inbound_email', toInboundEmailDto);

export const toInboundEmailListResponse = toPageAnswerOf('inbound_emails', toInboundEmailDto);

export function toWantedRelease({ as, ticket, sender }: ReleaseInboundEmailDto): WantedRelease {
  return definedOnly({
    as,
    ticket,
    sender: sender && definedOnly({ email: sender.email, name: sender.name }),
  });
}
