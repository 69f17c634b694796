import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TriggerFunction } from '../../platform/database/trigger-function.js';
import { rooms } from './rooms.js';

const statements = rooms.flatMap((room) => room.statements);

/** Makes the schema of all rooms in an empty database. */
export class InitialSchema1764000000000 implements MigrationInterface {
  name = 'InitialSchema1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const one of statements)
      await queryRunner.query(one instanceof TriggerFunction ? one.statement : one);
  }

  /** @throws Error always: an empty database is what was before */
  down(): Promise<void> {
    return Promise.reject(new Error('The initial schema cannot be taken back: drop the database instead.'));
  }
}

/** All migrations, oldest first. */
export const migrations = [InitialSchema1764000000000];

/** The functions for triggers of all migrations, each as the last migration makes it. */
export const triggerFunctions = statements.filter((one) => one instanceof TriggerFunction);
