import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import type { FieldId } from '../kernel/ids.js';
import { offsetOf, type PageRequest } from '../kernel/page.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { TicketFieldOption } from './entities/ticket-field-option.entity.js';
import { TicketField } from './entities/ticket-field.entity.js';
import type { FieldKind, FieldState } from './field.kinds.js';
import type { OptionChanges } from './field-options.rules.js';
import type { FieldOption, FieldRow, FieldSettings, NamedSettings } from './field.rules.js';
import { LIST, PAGE, RETURN_OPTIONS } from './field.sql.js';

const SHOWN = [
  'id',
  'name',
  'kind',
  'state',
  'isRequired',
  'isRequiredForAgentWhenSubmittingForm',
  'isRequiredForAgentWhenClosingTicket',
  'displayOrder',
  'placeholderSlug',
  'createdAt',
  'updatedAt',
] as const;

/** The row of a new field, without its options. */
export interface NewField extends FieldSettings {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: FieldKind;
}

/** Fields of a workspace; `request` is null when all of them were wanted. */
export interface FieldList {
  readonly items: readonly FieldRow[];
  readonly totalRecords: number;
  readonly request: PageRequest | null;
  /** Of the vocabulary of the workspace; null when it has none. */
  readonly version: string | null;
}

/** The rows of ticket fields and their options. */
@Injectable()
export class FieldRepository extends TenantRepository {
  /** Every field, in display order, with the options that can be set. */
  listAll(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.query<FieldRow>(scope, LIST);
  }

  /** A page of the fields in a state, or of all, or not a page but everything; with the exact total of the same moment. */
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
    const found = await this.selectOne(scope, TicketField, [...SHOWN, 'options'], {
      where: { id },
      relations: { options: true },
      order: { options: { displayOrder: 'ASC', id: 'ASC' } },
    });
    return found && { ...found, options: (found.options ?? []).filter(isSettable).map(shownOption) };
  }

  add(inner: InnerScope, field: NewField): Promise<void> {
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
   * Removes and renames options. Labels are unique among the options that can be set, at every moment: the renamed ones
   * stand back as removed until all have their new labels, so that they can take each other's.
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

  /** @returns whether it was there and inactive; its options go with it */
  async deleteInactive(inner: InnerScope, id: FieldId): Promise<boolean> {
    return (await this.delete(inner, TicketField, { id, state: 'inactive' })) > 0;
  }
}

function isSettable({ removedAt }: TicketFieldOption): boolean {
  return removedAt === null;
}

function shownOption({ id, label, displayOrder }: TicketFieldOption): FieldOption {
  return { id, label, displayOrder };
}

interface Totals {
  readonly totalRecords: number;
  readonly version: string | null;
}
