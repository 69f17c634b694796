import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../audit/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import { isUuid, type FieldId, type OptionId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { snakeCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { fieldCreated, fieldDeleted, fieldUpdated } from './field-audit.rules.js';
import { DeletedFieldsService } from './deleted-fields.service.js';
import { ticketFieldActive, ticketFieldNotFound } from './field.errors.js';
import {
  changesOptions,
  readNewOptions,
  readOptionChanges,
  type OptionRequest,
} from './field-options.rules.js';
import { FieldLists } from './field-lists.js';
import { FieldRepository, type FieldList } from './field.repository.js';
import {
  checkBesideOthers,
  differenceOfField,
  differingSettings,
  findByName,
  nextOrder,
  settingsOfNewField,
  type FieldRow,
  type NamedSettings,
  type RequestedField,
  type WantedField,
} from './field.rules.js';

/** How often a new field is tried when others take its slug at the same moment. */
const ATTEMPTS = 20;

/** What a client wants of an existing field; absent means unchanged. */
export interface FieldUpdate extends NamedSettings, OptionRequest {}

/** The custom fields of tickets (specification 2.1 and 2.2, decisions section 5). */
@Injectable()
export class FieldsService {
  constructor(
    private readonly fields: FieldRepository,
    private readonly deletedFields: DeletedFieldsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** Every field in display order, with the options that can be set. */
  list(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.fields.listAll(scope);
  }

  /** The lists of fields in a form of the caller's. */
  listsAs<Shown>(show: (list: FieldList) => Shown): FieldLists<Shown> {
    return new FieldLists(this.fields, show);
  }

  /**
   * One field.
   * @throws ticket_field_not_found
   */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<FieldRow> {
    const row = await this.fields.find(scope, fieldIdOf(reference));
    if (!row) throw ticketFieldNotFound();
    return row;
  }

  /**
   * Adds a field with its options: active, not required and behind the last one unless the draft says otherwise, its slug
   * made from its name.
   * @throws invalid_request with every problem, at `field.name`, `field.data[0]` and so on
   */
  async create(scope: TenantScope, draft: Draft<RequestedField>): Promise<FieldRow> {
    return this.unitOfWork.run(scope, async (inner) => {
      const { data, name, kind, ...settings } = draft.value;
      const problems = new Problems(draft.problems);
      const options = readNewOptions(kind, data ?? [], problems);
      checkBesideOthers(draft.value, await this.list(inner), problems);
      refuseIfAny(problems);
      if (name === undefined || kind === undefined)
        throw new Error('A field without a name or a kind was not refused.');
      return this.add(inner, { ...settings, name, kind, options });
    });
  }

  /**
   * Changes what the draft names and nothing else; `updated_at` moves only when something really changed.
   * @throws ticket_field_not_found, what the precondition throws, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    draft: Draft<FieldUpdate>,
    precondition: Precondition<FieldRow> = null,
  ): Promise<FieldRow> {
    const id = fieldIdOf(reference);
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      await this.fields.lock(inner, id);
      const all = await this.list(inner);
      const current = all.find((field) => field.id === id);
      if (!current) throw ticketFieldNotFound();
      precondition?.(current);
      const others = all.filter((field) => field !== current);
      return (await this.apply(inner, current, others, draft)) ? this.changed(inner, current) : current;
    });
  }

  /**
   * Deletes an inactive field. Its values are gone for every reader at once; the tickets are cleared of them afterwards.
   * @throws ticket_field_not_found, what the precondition throws, ticket_field_active
   */
  async remove(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<FieldRow> = null,
  ): Promise<void> {
    const id = fieldIdOf(reference);
    await this.unitOfWork.run(scope, async (inner) => {
      await this.fields.lock(inner, id);
      const field = await this.get(inner, id);
      precondition?.(field);
      if (!(await this.fields.deleteInactive(inner, id))) throw ticketFieldActive();
      await this.deletedFields.remember(inner, id);
      await this.audit.record(inner, fieldDeleted(field));
      this.unitOfWork.afterwards(inner, () => {
        this.deletedFields.announce(scope.workspaceId);
      });
    });
  }

  /**
   * Makes the fields of the workspace what an operator wants them to be; fields and options that nobody mentions stay.
   * `checkWantedFields` has found nothing wrong before.
   * @returns what was changed, a sentence each
   */
  async ensure(inner: InnerScope, wanted: readonly WantedField[]): Promise<string[]> {
    await this.fields.lockAll(inner);
    const existing = await this.list(inner);
    const changes: string[] = [];
    for (const field of wanted) {
      const current = findByName(existing, field.name);
      if (current) {
        changes.push(...(await this.adapt(inner, current, field)));
      } else {
        await this.add(inner, field);
        changes.push(`created field "${field.name}"`);
      }
    }
    return changes;
  }

  private async add(inner: InnerScope, field: WantedField): Promise<FieldRow> {
    const id = uuid() as FieldId;
    const { name, kind } = field;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const others = await this.list(inner);
      const problems = new Problems();
      checkBesideOthers(field, others, problems);
      refuseIfAny(problems);
      if (await this.fields.add(inner, { id, name, kind, ...settingsOfNewField(field, others) })) {
        await this.addOptions(inner, { id, options: [] }, field.options);
        const added = await this.get(inner, id);
        await this.audit.record(inner, fieldCreated(added));
        return added;
      }
    }
    throw new Error('A new field found neither its name nor a slug free.');
  }

  /** @returns whether anything changed */
  private async apply(
    inner: InnerScope,
    current: FieldRow,
    others: readonly FieldRow[],
    draft: Draft<FieldUpdate>,
  ): Promise<boolean> {
    const { data, removeOptionIds, ...named } = draft.value;
    const problems = new Problems(draft.problems);
    checkBesideOthers(named, others, problems);
    const options = readOptionChanges(current, definedOnly({ data, removeOptionIds }), problems);
    refuseIfAny(problems);
    const settings = differingSettings(current, named);
    if (Object.keys(settings).length === 0 && !changesOptions(options)) return false;
    await this.fields.change(inner, current.id, settings);
    await this.fields.changeOptions(inner, current.id, options);
    await this.addOptions(inner, current, options.added);
    return true;
  }

  /** Adds options behind the last one of a field. */
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
    await this.fields.change(inner, current.id, changes);
    await this.fields.changeOptions(inner, current.id, { removed: [], renamed });
    await this.addOptions(inner, current, missingOptions);
    await this.changed(inner, current);
    return told;
  }

  /** The field as it is after a change, which the audit trail is told of. */
  private async changed(inner: InnerScope, before: FieldRow): Promise<FieldRow> {
    const after = await this.get(inner, before.id);
    await this.audit.record(inner, ...fieldUpdated(before, after));
    return after;
  }
}

/** The id that a path names, in the one form in which ids are compared. */
function fieldIdOf(reference: string): FieldId {
  if (!isUuid(reference)) throw ticketFieldNotFound();
  return reference.toLowerCase() as FieldId;
}
