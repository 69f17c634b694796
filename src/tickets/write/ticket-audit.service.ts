import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../events/audit-log.service.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { KnownVocabulary } from '../../vocabulary/known-vocabulary.js';
import { namedEntry, namesPeople, type TicketEntry } from './ticket-audit.rules.js';
import { ADD_NAMING_PEOPLE } from './ticket-audit.sql.js';

/** Adds entries about tickets to the audit trail, with the names of the moment. */
@Injectable()
export class TicketAuditService {
  constructor(private readonly audit: AuditLog) {}

  record(inner: InnerScope, vocabulary: KnownVocabulary, entries: readonly TicketEntry[]): Promise<void> {
    const named = entries.map((entry) => namedEntry(entry, vocabulary));
    return entries.some(namesPeople)
      ? this.audit.recordBy(inner, ADD_NAMING_PEOPLE, named)
      : this.audit.record(inner, ...named);
  }
}
