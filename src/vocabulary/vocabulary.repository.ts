import { Injectable } from '@nestjs/common';
import type { EntityTarget, FindOptionsOrder } from 'typeorm';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository, type TenantRow } from '../platform/tenancy/tenant.repository.js';
import { Company } from './entities/company.entity.js';
import { Group, TicketCategory, TicketStatus } from './entities/vocabulary.entity.js';
import type { Vocabulary } from './vocabulary.rules.js';

interface Names {
  readonly entity: EntityTarget<TenantRow>;
  readonly columns: readonly string[];
  readonly order: FindOptionsOrder<TenantRow>;
}

const BY_POSITION = { position: 'ASC', id: 'ASC' } as const;
const BY_AGE = { createdAt: 'ASC', id: 'ASC' } as const;
const NAMES: Readonly<Record<keyof Vocabulary, Names>> = {
  statuses: { entity: TicketStatus, columns: ['id', 'name', 'position', 'isDefault'], order: BY_POSITION },
  categories: {
    entity: TicketCategory,
    columns: ['id', 'parentId', 'name', 'position', 'isDefault'],
    order: BY_POSITION,
  },
  groups: { entity: Group, columns: ['id', 'name'], order: BY_AGE },
  companies: { entity: Company, columns: ['id', 'name'], order: BY_AGE },
};

@Injectable()
export class VocabularyRepository extends TenantRepository {
  /** Lists names in display order: statuses and categories by position, groups and companies the oldest first. */
  async list<Kind extends keyof Vocabulary>(
    scope: TenantScope | InnerScope,
    kind: Kind,
  ): Promise<Vocabulary[Kind]> {
    const { entity, columns, order } = NAMES[kind];
    return (await this.select(scope, entity, columns, { order })) as never;
  }

  add<Kind extends keyof Vocabulary>(inner: InnerScope, kind: Kind, rows: Vocabulary[Kind]): Promise<void> {
    return this.insert<TenantRow>(inner, NAMES[kind].entity, rows);
  }
}
