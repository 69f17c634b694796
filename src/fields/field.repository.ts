import { Injectable } from '@nestjs/common';
import type { FieldId } from '../kernel/ids.js';
import { offsetOf, type PageRequest } from '../kernel/page.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { TicketField } from './entities/ticket-field.entity.js';
import type { FieldKind, FieldState } from './field.kinds.js';
import type { OptionChanges } from './field-options.rules.js';
import type { FieldOption, FieldRow, FieldSettings, NamedSettings } from './field.rules.js';
import {
  ADD_OPTIONS,
  FIND,
  LIST,
  LOCK,
  LOCK_ALL,
  PAGE,
  REMOVE_OPTIONS,
  RETURN_OPTIONS,
  VERSION,
} from './field.sql.js';

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
  /** Of all fields of the workspace; null when nothing is known of it. */
  readonly version: string | null;
}

/** All SQL of ticket fields and their options. */
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

  /** The version that a list of the fields would have now. */
  async version(scope: TenantScope): Promise<string | null> {
    const [row] = await this.query<Pick<Totals, 'version'>>(scope, VERSION);
    return row?.version ?? null;
  }

  async find(scope: TenantScope | InnerScope, id: FieldId): Promise<FieldRow | null> {
    const [row] = await this.query<FieldRow>(scope, FIND, [id]);
    return row ?? null;
  }

  /** Locks the field's row, if there is one, so that concurrent changes of it and its options come one after the other. */
  async lock(inner: InnerScope, id: FieldId): Promise<void> {
    await this.query(inner, LOCK, [id]);
  }

  /** The same for all fields of the workspace. */
  async lockAll(inner: InnerScope): Promise<void> {
    await this.query(inner, LOCK_ALL);
  }

  /** @returns whether it was added; not when another field has its name or its slug */
  add(inner: InnerScope, field: NewField): Promise<boolean> {
    return this.insertIfFree(inner, TicketField, { ...field, nameKey: foldCase(field.name) });
  }

  async addOptions(inner: InnerScope, fieldId: FieldId, options: readonly FieldOption[]): Promise<void> {
    if (options.length === 0) return;
    await this.query(inner, ADD_OPTIONS, [
      fieldId,
      options.map(({ id }) => id),
      options.map(({ label }) => label),
      options.map(({ label }) => foldCase(label)),
      options.map(({ displayOrder }) => displayOrder),
    ]);
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
      await this.query(inner, REMOVE_OPTIONS, [fieldId, [...removed, ...renamedIds]]);
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

interface Totals {
  readonly totalRecords: number;
  readonly version: string | null;
}
