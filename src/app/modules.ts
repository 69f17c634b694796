import './features.js';
import type { Type } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventFeedModule, EventsModule } from '../events/events.module.js';
import { FieldsModule } from '../fields/fields.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { WebFormsModule } from '../forms/web-forms.module.js';
import { ImportModule } from '../import/import.module.js';
import { MailInModule } from '../mail-in/mail-in.module.js';
import { MailModule } from '../mail/mail.module.js';
import { McpModule } from '../mcp/mcp.module.js';
import { MailboxesModule } from '../mailboxes/mailboxes.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { classesOf } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { PortalModule } from '../portal/portal.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SearchModule } from '../search/search.module.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { WebhookSendingModule } from '../webhooks/webhook-sending.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { EVENT_READERS, ReadersModule } from './readers.js';

/** The modules of the service. A new feature is added here and to the list of facts. */
export const MODULES: readonly Type[] = [
  PlatformModule,
  ReadersModule,
  // Express tries the routes in this order, and a call of a tool finds its operation by itself.
  McpModule,
  AuthModule,
  AttachmentsModule,
  CustomersModule,
  TicketsModule,
  MomentsModule,
  VocabularyModule,
  ConversationsModule,
  FieldsModule,
  ...[FormsModule, WebFormsModule],
  TeamMembersModule,
  ...[EventsModule, EventFeedModule],
  ...[WebhooksModule, WebhookSendingModule],
  MailModule,
  ...[MailInModule, MailboxesModule],
  PortalModule,
  SearchModule,
  ReportsModule,
  WorkspacesModule,
  PrivacyModule,
  ImportModule,
];

const declared = MODULES.map(classesOf);

export const JOBS = [...EVENT_READERS, ...declared.flatMap(({ jobs }) => jobs)];

export const SWEEPS = declared.flatMap(({ sweeps }) => sweeps);
