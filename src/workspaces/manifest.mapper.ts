import type { WantedForm } from '../forms/form.rules.js';
import { camelCased, definedOnly } from '../kernel/objects.js';
import type { WantedCategory } from '../vocabulary/vocabulary.rules.js';
import type { ManifestFile } from './manifest.schema.js';
import type { Manifest } from './manifest.js';

/** Converts a well-formed file to a manifest. */
export function toManifest(file: ManifestFile): Manifest {
  return {
    workspace: toSettings(file.workspace),
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

/** Converts the settings. Some words of the file take a setting away, which is null then. */
function toSettings(workspace: ManifestFile['workspace']): Manifest['workspace'] {
  const { requestsPerMinute, attachmentQuotaMb, attachmentTypes, ...settings } = camelCased(workspace);
  const { mailFrom, replyTo, mailFooter, colour, logo } = settings;
  return definedOnly({
    ...settings,
    requestsPerMinute: requestsPerMinute === 'default' ? null : requestsPerMinute,
    attachmentQuotaMb: attachmentQuotaMb === 'unlimited' ? null : attachmentQuotaMb,
    attachmentTypes: attachmentTypes === 'all' ? null : attachmentTypes,
    mailFrom: mailFrom === 'none' ? null : mailFrom,
    replyTo: replyTo === 'none' ? null : replyTo,
    mailFooter: textOrNull(mailFooter),
    colour: colour === 'none' ? null : colour,
    logo: logo === 'none' ? null : logo,
  });
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

function toForm(entry: NonNullable<ManifestFile['forms']>[number]): WantedForm {
  const { enabled: isEnabled, fields, intro, successMessage, ...form } = camelCased(entry);
  return definedOnly({
    ...form,
    isEnabled,
    fields: fields ?? undefined,
    intro: textOrNull(intro),
    successMessage: textOrNull(successMessage),
  });
}

/** An empty text takes away what is there. */
function textOrNull(text: string | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}
