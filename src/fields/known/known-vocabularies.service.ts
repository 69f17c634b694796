import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { BoundedCache } from '../../kernel/bounded-cache.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabulary, type Versioned } from './known-vocabulary.js';
import { KnownVocabularyRepository, type Readable } from './known-vocabulary.repository.js';
import { Configuration } from '../../platform/config/configuration.js';

/** Holds rows together with the vocabulary of that moment. */
export interface Named<Row> {
  readonly rows: readonly Row[];
  readonly vocabulary: KnownVocabulary;
}

/** Remembers the latest version of at most this number of workspaces. */
const MOST_WORKSPACES = 10_000;

type Scope = TenantScope | InnerScope;

/** Rows and names are read this number of times when somebody keeps changing names in between. Then the names are locked. */
const ATTEMPTS = 4;

/**
 * Remembers the names of workspaces by their version. Triggers renew the version with each change, and every statement that shows
 * ids reads it, so no answer has an old name. A process can know several versions: a standby may be behind the primary.
 */
@Injectable()
export class KnownVocabulariesService {
  private readonly known: BoundedCache<KnownVocabulary>;
  /** Holds the last loaded version of each workspace. */
  private readonly latest = new BoundedCache<string>({ capacity: MOST_WORKSPACES });
  private readonly loading = new Map<WorkspaceId, Promise<KnownVocabulary>>();

  constructor(
    private readonly repository: KnownVocabularyRepository,
    private readonly unitOfWork: UnitOfWork,
    { vocabularyCacheBytes }: Configuration,
  ) {
    this.known = new BoundedCache({ capacity: vocabularyCacheBytes, weightOf: ({ weight }) => weight });
  }

  async current(scope: Readable): Promise<KnownVocabulary> {
    return this.of(scope, await this.version(scope));
  }

  /** Returns the vocabulary that was loaded last, which may have changed since, or that of this moment when none is known. */
  remembered(scope: Readable): Promise<KnownVocabulary> {
    return this.of(scope, this.latest.get(scope.workspaceId));
  }

  /** Returns the vocabulary of a version, or that of this moment when the version is not known. */
  async of(scope: Readable, version: string | null): Promise<KnownVocabulary> {
    const known = version === null ? null : this.known.get(keyOf(scope.workspaceId, version));
    return known ?? (await this.comingAs(scope, version)) ?? this.load(scope);
  }

  /** Reads the version of this moment; null in a workspace without names. */
  version(scope: Readable): Promise<string | null> {
    return this.repository.version(scope);
  }

  /** Keeps others from changing the vocabulary until the unit of work ends. Rules that look at all names need this first. */
  lock(inner: InnerScope): Promise<void> {
    return this.repository.lock(inner);
  }

  /** Reads rows together with their names. `read` may run several times, so it must change nothing. */
  async name<Row extends Versioned>(
    scope: Scope,
    read: (scope: Scope) => Promise<readonly Row[]>,
  ): Promise<Named<Row>> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const rows = await read(scope);
      const vocabulary = await this.ofRows(scope, rows);
      if (vocabulary !== null) return { rows, vocabulary };
    }
    return this.unitOfWork.run(scope, async (inner) => {
      await this.repository.hold(inner);
      const [rows, vocabulary] = [await read(inner), await this.load(inner)];
      return { rows, vocabulary };
    });
  }

  /** Returns the vocabulary that the rows name; null when it has changed since and is not remembered. */
  private async ofRows(scope: Scope, rows: readonly Versioned[]): Promise<KnownVocabulary | null> {
    const version = rows[0]?.vocabularyVersion ?? null;
    const vocabulary = await this.of(scope, version);
    return rows.length === 0 || vocabulary.version === version ? vocabulary : null;
  }

  /** Waits for a load that has begun. It may have begun before there was this version. @returns null when it brings another one, or no load has begun */
  private async comingAs(scope: Readable, version: string | null): Promise<KnownVocabulary | null> {
    const begun = 'transaction' in scope ? undefined : await this.loading.get(scope.workspaceId);
    return begun && (version === null || begun.version === version) ? begun : null;
  }

  /** Loads the vocabulary of each workspace once at a time. A unit of work loads for itself, because it may see names that it changed. */
  private load(scope: Readable): Promise<KnownVocabulary> {
    if ('transaction' in scope) return this.read(scope);
    const { workspaceId } = scope;
    const begun = this.loading.get(workspaceId);
    if (begun) return begun;
    const loaded = this.read(scope).finally(() => this.loading.delete(workspaceId));
    this.loading.set(workspaceId, loaded);
    return loaded;
  }

  private async read(scope: Readable): Promise<KnownVocabulary> {
    const vocabulary = new KnownVocabulary(await this.repository.read(scope));
    if (vocabulary.version === null) return vocabulary;
    this.known.set(keyOf(scope.workspaceId, vocabulary.version), vocabulary);
    this.latest.set(scope.workspaceId, vocabulary.version);
    return vocabulary;
  }
}

function keyOf(workspaceId: WorkspaceId, version: string): string {
  return `${workspaceId} ${version}`;
}
