import { ADMIN } from '../admin/admin.feature.js';
import { ATTACHMENTS } from '../attachments/attachments.feature.js';
import { AUTH } from '../auth/auth.feature.js';
import { CONVERSATIONS } from '../conversations/conversations.feature.js';
import { CUSTOMERS } from '../customers/customers.feature.js';
import { EVENTS } from '../events/events.feature.js';
import { FIELDS } from '../fields/fields.feature.js';
import { FORMS } from '../forms/forms.feature.js';
import { IMPORT } from '../import/import.feature.js';
import { MAIL_IN } from '../mail-in/mail-in.feature.js';
import { MAIL } from '../mail/mail.feature.js';
import { MAILBOXES } from '../mailboxes/mailboxes.feature.js';
import { MCP } from '../mcp/mcp.feature.js';
import {
  declareFeatures,
  type ActionOf,
  type EventTypeOf,
  type FeatureFacts,
  type ScopeOf,
  type SubjectOf,
} from '../platform/features/facts.js';
import { MOMENTS } from '../moments/moments.feature.js';
import { PLATFORM } from '../platform/platform.feature.js';
import { PORTAL } from '../portal/portal.feature.js';
import { PRIVACY } from '../privacy/privacy.feature.js';
import { REPORTS } from '../reports/reports.feature.js';
import { SEARCH } from '../search/search.feature.js';
import { TEAM_MEMBERS } from '../team-members/team-members.feature.js';
import { TICKETS } from '../tickets/tickets.feature.js';
import { VOCABULARY } from '../vocabulary/vocabulary.feature.js';
import { WEBHOOKS } from '../webhooks/webhooks.feature.js';
import { WORKSPACES } from '../workspaces/workspaces.feature.js';

/** The facts of all features, in the order of scopes and of tags in the document. Rooms below import nothing but types from here. */
export const FACTS = [
  TICKETS,
  CONVERSATIONS,
  FIELDS,
  CUSTOMERS,
  FORMS,
  TEAM_MEMBERS,
  EVENTS,
  REPORTS,
  ATTACHMENTS,
  WEBHOOKS,
  PORTAL,
  AUTH,
  MAIL,
  MAIL_IN,
  MAILBOXES,
  SEARCH,
  MCP,
  VOCABULARY,
  WORKSPACES,
  PRIVACY,
  IMPORT,
  MOMENTS,
  ADMIN,
  PLATFORM,
] as const satisfies readonly FeatureFacts[];

type Declared = (typeof FACTS)[number];

export type DeclaredScope = ScopeOf<Declared>;
export type DeclaredSubject = SubjectOf<Declared>;
export type DeclaredAction = ActionOf<Declared>;
export type DeclaredEventType = EventTypeOf<Declared>;

declareFeatures(FACTS);
