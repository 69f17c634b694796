import type { FieldId, FormId } from '../kernel/ids.js';

/** A form with the fields that it asks for, in its order. */
export interface FormRow {
  readonly id: FormId;
  readonly title: string;
  readonly slug: string;
  readonly isEnabled: boolean;
  readonly fieldIds: readonly FieldId[];
}

/** What customers can find: the enabled forms, oldest first, and the name of the knowledge base that they belong to. */
export interface PublishedForms {
  readonly knowledgeBaseName: string;
  readonly forms: readonly Pick<FormRow, 'id' | 'title' | 'slug'>[];
}

/** A form that an operator wants; what is absent has its default in a new form and stays in an existing one. */
export interface WantedForm {
  readonly title: string;
  readonly slug: string;
  readonly isEnabled?: boolean;
  /** Names of fields, in order. */
  readonly fields?: readonly string[];
}

/** The fields of a form in their new order: the wanted ones first, then those that it has and nobody mentioned. */
export function orderOfFields(current: readonly FieldId[], wanted: readonly FieldId[]): FieldId[] {
  return [...new Set([...wanted, ...current])];
}
