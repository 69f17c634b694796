import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../events/audit-log.service.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { createdTerms, namedEntry, namesPeople, type TicketAuditEntry } from './ticket-audit.rules.js';
import { ADD_CREATED, ADD_NAMING_PEOPLE } from './ticket-writer.sql.js';
import type { RaisedTicket } from './ticket-content.rules.js';

/** Adds entries about tickets to the audit trail, with the names of the moment. */
@Injectable()
export class TicketAuditService {
  constructor(private readonly audit: AuditLog) {}

  record(
    inner: InnerScope,
    vocabulary: KnownVocabulary,
    entries: readonly TicketAuditEntry[],
  ): Promise<void> {
    const named = entries.map((entry) => namedEntry(entry, vocabulary));
    return entries.some(namesPeople)
      ? this.audit.recordBy(inner, ADD_NAMING_PEOPLE, named)
      : this.audit.record(inner, ...named);
  }

  /** Adds the entry about a ticket that the unit of work has just written. */
  recordCreation(
    inner: InnerScope,
    vocabulary: KnownVocabulary,
    ticket: RaisedTicket,
    isSilent: boolean,
    more: object = {},
  ): Promise<void> {
    const about = { action: 'ticket.created', id: ticket.id, isSilent } as const;
    const entry = namedEntry({ ...about, ...createdTerms(ticket, more) }, vocabulary);
    return this.audit.recordBy(inner, ADD_CREATED, [entry]);
  }
}
