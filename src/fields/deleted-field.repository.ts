import { Injectable } from '@nestjs/common';
import { Any, Not, Raw } from 'typeorm';
import type { FieldId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { DeletedTicketField } from './entities/deleted-ticket-field.entity.js';

/** Deleted so long ago that no transaction is left which began before: none lasts an hour. */
const LONG_AGO = Raw((column) => `${column} < now() - interval '1 hour'`);

/** The rows of fields that were deleted and whose values have not all been cleared. */
@Injectable()
export class DeletedFieldRepository extends TenantRepository {
  async add(inner: InnerScope, id: FieldId): Promise<void> {
    await this.insert(inner, DeletedTicketField, [{ id }]);
  }

  async list(inner: InnerScope): Promise<FieldId[]> {
    return (await this.select(inner, DeletedTicketField, ['id'])).map(({ id }) => id);
  }

  /** Locks one that is not among `except` and that no other transaction has locked. */
  async lockNext(inner: InnerScope, except: readonly FieldId[]): Promise<FieldId | null> {
    const next = await this.selectOne(inner, DeletedTicketField, ['id'], {
      where: { id: Not(Any(except)) },
      order: { id: 'ASC' },
      take: 1,
      lock: { ...FOR_UPDATE, onLocked: 'skip_locked' },
    });
    return next?.id ?? null;
  }

  /** Forgets one, unless a transaction may be left that still knew the field when it began. */
  async forget(inner: InnerScope, id: FieldId): Promise<void> {
    await this.delete(inner, DeletedTicketField, { id, deletedAt: LONG_AGO });
  }
}
