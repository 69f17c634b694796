import { hasOptions } from '../fields/field.kinds.js';
import { fieldTerms, type FieldRow } from '../fields/field.rules.js';
import { FORM_SETTINGS, pathOfForm, type FormRow } from '../forms/settings/form.rules.js';
import type { CategoryId } from '../kernel/ids.js';
import { snakeCased } from '../kernel/objects.js';
import { personName } from '../kernel/text.js';
import type { TeamMemberRow } from '../team-members/team-member.rules.js';
import { NO_CATEGORY, type CategoryRow } from '../vocabulary/vocabulary.rules.js';
import { LISTED_SETTINGS, type ListedWorkspace } from './workspace-list.js';
import type { WorkspaceDetails } from './workspace-list.js';

/** Shows a category in the output of `desk workspace`. `None` means "no category" and has no id. */
export interface CategoryDocument {
  readonly id: CategoryId | null;
  readonly name: string;
  readonly sub_categories: readonly CategoryDocument[];
}

export function toWorkspaceDocument(workspace: ListedWorkspace): object {
  const { id, subdomain, createdAt, suspendedAt } = workspace;
  return {
    ...{ id, subdomain, ...snakeCased(workspace, LISTED_SETTINGS) },
    suspended_at: suspendedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
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

/** Shows the categories as a tree, with `None` first. */
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
  const options = field.options.map((option) => snakeCased(option, ['id', 'label', 'displayOrder']));
  return { id: field.id, ...fieldTerms(field), ...(hasOptions(field.kind) && { options }) };
}

function toFormDocument(form: FormRow, fields: readonly FieldRow[], urlOf: (path: string) => string): object {
  const { id, title, slug, isEnabled, fieldIds } = form;
  const names = new Map(fields.map((field) => [field.id, field.name]));
  return {
    id,
    title,
    slug,
    enabled: isEnabled,
    url: urlOf(pathOfForm(slug)),
    ...snakeCased(form, FORM_SETTINGS),
    fields: fieldIds.map((fieldId) => ({ id: fieldId, name: names.get(fieldId) })),
  };
}
