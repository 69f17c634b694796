import { AuditEntry } from '../events/entities/audit-entry.entity.js';
import { EventReaderPosition } from '../events/entities/event-reader-position.entity.js';
import { EventStream } from '../events/entities/event-stream.entity.js';
import { Attachment, RemovedWorkspace } from '../attachments/entities/attachment.entity.js';
import { ApiKeyUse } from '../auth/entities/api-key-use.entity.js';
import { ApiKey } from '../auth/entities/api-key.entity.js';
import { Comment, CommentDraft, CommentMention } from '../conversations/entities/comment.entity.js';
import { CustomerCountChange } from '../customers/entities/customer-count-change.entity.js';
import { CustomerCount } from '../customers/entities/customer-count.entity.js';
import {
  Customer,
  CustomerEmail,
  CustomerLink,
  CustomerPhone,
} from '../customers/entities/customer.entity.js';
import { DeletedTicketField } from '../fields/entities/deleted-ticket-field.entity.js';
import { TicketFieldOption } from '../fields/entities/ticket-field-option.entity.js';
import { TicketField } from '../fields/entities/ticket-field.entity.js';
import { FormField } from '../forms/entities/form-field.entity.js';
import { Form } from '../forms/entities/form.entity.js';
import { Mail } from '../mail/entities/mail.entity.js';
import { FormCount } from '../web-forms/entities/form-count.entity.js';
import { FormSubmission } from '../web-forms/entities/form-submission.entity.js';
import { IdempotencyKey } from '../platform/idempotency/entities/idempotency-key.entity.js';
import { RateLimitCount } from '../platform/limits/entities/rate-limit-count.entity.js';
import { ApiKeyMember, TeamMember, TeamMemberGroup } from '../team-members/entities/team-member.entity.js';
import { AccessVersionRow } from '../platform/tenancy/workspaces/access-version.entity.js';
import { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';
import { TicketCountChange } from '../tickets/entities/ticket-count-change.entity.js';
import { TicketCountChunk } from '../tickets/entities/ticket-count-chunk.entity.js';
import { TicketCount } from '../tickets/entities/ticket-count.entity.js';
import { TicketTagChange } from '../tickets/entities/ticket-tag-change.entity.js';
import { TicketTagCount } from '../tickets/entities/ticket-tag-count.entity.js';
import {
  Ticket,
  TicketCounter,
  TicketTagIndex,
  TicketValueIndex,
} from '../tickets/entities/ticket.entity.js';
import { Company } from '../vocabulary/entities/company.entity.js';
import { Group } from '../vocabulary/entities/group.entity.js';
import { TicketCategory } from '../vocabulary/entities/ticket-category.entity.js';
import { TicketStatus } from '../vocabulary/entities/ticket-status.entity.js';
import { VocabularyVersion } from '../vocabulary/entities/vocabulary-version.entity.js';
import { WebhookDelivery } from '../webhooks/entities/webhook-delivery.entity.js';
import { WebhookSecret } from '../webhooks/entities/webhook-secret.entity.js';
import { WebhookTry } from '../webhooks/entities/webhook-try.entity.js';
import { Webhook } from '../webhooks/entities/webhook.entity.js';

/** Every entity, room by room. A contract test compares them with the migrated schema. */
export const entities = [
  ...[AuditEntry, EventReaderPosition, EventStream],
  ...[Attachment, RemovedWorkspace],
  ...[ApiKeyUse, ApiKey],
  ...[CommentDraft, CommentMention, Comment],
  ...[CustomerCountChange, CustomerCount, CustomerEmail, CustomerLink, CustomerPhone, Customer],
  ...[DeletedTicketField, TicketFieldOption, TicketField],
  ...[FormField, Form],
  Mail,
  ...[FormCount, FormSubmission],
  IdempotencyKey,
  RateLimitCount,
  ...[ApiKeyMember, TeamMemberGroup, TeamMember],
  ...[AccessVersionRow, Workspace],
  ...[TicketCountChange, TicketCountChunk, TicketCount, TicketCounter],
  ...[TicketTagChange, TicketTagCount, TicketTagIndex, TicketValueIndex, Ticket],
  ...[Company, Group, TicketCategory, TicketStatus, VocabularyVersion],
  ...[WebhookDelivery, WebhookSecret, WebhookTry, Webhook],
];
