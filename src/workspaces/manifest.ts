import type { Person } from '../customers/customers.service.js';
import type { WantedField } from '../fields/field.rules.js';
import type { WantedForm } from '../forms/settings/form.rules.js';
import type { WantedTeamMember } from '../team-members/team-member.rules.js';
import type { ManifestWebhook } from '../webhooks/settings/webhooks.service.js';
import type { WantedVocabulary, WantedCategory } from '../vocabulary/vocabulary.rules.js';
import type { WorkspaceRow, WorkspaceSettings } from './workspace-list.js';
import { camelCased, definedOnly } from '../kernel/objects.js';
import type { ManifestFile } from './manifest.schema.js';

/** Holds the wanted contents of a workspace. Everything that the manifest does not name stays unchanged. */
export interface Manifest extends WantedVocabulary {
  readonly workspace: Pick<WorkspaceRow, 'subdomain' | 'name'> & Partial<WorkspaceSettings>;
  readonly teamMembers: readonly WantedTeamMember[];
  /** Customers are made when nobody has their address, and are not changed. */
  readonly customers: readonly Person[];
  readonly fields: readonly WantedField[];
  readonly forms: readonly WantedForm[];
  readonly webhooks: readonly ManifestWebhook[];
}

export function toManifest(file: ManifestFile): Manifest {
  return {
    workspace: definedOnly(camelCased(file.workspace)),
    statuses: (file.statuses ?? []).map(({ name }) => name),
    categories: toCategories(file.categories),
    groups: (file.groups ?? []).map(definedOnly),
    teamMembers: (file.team_members ?? []).map((entry) =>
      definedOnly({ ...camelCased(entry), groups: entry.groups ?? [] }),
    ),
    companies: (file.companies ?? []).map(definedOnly),
    customers: (file.customers ?? []).map(definedOnly),
    fields: (file.fields ?? []).map((entry) =>
      definedOnly({ ...camelCased(entry), options: entry.options ?? [] }),
    ),
    forms: (file.forms ?? []).map(toForm),
    webhooks: (file.webhooks ?? []).map((entry) => definedOnly(camelCased(entry))),
  };
}

interface CategoryEntry {
  readonly name: string;
  readonly sub_categories?: readonly CategoryEntry[] | null | undefined;
}

function toCategories(entries: readonly CategoryEntry[] | null | undefined): WantedCategory[] {
  return (entries ?? []).map(({ name, sub_categories: below }) => ({
    name,
    subCategories: toCategories(below),
  }));
}

function toForm(entry: NonNullable<ManifestFile['forms']>[number]): WantedForm {
  const { enabled: isEnabled, fields, ...form } = camelCased(entry);
  return definedOnly({ ...form, isEnabled, fields: fields ?? undefined });
}
