import { join } from 'node:path';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { TWO_AGENTS } from '../../support/data/comments.js';
import { aMail } from '../../support/data/mails/inbound-emails.js';
import { listedMails, MAIL_FROM } from '../../support/data/mails/mails.js';
import { Dovecot, HAS_DOVECOT } from '../../support/fakes/dovecot.js';
import { Desk, DeskProcess } from '../../support/servers/desk.js';
import {
  RunningProcess,
  temporaryFolder,
  type Finished,
  type TemporaryFolder,
} from '../../support/servers/processes.js';
import { whenInstalled } from '../../support/servers/programs.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });

let folder: TemporaryFolder;
let dovecot: Dovecot;
let acme: TestWorkspace;
let mailbox = 0;
let inbox: string;

const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const named = (...subjects: string[]): string[] =>
  subjects.map((subject) =>
    aMail({ headers: { Subject: subject, From: `${subject.replaceAll(' ', '.')}@customer.example` } }),
  );
const put = (mails: readonly string[], at = new Date()) => dovecot.put(mails, { folder: inbox, at });

/** Node.js reads the certificates that it trusts when a process starts. */
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: app.database.serviceUrl,
  NODE_EXTRA_CA_CERTS: dovecot.certFile,
  ...more,
});
const command = (...more: string[]) => ['mail', 'fetch', acme.subdomain, ...more];
const options = (address = dovecot.address(inbox)) => [
  ...['--imap', address, '--password-file', dovecot.passwordFile],
];
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  Desk.on(app.database, env).run(args);

/** Fetches with options besides the usual ones. @returns what it said at the end */
async function fetched(
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, stderr } = await run(command(...options(), ...more), env);
  if (status !== 0) throw new Error(stderr);
  return stderr.trimEnd();
}

const subjects = async (): Promise<string[]> => {
  const { body } = await acme.client.get('/tickets').expect(200);
  return (body.tickets as { subject: string }[]).map(({ subject }) => subject).sort();
};
const stored = async (name = inbox) =>
  (await dovecot.mailsIn(name)).map(({ subject, isSeen }) => `${subject}${isSeen ? ' (read)' : ''}`);

const [title, group] = whenInstalled('mail fetch', HAS_DOVECOT, 'dovecot');

