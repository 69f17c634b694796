import { DataSource } from 'typeorm';
import { ownerConnection } from './src/platform/database/connection-options.js';

/** For TypeORM's own command line while developing: `MIGRATION_DATABASE_URL` names the owner's address. */
export default new DataSource(ownerConnection(process.env['MIGRATION_DATABASE_URL'] ?? ''));
