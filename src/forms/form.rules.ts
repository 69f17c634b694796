import type { FieldId, FormId } from '../kernel/ids.js';
import { differing } from '../kernel/objects.js';
import type { KnownField } from '../fields/known/known-vocabulary.js';

/** How the page of a form looks and behaves (extensions, section 19). */
export interface FormSettings {
  /** Plain text above the fields; null when there is none. */
  readonly intro: string | null;
  /** Plain text that thanks for the message; null for that of the service. */
  readonly successMessage: string | null;
  /** Origins of pages that may show the form in a frame. */
  readonly embedOrigins: readonly string[];
  /** Whether only a browser that has done the proof of work can send it. */
  readonly requiresProof: boolean;
}

export const FORM_SETTINGS = [
  'intro',
  'successMessage',
  'embedOrigins',
  'requiresProof',
] as const satisfies readonly (keyof FormSettings)[];

export const FORM_SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,253}[a-z0-9])?$/;

/** A form with its fields, in the form's order. */
export interface FormRow extends FormSettings {
  readonly id: FormId;
  readonly title: string;
  readonly slug: string;
  readonly isEnabled: boolean;
  readonly fieldIds: readonly FieldId[];
}

/** An enabled form with its active fields and its secret keys, for its page. */
export interface OpenForm extends FormSettings, Pick<FormRow, 'id' | 'title' | 'slug'> {
  readonly tokenKey: string;
  /** The key of the workspace's oldest form, by which sendings of all its forms are counted together. A secret, too. */
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
  /** Names of fields, in the form's order. */
  readonly fields?: readonly string[];
}

/** The picture above the forms of a workspace. */
export interface Logo {
  /** A `data:` URI. */
  readonly uri: string;
  readonly version: string;
}

export const pathOfForm = (slug: string): string => `/forms/${slug}`;

/** The new order of a form's fields: first those of the manifest, then the form's other fields. */
export function orderOfFields(current: readonly FieldId[], wanted: readonly FieldId[]): FieldId[] {
  return [...new Set([...wanted, ...current])];
}

/** The settings of a form of which a manifest says nothing more. */
export const PLAIN_FORM: FormSettings = {
  intro: null,
  successMessage: null,
  embedOrigins: [],
  requiresProof: false,
};

/** The changes of a form besides its fields. */
export type FormChanges = Partial<FormSettings & Pick<FormRow, 'title' | 'isEnabled'>>;

/** Finds the changes that a manifest makes to a form besides its fields. */
export function changesOfForm(
  current: FormRow,
  { slug: _slug, fields: _fields, ...wanted }: WantedForm,
): FormChanges {
  return differing<FormRow>(current, wanted);
}

/** Tells the operator of a change. The sentences come in this order. */
const SENTENCES: {
  readonly [Name in keyof FormChanges]-?: (value: FormRow[Name], form: string) => string;
} = {
  title: (title, form) => `renamed ${form} to "${title}"`,
  isEnabled: (isEnabled, form) => `${isEnabled ? 'enabled' : 'disabled'} ${form}`,
  intro: (_intro, form) => `changed the introduction of ${form}`,
  successMessage: (_message, form) => `changed the success message of ${form}`,
  embedOrigins: (origins, form) => `${form} may be embedded by ${origins.join(', ') || 'nobody'}`,
  requiresProof: (requires, form) => `${form} ${requires ? 'requires' : 'does not require'} a proof of work`,
};

export function changesInWords(slug: string, changes: FormChanges): string[] {
  return Object.entries(SENTENCES)
    .filter(([name]) => name in changes)
    .map(([name, sentence]) => sentence(changes[name as keyof FormChanges] as never, `form "${slug}"`));
}
