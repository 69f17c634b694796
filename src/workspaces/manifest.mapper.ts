import type { WantedField } from '../fields/field.rules.js';
import type { WantedForm } from '../forms/form.rules.js';
import { definedOnly } from '../kernel/objects.js';
import type { WantedTeamMember } from '../team-members/team-member.rules.js';
import type { ManifestFile } from './manifest.schema.js';
import type { WantedCategory } from '../vocabulary/vocabulary.rules.js';
import type { ManifestWebhook } from '../webhooks/settings/webhooks.service.js';
import type { Manifest } from './manifest.js';

type Entry<Section extends keyof ManifestFile> =
  NonNullable<ManifestFile[Section]> extends readonly (infer Item)[] ? Item : never;

/** Converts a well-formed file to a manifest. */
export function toManifest(file: ManifestFile): Manifest {
  const {
    subdomain,
    name,
    knowledge_base_name: knowledgeBaseName,
    requests_per_minute: limit,
    reopen_on_reply: reopenOnReply,
    attachment_quota_mb: quota,
    attachment_types: types,
    mail_from: mailFrom,
    reply_to: replyTo,
    mail_footer: mailFooter,
    colour,
    logo,
  } = file.workspace;
  const requestsPerMinute = limit === 'default' ? null : limit;
  return {
    workspace: definedOnly({
      ...{ subdomain, name, knowledgeBaseName, requestsPerMinute, reopenOnReply },
      attachmentQuotaMb: quota === 'unlimited' ? null : quota,
      attachmentTypes: types === 'all' ? null : types,
      mailFrom: mailFrom === 'none' ? null : mailFrom,
      replyTo: replyTo === 'none' ? null : replyTo,
      mailFooter: textOrNull(mailFooter),
      colour: colour === 'none' ? null : colour,
      logo: logo === 'none' ? null : logo,
    }),
    statuses: namesIn(file.statuses),
    categories: toCategories(file.categories),
    groups: (file.groups ?? []).map(definedOnly),
    teamMembers: (file.team_members ?? []).map(toTeamMember),
    companies: (file.companies ?? []).map(definedOnly),
    customers: (file.customers ?? []).map(definedOnly),
    fields: (file.fields ?? []).map(toField),
    forms: (file.forms ?? []).map(toForm),
    webhooks: (file.webhooks ?? []).map(toWebhook),
  };
}

interface CategoryEntry {
  readonly name: string;
  readonly sub_categories?: readonly CategoryEntry[] | null | undefined;
}

function toCategories(entries: readonly CategoryEntry[] | null | undefined): WantedCategory[] {
  return (entries ?? []).map((entry) => ({
    name: entry.name,
    subCategories: toCategories(entry.sub_categories),
  }));
}

function toTeamMember(entry: Entry<'team_members'>): WantedTeamMember {
  return definedOnly({
    id: entry.id,
    email: entry.email,
    firstName: entry.first_name,
    lastName: entry.last_name,
    role: entry.role,
    groups: entry.groups ?? [],
  });
}

function toField(entry: Entry<'fields'>): WantedField {
  return definedOnly({
    id: entry.id,
    name: entry.name,
    kind: entry.kind,
    options: entry.options ?? [],
    state: entry.state,
    isRequired: entry.is_required,
    isRequiredForAgentWhenSubmittingForm: entry.is_required_for_agent_when_submitting_form,
    isRequiredForAgentWhenClosingTicket: entry.is_required_for_agent_when_closing_ticket,
    displayOrder: entry.display_order,
    placeholderSlug: entry.placeholder_slug,
  });
}

function toForm(entry: Entry<'forms'>): WantedForm {
  const { title, slug, enabled: isEnabled, fields, intro, success_message: thanks } = entry;
  return definedOnly({
    ...{ title, slug, isEnabled, fields: fields ?? undefined },
    intro: textOrNull(intro),
    successMessage: textOrNull(thanks),
    embedOrigins: entry.embed_origins,
    requiresProof: entry.requires_proof,
  });
}

/** An empty text takes away what is there. */
function textOrNull(text: string | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}

function toWebhook(entry: Entry<'webhooks'>): ManifestWebhook {
  const { url, types, include_notes: includeNotes, include_silent: includeSilent, state } = entry;
  return definedOnly({ url, types, includeNotes, includeSilent, state });
}

function namesIn(entries: readonly { readonly name: string }[] | null | undefined): string[] {
  return (entries ?? []).map((entry) => entry.name);
}
