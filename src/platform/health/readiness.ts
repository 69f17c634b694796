import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/role-check.js';
import { toDomainError } from '../database/postgres-errors.js';
import { DomainError } from '../../kernel/errors.js';

/** Tells whether this process can serve requests. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Lets the process finish its requests. From now on it should get no new ones. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /** @throws shutting_down, unavailable (the database does not answer), database_outdated (a migration is missing) */
  async check(): Promise<void> {
    if (this.stopping) throw notReady('shutting_down', 'The service is shutting down.');
    const known = this.dataSource.migrations.map((migration) => migration.constructor);
    const pending = await pendingMigrations(this.dataSource, known).catch((error: unknown) => {
      throw toDomainError(error);
    });
    if (pending.length > 0) throw notReady('database_outdated', 'The database is not up to date.');
  }
}

function notReady(code: string, message: string): DomainError {
  return new DomainError('unavailable', code, message);
}
