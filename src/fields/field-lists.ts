import type { PageRequest } from '../kernel/page.js';
import { valueIn, type Checked } from '../kernel/errors.js';
import { BoundedCache } from '../kernel/bounded-cache.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { FieldState } from './field.kinds.js';
import type { KnownVocabulariesService } from './known/known-vocabularies.service.js';
import type { FieldList, FieldRepository } from './field.repository.js';

/** Limits the remembered fields and options of all workspaces. Each takes about 300 bytes of JSON. */
const CAPACITY = 50_000;

interface KnownList<Shown> {
  readonly version: string;
  readonly weight: number;
  readonly shown: Shown;
}

/** Remembers lists of fields as they are shown, by the version of the vocabulary, which every change of a field renews. */
export class FieldLists<Shown> {
  private readonly known = new BoundedCache<KnownList<Shown>>({
    capacity: CAPACITY,
    weightOf: ({ weight }) => weight,
  });

  constructor(
    private readonly fields: FieldRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly show: (list: FieldList) => Shown,
  ) {}

  /** Returns the fields in display order, all of them or one page. @throws invalid_request */
  async page(
    scope: TenantScope,
    query: Checked<{ readonly state?: FieldState }>,
    request: PageRequest | null,
  ): Promise<Shown> {
    const { state = null } = valueIn(query);
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
