import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not, Raw } from 'typeorm';
import type { FieldId } from '../kernel/ids.js';
import { offsetOf, type PageOrAll, type PageRequest } from '../kernel/page.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { DeletedTicketField } from './entities/deleted-ticket-field.entity.js';
import { TicketFieldOption } from './entities/ticket-field-option.entity.js';
import { TicketField } from './entities/ticket-field.entity.js';
import type { FieldState } from './field.kinds.js';
import type { OptionChanges } from './field-options.rules.js';
import {
  FIELD_PROPERTIES,
  type FieldOption,
  type FieldRow,
  type FieldSettings,
  type NamedSettings,
} from './field.rules.js';
import { LIST, PAGE, RETURN_OPTIONS } from './field.sql.js';

/** The fields of a workspace, or a page of them. */
export interface FieldList extends PageOrAll<FieldRow> {
  /** The version of the workspace's vocabulary; null when it has none. */
  readonly version: string | null;
}

/** A moment before which every transaction that still runs began: none lasts an hour. */
const LONG_AGO = Raw((column) => `${column} < now() - interval '1 hour'`);

/** Reads and changes ticket fields, their options, and the list of deleted fields whose values are not all cleared. */
@Injectable()
export class FieldRepository extends TenantRepository {
  listAll(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.query<FieldRow>(scope, LIST);
  }

  /** Reads the fields in a state, or in all states, with the exact total of the same moment. */
  async list(scope: TenantScope, state: FieldState | null, request: PageRequest | null): Promise<FieldList> {
    const rows = await this.query<(FieldRow | { id: null }) & Totals>(scope, PAGE, [
      state,
      request?.size ?? null,
      request === null ? 0 : offsetOf(request),
    ]);
    const items = rows.filter((row): row is FieldRow & Totals => row.id !== null);
    return { items, totalRecords: rows[0]?.totalRecords ?? 0, request, version: rows[0]?.version ?? null };
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
    await this.update(inner, TicketField, { id }, { ...changes, ...nameKey, updatedAt: new Date() });
  }

  /**
   * Removes and renames options. Labels are unique at every moment, so the renamed ones count as removed until all have their
   * new labels: two options can swap theirs.
   */
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

  /** Deletes an inactive field, and remembers its id, so that its values are removed from tickets later. Returns false when there is none. */
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

interface Totals {
  readonly totalRecords: number;
  readonly version: string | null;
}
