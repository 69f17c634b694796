import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections to the primary, which TypeORM has and does not declare. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}
