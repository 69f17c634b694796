import type { FieldId } from '../../kernel/ids.js';
import type { KnownField } from '../../fields/known/known-vocabulary.js';
import type { Form } from '../entities/form.entity.js';
import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../../events/audit-entry.js';
import { snakeCased } from '../../kernel/objects.js';

/** The settings that change how the page of a form looks and behaves [rule 19]. */
export type FormSettings = Readonly<
  Pick<Form, 'intro' | 'successMessage' | 'embedOrigins' | 'requiresProof'>
>;

/** The settings of a form for which a manifest names none. */
export const PLAIN_FORM: FormSettings = {
  intro: null,
  successMessage: null,
  embedOrigins: [],
  requiresProof: false,
};

export const FORM_SETTINGS = Object.keys(PLAIN_FORM) as (keyof FormSettings)[];

export const FORM_SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,253}[a-z0-9])?$/;

/** A form with its fields in their order. */
export interface FormRow extends FormSettings, Readonly<Pick<Form, 'id' | 'title' | 'slug' | 'isEnabled'>> {
  readonly fieldIds: readonly FieldId[];
}

/** An enabled form with its active fields and its secret keys, for its page. */
export interface OpenForm extends FormSettings, Pick<FormRow, 'id' | 'title' | 'slug'> {
  readonly tokenKey: string;
  /** The secret key of the workspace's oldest form, by which the submissions of all its forms are counted together. */
  readonly sharedKey: string;
  readonly knowledgeBaseName: string;
  /** The colour of buttons and links, such as `#1f5fae`; null for that of the service. */
  readonly colour: string | null;
  /** A text that changes with the logo of the workspace; null without one. */
  readonly logoVersion: string | null;
  /** The address from which customers of the workspace get mail; null when they get none. */
  readonly mailFrom: string | null;
  readonly fields: readonly KnownField[];
}

/** The enabled forms, oldest first, and the name of the knowledge base to which they belong. */
export interface PublishedForms {
  readonly knowledgeBaseName: string;
  readonly forms: readonly Pick<FormRow, 'id' | 'title' | 'slug'>[];
}

/** A form of a manifest. An absent property gets its default in a new form and stays as it is in an existing one. */
export interface WantedForm extends Partial<FormSettings> {
  readonly title: string;
  readonly slug: string;
  readonly isEnabled?: boolean;
  readonly fields?: readonly string[];
}

export interface Logo {
  readonly uri: string;
  readonly version: string;
}

export const pathOfForm = (slug: string): string => `/forms/${slug}`;

/** Orders the fields of a form: first those of the manifest, then the others. */
export function orderOfFields(current: readonly FieldId[], wanted: readonly FieldId[]): FieldId[] {
  return [...new Set([...wanted, ...current])];
}

export type FormChanges = Partial<Omit<FormRow, 'id' | 'slug'>>;

/** The sentences that tell an operator of changes, in this order. */
const SENTENCES: {
  readonly [Name in keyof FormChanges]-?: (value: FormRow[Name], form: string) => string;
} = {
  title: (title, form) => `renamed ${form} to "${title}"`,
  isEnabled: (isEnabled, form) => `${isEnabled ? 'enabled' : 'disabled'} ${form}`,
  intro: (_intro, form) => `changed the introduction of ${form}`,
  successMessage: (_message, form) => `changed the success message of ${form}`,
  embedOrigins: (origins, form) => `${form} may be embedded by ${origins.join(', ') || 'nobody'}`,
  requiresProof: (requires, form) => `${form} ${requires ? 'requires' : 'does not require'} a proof of work`,
  fieldIds: (_fieldIds, form) => `changed the fields of ${form}`,
};

export function changesInWords(slug: string, changes: FormChanges): string[] {
  return Object.entries(SENTENCES)
    .filter(([name]) => name in changes)
    .map(([name, sentence]) => sentence(changes[name as keyof FormChanges] as never, `form "${slug}"`));
}

export function formCreated(form: FormRow): NewAuditEntry {
  return { ...about('form.created', form.id), before: null, after: stateOf(form) };
}

export function formUpdated(before: FormRow, after: FormRow): NewAuditEntry[] {
  return entryOfChange(about('form.updated', after.id), stateOf(before), stateOf(after));
}

function stateOf(form: FormRow): AuditedState {
  const { title, slug, isEnabled, fieldIds } = form;
  return { title, slug, enabled: isEnabled, field_ids: fieldIds, ...snakeCased(form, FORM_SETTINGS) };
}
