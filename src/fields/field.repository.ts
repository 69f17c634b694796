import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { foldCase } from '../kernel/text.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { TicketFieldOption } from './entities/ticket-field-option.entity.js';
import { TicketField } from './entities/ticket-field.entity.js';
import type { FieldKind } from './field.kinds.js';
import type { FieldOption, FieldRow, FieldSettings } from './field.rules.js';

/** The row of a new field, without its options. */
export interface NewField extends FieldSettings {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
}

const LIST = tenantStatement(
  'fields.list',
  `SELECT field.id, field.name, field.kind, field.state, field.is_required AS "isRequired",
     field.is_required_for_agent_when_submitting_form AS "isRequiredForAgentWhenSubmittingForm",
     field.is_required_for_agent_when_closing_ticket AS "isRequiredForAgentWhenClosingTicket",
     field.display_order AS "displayOrder", field.placeholder_slug AS "placeholderSlug",
     field.created_at AS "createdAt", field.updated_at AS "updatedAt", coalesce(options.list, '[]') AS options
   FROM ticket_fields AS field
   LEFT JOIN (
     SELECT field_id, json_agg(json_build_object('id', id, 'label', label, 'displayOrder', display_order)
       ORDER BY display_order, id) AS list
     FROM ticket_field_options WHERE workspace_id = $1 AND removed_at IS NULL GROUP BY field_id
   ) AS options ON options.field_id = field.id
   WHERE field.workspace_id = $1
   ORDER BY field.display_order, field.created_at, field.id`,
);

/** All SQL of ticket fields and their options. */
@Injectable()
export class FieldRepository extends TenantRepository {
  /** Every field, in display order, with the options that can be set. */
  listAll(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.query<FieldRow>(scope, LIST);
  }

  /** @returns whether it was added; not when another field has its name or its slug */
  add(inner: InnerScope, field: NewField): Promise<boolean> {
    return this.insertIfFree(inner, TicketField, { ...field, nameKey: foldCase(field.name) });
  }

  async addOptions(inner: InnerScope, fieldId: FieldId, options: readonly FieldOption[]): Promise<void> {
    const rows = options.map((option) => ({
      ...option,
      fieldId,
      labelKey: foldCase(option.label),
      removedAt: null,
    }));
    await this.insert(inner, TicketFieldOption, rows);
  }

  async change(
    inner: InnerScope,
    id: FieldId,
    changes: Partial<FieldSettings> & { readonly name?: string },
  ): Promise<void> {
    const nameKey = changes.name === undefined ? {} : { nameKey: foldCase(changes.name) };
    await this.update(inner, TicketField, { id }, { ...changes, ...nameKey, updatedAt: new Date() });
  }

  async renameOption(inner: InnerScope, id: OptionId, label: string): Promise<void> {
    const changes = { label, labelKey: foldCase(label) };
    await this.update(inner, TicketFieldOption, { id, removedAt: IsNull() }, changes);
  }
}
