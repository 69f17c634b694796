import { Injectable } from '@nestjs/common';
import type { FieldId, FormId } from '../../kernel/ids.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { Form, FormField } from '../entities/form.entity.js';
import {
  FORM_SETTINGS,
  type FormChanges,
  type FormRow,
  type Logo,
  type OpenForm,
  type PublishedForms,
} from './form.rules.js';

const PUBLISHED = tenantStatement(
  'forms.published',
  `SELECT workspace.knowledge_base_name AS "knowledgeBaseName",
     (SELECT coalesce(json_agg(json_build_object('id', form.id, 'title', form.title, 'slug', form.slug)
        ORDER BY form.created_at, form.id), '[]')
      FROM forms AS form WHERE form.workspace_id = $1 AND form.is_enabled) AS forms
   FROM workspaces AS workspace WHERE workspace.id = $1`,
);

/** SQL: the moment of the last change, so that browsers load a logo again after it. */
const LOGO_VERSION = 'floor(extract(epoch FROM workspace.updated_at) * 1000)::bigint::text';

const OPEN = tenantStatement(
  'forms.open',
  `SELECT form.id, form.title, form.slug, form.intro, form.success_message AS "successMessage",
     form.embed_origins AS "embedOrigins", form.requires_proof AS "requiresProof", form.token_key AS "tokenKey",
     (SELECT oldest.token_key FROM forms AS oldest WHERE oldest.workspace_id = $1
      ORDER BY oldest.created_at, oldest.id LIMIT 1) AS "sharedKey",
     workspace.knowledge_base_name AS "knowledgeBaseName", workspace.colour, workspace.mail_from AS "mailFrom",
     CASE WHEN workspace.logo IS NOT NULL THEN ${LOGO_VERSION} END AS "logoVersion",
     ARRAY(SELECT field.field_id::text FROM form_fields AS field
           WHERE field.workspace_id = $1 AND field.form_id = form.id ORDER BY field.position, field.field_id) AS "fieldIds",
     ${VOCABULARY_VERSION}
   FROM forms AS form JOIN workspaces AS workspace ON workspace.id = form.workspace_id
   WHERE form.workspace_id = $1 AND form.slug = $2 AND form.is_enabled`,
  { planned: 'once' },
);

const LOGO = tenantStatement(
  'forms.logo',
  `SELECT workspace.logo AS uri, ${LOGO_VERSION} AS version
   FROM workspaces AS workspace WHERE workspace.id = $1 AND workspace.logo IS NOT NULL
     AND EXISTS (SELECT FROM forms AS form WHERE form.workspace_id = $1 AND form.is_enabled)`,
);

type OpenFormRow = Omit<OpenForm, 'fields'> & Pick<FormRow, 'fieldIds'> & Versioned;

@Injectable()
export class FormRepository extends TenantRepository {
  async listAll(scope: TenantScope | InnerScope): Promise<FormRow[]> {
    const forms = await this.select(
      scope,
      Form,
      ['id', 'title', 'slug', 'isEnabled', 'fields', ...FORM_SETTINGS],
      {
        relations: { fields: true },
        order: { createdAt: 'ASC', id: 'ASC', fields: { position: 'ASC', fieldId: 'ASC' } },
      },
    );
    return forms.map(({ fields = [], ...form }) => ({
      ...form,
      fieldIds: fields.map(({ fieldId }) => fieldId),
    }));
  }

  async findPublished(scope: TenantScope): Promise<PublishedForms> {
    const [row] = await this.query<PublishedForms>(scope, PUBLISHED);
    if (!row) throw new Error('The workspace of a scope does not exist.');
    return row;
  }

  findOpen(scope: TenantScope | InnerScope, slug: string): Promise<OpenFormRow[]> {
    return this.query<OpenFormRow>(scope, OPEN, [slug]);
  }

  findLogo(scope: TenantScope): Promise<Logo | null> {
    return this.queryOne(scope, LOGO);
  }

  async add(inner: InnerScope, { fieldIds, ...form }: FormRow): Promise<void> {
    await this.insert(inner, Form, [form]);
    await this.setFields(inner, form.id, fieldIds);
  }

  async change(inner: InnerScope, id: FormId, changes: Omit<FormChanges, 'fieldIds'>): Promise<void> {
    await this.update(inner, Form, { id }, changes);
  }

  async setFields(inner: InnerScope, formId: FormId, fieldIds: readonly FieldId[]): Promise<void> {
    await this.delete(inner, FormField, { formId });
    const rows = fieldIds.map((fieldId, position) => ({ formId, fieldId, position }));
    await this.insert(inner, FormField, rows);
  }
}
