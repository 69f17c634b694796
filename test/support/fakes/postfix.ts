import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { freePort } from '../servers/free-port.js';
import { isListening } from '../servers/servers.js';
import { programPath } from '../servers/programs.js';
import { until } from '../until.js';

const run = promisify(execFile);
const POSTFIX = programPath('postfix') ?? '';
const POSTQUEUE = programPath('postqueue') ?? '';
const POSTCONF = programPath('postconf') ?? '';

/** Only root can start Postfix. */
export const HAS_POSTFIX = POSTFIX !== '' && process.getuid?.() === 0;

/** Users that the package brings, and one that owns nothing. */
const [POSTFIX_USER, PIPE_USER] = ['postfix', 'nobody'];

/** How mail goes to a desk: the lines for `master.cf` and the settings for `main.cf`. */
export interface WayToDesk {
  readonly master: string;
  readonly settings: readonly string[];
}

/** Postfix on loopback, with all its files in a folder. It knows the addresses of one domain, and sends nothing outside. */
export class Postfix {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(folder: string, domain: string, { master, settings }: WayToDesk): Promise<Postfix> {
    await chmod(folder, 0o755);
    const { stdout } = await run('id', ['-u', POSTFIX_USER]);
    for (const name of ['etc', 'queue', 'data']) await mkdir(join(folder, name));
    await chown(join(folder, 'data'), Number(stdout), 0);
    const port = await freePort();
    await writeFile(join(folder, 'etc', 'main.cf'), mainOf(folder, domain));
    await writeFile(join(folder, 'etc', 'master.cf'), masterOf(port, master));
    const postfix = new Postfix(folder, port);
    await postfix.at(POSTCONF, '-e', ...settings);
    await postfix.at(POSTFIX, 'start');
    await until(() => isListening(port));
    return postfix;
  }

  async stop(): Promise<void> {
    await this.at(POSTFIX, 'stop');
  }

  /** Gives it a mail. @throws when it does not take it */
  async send(from: string, to: readonly string[], mail: string): Promise<void> {
    const connection = new SMTPConnection({ host: '127.0.0.1', port: this.port, ignoreTLS: true });
    const failed = new Promise<never>((_resolve, reject) => connection.once('error', reject));
    try {
      await Promise.race([promisify(connection.connect.bind(connection))(), failed]);
      await Promise.race([promisify(connection.send.bind(connection))({ from, to: [...to] }, mail), failed]);
    } finally {
      failed.catch(() => undefined);
      connection.close();
    }
  }

  /** Says of each mail that waits why it does. */
  async queue(): Promise<string[]> {
    const { stdout } = await this.at(POSTQUEUE, '-j');
    const waiting = stdout.split('\n').filter((line) => line !== '');
    return waiting.flatMap((line) =>
      (JSON.parse(line) as { recipients: { delay_reason?: string }[] }).recipients.map(
        ({ delay_reason = '' }) => delay_reason,
      ),
    );
  }

  /** Tries all mails that wait again. */
  async flush(): Promise<void> {
    await this.at(POSTQUEUE, '-f');
  }

  private at(program: string, ...args: string[]): Promise<{ stdout: string }> {
    return run(program, ['-c', join(this.folder, 'etc'), ...args]);
  }
}

function mainOf(folder: string, domain: string): string {
  return `
    compatibility_level = 3.6
    queue_directory = ${folder}/queue
    data_directory = ${folder}/data
    mail_owner = ${POSTFIX_USER}
    maillog_file = ${folder}/data/log
    maillog_file_prefixes = ${folder}
    myhostname = mx.${domain}
    mydestination =
    inet_interfaces = 127.0.0.1
    inet_protocols = ipv4
    mynetworks = 127.0.0.0/8
    default_transport = error:nothing leaves this machine
    virtual_mailbox_domains = ${domain}
    virtual_mailbox_maps = static:all
    virtual_transport = error:nobody reads this
  `.replace(/^ +/gm, '');
}

/** The daemons of Postfix that a mail passes, outside of a chroot. */
function masterOf(port: number, way: string): string {
  const daemons = `
    127.0.0.1:${port} inet n - n - - smtpd
    pickup unix n - n 60 1 pickup
    cleanup unix n - n - 0 cleanup
    qmgr unix n - n 300 1 qmgr
    rewrite unix - - n - - trivial-rewrite
    bounce unix - - n - 0 bounce
    defer unix - - n - 0 bounce
    trace unix - - n - 0 bounce
    verify unix - - n - 1 verify
    flush unix n - n 1000? 0 flush
    proxymap unix - - n - - proxymap
    showq unix n - n - - showq
    error unix - - n - - error
    retry unix - - n - - error
    discard unix - - n - - discard
    anvil unix - - n - 1 anvil
    postlog unix-dgram n - n - 1 postlogd`.replace(/^ +/gm, '');
  return `${daemons}\n${way.replace('user=desk-mail', `user=${PIPE_USER}`)}\n`;
}
