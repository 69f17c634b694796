import type { Config } from '../config/env.js';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../embedded-postgres/embedded-server.js';

/** The addresses of the database for its two roles, and how to leave it. */
export interface DatabaseAccess {
  readonly embedded: boolean;
  readonly serviceUrl: string;
  /** Absent when an external server is used and MIGRATION_DATABASE_URL is not set: then nobody migrates here. */
  readonly ownerUrl: string | undefined;
  /** Encrypts secrets; those of `SECRETS_KEY`, or the one that is kept beside the embedded database. */
  readonly secretsKeys: readonly Buffer[];
  leave(): Promise<void>;
}

/**
 * The external server of `DATABASE_URL`, or the embedded one in `DATA_DIR`, joined when it runs and started when not.
 * @throws EmbeddedDatabaseError one clear sentence
 */
export async function openDatabase(config: Config, role: 'service' | 'guest'): Promise<DatabaseAccess> {
  const { databaseUrl: serviceUrl, migrationDatabaseUrl: ownerUrl, secretsKeys, dataDir } = config;
  if (serviceUrl !== undefined)
    return { embedded: false, serviceUrl, ownerUrl, secretsKeys, leave: () => Promise.resolve() };
  return accessTo(await openEmbeddedDatabase({ dataDir, role }), secretsKeys);
}

/** Access to the embedded database. Its own key comes behind those of the operator, and decrypts what it has encrypted. */
export function accessTo(
  { serviceUrl, ownerUrl, secretsKey, leave }: EmbeddedDatabase,
  secretsKeys: readonly Buffer[] = [],
): DatabaseAccess {
  const keys = [...secretsKeys, Buffer.from(secretsKey, 'base64')];
  return { embedded: true, serviceUrl, ownerUrl, secretsKeys: keys, leave };
}
