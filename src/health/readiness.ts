import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/migrator.js';
import { toDomainError } from '../database/postgres-errors.js';
import { DomainError } from '../kernel/errors.js';

/** Whether this process can serve requests. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From here on the process serves what has arrived, and nobody should send it more. */
  beginShutdown(): void {
    this.stopping = true;
  }

  /**
   * Returns when it can.
   * @throws shutting_down, unavailable (the database does not answer), database_outdated (it lacks a migration of this release)
   */
  async check(): Promise<void> {
    if (this.stopping) throw notReady('shutting_down', 'The service is shutting down.');
    const pending = await this.pending();
    if (pending.length > 0) throw notReady('database_outdated', 'The database is not up to date.');
  }

  private async pending(): Promise<string[]> {
    try {
      return await pendingMigrations(this.dataSource);
    } catch (error) {
      throw toDomainError(error);
    }
  }
}

function notReady(code: string, message: string): DomainError {
  return new DomainError('unavailable', code, message);
}
