import { DataSource } from 'typeorm';
import { ownerConnection } from '../../platform/database/connection-options.js';
import { entities } from '../entities.js';
import { migrations } from './migrations.js';

/** The database as its owner sees it, for migrations. `ormconfig.ts` gives it to TypeORM's own command line. */
export function ownerDataSource(url: string, poolSize = 1): DataSource {
  return new DataSource({ ...ownerConnection(url, poolSize), entities, migrations });
}
