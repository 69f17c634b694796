import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not, Raw } from 'typeorm';
import type { FieldId } from '../kernel/ids.js';
import { offsetOf, pageOf, type PageOrAll, type PageRequest, type RowOfPage } from '../kernel/page.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { DeletedTicketField, TicketFieldOption, TicketField } from './entities/ticket-field.entity.js';
import type { FieldState } from './field.kinds.js';
import type { OptionChanges } from './field-options.rules.js';
import {
  FIELD_PROPERTIES,
  type FieldOption,
  type FieldRow,
  type FieldSettings,
  type NamedSettings,
} from './field.rules.js';
import { LATER, plannedOnce, tenantStatement } from '../platform/tenancy/statement.js';

const COLUMNS = `
  field.id, field.name, field.kind, field.state, field.is_required AS "isRequired",
  field.is_required_for_agent_when_submitting_form AS "isRequiredForAgentWhenSubmittingForm",
  field.is_required_for_agent_when_closing_ticket AS "isRequiredForAgentWhenClosingTicket",
  field.display_order AS "displayOrder", field.placeholder_slug AS "placeholderSlug",
  field.created_at AS "createdAt", field.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'label', o.label, 'displayOrder', o.display_order)
     ORDER BY o.display_order, o.id), '[]')
   FROM ticket_field_options o
   WHERE o.workspace_id = $1 AND o.field_id = field.id AND o.removed_at IS NULL) AS options`;

const SORTED = 'ORDER BY field.display_order, field.created_at, field.id';

const LIST = tenantStatement(
  'fields.list',
  `SELECT ${COLUMNS} FROM ticket_fields AS field WHERE field.workspace_id = $1 ${SORTED}`,
);

/**
 * Reads a page of fields: $2 a state or null for all, $3 page size or null for all, $4 how many fields to skip, or null. Every row has the total
 * and the version of the vocabulary. An empty page has one row with a null id.
 */
const PAGE = plannedOnce(
  tenantStatement(
    'fields.page',
    `SELECT total.count AS "totalRecords",
     (SELECT version FROM vocabulary_versions WHERE workspace_id = $1) AS version, page.*
   FROM (SELECT count(*)::int AS count FROM ticket_fields
         WHERE workspace_id = $1 AND ($2::text IS NULL OR state = $2)) AS total
   LEFT JOIN LATERAL (
     SELECT ${COLUMNS} FROM ticket_fields AS field
     WHERE field.workspace_id = $1 AND ($2::text IS NULL OR field.state = $2) ${SORTED} LIMIT $3 OFFSET $4
   ) AS page ON true`,
  ),
);

/** Brings removed options back with new labels: $2 the field, $3 ids of options, $4 labels, $5 folded labels. */
const RETURN_OPTIONS = tenantStatement(
  'fields.return_options',
  `UPDATE ticket_field_options o SET label = renamed.label, label_key = renamed.label_key, removed_at = NULL
   FROM unnest($3::uuid[], $4::text[], $5::text[]) AS renamed (id, label, label_key)
   WHERE o.workspace_id = $1 AND o.field_id = $2 AND o.id = renamed.id`,
);

export interface FieldList extends PageOrAll<FieldRow> {
  /** A workspace without a vocabulary has null here. */
  readonly version: string | null;
}

/** Every transaction that still runs began after this moment, because none lasts an hour. */
const LONG_AGO = Raw((column) => `${column} < now() - interval '1 hour'`);

/** Stores fields, their options, and deleted fields whose values are not all cleared. */
@Injectable()
export class FieldRepository extends TenantRepository {
  listAll(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.query<FieldRow>(scope, LIST);
  }

