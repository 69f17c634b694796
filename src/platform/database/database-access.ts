import type { Config } from '../config/env.js';
import { openEmbeddedDatabase } from '../embedded-postgres/embedded-server.js';

/** The addresses of the database for its two roles, and how to leave it. */
export interface DatabaseAccess {
  readonly embedded: boolean;
  readonly serviceUrl: string;
  /** Absent when an external server is used and MIGRATION_DATABASE_URL is not set: then nobody migrates here. */
  readonly ownerUrl: string | undefined;
  leave(): Promise<void>;
}

/**
 * The external server of `DATABASE_URL`, or the embedded one in `DATA_DIR`, joined when it runs and started when not.
 * @throws EmbeddedDatabaseError one clear sentence
 */
export async function openDatabase(config: Config, role: 'service' | 'guest'): Promise<DatabaseAccess> {
  if (config.databaseUrl !== undefined) {
    return {
      embedded: false,
      serviceUrl: config.databaseUrl,
      ownerUrl: config.migrationDatabaseUrl,
      leave: () => Promise.resolve(),
    };
  }
  const { serviceUrl, ownerUrl, leave } = await openEmbeddedDatabase({ dataDir: config.dataDir, role });
  return { embedded: true, serviceUrl, ownerUrl, leave };
}
