import { Workspaces1763600000000 } from './1763600000000-workspaces.js';
import { People1763600000001 } from './1763600000001-people.js';
import { Vocabulary1763600000002 } from './1763600000002-vocabulary.js';
import { Tickets1763600000003 } from './1763600000003-tickets.js';
import { DeletedFields1763600000004 } from './1763600000004-deleted-fields.js';
import { ValueKeys1763600000005 } from './1763600000005-value-keys.js';
import { TicketCounts1763600000006 } from './1763600000006-ticket-counts.js';
import { IdempotencyKeys1763600000010 } from './1763600000010-idempotency-keys.js';
import { KeyScopes1763600000011 } from './1763600000011-key-scopes.js';
import { RateLimits1763600000012 } from './1763600000012-rate-limits.js';
import { AuditEntries1763600000013 } from './1763600000013-audit-entries.js';
import { ForgottenCountChanges1763600000039 } from './1763600000039-forgotten-count-changes.js';
import { FieldVersions1763600000040 } from './1763600000040-field-versions.js';
import { VocabularyVersions1763600000041 } from './1763600000041-vocabulary-versions.js';
import { ContactsOfCustomers1763600000042 } from './1763600000042-contacts-of-customers.js';
import { FilledContacts1763600000043 } from './1763600000043-filled-contacts.js';
import { Distributable1763600000044 } from './1763600000044-distributable.js';
import { IndexOfCombinedFilters1763600000046 } from './1763600000046-index-of-combined-filters.js';
import { PackedReplies1763600000048 } from './1763600000048-packed-replies.js';
import { Events1763600000049 } from './1763600000049-events.js';
import { PositionsOfEvents1763600000050 } from './1763600000050-positions-of-events.js';
import { OriginOfTickets1763600000051 } from './1763600000051-origin-of-tickets.js';
import { IndexOfChannels1763600000052 } from './1763600000052-index-of-channels.js';
import { ProfilesOfTeamMembers1763600000053 } from './1763600000053-profiles-of-team-members.js';
import { SearchOfCustomers1763600000054 } from './1763600000054-search-of-customers.js';
import { CountsOfTags1763600000056 } from './1763600000056-counts-of-tags.js';
import { CountsOfCustomers1763600000057 } from './1763600000057-counts-of-customers.js';
import { Conversations1763600000058 } from './1763600000058-conversations.js';
import { CommentsOfCustomers1763600000059 } from './1763600000059-comments-of-customers.js';
import { Attachments1763600000063 } from './1763600000063-attachments.js';
import { RemovedWorkspaces1763600000064 } from './1763600000064-removed-workspaces.js';
import { WebForms1763600000070 } from './1763600000070-web-forms.js';
import { Mail1763600000071 } from './1763600000071-mail.js';
import { Webhooks1763600000072 } from './1763600000072-webhooks.js';

/** All migrations, oldest first. */
export const migrations = [
  Workspaces1763600000000,
  People1763600000001,
  Vocabulary1763600000002,
  Tickets1763600000003,
  DeletedFields1763600000004,
  ValueKeys1763600000005,
  TicketCounts1763600000006,
  IdempotencyKeys1763600000010,
  KeyScopes1763600000011,
  RateLimits1763600000012,
  AuditEntries1763600000013,
  ForgottenCountChanges1763600000039,
  FieldVersions1763600000040,
  VocabularyVersions1763600000041,
  ContactsOfCustomers1763600000042,
  FilledContacts1763600000043,
  Distributable1763600000044,
  IndexOfCombinedFilters1763600000046,
  PackedReplies1763600000048,
  Events1763600000049,
  PositionsOfEvents1763600000050,
  OriginOfTickets1763600000051,
  IndexOfChannels1763600000052,
  ProfilesOfTeamMembers1763600000053,
  SearchOfCustomers1763600000054,
  CountsOfTags1763600000056,
  CountsOfCustomers1763600000057,
  Conversations1763600000058,
  CommentsOfCustomers1763600000059,
  Attachments1763600000063,
  RemovedWorkspaces1763600000064,
  WebForms1763600000070,
  Mail1763600000071,
  Webhooks1763600000072,
];
