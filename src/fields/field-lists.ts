import type { PageRequest } from '../kernel/page.js';
import { refuseIfAny } from '../kernel/errors.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { BoundedCache } from '../platform/tenancy/bounded-cache.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { FieldState } from './field.kinds.js';
import type { KnownVocabularies } from './known/known-vocabularies.service.js';
import type { FieldList, FieldRepository } from './field.repository.js';

/** The largest number of remembered fields and options, over all workspaces. As JSON, each takes about 300 bytes. */
const CAPACITY = 50_000;

interface KnownList<Shown> {
  readonly version: string;
  readonly weight: number;
  readonly shown: Shown;
}

/**
 * Remembers lists of fields in the form in which they are shown. Each request reads the version of the workspace's vocabulary,
 * which every change of a field renews, so a remembered list is never an old one.
 */
export class FieldLists<Shown> {
  private readonly known = new BoundedCache<KnownList<Shown>>({
    capacity: CAPACITY,
    weightOf: ({ weight }) => weight,
  });

  constructor(
    private readonly fields: FieldRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly show: (list: FieldList) => Shown,
  ) {}

  /**
   * Returns the fields in display order, all of them or one page.
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
    if (known && known.version === (await this.vocabularies.version(scope))) return known.shown;
    const list = await this.fields.list(scope, state, request);
    const shown = this.show(list);
    if (list.version !== null) this.known.set(key, { version: list.version, weight: weightOf(list), shown });
    return shown;
  }
}

function weightOf({ items }: FieldList): number {
  return items.reduce((weight, { options }) => weight + 1 + options.length, 1);
}
