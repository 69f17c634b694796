import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import { refuseIfAny, Problems, type Checked, type Precondition } from '../kernel/errors.js';
import { isUuid, type FieldId, type OptionId } from '../kernel/ids.js';
import { definedOnly, differing } from '../kernel/objects.js';
import { foldCase, snakeCase } from '../kernel/text.js';
import { DueWorkspaces } from '../platform/queue/due-workspaces.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { fieldCreated, fieldDeleted, fieldUpdated } from './field-audit.rules.js';
import {
  ticketFieldActive,
  ticketFieldNotFound,
  checkBesideOthers,
  checkFieldLimit,
  checkOptionLimits,
  countOptions,
  differenceOfField,
  fieldsByName,
  nextOrder,
  settingsOfNewField,
  type FieldRow,
  type NamedSettings,
  type RequestedField,
  type WantedField,
} from './field.rules.js';
import {
  changesOptions,
  readNewOptions,
  readOptionChanges,
  type OptionChanges,
  type OptionRequest,
} from './field-options.rules.js';
import { FieldLists } from './field-lists.js';
import { KnownVocabulariesService } from './known/known-vocabularies.service.js';
import { FieldRepository, type FieldList } from './field.repository.js';

/** Describes changes that a client wants. An absent property stays unchanged. */
export interface FieldUpdate extends NamedSettings, OptionRequest {}

/** A field that a manifest names, with a sentence for each of its changes. */
interface MadeAsWanted {
  readonly after: FieldRow;
  readonly sentences: readonly string[];
}

/** Reads and changes the custom fields of tickets ([spec 2.1] [spec 2.2] [rule 5]). */
@Injectable()
export class FieldsService {
  /** In these workspaces fields were deleted, and tickets may hold their values. */
  readonly due = new DueWorkspaces();

  constructor(
    private readonly fields: FieldRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  list(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.fields.listAll(scope);
  }

  /** Lists all fields and locks them: nobody else can change them until the unit of work ends. */
  async listForChange(inner: InnerScope): Promise<FieldRow[]> {
    await this.vocabularies.lock(inner);
    return this.list(inner);
  }

  listsAs<Shown>(show: (list: FieldList) => Shown): FieldLists<Shown> {
    return new FieldLists(this.fields, this.vocabularies, show);
  }

  /** @throws ticket_field_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<FieldRow> {
    const row = await this.fields.find(scope, fieldIdOf(reference));
    if (!row) throw ticketFieldNotFound();
    return row;
  }

  /** @throws invalid_request with every problem, at `field.name`, `field.data[0]` and so on */
  async create(scope: TenantScope, input: Checked<RequestedField>): Promise<FieldRow> {
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const others = await this.listForChange(inner);
      const { data, name, kind, ...settings } = input.value;
      const problems = new Problems(input.problems);
      const options = readNewOptions(kind, data ?? [], problems);
      checkBesideOthers(input.value, others, problems);
      checkFieldLimit(others, problems);
      const counts = { present: 0, others: countOptions(others) };
      checkOptionLimits(options.length, counts, 'field.data', problems);
      refuseIfAny(problems);
      if (name === undefined || kind === undefined)
        throw new Error('A field without a name or a kind was not refused.');
      return this.add(inner, { ...settings, name, kind, options }, others);
    });
  }

  /** Moves `updated_at` only when a value differs. @throws ticket_field_not_found, the errors of the precondition, invalid_request */
  async update(
    scope: TenantScope,
    reference: string,
    input: Checked<FieldUpdate>,
    precondition: Precondition<FieldRow> = null,
  ): Promise<FieldRow> {
    const id = fieldIdOf(reference);
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const all = await this.listForChange(inner);
      const current = all.find((field) => field.id === id);
      if (!current) throw ticketFieldNotFound();
      precondition?.(current);
      const others = all.filter((field) => field !== current);
      return this.apply(inner, current, others, input);
    });
  }

  /** Deletes a field. Tickets lose its values later. @throws ticket_field_not_found, the errors of the precondition, ticket_field_active */
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
        this.due.tell(scope);
      });
    });
  }

  /** Lists deleted fields of which tickets may still hold values. No other field can have their ids. */
  listDeleted(inner: InnerScope): Promise<FieldId[]> {
    return this.fields.listDeleted(inner);
  }

  /**
   * Clears the values of a deleted field that is not in `except`, and forgets the field once no ticket can have a value of it.
   * @param clear clears a few values, and returns how many there were
   * @returns the field, and whether it had no value left; null when there is none
   */
  async clearNextDeleted(
    inner: InnerScope,
    except: readonly FieldId[],
    clear: (id: FieldId) => Promise<number>,
  ): Promise<{ readonly id: FieldId; readonly isClean: boolean } | null> {
    const id = await this.fields.lockNextDeleted(inner, except);
    if (id === null) return null;
    const isClean = (await clear(id)) === 0;
    if (isClean) await this.fields.forgetDeleted(inner, id);
    return { id, isClean };
  }

  /**
   * Changes the fields that a manifest names, one after the other, after `checkWantedFields` has found no problem in them.
   * @returns a sentence for each change
   */
  async ensure(inner: InnerScope, wanted: readonly WantedField[]): Promise<string[]> {
    const fields = new Map(fieldsByName(await this.listForChange(inner)));
    const changes: string[] = [];
    for (const field of wanted) {
      const key = foldCase(field.name);
      const current = fields.get(key);
      const { after, sentences } = current
        ? await this.changeAsWanted(inner, current, field)
        : await this.addAsWanted(inner, field, [...fields.values()]);
      fields.set(key, after);
      changes.push(...sentences);
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
    input: Checked<FieldUpdate>,
  ): Promise<FieldRow> {
    const { data, removeOptionIds, ...named } = input.value;
    const problems = new Problems(input.problems);
    checkBesideOthers(named, others, problems);
    const options = readOptionChanges(current, definedOnly({ data, removeOptionIds }), problems);
    const kept = current.options.length - options.removed.length;
    const counts = { present: kept, others: countOptions(others) };
    checkOptionLimits(options.added.length, counts, 'field.data', problems);
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

  private async addAsWanted(
    inner: InnerScope,
    wanted: WantedField,
    others: readonly FieldRow[],
  ): Promise<MadeAsWanted> {
    const after = await this.add(inner, wanted, others);
    return { after, sentences: [`created field "${wanted.name}"`] };
  }

  private async changeAsWanted(
    inner: InnerScope,
    current: FieldRow,
    wanted: WantedField,
  ): Promise<MadeAsWanted> {
    const { changes, renamedOptions, missingOptions } = differenceOfField(current, wanted);
    const field = `field "${wanted.name}"`;
    const { name, ...settings } = changes;
    const sentences = [
      ...(name === undefined ? [] : [`renamed field "${current.name}" to "${name}"`]),
      ...Object.entries(settings).map(
        ([key, value]) => `set ${snakeCase(key)} of ${field} to ${String(value)}`,
      ),
      ...renamedOptions.map(({ from, to }) => `renamed option "${from}" of ${field} to "${to}"`),
      ...missingOptions.map((label) => `added option "${label}" to ${field}`),
    ];
    if (sentences.length === 0) return { after: current, sentences };
    const renamed = renamedOptions.map(({ id, to: label }) => ({ id, label }));
    const options = { removed: [], renamed, added: missingOptions };
    return { after: await this.change(inner, current, changes, options), sentences };
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
