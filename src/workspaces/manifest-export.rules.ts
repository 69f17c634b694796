import type { FormRow } from '../forms/settings/form.rules.js';
import { FIELD_PROPERTIES, type FieldRow } from '../fields/field.rules.js';
import { hasOptions } from '../fields/field.kinds.js';
import type { CategoryId } from '../kernel/ids.js';
import { snakeCased } from '../kernel/objects.js';
import type { TeamMemberRow } from '../team-members/team-member.rules.js';
import type { CategoryRow } from '../vocabulary/vocabulary.rules.js';
import { WEBHOOK_SETTINGS, type WebhookRow } from '../webhooks/settings/webhook.rules.js';
import { WORDS_FOR_NONE } from './manifest.schema.js';
import { WORKSPACE_SETTINGS } from './workspace-list.js';
import type { WorkspaceDetails } from './workspace-list.js';

/**
 * Writes a workspace as the manifest that changes nothing in it [rule 25]. It has no secrets, no customers, because a manifest only
 * makes customers, and no removed members, because a manifest makes members active.
 */
export function manifestOf(details: WorkspaceDetails): object {
  const { workspace, fields, webhooks } = details;
  return {
    workspace: {
      subdomain: workspace.subdomain,
      ...withWords(snakeCased(workspace, WORKSPACE_SETTINGS)),
    },
    statuses: details.statuses.map(({ name }) => ({ name })),
    categories: categoriesBelow(null, details.categories),
    groups: details.groups.map(({ id, name }) => ({ id, name })),
    team_members: details.teamMembers.filter(({ removedAt }) => removedAt === null).map(memberOf),
    companies: details.companies.map(({ id, name }) => ({ id, name })),
    fields: fields.map(fieldOf),
    forms: details.forms.map((form) => formOf(form, fields)),
    webhooks: [...new Map(webhooks.map((webhook) => [webhook.url, webhook])).values()].map(webhookOf),
  };
}

/** Puts the word that removes a setting where there is none. */
function withWords(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const words: Readonly<Record<string, string>> = WORDS_FOR_NONE;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value ?? words[name] ?? null]),
  );
}

function categoriesBelow(parentId: CategoryId | null, categories: readonly CategoryRow[]): object[] {
  return categories
    .filter((category) => category.parentId === parentId)
    .map(({ id, name }) => {
      const below = categoriesBelow(id, categories);
      return below.length === 0 ? { name } : { name, sub_categories: below };
    });
}

function memberOf({ id, email, firstName, lastName, role, groups }: TeamMemberRow): object {
  return {
    ...{ id, email, first_name: firstName, last_name: lastName, role },
    groups: groups.map(({ name }) => name),
  };
}

function webhookOf(webhook: WebhookRow): object {
  const { filter, ...settings } = snakeCased(webhook, WEBHOOK_SETTINGS);
  return filter === null ? settings : { ...settings, filter };
}

function fieldOf(field: FieldRow): object {
  const options = hasOptions(field.kind) && { options: field.options.map(({ label }) => label) };
  return { id: field.id, ...snakeCased(field, FIELD_PROPERTIES), ...options };
}

function formOf(form: FormRow, fields: readonly FieldRow[]): object {
  const { title, slug, isEnabled, intro, successMessage, embedOrigins, requiresProof } = form;
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return {
    ...{ title, slug, enabled: isEnabled, fields: form.fieldIds.flatMap((id) => names.get(id) ?? []) },
    intro: intro ?? '',
    success_message: successMessage ?? '',
    embed_origins: embedOrigins,
    requires_proof: requiresProof,
  };
}