group(title, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    dovecot = await Dovecot.start(folder.path);
    await folder.write('wrong', 'not the password');
  });
  afterAll(async () => {
    await dovecot.stop();
    await folder.remove();
  });
  beforeEach(async () => {
    acme = await aWorkspace(app, TWO_AGENTS, { mail_from: MAIL_FROM });
    inbox = `Box${(mailbox += 1)}`;
    await dovecot.makeFolder(inbox);
  });

  // @proves E-21-27
  it('begins with the next mail, takes each once, and marks it as read', async () => {
    await put(named('before'));
    expect(await fetched()).toBe('There is no new mail.');
    await put(named('one', 'two'), ago(500));
    expect(await fetched()).toBe('Mails: 2 accepted.');
    expect(await fetched()).toBe('There is no new mail.');
    expect(await subjects()).toEqual(['one', 'two']);
    expect(await stored()).toEqual(['before', 'one (read)', 'two (read)']);
  });

  // @proves E-21-27
  it('takes older mails with --all, up to 400 days, and acknowledges none of them', async () => {
    await put(named('ancient'), ago(401));
    await put(named('old'), ago(399));
    expect(await fetched(['--all'])).toBe('Mails: 1 accepted, 1 older than the first.');
    await put(named('new'));
    expect(await fetched(['--all'])).toBe('Mails: 1 accepted.');
    expect(await subjects()).toEqual(['new', 'old']);
    await until(async () => (await listedMails(acme)).length > 0);
    const { body } = await acme.client.get('/tickets').expect(200);
    const [raised] = (body.tickets as { subject: string; number: number }[]).filter(
      (one) => one.subject === 'new',
    );
    expect(await listedMails(acme)).toMatchObject([
      { kind: 'acknowledgement', ticket_number: raised?.number },
    ]);
  });

  // @proves E-21-27
  it('moves or deletes a mail that is safe', async () => {
    await dovecot.makeFolder(`${inbox}-done`);
    await fetched();
    await put(named('one'));
    await fetched(['--after', `move:${inbox}-done`]);
    await put(named('two'));
    await fetched(['--after', 'delete']);
    expect([await stored(), await stored(`${inbox}-done`)]).toEqual([[], ['one']]);
    expect(await subjects()).toEqual(['one', 'two']);
  });

  // @proves E-21-27
  it('names a mail that is too large, passes over it, and leaves it as it is', async () => {
    await fetched();
    const large = aMail({ headers: { Subject: 'large' }, text: 'x'.repeat(1_100_000) });
    await put([large, ...named('small')]);
    const said = await fetched([], { INBOUND_EMAIL_LIMIT: '1' });
    expect(said).toMatch(
      /^Passed over: the mail "large" \(UID 1\) has 1\.0 MiB, and INBOUND_EMAIL_LIMIT is 1\.$/m,
    );
    expect(said).toContain('Mails: 1 accepted, 1 too large.');
    expect(await stored()).toEqual(['large', 'small (read)']);
  });

  // Dovecot ends the connection when it cannot read a file.
  it('names a mail that the server does not give, passes over it, and takes the others', async () => {
    await fetched();
    await put(named('one', 'broken', 'two'));
    await dovecot.breakMail('broken', inbox);
    const said = await fetched();
    expect(said).toMatch(/^Passed over: the mail with UID 2\. The mailbox at 127\.0\.0\.1 cannot be read: /m);
    expect(said).toContain('Mails: 2 accepted, 1 that the server does not give.');
    expect(await subjects()).toEqual(['one', 'two']);
    expect(await fetched()).toBe('There is no new mail.');
  });

  // @proves E-21-27
  it('takes nothing twice when the server gives all mails other UIDs', async () => {
    const mails = named('one', 'two');
    await put(named('before'), ago(2));
    await fetched();
    await put(mails);
    await fetched();
    await dovecot.remakeFolder(inbox);
    await put(named('before'), ago(2));
    await put([...mails, ...named('three')]);
    expect(await fetched()).toBe('Mails: 1 accepted, 2 known already, 1 older than the first.');
    expect(await fetched()).toBe('There is no new mail.');
    expect(await subjects()).toEqual(['one', 'three', 'two']);
  });

  // @proves E-21-27
  it('keeps the mails of two workspaces apart, which read one mailbox', async () => {
    await fetched();
    const other = acme;
    acme = await aWorkspace(app, TWO_AGENTS);
    await fetched();
    await put(named('one'));
    expect([await fetched(), await subjects()]).toEqual(['Mails: 1 accepted.', ['one']]);
    acme = other;
    expect([await fetched(), await subjects()]).toEqual(['Mails: 1 accepted.', ['one']]);
  });

  // @proves E-21-27
  it('takes mails as they come with --watch, also after the server was away, until a signal', async () => {
    const watching = RunningProcess.start('cli.js', command(...options(), '--watch'), environment());
    try {
      await until(async () => (await fetched()) !== '');
      for (const subject of ['one', 'two']) {
        await put(named(subject));
        await until(async () => (await subjects()).includes(subject));
      }
      await dovecot.stop();
      await until(() => /cannot be read/.test(watching.stderr));
      await dovecot.begin();
      await put(named('three'));
      await until(async () => (await subjects()).includes('three'));
      expect(await subjects()).toEqual(['one', 'three', 'two']);
      // It says so at the end of each round.
      await until(() => watching.stderr.match(/^Mails: 1 accepted\.$/gm)?.length === 3);
    } finally {
      watching.signal('SIGTERM');
    }
    const { signal, stderr } = await watching.ended;
    expect([signal, stderr]).toEqual(['SIGTERM', expect.stringMatching(/Interrupted\.\n$/)]);
  });

  it.each(['tls', 'starttls'] as const)(
    'speaks TLS, and trusts no server that it does not know: %s',
    async (way) => {
      const args = command(...options(dovecot.address(inbox, way)));
      const runAlone = (env = {}) => new DeskProcess(environment(env)).run(args);
      expect(await runAlone()).toMatchObject({ status: 0 });
      expect(await runAlone({ NODE_EXTRA_CA_CERTS: '' })).toMatchObject({
        ...{
          status: 1,
          stderr: expect.stringMatching(
            /^The mailbox at 127\.0\.0\.1 cannot be read: .*certificate/,
          ) as string,
        },
      });
    },
  );

  it.each([
    [
      'a wrong password',
      () => [...options().slice(0, 2), '--password-file', join(folder.path, 'wrong')],
      /refuses the login of support@acme.example/,
    ],
    ['a folder that is not there', () => options(dovecot.address('Nowhere')), /has no folder "Nowhere"/],
    ['nowhere to move to', () => [...options(), '--after', 'move:Nowhere'], /There is no folder "Nowhere"/],
    ['no password', () => options().slice(0, 2), /Either --password-file or --token-command is needed/],
    [
      'a command without a token',
      () => [...options().slice(0, 2), '--token-command', 'echo no >&2; false'],
      /The token command has failed: no/,
    ],
    [
      'a command that fails without a word, which is not shown with its secrets',
      () => [...options().slice(0, 2), '--token-command', 'true --secret s3cret; exit 3'],
      /^The token command has failed: it ended with status 3\n$/,
    ],
    [
      'no server',
      () => options('imap://a@127.0.0.1:1?tls=off'),
      /The mailbox at 127.0.0.1 cannot be read: .*ECONNREFUSED/,
    ],
  ])('says in a sentence what is wrong: %s', async (_what, wrong, sentence) => {
    const { status, stderr } = await run(command(...wrong()));
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
