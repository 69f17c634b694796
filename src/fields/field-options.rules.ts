import { isUuid, type OptionId } from '../kernel/ids.js';
import { isObject } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import { hasOptions, type FieldKind } from './field.kinds.js';
import {
  checkOptionLabel,
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

/** What a client wants of a field's options. Elements may be anything: the rules judge each. */
export interface OptionRequest {
  /** Options to add or, with the id of an existing one, to rename. */
  readonly data?: readonly unknown[];
  readonly removeOptionIds?: readonly unknown[];
}

/** What becomes of a field's options; those not mentioned stay. */
export interface OptionChanges {
  readonly removed: readonly OptionId[];
  readonly renamed: readonly { readonly id: OptionId; readonly label: string }[];
  /** Labels, in order, for the end of the list. */
  readonly added: readonly string[];
}

/** One element of `data` as far as it can be understood. */
interface Entry {
  readonly path: string;
  /** Null when it was refused. */
  readonly label: string | null;
  /** The option to rename; null for a new one; refused when its id names none or one that was named before. */
  readonly target: FieldOption | 'refused' | null;
}

/**
 * What a request does to the options of a field (decisions, section 5). Labels are judged by what they are after the whole
 * request, so that two options can swap theirs. Everything that is wrong goes to `problems`; the result counts only when
 * there is nothing.
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

/** Whether a request changes any option. */
export function changesOptions({ removed, renamed, added }: OptionChanges): boolean {
  return removed.length + renamed.length + added.length > 0;
}

/**
 * The labels of a new field's options, each sent as a text or as an object with a label: at least one for option kinds,
 * none for others. What is wrong with one is a problem at its own path.
 * @param kind undefined when it was refused
 */
export function readNewOptions(
  kind: FieldKind | undefined,
  data: readonly unknown[],
  problems: Problems,
): readonly string[] {
  const entries = data.map((element, index) => {
    const path = `${DATA}[${index}]`;
    return typeof element === 'string'
      ? { path, label: checkedLabel(element, path, problems), target: null }
      : readEntry(element, path, new Map(), problems, ['label']);
  });
  refuseTakenLabels([], entries, problems);
  if (kind === undefined) return [];
  const isRefused = problems.list.some(({ path }) => path === DATA);
  if (hasOptions(kind) && entries.length === 0 && !isRefused) {
    problems.add(DATA, NEEDS_OPTIONS);
  }
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
    const entry = readEntry(element, path, known, problems, ['label', 'id']);
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

function readEntry(
  element: unknown,
  path: string,
  known: ReadonlyMap<unknown, FieldOption>,
  problems: Problems,
  properties: readonly string[],
): Entry {
  if (!isObject(element)) {
    problems.add(path, `must be an object with ${properties.join(' and, of an existing option, ')}`);
    return { path, label: null, target: null };
  }
  const { label, id } = element;
  for (const name of Object.keys(element)) {
    if (!properties.includes(name)) problems.add(`${path}.${name}`, 'is not a known property');
  }
  const target = id === undefined || !properties.includes('id') ? null : known.get(foldedId(id));
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

/** Of two entries with one label the later one is wrong. */
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
  const problem = checkOptionLabel(label);
  if (problem !== null) problems.add(path, problem);
  return problem === null ? (label as string) : null;
}

/** UUIDs are the same in either case. */
function foldedId(id: unknown): unknown {
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : id;
}
