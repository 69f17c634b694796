import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from '../servers/free-port.js';
import { programPath } from '../servers/programs.js';
import { until } from '../until.js';
import { HAS_OPENSSL, makeCertificate } from './certificates.js';

const PROGRAM = programPath('dovecot');

export const HAS_DOVECOT = PROGRAM !== null && HAS_OPENSSL;

/** Mailboxes never belong to root: then they are of `nobody`. */
const isRoot = process.getuid?.() === 0;
const [OWNER, GROUP] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

const USER = 'support@acme.example';
const PASSWORD = 'open-sesame';

/** A mail of a folder, as its owner sees it. */
export interface StoredMail {
  readonly uid: number;
  readonly isSeen: boolean;
  readonly subject: string;
}

/** Dovecot on loopback, with one mailbox, as the user who runs the test. */
export class Dovecot {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly ports: { readonly plain: number; readonly tls: number },
    /** Clients can be told to trust it. */
    readonly certFile: string,
    readonly passwordFile: string,
  ) {}

  static async start(folder: string): Promise<Dovecot> {
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'home'));
    await chown(join(folder, 'home'), OWNER, GROUP);
    const { certFile, keyFile } = await makeCertificate(folder);
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, `${PASSWORD}\n`);
    const ports = { plain: await freePort(), tls: await freePort() };
    await writeFile(join(folder, 'dovecot.conf'), configuration(folder, ports, { certFile, keyFile }));
    const dovecot = new Dovecot(folder, ports, certFile, passwordFile);
    await dovecot.begin();
    return dovecot;
  }

  /** Starts the server, again after `stop`. */
  async begin(): Promise<void> {
    this.child = spawn(PROGRAM ?? '', ['-F', '-c', join(this.folder, 'dovecot.conf')], { stdio: 'ignore' });
    const client = (): Promise<boolean> =>
      this.withFolder('INBOX', () => Promise.resolve(true)).catch(() => false);
    await until(client, 60, () => readFile(join(this.folder, 'dovecot.log'), 'utf8'));
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** The address of a folder for `--imap`, by TLS, STARTTLS or neither. */
  address(folder = 'INBOX', way: 'tls' | 'starttls' | 'plain' = 'plain'): string {
    const [scheme, port] = way === 'tls' ? ['imaps', this.ports.tls] : ['imap', this.ports.plain];
    const search = way === 'plain' ? '?tls=off' : '';
    return `${scheme}://${encodeURIComponent(USER)}@127.0.0.1:${port}/${encodeURIComponent(folder)}${search}`;
  }

  /** Puts mails into a folder, one after the other. */
  async put(mails: readonly string[], { folder = 'INBOX', at = new Date() } = {}): Promise<void> {
    await this.withFolder(folder, async (client) => {
      for (const mail of mails) await client.append(folder, mail, [], at);
    });
  }

  mailsIn(folder = 'INBOX'): Promise<StoredMail[]> {
    return this.withFolder(folder, async (client) => {
      const found = await client.fetchAll('1:*', { uid: true, flags: true, envelope: true });
      return found.map(({ uid, flags, envelope }) => ({
        ...{ uid, isSeen: flags?.has('\\Seen') ?? false, subject: envelope?.subject ?? '' },
      }));
    });
  }

  async makeFolder(folder: string): Promise<void> {
    await this.withFolder('INBOX', (client) => client.mailboxCreate(folder));
  }

  /** Deletes a folder with its mails, and makes it again: its UIDVALIDITY is another one then. */
  async remakeFolder(folder: string): Promise<void> {
    await this.withFolder('INBOX', async (client) => {
      await client.mailboxDelete(folder);
      await client.mailboxCreate(folder);
    });
  }

  /** Makes the server forget the UIDs of INBOX: it has another UIDVALIDITY then. */
  async renewUids(): Promise<void> {
    await this.stop();
    const mail = join(this.folder, 'home/mail');
    const forgotten = (await readdir(mail)).filter((name) => /^dovecot[.-](index|uid)/.test(name));
    for (const name of forgotten) await rm(join(mail, name));
    await this.begin();
  }

  /** Makes the file of a mail one that the server cannot read. */
  async breakMail(subject: string, folder: string): Promise<void> {
    for (const part of ['new', 'cur']) {
      const place = join(this.folder, 'home/mail', `.${folder}`, part);
      for (const name of await readdir(place)) {
        const file = join(place, name);
        if ((await readFile(file, 'utf8')).includes(`Subject: ${subject}`)) await chmod(file, 0);
      }
    }
  }

  private async withFolder<Result>(
    folder: string,
    work: (client: ImapFlow) => Promise<Result>,
  ): Promise<Result> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: this.ports.plain, secure: false, doSTARTTLS: false },
      ...{ auth: { user: USER, pass: PASSWORD }, logger: false },
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.mailboxOpen(folder);
      return await work(client);
    } finally {
      client.close();
    }
  }
}

function configuration(
  folder: string,
  { plain, tls }: { readonly plain: number; readonly tls: number },
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
): string {
  const { username } = userInfo();
  const users = isRoot
    ? ''
    : `default_login_user = ${username}\ndefault_internal_user = ${username}\ndefault_internal_group = ${execFileSync('id', ['-gn']).toString()}`;
  return `
    base_dir = ${folder}/run
    state_dir = ${folder}/state
    log_path = ${folder}/dovecot.log
    protocols = imap
    listen = 127.0.0.1
    ${users}
    ssl = yes
    ssl_cert = <${certFile}
    ssl_key = <${keyFile}
    disable_plaintext_auth = no
    first_valid_uid = 1
    mail_location = maildir:~/mail
    passdb {
      driver = static
      args = password=${PASSWORD}
    }
    userdb {
      driver = static
      args = uid=${OWNER} gid=${GROUP} home=${folder}/home
    }
    service anvil {
      chroot =
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = ${plain}
      }
      inet_listener imaps {
        port = ${tls}
        ssl = yes
      }
    }
  `;
}
