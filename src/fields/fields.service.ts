import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { refuseIfAny } from '../kernel/errors.js';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { FieldRepository } from './field.repository.js';
import {
  checkBesideOthers,
  checkNewField,
  differenceOfField,
  findByName,
  nextOrder,
  settingsOfNewField,
  type FieldRow,
  type WantedField,
} from './field.rules.js';

/** How often a new field is tried when others take its slug at the same moment. */
const ATTEMPTS = 20;

/** The custom fields of tickets (specification 2.1 and 2.2, decisions section 5). */
@Injectable()
export class FieldsService {
  constructor(private readonly fields: FieldRepository) {}

  /** Every field in display order, with the options that can be set. */
  list(scope: TenantScope | InnerScope): Promise<FieldRow[]> {
    return this.fields.listAll(scope);
  }

  /**
   * Adds a field with its options: active, not required and behind the last one unless the draft says otherwise, its slug
   * made from its name.
   * @throws invalid_request with every problem, at `field.name`, `field.data[0]` and so on
   */
  async create(inner: InnerScope, draft: Draft<WantedField>): Promise<FieldId> {
    const problems = new Problems(draft.problems);
    checkNewField(draft.value, problems);
    return this.add(inner, draft.value, problems);
  }

  /** Adds options behind the last one of a field. */
  async addOptions(
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

  /**
   * Makes the fields of the workspace what an operator wants them to be; fields and options that nobody mentions stay.
   * `checkWantedFields` has found nothing wrong before.
   * @returns what was changed, a sentence each
   */
  async ensure(inner: InnerScope, wanted: readonly WantedField[]): Promise<string[]> {
    const existing = await this.list(inner);
    const changes: string[] = [];
    for (const field of wanted) {
      const current = findByName(existing, field.name);
      if (current) {
        changes.push(...(await this.adapt(inner, current, field)));
      } else {
        await this.create(inner, { value: field, problems: [] });
        changes.push(`created field "${field.name}"`);
      }
    }
    return changes;
  }

  private async add(inner: InnerScope, field: WantedField, problems: Problems): Promise<FieldId> {
    const id = uuid() as FieldId;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const others = await this.list(inner);
      checkBesideOthers(field, others, problems);
      refuseIfAny(problems);
      const row = { id, name: field.name, kind: field.kind, ...settingsOfNewField(field, others) };
      if (await this.fields.add(inner, row)) {
        await this.addOptions(inner, { id, options: [] }, field.options);
        return id;
      }
    }
    throw new Error('A new field found neither its name nor a slug free.');
  }

  private async adapt(inner: InnerScope, current: FieldRow, wanted: WantedField): Promise<string[]> {
    const { changes, renamedOptions, missingOptions } = differenceOfField(current, wanted);
    const of = `field "${wanted.name}"`;
    const { name, ...settings } = changes;
    const told = [
      ...(name === undefined ? [] : [`renamed field "${current.name}" to "${name}"`]),
      ...Object.entries(settings).map(([key, value]) => `set ${keyOf(key)} of ${of} to ${String(value)}`),
      ...renamedOptions.map(({ from, to }) => `renamed option "${from}" of ${of} to "${to}"`),
      ...missingOptions.map((label) => `added option "${label}" to ${of}`),
    ];
    if (told.length === 0) return told;
    await this.fields.change(inner, current.id, changes);
    for (const { id, to } of renamedOptions) await this.fields.renameOption(inner, id, to);
    await this.addOptions(inner, current, missingOptions);
    return told;
  }
}

/** `displayOrder` as the operator's file calls it. */
function keyOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