  /** Reads the fields in one state, or in all states, and their exact total at that moment. */
  async list(scope: TenantScope, state: FieldState | null, request: PageRequest | null): Promise<FieldList> {
    const values = [state, request?.size ?? null, request && offsetOf(request)];
    const rows = await this.query<RowOfPage<FieldRow> & Pick<FieldList, 'version'>>(scope, PAGE, values);
    return { ...pageOf<FieldRow, PageRequest | null>(rows, request), version: rows[0]?.version ?? null };
  }

  async find(scope: TenantScope | InnerScope, id: FieldId): Promise<FieldRow | null> {
    const found = await this.selectOne(
      scope,
      TicketField,
      ['id', ...FIELD_PROPERTIES, 'createdAt', 'updatedAt', 'options'],
      {
        where: { id },
        relations: { options: true },
        order: { options: { displayOrder: 'ASC', id: 'ASC' } },
      },
    );
    if (!found) return null;
    const settable = (found.options ?? []).filter(({ removedAt }) => removedAt === null);
    return {
      ...found,
      options: settable.map(({ id, label, displayOrder }) => ({ id, label, displayOrder })),
    };
  }

  add(inner: InnerScope, field: FieldSettings & Pick<FieldRow, 'id' | 'name' | 'kind'>): Promise<void> {
    return this.insert(inner, TicketField, [{ ...field, nameKey: foldCase(field.name) }]);
  }

  addOptions(inner: InnerScope, fieldId: FieldId, options: readonly FieldOption[]): Promise<void> {
    const rows = options.map((option) => ({ ...option, fieldId, labelKey: foldCase(option.label) }));
    return this.insert(inner, TicketFieldOption, rows);
  }

  async change(inner: InnerScope, id: FieldId, changes: NamedSettings): Promise<void> {
    const nameKey = changes.name === undefined ? {} : { nameKey: foldCase(changes.name) };
    await this.update(inner, TicketField, { id }, { ...changes, ...nameKey, updatedAt: LATER });
  }

  /** Removes and renames options. Renamed options count as removed until all have their new labels, so that two options can swap theirs. */
  async changeOptions(
    inner: InnerScope,
    fieldId: FieldId,
    { removed, renamed }: Pick<OptionChanges, 'removed' | 'renamed'>,
  ): Promise<void> {
    const renamedIds = renamed.map(({ id }) => id);
    if (removed.length + renamed.length > 0) {
      const settable = { fieldId, id: Any([...removed, ...renamedIds]), removedAt: IsNull() };
      await this.update(inner, TicketFieldOption, settable, { removedAt: new Date() });
    }
    if (renamed.length === 0) return;
    const labels = renamed.map(({ label }) => label);
    await this.query(inner, RETURN_OPTIONS, [fieldId, renamedIds, labels, labels.map(foldCase)]);
  }

  /** Deletes an inactive field, and remembers its id, so that tickets lose its values later. @returns whether there was one */
  async deleteInactive(inner: InnerScope, id: FieldId): Promise<boolean> {
    if ((await this.delete(inner, TicketField, { id, state: 'inactive' })) === 0) return false;
    await this.insert(inner, DeletedTicketField, [{ id }]);
    return true;
  }

  async listDeleted(inner: InnerScope): Promise<FieldId[]> {
    return (await this.select(inner, DeletedTicketField, ['id'])).map(({ id }) => id);
  }

  /** Locks a deleted field that is not among `except` and that no other transaction has locked. */
  async lockNextDeleted(inner: InnerScope, except: readonly FieldId[]): Promise<FieldId | null> {
    const next = await this.selectOne(inner, DeletedTicketField, ['id'], {
      where: { id: Not(Any(except)) },
      order: { id: 'ASC' },
      take: 1,
      lock: { ...FOR_UPDATE, onLocked: 'skip_locked' },
    });
    return next?.id ?? null;
  }

  /** Takes a field off the list, unless a transaction may still run that knew the field when it began. */
  async forgetDeleted(inner: InnerScope, id: FieldId): Promise<void> {
    await this.delete(inner, DeletedTicketField, { id, deletedAt: LONG_AGO });
  }
}
