// The system: processes that are started, stopped and killed, servers beside PostgreSQL, TLS, an upgrade; and what takes long by
// nature: races, limits, waits, thousands of rows. `npm run test:system`.
import base from './jest.config.mjs';

/** @type {import('jest').Config} */
const config = { ...base, roots: ['<rootDir>/test/system'], reporters: ['default'] };

export default config;
