import { definedOnly } from '../kernel/objects.js';
import { Representation, type Resource, type Wire } from '../platform/http/answers/answer.dto.js';
import { wire } from '../platform/http/answers/wire.js';
import { toAnswerOf, toPageAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import {
  InboundEmailDto,
  type InboundEmailResponse,
  type ReleaseInboundEmailDto,
} from './dto/inbound-email.dto.js';
import type { InboundEmailRow } from './inbound-email.repository.js';
import type { ReceivedEmail, WantedRelease } from './inbound-emails.service.js';

export function toInboundEmailDto(row: InboundEmailRow): Wire<InboundEmailDto> {
  const { ticketId: id, ticketNumber: number } = row;
  const ticket = id === null || number === null ? null : { id, number };
  return wire(InboundEmailDto, row, { ticket, received_at: row.createdAt.toISOString() });
}

export const toInboundEmailResponse = toAnswerOf('inbound_email', toInboundEmailDto);

/** Answers 200 to a mail that came before. */
export function toReceivedEmail({ email, isNew }: ReceivedEmail): Resource<InboundEmailResponse> {
  const content = toInboundEmailResponse(email);
  const path = `/api/external/v2/inbound-emails/${email.id}`;
  return new Representation(content, content, path, isNew ? undefined : 200);
}

export const toInboundEmailListResponse = toPageAnswerOf('inbound_emails', toInboundEmailDto);

export function toWantedRelease({ as, ticket, sender }: ReleaseInboundEmailDto): WantedRelease {
  return definedOnly({
    as,
    ticket: ticket === undefined ? undefined : String(ticket),
    sender: sender && definedOnly({ email: sender.email, name: sender.name }),
  });
}
