// Says by its exit status whether the service of this container answers, by HTTP or HTTPS, as it was configured.
import http from 'node:http';
import https from 'node:https';

const { PORT = '3000', TLS_CERT_FILE } = process.env;
// Its certificate is that of a name, not of 127.0.0.1.
const request = { host: '127.0.0.1', port: PORT, path: '/health/live', rejectUnauthorized: false };
(TLS_CERT_FILE ? https : http)
  .get(request, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1));
