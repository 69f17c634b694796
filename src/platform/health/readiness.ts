import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/pending-migrations.js';
import { toDomainError } from '../database/postgres-errors.js';
import { DomainError } from '../../kernel/errors.js';

/** Tells whether this process can serve requests. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From now on the process finishes the requests that it has, and should get no new ones. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /** @throws shutting_down, unavailable (the database does not answer), database_outdated (a migration is missing) */
  async check(): Promise<void> {
    if (this.stopping) throw notReady('shutting_down', 'The service is shutting down.');
    const pending = await this.pending();
    if (pending.length > 0) throw notReady('database_outdated', 'The database is not up to date.');
  }

  private async pending(): Promise<string[]> {
    try {
      const classes = this.dataSource.migrations.map((migration) => migration.constructor);
      return await pendingMigrations(this.dataSource, classes);
    } catch (error) {
      throw toDomainError(error);
    }
  }
}

function notReady(code: string, message: string): DomainError {
  return new DomainError('unavailable', code, message);
}
