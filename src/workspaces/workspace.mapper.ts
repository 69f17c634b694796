import { hasOptions } from '../fields/field.kinds.js';
import type { FieldRow } from '../fields/field.rules.js';
import { fieldTerms } from '../fields/field.terms.js';
import { pathOfForm, type FormRow } from '../forms/form.rules.js';
import type { CategoryId } from '../kernel/ids.js';
import { personName } from '../kernel/text.js';
import type { TeamMemberRow } from '../team-members/team-member.rules.js';
import { NO_CATEGORY, type CategoryRow } from '../vocabulary/vocabulary.rules.js';
import type { ListedWorkspace } from './workspace-list.js';
import type { WorkspaceDetails } from './workspaces.service.js';

/** A category in the output of `desk workspace`. `None` means "no category" and has no id. */
export interface CategoryDocument {
  readonly id: CategoryId | null;
  readonly name: string;
  readonly sub_categories: readonly CategoryDocument[];
}

/** Shows a workspace in the output of `desk workspace`. */
export function toWorkspaceDocument(workspace: ListedWorkspace): object {
  return {
    id: workspace.id,
    subdomain: workspace.subdomain,
    name: workspace.name,
    knowledge_base_name: workspace.knowledgeBaseName,
    requests_per_minute: workspace.requestsPerMinute,
    reopen_on_reply: workspace.reopenOnReply,
    attachment_quota_mb: workspace.attachmentQuotaMb,
    attachment_types: workspace.attachmentTypes,
    mail_from: workspace.mailFrom,
    reply_to: workspace.replyTo,
    mail_footer: workspace.mailFooter,
    colour: workspace.colour,
    created_at: workspace.createdAt.toISOString(),
  };
}

/** Shows all contents of a workspace that a client can name, with their ids. */
export function toDetailsDocument(details: WorkspaceDetails, urlOf: (path: string) => string): object {
  return {
    workspace: { ...toWorkspaceDocument(details.workspace), logo: details.workspace.logo },
    statuses: details.statuses.map(({ id, name, isDefault }) => ({ id, name, default: isDefault })),
    categories: toCategoryDocuments(details.categories),
    groups: details.groups.map(({ id, name }) => ({ id, name })),
    team_members: details.teamMembers.map(toTeamMemberDocument),
    companies: details.companies.map(({ id, name }) => ({ id, name })),
    fields: details.fields.map(toFieldDocument),
    forms: details.forms.map((form) => toFormDocument(form, details.fields, urlOf)),
  };
}

/** The categories as a tree, with `None` first. */
export function toCategoryDocuments(categories: readonly CategoryRow[]): CategoryDocument[] {
  const below = (parentId: CategoryId | null): CategoryDocument[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .map(({ id, name }) => ({ id, name, sub_categories: below(id) }));
  return [{ id: null, name: NO_CATEGORY, sub_categories: [] }, ...below(null)];
}

function toTeamMemberDocument(member: TeamMemberRow): object {
  return {
    id: member.id,
    email: member.email,
    name: personName(member.firstName, member.lastName) ?? member.email,
    role: member.role,
    active: member.removedAt === null,
    groups: member.groups.map(({ id, name }) => ({ id, name })),
  };
}

function toFieldDocument(field: FieldRow): object {
  return {
    id: field.id,
    ...fieldTerms(field),
    ...(hasOptions(field.kind) && {
      options: field.options.map(({ id, label, displayOrder }) => ({
        id,
        label,
        display_order: displayOrder,
      })),
    }),
  };
}

function toFormDocument(form: FormRow, fields: readonly FieldRow[], urlOf: (path: string) => string): object {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return {
    id: form.id,
    title: form.title,
    slug: form.slug,
    enabled: form.isEnabled,
    url: urlOf(pathOfForm(form.slug)),
    intro: form.intro,
    success_message: form.successMessage,
    embed_origins: form.embedOrigins,
    requires_proof: form.requiresProof,
    fields: form.fieldIds.map((id) => ({ id, name: names.get(id) })),
  };
}
