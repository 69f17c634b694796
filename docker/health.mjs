// Exits with 0 when the service of this container answers, else with 1. Uses HTTP or HTTPS, as configured.
import http from 'node:http';
import https from 'node:https';

const { PORT = '3000', TLS_CERT_FILE } = process.env;
// The certificate is for a domain name and not for 127.0.0.1, so it is not checked.
const request = { host: '127.0.0.1', port: PORT, path: '/health/live', rejectUnauthorized: false };
(TLS_CERT_FILE ? https : http)
  .get(request, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1));
