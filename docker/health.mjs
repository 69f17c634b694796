// Exits with 0 when the service of this container answers, else with 1.
import http from 'node:http';

const { PORT = '3000' } = process.env;
http
  .get({ host: '127.0.0.1', port: PORT, path: '/health/live' }, ({ statusCode }) =>
    process.exit(statusCode === 200 ? 0 : 1),
  )
  .on('error', () => process.exit(1));
