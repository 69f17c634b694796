import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import { isUuid, type FieldId, type OptionId, type WorkspaceId } from '../kernel/ids.js';
import { definedOnly, differing } from '../kernel/objects.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { snakeCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { fieldCreated, fieldDeleted, fieldUpdated } from './field-audit.rules.js';
import { ticketFieldActive, ticketFieldNotFound } from './field.errors.js';
import {
  changesOptions,
  readNewOptions,
  readOptionChanges,
  type OptionChanges,
  type OptionRequest,
} from './field-options.rules.js';
import { FieldLists } from './field-lists.js';
import { KnownVocabularies } from './known/known-vocabularies.service.js';
import { FieldRepository, type FieldList } from './field.repository.js';
import {
  checkBesideOthers,
  checkRoomForField,
  checkRoomForOptions,
  countOptions,
  differenceOfField,
  findByName,
  nextOrder,
  settingsOfNewField,
  type FieldRow,
  type NamedSettings,
  type RequestedField,
  type WantedField,
} from './field.rules.js';

/** Changes that a client wants. An absent property stays unchanged. */
export interface FieldUpdate extends NamedSettings, OptionRequest {}

/** Reads and changes the custom fields of tickets (specification 2.1 and 2.2, decisions section 5). */
@Injectable()
export class FieldsService {
  private readonly deletionListeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(
    private readonly fields: FieldRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** Lists all fields in display order. */
  list(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.fields.listAll(scope);
  }

  /** Lists all fields and keeps others from changing fields of the workspace until the unit of work ends. */
  async listForChange(inner: InnerScope): Promise<FieldRow[]> {
    await this.vocabularies.lock(inner);
    return this.list(inner);
  }

  /** Remembers lists of fields in the form that `show` returns. */
  listsAs<Shown>(show: (list: FieldList) => Shown): FieldLists<Shown> {
    return new FieldLists(this.fields, this.vocabularies, show);
  }

  /** @throws ticket_field_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<FieldRow> {
    const row = await this.fields.find(scope, fieldIdOf(reference));
    if (!row) throw ticketFieldNotFound();
    return row;
  }

  /**
   * Adds a field with its options. Defaults: active, not required, last in the list, a slug made from the name.
   * @throws invalid_request with every problem, at `field.name`, `field.data[0]` and so on
   */
  async create(scope: TenantScope, draft: Draft<RequestedField>): Promise<FieldRow> {
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const others = await this.listForChange(inner);
      const { data, name, kind, ...settings } = draft.value;
      const problems = new Problems(draft.problems);
      const options = readNewOptions(kind, data ?? [], problems);
      checkBesideOthers(draft.value, others, problems);
      checkRoomForField(others, problems);
      const room = { present: 0, others: countOptions(others) };
      checkRoomForOptions(options.length, room, 'field.data', problems);
      refuseIfAny(problems);
      if (name === undefined || kind === undefined)
        throw new Error('A field without a name or a kind was not refused.');
      return this.add(inner, { ...settings, name, kind, options }, others);
    });
  }

  /**
   * Changes the properties that the draft names. `updated_at` changes only when a value really differs.
   * @throws ticket_field_not_found, the errors of the precondition, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    draft: Draft<FieldUpdate>,
    precondition: Precondition<FieldRow> = null,
  ): Promise<FieldRow> {
    const id = fieldIdOf(reference);
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const all = await this.listForChange(inner);
      const current = all.find((field) => field.id === id);
      if (!current) throw ticketFieldNotFound();
      precondition?.(current);
      const others = all.filter((field) => field !== current);
      return this.apply(inner, current, others, draft);
    });
  }

  /**
   * Deletes an inactive field. No answer shows its values from then on; they are removed from the tickets later.
   * @throws ticket_field_not_found, the errors of the precondition, ticket_field_active
   */
  async remove(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<FieldRow> = null,
  ): Promise<void> {
    const id = fieldIdOf(reference);
    await this.unitOfWork.run(scope, async (inner) => {
      await this.vocabularies.lock(inner);
      const field = await this.get(inner, id);
      precondition?.(field);
      if (!(await this.fields.deleteInactive(inner, id))) throw ticketFieldActive();
      await this.audit.record(inner, fieldDeleted(field));
      this.unitOfWork.afterwards(inner, () => {
        for (const listener of this.deletionListeners) listener(scope.workspaceId);
      });
    });
  }

  /** Calls `listener` with the workspace of each deleted field, after the deletion is committed. */
  onDeletion(listener: (workspaceId: WorkspaceId) => void): void {
    this.deletionListeners.push(listener);
  }

  /** Lists the deleted fields of which tickets may still hold values. No other field can have their ids. */
  listDeleted(inner: InnerScope): Promise<FieldId[]> {
    return this.fields.listDeleted(inner);
  }

  /** Locks a deleted field, other than `except`, whose values have to be removed from tickets; null when there is none. */
  lockNextDeleted(inner: InnerScope, except: readonly FieldId[]): Promise<FieldId | null> {
    return this.fields.lockNextDeleted(inner, except);
  }

  /** Forgets a deleted field of which no ticket holds a value, as soon as no ticket can get one any more. */
  forgetDeleted(inner: InnerScope, id: FieldId): Promise<void> {
    return this.fields.forgetDeleted(inner, id);
  }

  /**
   * Changes the fields that a manifest names, after `checkWantedFields` has found no problem in them.
   * @returns a sentence for each change
   * @throws invalid_request when two fields of the manifest get one slug
   */
  async ensure(inner: InnerScope, wanted: readonly WantedField[]): Promise<string[]> {
    const existing = await this.listForChange(inner);
    const changes: string[] = [];
    for (const field of wanted) {
      const current = findByName(existing, field.name);
      if (current) {
        changes.push(...(await this.adapt(inner, current, field)));
      } else {
        const problems = new Problems();
        checkBesideOthers(field, existing, problems);
        refuseIfAny(problems);
        existing.push(await this.add(inner, field, existing));
        changes.push(`created field "${field.name}"`);
      }
    }
    return changes;
  }

  private async add(inner: InnerScope, field: WantedField, others: readonly FieldRow[]): Promise<FieldRow> {
    const { id = uuid() as FieldId, name, kind } = field;
    await this.fields.add(inner, { id, name, kind, ...settingsOfNewField(field, others) });
    await this.addOptions(inner, { id, options: [] }, field.options);
    const added = await this.get(inner, id);
    await this.audit.record(inner, fieldCreated(added));
    return added;
  }

  private async apply(
    inner: InnerScope,
    current: FieldRow,
    others: readonly FieldRow[],
    draft: Draft<FieldUpdate>,
  ): Promise<FieldRow> {
    const { data, removeOptionIds, ...named } = draft.value;
    const problems = new Problems(draft.problems);
    checkBesideOthers(named, others, problems);
    const options = readOptionChanges(current, definedOnly({ data, removeOptionIds }), problems);
    const kept = current.options.length - options.removed.length;
    const room = { present: kept, others: countOptions(others) };
    checkRoomForOptions(options.added.length, room, 'field.data', problems);
    refuseIfAny(problems);
    const settings = differing<NamedSettings>(current, named);
    const isUnchanged = Object.keys(settings).length === 0 && !changesOptions(options);
    return isUnchanged ? current : this.change(inner, current, settings, options);
  }

  private async addOptions(
    inner: InnerScope,
    field: Pick<FieldRow, 'id' | 'options'>,
    labels: readonly string[],
  ): Promise<void> {
    const first = nextOrder(field.options);
    await this.fields.addOptions(
      inner,
      field.id,
      labels.map((label, index) => ({ id: uuid() as OptionId, label, displayOrder: first + index })),
    );
  }

  private async adapt(inner: InnerScope, current: FieldRow, wanted: WantedField): Promise<string[]> {
    const { changes, renamedOptions, missingOptions } = differenceOfField(current, wanted);
    const of = `field "${wanted.name}"`;
    const { name, ...settings } = changes;
    const told = [
      ...(name === undefined ? [] : [`renamed field "${current.name}" to "${name}"`]),
      ...Object.entries(settings).map(([key, value]) => `set ${snakeCase(key)} of ${of} to ${String(value)}`),
      ...renamedOptions.map(({ from, to }) => `renamed option "${from}" of ${of} to "${to}"`),
      ...missingOptions.map((label) => `added option "${label}" to ${of}`),
    ];
    if (told.length === 0) return told;
    const renamed = renamedOptions.map(({ id, to: label }) => ({ id, label }));
    await this.change(inner, current, changes, { removed: [], renamed, added: missingOptions });
    return told;
  }

  private async change(
    inner: InnerScope,
    before: FieldRow,
    settings: NamedSettings,
    options: OptionChanges,
  ): Promise<FieldRow> {
    await this.fields.change(inner, before.id, settings);
    await this.fields.changeOptions(inner, before.id, options);
    await this.addOptions(inner, before, options.added);
    const after = await this.get(inner, before.id);
    await this.audit.record(inner, ...fieldUpdated(before, after));
    return after;
  }
}

function fieldIdOf(reference: string): FieldId {
  if (!isUuid(reference)) throw ticketFieldNotFound();
  return reference.toLowerCase() as FieldId;
}
