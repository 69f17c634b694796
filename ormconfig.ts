import { ownerDataSource } from './src/app/schema/migrator.js';

/** For TypeORM's own command line (`npm run typeorm`): `MIGRATION_DATABASE_URL` names the address of the database's owner. */
export default ownerDataSource(process.env['MIGRATION_DATABASE_URL'] ?? '');
