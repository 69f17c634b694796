import type { Check } from '../kernel/checks.js';
import { isObject } from '../kernel/objects.js';
import type { Problems } from '../kernel/problems.js';

/** The form of a list's items: a text, or an object with the text in property `text` and one more in `detail`. */
export interface ItemForm {
  /** Path of the list in the request. */
  readonly list: string;
  readonly text: string;
  readonly checkText: Check;
  readonly detail: string;
  readonly checkDetail: Check;
}

export interface Item {
  /** Where the text stands in the request. */
  readonly path: string;
  /** Null when it is wrong. */
  readonly text: string | null;
  /** Absent when the item was sent as a text; otherwise the value as it was sent, right or wrong. */
  readonly detail?: { readonly path: string; readonly value: unknown };
}

/** Reads the items of a list. Leaves out elements that are neither text nor object. */
export function readItems(sent: readonly unknown[], form: ItemForm, problems: Problems): Item[] {
  return sent.flatMap((element, index) => {
    const path = `${form.list}[${index}]`;
    if (typeof element === 'string')
      return [{ path, text: checked(element, path, form.checkText, problems) }];
    if (isObject(element)) return [readObject(element, path, form, problems)];
    problems.add(path, `must be a string or an object with ${form.text} and ${form.detail}`);
    return [];
  });
}

function readObject(
  element: Readonly<Record<string, unknown>>,
  path: string,
  form: ItemForm,
  problems: Problems,
): Item {
  const { [form.text]: text, [form.detail]: detail, ...unknown } = element;
  for (const name of Object.keys(unknown)) problems.add(`${path}.${name}`, 'is not a known property');
  const textPath = `${path}.${form.text}`;
  const item = { path: textPath, text: checked(text, textPath, form.checkText, problems) };
  if (detail === undefined) return item;
  const detailPath = `${path}.${form.detail}`;
  const problem = form.checkDetail(detail);
  if (problem !== null) problems.add(detailPath, problem);
  return { ...item, detail: { path: detailPath, value: detail } };
}

function checked(value: unknown, path: string, check: Check, problems: Problems): string | null {
  const problem = check(value);
  if (problem !== null) problems.add(path, problem);
  return problem === null ? (value as string) : null;
}
