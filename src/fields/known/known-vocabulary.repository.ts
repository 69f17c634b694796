import { Injectable } from '@nestjs/common';
import type { InnerScope, TenantScope, TenantTransaction } from '../../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { FoundVocabulary } from './known-vocabulary.js';
import { VocabularyVersion } from '../../vocabulary/entities/vocabulary-version.entity.js';
import { READ_VERSION, READ_VOCABULARY } from './known-vocabulary.sql.js';

/** A scope for reading may be the snapshot of an export. */
export type Readable = TenantScope | InnerScope<Pick<TenantTransaction, 'query'>>;

@Injectable()
export class KnownVocabularyRepository extends TenantRepository {
  async read(scope: Readable): Promise<FoundVocabulary> {
    const [found] = await this.query<FoundVocabulary>(scope, READ_VOCABULARY);
    if (!found) throw new Error('The statement of the vocabulary returned no row.');
    return found;
  }

  async version(scope: Readable): Promise<string | null> {
    const [row] = await this.query<{ vocabularyVersion: string | null }>(scope, READ_VERSION);
    return row?.vocabularyVersion ?? null;
  }

  /** Keeps others from changing the vocabulary, but not from reading it, until the unit of work ends. */
  async hold(inner: InnerScope): Promise<void> {
    await this.selectOne(inner, VocabularyVersion, ['version'], { lock: { mode: 'pessimistic_read' } });
  }

  /** Keeps others from changing the vocabulary until the unit of work ends. */
  async lock(inner: InnerScope): Promise<void> {
    await this.selectOne(inner, VocabularyVersion, ['version'], { lock: FOR_UPDATE });
  }
}
