import { z } from 'zod';
import { postgresUrl, wholeNumber } from './env.values.js';

// The database: where it is, what stands before it, and how much of it the service uses.

/** What an operator says about the database. */
export interface DatabaseConfig {
  /** Connects with the service's own role. When it is not set, the embedded PostgreSQL is used. */
  readonly databaseUrl: string | undefined;
  /** Connects with the owner's role, for migrations and the command line. */
  readonly migrationDatabaseUrl: string | undefined;
  /** `citus`: the tables are distributed over several servers by Citus, and DATABASE_URL leads to its coordinator. */
  readonly engine: 'postgres' | 'citus';
  /** A standby for reads. */
  readonly replicaUrl: string | undefined;
  /** The same database without the pooler. The service listens there for changes of keys and workspaces. */
  readonly listenUrl: string | undefined;
  readonly pooling: { readonly pooler: 'none' | 'transaction'; readonly prepared: boolean };
  /** Connections to PostgreSQL of each process. */
  readonly poolSize: number;
  /** Which part of them a workspace may use while others need connections, from 0 to 1. */
  readonly workspaceShare: number;
}

export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_ENGINE: z.enum(['postgres', 'citus']).default('postgres'),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_PREPARED: z.enum(['on', 'off']).default('on'),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  WORKSPACE_POOL_PERCENT: wholeNumber(1, 100).default(50),
};

type Environment = z.infer<z.ZodObject<typeof databaseSettings>>;

/** Variables that have no effect without an external server. */
const BESIDE_DATABASE_URL = ['MIGRATION_DATABASE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_LISTEN_URL'];

/** What contradicts itself. `env` is there when each value is right by itself. */
export function mistakesOfDatabase(set: object, env: Environment | undefined): string[] {
  const alone = BESIDE_DATABASE_URL.filter((name) => name in set && !('DATABASE_URL' in set));
  return [
    ...alone.map((name) => `DATABASE_URL: must be set when ${name} is`),
    ...(env?.DATABASE_ENGINE === 'citus' ? mistakesBesideCitus(env) : []),
  ];
}

/** What a cluster needs, and what it was never tried with. */
function mistakesBesideCitus(env: Environment): string[] {
  const mistakes: string[] = [];
  if (env.DATABASE_URL === undefined)
    mistakes.push('DATABASE_URL: must be set when DATABASE_ENGINE is citus');
  if (env.DATABASE_REPLICA_URL !== undefined)
    mistakes.push('DATABASE_REPLICA_URL: must not be set when DATABASE_ENGINE is citus');
  return mistakes;
}

/** The addresses of the database, its standby, its pooler. */
export function databaseIn(env: Environment): DatabaseConfig {
  return {
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    engine: env.DATABASE_ENGINE,
    replicaUrl: env.DATABASE_REPLICA_URL,
    listenUrl: env.DATABASE_LISTEN_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    workspaceShare: env.WORKSPACE_POOL_PERCENT / 100,
    pooling: { pooler: env.DATABASE_POOLER, prepared: env.DATABASE_PREPARED === 'on' },
  };
}
