import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';

/** The audit trail. Every feature that changes something writes to it. */
@Global()
@Module({ providers: [AuditRepository, AuditLog], exports: [AuditLog] })
export class AuditModule {}
