import type { PageRequest } from '../kernel/page.js';
import { refuseIfAny } from '../kernel/errors.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import type { FieldState } from './field.kinds.js';
import type { FieldList, FieldRepository } from './field.repository.js';

/** How many fields and options are remembered, of all workspaces; as JSON each takes some 300 bytes. */
const CAPACITY = 50_000;

interface KnownList<Shown> {
  readonly version: string;
  readonly weight: number;
  readonly shown: Shown;
}

/**
 * Lists of fields in the form in which they are shown, which is made once and remembered as long as the fields of the workspace stay
 * what they are: the database is asked for their version each time, and renews that with every change.
 */
export class FieldLists<Shown> {
  private readonly known = new Map<string, KnownList<Shown>>();
  private weight = 0;

  constructor(
    private readonly fields: FieldRepository,
    private readonly show: (list: FieldList) => Shown,
  ) {}

  /**
   * The fields in display order, all of them or a page.
   * @throws invalid_request with the problems of the query
   */
  async page(
    scope: TenantScope,
    query: Draft<{ readonly state?: FieldState }>,
    request: PageRequest | null,
  ): Promise<Shown> {
    refuseIfAny(new Problems(query.problems));
    const { state = null } = query.value;
    const key = JSON.stringify([scope.workspaceId, state, request]);
    const known = this.known.get(key);
    if (known && known.version === (await this.fields.version(scope))) return known.shown;
    const list = await this.fields.list(scope, state, request);
    const shown = this.show(list);
    if (list.version !== null) this.remember(key, { version: list.version, weight: weightOf(list), shown });
    return shown;
  }

  private remember(key: string, list: KnownList<Shown>): void {
    this.forget(key);
    this.known.set(key, list);
    this.weight += list.weight;
    for (const oldest of this.known.keys()) {
      if (this.weight <= CAPACITY) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.weight -= this.known.get(key)?.weight ?? 0;
    this.known.delete(key);
  }
}

function weightOf({ items }: FieldList): number {
  return items.reduce((weight, { options }) => weight + 1 + options.length, 1);
}
