import { Injectable } from '@nestjs/common';
import type { FieldId, FormId } from '../kernel/ids.js';
import { tenantStatement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { FormField } from './entities/form-field.entity.js';
import { Form } from './entities/form.entity.js';
import type { FormRow, PublishedForms } from './form.rules.js';

const PUBLISHED = tenantStatement(
  'forms.published',
  `SELECT workspace.knowledge_base_name AS "knowledgeBaseName",
     (SELECT coalesce(json_agg(json_build_object('id', form.id, 'title', form.title, 'slug', form.slug)
        ORDER BY form.created_at, form.id), '[]')
      FROM forms AS form WHERE form.workspace_id = $1 AND form.is_enabled) AS forms
   FROM workspaces AS workspace WHERE workspace.id = $1`,
);

/** All SQL of web forms. */
@Injectable()
export class FormRepository extends TenantRepository {
  /** Every form, disabled ones too, oldest first. */
  async listAll(scope: TenantScope | InnerScope): Promise<FormRow[]> {
    const forms = await this.select(scope, Form, ['id', 'title', 'slug', 'isEnabled', 'fields'], {
      relations: { fields: true },
      order: { createdAt: 'ASC', id: 'ASC', fields: { position: 'ASC', fieldId: 'ASC' } },
    });
    return forms.map(({ fields = [], ...form }) => ({
      ...form,
      fieldIds: fields.map(({ fieldId }) => fieldId),
    }));
  }

  /** The enabled forms, oldest first, with the name of the workspace's knowledge base. */
  async findPublished(scope: TenantScope): Promise<PublishedForms> {
    const [row] = await this.query<PublishedForms>(scope, PUBLISHED);
    if (!row) throw new Error('The workspace of a scope does not exist.');
    return row;
  }

  async add(inner: InnerScope, { fieldIds, ...form }: FormRow): Promise<void> {
    await this.insert(inner, Form, [form]);
    await this.setFields(inner, form.id, fieldIds);
  }

  async change(
    inner: InnerScope,
    id: FormId,
    changes: Partial<Pick<FormRow, 'title' | 'isEnabled'>>,
  ): Promise<void> {
    await this.update(inner, Form, { id }, changes);
  }

  async setFields(inner: InnerScope, formId: FormId, fieldIds: readonly FieldId[]): Promise<void> {
    await this.delete(inner, FormField, { formId });
    const rows = fieldIds.map((fieldId, position) => ({ formId, fieldId, position }));
    await this.insert(inner, FormField, rows);
  }
}
