import { definedOnly } from '../kernel/objects.js';
import type { Page } from '../kernel/page.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../platform/http/answers/pagination.presenter.js';
import type {
  InboundEmailDto,
  InboundEmailListResponse,
  InboundEmailResponse,
  ReleaseInboundEmailDto,
} from './dto/inbound-email.dto.js';
import type { InboundEmailRow } from './inbound-email.repository.js';
import type { WantedRelease } from './inbound-emails.service.js';

export function toInboundEmailDto(row: InboundEmailRow): Wire<InboundEmailDto> {
  const { ticketId: id, ticketNumber: number } = row;
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    ticket: id === null || number === null ? null : { id, number },
    comment_id: row.commentId,
    message_id: row.messageId,
    sender: row.sender,
    subject: row.subject,
    received_at: row.createdAt.toISOString(),
    byte_size: row.byteSize,
    sender_authenticated: row.senderAuthenticated,
  };
}

export function toInboundEmailResponse(row: InboundEmailRow): Wire<InboundEmailResponse> {
  return { inbound_email: toInboundEmailDto(row) };
}

export function toInboundEmailListResponse(page: Page<InboundEmailRow>): Wire<InboundEmailListResponse> {
  return { inbound_emails: page.items.map(toInboundEmailDto), pagination: toPaginationDto(page) };
}

export function toWantedRelease({ as, ticket, sender }: ReleaseInboundEmailDto): WantedRelease {
  return definedOnly({
    as,
    ticket,
    sender: sender && definedOnly({ email: sender.email, name: sender.name }),
  });
}
