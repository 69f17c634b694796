/** One thing that is wrong with a request: `path` as in `field.data[1].label`, `message` for a person. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** How many problems one answer lists (decisions, section 2). */
export const MAX_PROBLEMS = 100;

/** Collects the first problems of a request in the order found, each combination of path and message once. */
export class Problems {
  private readonly found: FieldProblem[] = [];
  private readonly keys = new Set<string>();
  private readonly paths = new Set<string>();
  private isMore = false;

  constructor(already: readonly FieldProblem[] = []) {
    for (const { path, message } of already) this.add(path, message);
  }

  add(path: string, message: string): void {
    const key = `${path}\0${message}`;
    if (this.isMore || this.keys.has(key)) return;
    this.isMore = this.found.length === MAX_PROBLEMS;
    if (this.isMore) return;
    this.keys.add(key);
    this.paths.add(path);
    this.found.push({ path, message });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Whether there are more than the list has. Then nobody needs to look for further ones. */
  get areMore(): boolean {
    return this.isMore;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** At most `MAX_PROBLEMS`. */
  get list(): readonly FieldProblem[] {
    return this.found;
  }
}

/**
 * A request after the check of its shape: `value` holds the properties of the right shape, `problems` names the others. The service
 * adds the problems that its rules find, so that one answer names all of them (decisions, section 2).
 */
export interface Draft<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

/** Converts the value of a draft and keeps its problems. */
export function mapDraft<From, To>(draft: Draft<From>, map: (value: From) => To): Draft<To> {
  return { value: map(draft.value), problems: draft.problems };
}
