/** One thing that is wrong with a request: `path` as in `field.data[1].label`, `message` a sentence for a person. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Gathers everything that is wrong before anything is refused, in the order found; one entry per path and message. */
export class Problems {
  private readonly found: FieldProblem[] = [];
  private readonly keys = new Set<string>();

  constructor(already: readonly FieldProblem[] = []) {
    for (const { path, message } of already) this.add(path, message);
  }

  add(path: string, message: string): void {
    const key = `${path}\0${message}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.found.push({ path, message });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  get list(): readonly FieldProblem[] {
    return this.found;
  }
}

/**
 * A request body after its shape was checked: the well-shaped properties in `value`, everything else named in `problems`.
 * The service adds what its rules find and refuses the whole once (decisions, section 2: all problems in one answer).
 */
export interface Draft<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

/** The same draft in another form, its problems kept. */
export function mapDraft<From, To>(draft: Draft<From>, map: (value: From) => To): Draft<To> {
  return { value: map(draft.value), problems: draft.problems };
}
