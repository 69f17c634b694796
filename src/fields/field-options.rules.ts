import { isUuid, type OptionId } from '../kernel/ids.js';
import { isObject } from '../kernel/objects.js';
import type { Problems } from '../kernel/errors.js';
import { foldCase } from '../kernel/text.js';
import { hasOptions, type FieldKind } from './field.kinds.js';
import {
  checkFieldName,
  NEEDS_OPTIONS,
  refusesOptions,
  type FieldOption,
  type FieldRow,
} from './field.rules.js';

const DATA = 'field.data';
const REMOVALS = 'field.remove_option_ids';
const TAKEN = 'is the label of another option of this field';
const UNKNOWN = 'is not the id of an option of this field';
const REPEATED = 'is in the list already';

/** Holds the option changes that a client wants. The elements may be anything: the rules check each of them. */
export interface OptionRequest {
  /** Elements with an id rename an option, others add one. */
  readonly data?: readonly unknown[];
  readonly removeOptionIds?: readonly unknown[];
}

/** Holds the checked changes of a field's options. All other options stay. */
export interface OptionChanges {
  readonly removed: readonly OptionId[];
  readonly renamed: readonly { readonly id: OptionId; readonly label: string }[];
  /** New options have these labels, in this order. */
  readonly added: readonly string[];
}

interface Entry {
  readonly path: string;
  /** A wrong label becomes null. */
  readonly label: string | null;
  /** The target is the option to rename; null for a new option; 'refused' when the id is unknown or was used before. */
  readonly target: FieldOption | 'refused' | null;
}

/**
 * Reads the changes that a request makes to the options of a field [rule 5]. It compares labels as they are after
 * the whole request, so two options can swap theirs. Use the result only when there are no problems.
 */
export function readOptionChanges(
  field: Pick<FieldRow, 'kind' | 'options'>,
  { data, removeOptionIds }: OptionRequest,
  problems: Problems,
): OptionChanges {
  if (!hasOptions(field.kind)) {
    refuseOptions(field.kind, { [DATA]: data, [REMOVALS]: removeOptionIds }, problems);
    return { removed: [], renamed: [], added: [] };
  }
  const known = new Map<unknown, FieldOption>(field.options.map((option) => [option.id, option]));
  const entries = readEntries(data ?? [], known, problems);
  const named = new Set(entries.map(({ target }) => target));
  const removed = readRemovals(removeOptionIds ?? [], known, named, problems);
  const untouched = field.options.filter((option) => !named.has(option) && !removed.has(option));
  refuseTakenLabels(untouched, entries, problems);
  const isEmptied = removed.size === field.options.length && !entries.some(({ target }) => target === null);
  if (isEmptied) problems.add(REMOVALS, 'must leave at least one option');
  return { removed: [...removed].map(({ id }) => id), ...wantedChanges(entries) };
}

export function changesOptions({ removed, renamed, added }: OptionChanges): boolean {
  return removed.length + renamed.length + added.length > 0;
}

/** Reads the options of a new field, each a label or an object with a label. `kind` is undefined when it is wrong. */
export function readNewOptions(
  kind: FieldKind | undefined,
  data: readonly unknown[],
  problems: Problems,
): readonly string[] {
  const entries = data.map((element, index) => {
    const path = `${DATA}[${index}]`;
    return typeof element === 'string'
      ? { path, label: checkedLabel(element, path, problems), target: null }
      : readEntry(element, path, null, problems);
  });
  refuseTakenLabels([], entries, problems);
  if (kind === undefined) return [];
  if (hasOptions(kind) && entries.length === 0 && !problems.has(DATA)) problems.add(DATA, NEEDS_OPTIONS);
  if (!hasOptions(kind) && entries.length > 0) refuseOptions(kind, { [DATA]: data }, problems);
  return wantedChanges(entries).added;
}

function refuseOptions(kind: FieldKind, sent: Readonly<Record<string, unknown>>, problems: Problems): void {
  for (const [path, value] of Object.entries(sent)) {
    if (value !== undefined) problems.add(path, refusesOptions(kind));
  }
}

function readEntries(
  data: readonly unknown[],
  known: ReadonlyMap<unknown, FieldOption>,
  problems: Problems,
): Entry[] {
  const seen = new Set<FieldOption>();
  return data.map((element, index) => {
    const path = `${DATA}[${index}]`;
    const entry = readEntry(element, path, known, problems);
    const { target } = entry;
    if (target === null || target === 'refused') return entry;
    if (seen.has(target)) {
      problems.add(`${path}.id`, REPEATED);
      return { ...entry, target: 'refused' };
    }
    seen.add(target);
    return entry;
  });
}

/** Reads an element of `data`. @param known the options that can be renamed; null for those of a new field */
function readEntry(
  element: unknown,
  path: string,
  known: ReadonlyMap<unknown, FieldOption> | null,
  problems: Problems,
): Entry {
  const properties = known ? ['label', 'id'] : ['label'];
  if (!isObject(element)) {
    problems.add(
      path,
      `must be an object with ${known ? 'a label, and with an id to rename an option' : 'a label'}`,
    );
    return { path, label: null, target: null };
  }
  const { label, id } = element;
  for (const name of Object.keys(element)) {
    if (!properties.includes(name)) problems.add(`${path}.${name}`, 'is not a known property');
  }
  const target = id === undefined || !known ? null : known.get(foldedId(id));
  if (target === undefined) problems.add(`${path}.id`, UNKNOWN);
  const labelPath = `${path}.label`;
  return {
    path: labelPath,
    label: checkedLabel(label, labelPath, problems),
    target: target === undefined ? 'refused' : target,
  };
}

function readRemovals(
  ids: readonly unknown[],
  known: ReadonlyMap<unknown, FieldOption>,
  renamed: ReadonlySet<unknown>,
  problems: Problems,
): Set<FieldOption> {
  const removed = new Set<FieldOption>();
  for (const [index, id] of ids.entries()) {
    const path = `${REMOVALS}[${index}]`;
    const option = known.get(foldedId(id));
    if (option === undefined) problems.add(path, UNKNOWN);
    else if (removed.has(option)) problems.add(path, REPEATED);
    else if (renamed.has(option)) problems.add(path, 'is also renamed in this request');
    else removed.add(option);
  }
  return removed;
}

/** Refuses a label that another option has. Of two new options with one label, the later one gets the problem. */
function refuseTakenLabels(
  untouched: readonly FieldOption[],
  entries: readonly Entry[],
  problems: Problems,
): void {
  const taken = new Set(untouched.map(({ label }) => foldCase(label)));
  for (const { path, label, target } of entries) {
    if (label === null || target === 'refused') continue;
    if (taken.has(foldCase(label))) problems.add(path, TAKEN);
    taken.add(foldCase(label));
  }
}

function wantedChanges(entries: readonly Entry[]): Pick<OptionChanges, 'renamed' | 'added'> {
  return {
    renamed: entries.flatMap(({ label, target }) =>
      label !== null && target !== null && target !== 'refused' && target.label !== label
        ? [{ id: target.id, label }]
        : [],
    ),
    added: entries.flatMap(({ label, target }) => (label !== null && target === null ? [label] : [])),
  };
}

function checkedLabel(label: unknown, path: string, problems: Problems): string | null {
  const problem = checkFieldName(label);
  if (problem !== null) problems.add(path, problem);
  return problem === null ? (label as string) : null;
}

/** Folds a UUID to lower case, for comparison. */
function foldedId(id: unknown): unknown {
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : id;
}
