import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../../events/audit-log.service.js';
import { DomainError } from '../../kernel/errors.js';
import type { FieldId, FormId } from '../../kernel/ids.js';
import { definedOnly, differing } from '../../kernel/objects.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import {
  formCreated,
  formUpdated,
  changesInWords,
  FORM_SLUG,
  orderOfFields,
  PLAIN_FORM,
  type FormRow,
  type OpenForm,
  type PublishedForms,
  type WantedForm,
} from './form.rules.js';
import { pictureIn, type Picture } from './look.rules.js';
import { FormRepository } from './form.repository.js';

/** The error 404, also for a disabled form. */
export function formNotFound(): DomainError {
  return new DomainError('not_found', 'form_not_found', 'There is no form at this address.');
}

/** Reads and changes the web forms through which customers raise tickets [spec 2.5]. */
@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
  ) {}

  /** Lists all forms, also disabled ones, oldest first. */
  list(scope: TenantScope | InnerScope): Promise<FormRow[]> {
    return this.forms.listAll(scope);
  }

  listPublished(scope: TenantScope): Promise<PublishedForms> {
    return this.forms.findPublished(scope);
  }

  /** Finds the enabled form with this slug, with its active fields in the form's order. @throws form_not_found */
  async open(scope: TenantScope, slug: string): Promise<OpenForm> {
    // The database does not take every text.
    if (!FORM_SLUG.test(slug)) throw formNotFound();
    const { rows, vocabulary } = await this.vocabularies.name(scope, (inner) =>
      this.forms.findOpen(inner, slug),
    );
    const [row] = rows;
    if (!row) throw formNotFound();
    const { fieldIds, vocabularyVersion: _version, ...form } = row;
    const fields = fieldIds.flatMap((id) => vocabulary.fields.get(id) ?? []);
    return { ...form, fields: fields.filter(({ isActive }) => isActive) };
  }

  /** Reads the picture above the forms. @throws form_not_found when there is none of this version */
  async logo(scope: TenantScope, version: string): Promise<Picture> {
    const logo = await this.forms.findLogo(scope);
    const picture = logo?.version === version ? pictureIn(logo.uri) : null;
    if (!picture) throw formNotFound();
    return picture;
  }

  /** Adds and changes the forms of a manifest, which their slugs identify. Other forms and fields stay. @returns a sentence for each change */
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
      if (current) changes.push(...(await this.change(inner, current, form, fieldIds)));
      else changes.push(await this.add(inner, form, fieldIds));
    }
    return changes;
  }

  private async add(inner: InnerScope, wanted: WantedForm, fieldIds: readonly FieldId[]): Promise<string> {
    const { fields: _names, ...named } = wanted;
    const form = { ...PLAIN_FORM, isEnabled: true, ...definedOnly(named), id: uuid() as FormId, fieldIds };
    await this.forms.add(inner, form);
    await this.audit.record(inner, formCreated(form));
    return `created form "${form.slug}"`;
  }

  private async change(
    inner: InnerScope,
    current: FormRow,
    wanted: WantedForm,
    wantedFields: readonly FieldId[],
  ): Promise<string[]> {
    const { slug: _slug, fields: _fields, ...settings } = wanted;
    const fieldIds = orderOfFields(current.fieldIds, wantedFields);
    const changes = differing<FormRow>(current, { ...settings, fieldIds });
    const { fieldIds: newFields, ...columns } = changes;
    if (Object.keys(columns).length > 0) await this.forms.change(inner, current.id, columns);
    if (newFields) await this.forms.setFields(inner, current.id, newFields);
    await this.audit.record(inner, ...formUpdated(current, { ...current, ...changes }));
    return changesInWords(current.slug, changes);
  }
}
