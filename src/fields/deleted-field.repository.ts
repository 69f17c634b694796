import { Injectable } from '@nestjs/common';
import type { FieldId } from '../kernel/ids.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { DeletedTicketField } from './entities/deleted-ticket-field.entity.js';

/** A deleted field whose values may still lie in tickets. */
export interface DeletedField {
  readonly id: FieldId;
  /** Whether nobody can be at work any more who still knew the field when they began. */
  readonly isSettled: boolean;
}

/** $2 fields to pass over. What another process has locked is passed over too; no transaction lasts an hour. */
const LOCK_NEXT = tenantStatement(
  'deleted_fields.lock_next',
  `SELECT id, deleted_at < now() - interval '1 hour' AS "isSettled" FROM deleted_ticket_fields
   WHERE workspace_id = $1 AND id <> ALL ($2::uuid[])
   ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/** All SQL of fields that were deleted and whose values have not all been cleared. */
@Injectable()
export class DeletedFieldRepository extends TenantRepository {
  async add(inner: InnerScope, id: FieldId): Promise<void> {
    await this.insert(inner, DeletedTicketField, [{ id }]);
  }

  /** Locks one that is not among `except` and that nobody else has locked. */
  async lockNext(inner: InnerScope, except: readonly FieldId[]): Promise<DeletedField | null> {
    const [row] = await this.query<DeletedField>(inner, LOCK_NEXT, [except]);
    return row ?? null;
  }

  async forget(inner: InnerScope, id: FieldId): Promise<void> {
    await this.delete(inner, DeletedTicketField, { id });
  }
}
