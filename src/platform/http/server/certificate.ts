import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync, watch, type FSWatcher } from 'node:fs';
import type { Server } from 'node:https';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

/** The paths of the certificate (with its chain) and the private key, both as PEM. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate that can be used, in the form that Node.js takes it. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly expiresAt: Date;
}

/** Why HTTPS cannot be served, in one sentence that names the variable. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** A handshake takes milliseconds. A client that needs longer would hold a connection that others could use. */
const HANDSHAKE_MS = 10_000;
/** The wait after a change, because the two files are rarely replaced at the same instant. */
const SETTLE_MS = 250;
/** How often the files are read anyway, for file systems that do not report changes. */
const ROUND_MS = 60_000;

/**
 * Reads both files and checks that they belong together. An expired certificate is accepted: clients then report
 * it, which is better than no answer.
 * @throws CertificateError
 */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const cert = readNamed('TLS_CERT_FILE', certFile);
  const key = readNamed('TLS_KEY_FILE', keyFile);
  const certificate = parsed(
    'TLS_CERT_FILE',
    certFile,
    'a certificate as PEM',
    () => new X509Certificate(cert),
  );
  const privateKey = parsed('TLS_KEY_FILE', keyFile, 'a private key as PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  refuseStrangers(certificate, privateKey, { certFile, keyFile });
  return { cert, key, expiresAt: new Date(certificate.validTo) };
}

/** The settings of a server with a certificate: TLS 1.2 and newer only. */
export interface HttpsSettings extends Pick<Certificate, 'cert' | 'key'> {
  readonly minVersion: 'TLSv1.2';
  readonly handshakeTimeout: number;
}

export function httpsSettings({ cert, key }: Certificate): HttpsSettings {
  return { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS };
}

/**
 * Watches the files and gives the server a new certificate as soon as it is there, for new connections. A certificate that cannot
 * be used is logged, and the server keeps the old one.
 */
export class CertificateKeeper {
  private readonly watchers: FSWatcher[];
  private readonly round: NodeJS.Timeout;
  private settling: NodeJS.Timeout | undefined;
  /** The problem that was found at the last read, so that it is logged once. */
  private trouble = '';

  constructor(
    private readonly server: Server,
    private readonly files: CertificateFiles,
    private current: Certificate,
    private readonly log: Logger,
  ) {
    // It watches folders, because files are replaced by renaming them or by changing a link.
    const folders = new Set([files.certFile, files.keyFile].map((file) => dirname(file)));
    this.watchers = [...folders].flatMap((folder) => this.watch(folder));
    this.round = setInterval(() => {
      this.reload();
    }, ROUND_MS).unref();
  }

  /** When the certificate in use expires. */
  get expiresAt(): Date {
    return this.current.expiresAt;
  }

  stop(): void {
    clearInterval(this.round);
    clearTimeout(this.settling);
    for (const watcher of this.watchers) watcher.close();
  }

  private watch(folder: string): FSWatcher[] {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(this.settling);
        this.settling = setTimeout(() => {
          this.reload();
        }, SETTLE_MS);
      });
      // The folder may be gone, for example. The regular reads go on.
      return [watcher.on('error', () => undefined)];
    } catch {
      return [];
    }
  }

  private reload(): void {
    try {
      const found = readCertificate(this.files);
      this.trouble = '';
      if (found.cert.equals(this.current.cert) && found.key.equals(this.current.key)) return;
      this.server.setSecureContext(httpsSettings(found));
      this.current = found;
      this.log.info({ expiresAt: found.expiresAt.toISOString() }, 'certificate replaced');
    } catch (error) {
      const trouble = (error as Error).message;
      if (trouble !== this.trouble) this.log.error({ error: trouble }, 'certificate not replaced');
      this.trouble = trouble;
    }
  }
}

function readNamed(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CertificateError(`${name} cannot be read: ${(error as Error).message}`);
  }
}

function parsed<Value>(name: string, file: string, expected: string, parse: () => Value): Value {
  try {
    return parse();
  } catch {
    throw new CertificateError(`${name}: ${file} does not hold ${expected}.`);
  }
}

function refuseStrangers(certificate: X509Certificate, key: KeyObject, files: CertificateFiles): void {
  if (certificate.checkPrivateKey(key)) return;
  throw new CertificateError(
    `The private key of TLS_KEY_FILE (${files.keyFile}) does not belong to the certificate of TLS_CERT_FILE (${files.certFile}).`,
  );
}
