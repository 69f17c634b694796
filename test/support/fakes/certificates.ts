import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this machine can make certificates. */
export const HAS_OPENSSL = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

/** The files of a certificate for `desk.test`, all names below it, and 127.0.0.1. It is valid for two days. */
export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM. Clients can be told to trust it. */
  readonly cert: string;
}

/** Makes a self-signed certificate. */
export async function makeCertificate(folder: string): Promise<TestCertificate> {
  const name = randomBytes(4).toString('hex');
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:desk.test,DNS:*.desk.test,IP:127.0.0.1'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  return { certFile, keyFile, cert: await readFile(certFile, 'utf8') };
}
