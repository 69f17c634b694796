// The system: processes that are started, stopped and killed, servers beside PostgreSQL, TLS, an upgrade; and what takes long by
// nature: races, limits, waits, thousands of rows. `npm run test:system`.
import { onDatabase } from './jest.base.mjs';

/** @type {import('jest').Config} */
const config = { ...onDatabase, roots: ['<rootDir>/test/system'], maxWorkers: '100%' };

export default config;
