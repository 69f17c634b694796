import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { TicketId } from '../../kernel/ids.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { ACKNOWLEDGED_FOR } from '../reading/mail.reader.js';

/** Adds a mail $2 about ticket $3, which an earlier statement of the transaction has added. */
const ADD = tenantStatement(
  'mails.acknowledge',
  `INSERT INTO mails (workspace_id, id, kind, ticket_id, customer_id)
   SELECT $1::uuid, $2::uuid, 'acknowledgement', t.id, t.customer_id
   FROM tickets t JOIN workspaces w ON w.id = t.workspace_id AND w.mail_from IS NOT NULL
   WHERE t.workspace_id = $1 AND t.id = $3 AND NOT EXISTS (
     SELECT FROM mails m WHERE m.workspace_id = $1 AND m.customer_id = t.customer_id AND m.kind = 'acknowledgement'
       AND m.created_at > statement_timestamp() - ${ACKNOWLEDGED_FOR})
   RETURNING id`,
);

/** Acknowledges tickets that came by mail, as the reader of events does for those of forms [rule 21]. */
@Injectable()
export class AcknowledgementsService extends TenantRepository {
  /** These workspaces have a new acknowledgement to send. */
  readonly due = new DueWorkspaces();

  constructor(
    database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(database);
  }

  /** Adds the mail in the unit of work of the ticket, unless the customer got one within the hour. */
  async add(inner: InnerScope, ticketId: TicketId): Promise<void> {
    const added = await this.query(inner, ADD, [uuid(), ticketId]);
    if (added.length === 0) return;
    this.unitOfWork.afterwards(inner, () => {
      this.due.tell(inner);
    });
  }
}
