import type { Config } from '../config/env.js';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../embedded-postgres/embedded-server.js';

/** The database of the configuration has an address for each of its two roles. */
export interface DatabaseAccess {
  readonly embedded: boolean;
  readonly serviceUrl: string;
  /** Absent when an external server is used and MIGRATION_DATABASE_URL is not set: then nobody migrates here. */
  readonly ownerUrl: string | undefined;
  /** They encrypt secrets: those of `SECRETS_KEY`, and the one that is kept beside the embedded database. */
  readonly secretsKeys: readonly Buffer[];
  /** Resolves when the embedded server has ended under this process; never for an external one, which others run. */
  readonly lost: Promise<void>;
  leave(): Promise<void>;
}

const NEVER = new Promise<void>(() => undefined);

/** Finds the external server of `DATABASE_URL`. Without one it joins the embedded server in `DATA_DIR`, or starts it. */
export async function openDatabase(config: Config, role: 'service' | 'guest'): Promise<DatabaseAccess> {
  const { databaseUrl: serviceUrl, migrationDatabaseUrl: ownerUrl, secretsKeys, dataDir } = config;
  if (serviceUrl !== undefined)
    return {
      embedded: false,
      serviceUrl,
      ownerUrl,
      secretsKeys,
      lost: NEVER,
      leave: () => Promise.resolve(),
    };
  return accessTo(await openEmbeddedDatabase({ dataDir, role }), secretsKeys);
}

/** Describes the embedded database. Its own key comes after those of the operator, and decrypts what it has encrypted. */
export function accessTo(
  { serviceUrl, ownerUrl, secretsKey, lost, leave }: EmbeddedDatabase,
  secretsKeys: readonly Buffer[] = [],
): DatabaseAccess {
  const keys = [...secretsKeys, Buffer.from(secretsKey, 'base64')];
  return { embedded: true, serviceUrl, ownerUrl, secretsKeys: keys, lost, leave };
}
