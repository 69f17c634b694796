import type { Person } from '../customers/customers.service.js';
import type { WantedField } from '../fields/field.rules.js';
import type { WantedForm } from '../forms/form.rules.js';
import type { WantedTeamMember } from '../team-members/team-member.rules.js';
import type { ManifestWebhook } from '../webhooks/settings/webhooks.service.js';
import type { WantedVocabulary } from '../vocabulary/vocabulary.rules.js';
import type { WorkspaceRow, WorkspaceSettings } from './workspace-list.js';

/** The wanted contents of a workspace. Everything that the manifest does not name stays as it is. */
export interface Manifest extends WantedVocabulary {
  readonly workspace: Pick<WorkspaceRow, 'subdomain' | 'name'> & Partial<WorkspaceSettings>;
  readonly teamMembers: readonly WantedTeamMember[];
  /** They are made when nobody has their address, and are not changed. */
  readonly customers: readonly Person[];
  readonly fields: readonly WantedField[];
  readonly forms: readonly WantedForm[];
  readonly webhooks: readonly ManifestWebhook[];
}
