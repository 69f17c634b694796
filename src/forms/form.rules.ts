import { isDeepStrictEqual } from 'node:util';
import type { FieldId, FormId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
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

/** The slug of every form matches this. */
export const FORM_SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,253}[a-z0-9])?$/;

/** A form with its fields, in the form's order. */
export interface FormRow extends FormSettings {
  readonly id: FormId;
  readonly title: string;
  readonly slug: string;
  readonly isEnabled: boolean;
  readonly fieldIds: readonly FieldId[];
}

/** An enabled form as its page needs it: with its active fields, and its keys. */
export interface OpenForm extends FormSettings, Pick<FormRow, 'id' | 'title' | 'slug'> {
  /** A secret. */
  readonly tokenKey: string;
  /** A secret that all forms of the workspace share: the key of its oldest form, for what is counted in all of them together. */
  readonly sharedKey: string;
  readonly knowledgeBaseName: string;
  /** Of its buttons and links, such as `#1f5fae`; null for that of the service. */
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

/** The path of a form's page. */
export const pathOfForm = (slug: string): string => `/forms/${slug}`;

/** The new order of a form's fields: first those of the manifest, then the form's other fields. */
export function orderOfFields(current: readonly FieldId[], wanted: readonly FieldId[]): FieldId[] {
  return [...new Set([...wanted, ...current])];
}

/** What a form is that a manifest says nothing more about. */
export const PLAIN_FORM: FormSettings = {
  intro: null,
  successMessage: null,
  embedOrigins: [],
  requiresProof: false,
};

/** What of a form can change besides its fields. */
export type FormChanges = Partial<FormSettings & Pick<FormRow, 'title' | 'isEnabled'>>;

/** What a manifest changes of a form besides its fields. */
export function changesOfForm(current: FormRow, wanted: WantedForm): FormChanges {
  const { title, isEnabled, intro, successMessage, embedOrigins, requiresProof } = wanted;
  const named = definedOnly({ title, isEnabled, intro, successMessage, embedOrigins, requiresProof });
  const different = Object.entries(named).filter(
    ([name, value]) => !isDeepStrictEqual(value, current[name as keyof FormRow]),
  );
  return Object.fromEntries(different);
}

/** A sentence for each change. */
export function changesInWords(
  slug: string,
  { title, isEnabled, intro, successMessage, embedOrigins, requiresProof }: FormChanges,
): string[] {
  const form = `form "${slug}"`;
  const origins = embedOrigins?.join(', ') ?? '';
  return [
    ...(title === undefined ? [] : [`renamed ${form} to "${title}"`]),
    ...(isEnabled === undefined ? [] : [`${isEnabled ? 'enabled' : 'disabled'} ${form}`]),
    ...(intro === undefined ? [] : [`changed the introduction of ${form}`]),
    ...(successMessage === undefined ? [] : [`changed the success message of ${form}`]),
    ...(embedOrigins === undefined
      ? []
      : [`${form} may be embedded by ${origins === '' ? 'nobody' : origins}`]),
    ...(requiresProof === undefined
      ? []
      : [`${form} ${requiresProof ? 'requires' : 'does not require'} a proof of work`]),
  ];
}
