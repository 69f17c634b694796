import type { FieldId, FormId } from '../kernel/ids.js';

/** A form with its fields, in the form's order. */
export interface FormRow {
  readonly id: FormId;
  readonly title: string;
  readonly slug: string;
  readonly isEnabled: boolean;
  readonly fieldIds: readonly FieldId[];
}

/** The enabled forms, oldest first, and the name of the knowledge base to which they belong. */
export interface PublishedForms {
  readonly knowledgeBaseName: string;
  readonly forms: readonly Pick<FormRow, 'id' | 'title' | 'slug'>[];
}

/** A form of a manifest. An absent property gets its default in a new form and stays as it is in an existing one. */
export interface WantedForm {
  readonly title: string;
  readonly slug: string;
  readonly isEnabled?: boolean;
  /** Names of fields, in the form's order. */
  readonly fields?: readonly string[];
}

/** The new order of a form's fields: first those of the manifest, then the form's other fields. */
export function orderOfFields(current: readonly FieldId[], wanted: readonly FieldId[]): FieldId[] {
  return [...new Set([...wanted, ...current])];
}
