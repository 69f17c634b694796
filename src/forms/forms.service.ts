import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../events/audit-log.service.js';
import type { FieldId, FormId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { KnownVocabularies } from '../fields/known/known-vocabularies.service.js';
import { formCreated, formUpdated } from './form-audit.rules.js';
import { pictureIn, type Picture } from './look.rules.js';
import { FormRepository } from './form.repository.js';
import {
  changesInWords,
  changesOfForm,
  FORM_SLUG,
  orderOfFields,
  PLAIN_FORM,
  type FormRow,
  type OpenForm,
  type PublishedForms,
  type WantedForm,
} from './form.rules.js';

/** Reads and changes the web forms through which customers raise tickets (specification 2.5). */
@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly audit: AuditLog,
  ) {}

  /** All forms, disabled ones too, oldest first. */
  list(scope: TenantScope | InnerScope): Promise<FormRow[]> {
    return this.forms.listAll(scope);
  }

  /** The enabled forms and the name of the knowledge base (specification 4.7). */
  listPublished(scope: TenantScope): Promise<PublishedForms> {
    return this.forms.findPublished(scope);
  }

  /** The enabled form with this slug, with its active fields in the form's order; null when there is none. */
  async findOpen(scope: TenantScope, slug: string): Promise<OpenForm | null> {
    // The database does not take every text.
    if (!FORM_SLUG.test(slug)) return null;
    const { rows, vocabulary } = await this.vocabularies.name(scope, (inner) =>
      this.forms.findOpen(inner, slug),
    );
    const [row] = rows;
    if (!row) return null;
    const { fieldIds, vocabularyVersion: _version, ...form } = row;
    const fields = fieldIds.flatMap((id) => vocabulary.fields.get(id) ?? []);
    return { ...form, fields: fields.filter(({ isActive }) => isActive) };
  }

  /** The picture above the forms; null when there is none of this version. */
  async findLogo(scope: TenantScope, version: string): Promise<Picture | null> {
    const logo = await this.forms.findLogo(scope);
    return logo?.version === version ? pictureIn(logo.uri) : null;
  }

  /**
   * Changes the forms with the slugs of a manifest. Forms, and fields of forms, that it does not mention stay.
   * @param fieldNamed finds every field that the forms name
   * @returns a sentence for each change
   */
  async ensure(
    inner: InnerScope,
    wanted: readonly WantedForm[],
    fieldNamed: (name: string) => FieldId,
  ): Promise<string[]> {
    const existing = new Map((await this.list(inner)).map((form) => [form.slug, form]));
    const changes: string[] = [];
    for (const form of wanted) {
      const fieldIds = (form.fields ?? []).map(fieldNamed);
      const current = existing.get(form.slug);
      changes.push(
        ...(current
          ? await this.adapt(inner, current, form, fieldIds)
          : await this.add(inner, form, fieldIds)),
      );
    }
    return changes;
  }

  private async add(inner: InnerScope, wanted: WantedForm, fieldIds: readonly FieldId[]): Promise<string[]> {
    const { fields: _names, ...named } = wanted;
    const form = { ...PLAIN_FORM, isEnabled: true, ...definedOnly(named), id: uuid() as FormId, fieldIds };
    await this.forms.add(inner, form);
    await this.audit.record(inner, formCreated(form));
    return [`created form "${form.slug}"`];
  }

  private async adapt(
    inner: InnerScope,
    current: FormRow,
    wanted: WantedForm,
    wantedFields: readonly FieldId[],
  ): Promise<string[]> {
    const changes = changesOfForm(current, wanted);
    const fieldIds = orderOfFields(current.fieldIds, wantedFields);
    const fieldsChange = !isDeepStrictEqual(fieldIds, current.fieldIds);
    if (Object.keys(changes).length > 0) await this.forms.change(inner, current.id, changes);
    if (fieldsChange) await this.forms.setFields(inner, current.id, fieldIds);
    await this.audit.record(inner, ...formUpdated(current, { ...current, ...changes, fieldIds }));
    return [
      ...changesInWords(current.slug, changes),
      ...(fieldsChange ? [`changed the fields of form "${current.slug}"`] : []),
    ];
  }
}
