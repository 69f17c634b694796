import type { Person } from '../customers/customers.service.js';
import type { WantedField } from '../fields/field.rules.js';
import type { WantedForm } from '../forms/form.rules.js';
import type { WantedTeamMember } from '../team-members/team-member.rules.js';
import type { ManifestWebhook } from '../webhooks/settings/webhooks.service.js';
import type { WantedVocabulary } from '../vocabulary/vocabulary.rules.js';

/** What a workspace should contain. Everything that the manifest does not name stays as it is. */
export interface Manifest extends WantedVocabulary {
  readonly workspace: {
    readonly subdomain: string;
    readonly name: string;
    readonly knowledgeBaseName?: string;
    /** The limit of each key that has none of its own; null means the installation's limit. */
    readonly requestsPerMinute?: number | null;
    /** Whether a customer's reply opens its ticket again. */
    readonly reopenOnReply?: boolean;
    /** MiB of all attachments together; null means that there is no quota. */
    readonly attachmentQuotaMb?: number | null;
    /** Types that attachments may have; null means all. */
    readonly attachmentTypes?: readonly string[] | null;
    /** The address from which customers get mail; null means that they get none. */
    readonly mailFrom?: string | null;
    /** Where answers to mail go; null means to `mailFrom`. */
    readonly replyTo?: string | null;
    /** A text below each mail; null means none. */
    readonly mailFooter?: string | null;
    /** Of buttons and links in the pages of forms; null means that of the service. */
    readonly colour?: string | null;
    /** A picture above the forms, as a `data:` URI; null means that there is none. */
    readonly logo?: string | null;
  };
  readonly teamMembers: readonly WantedTeamMember[];
  /** They are made when nobody has their address, and are not changed. */
  readonly customers: readonly Person[];
  readonly fields: readonly WantedField[];
  readonly forms: readonly WantedForm[];
  readonly webhooks: readonly ManifestWebhook[];
}
