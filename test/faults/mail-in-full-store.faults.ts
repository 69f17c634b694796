import { until } from '../support/until.js';
import { Installation } from './support/installation.js';
import type { Target } from './support/load.js';
import { mailWithFile } from './support/mails.js';
import { onSmallDisk } from './support/small-disk.js';
import { StoredFiles } from './support/stored-files.js';

const SIZE_MB = 8;
const MAILS = 20;
const NAME = 'disk of the attachments full';

await onSmallDisk(NAME, SIZE_MB, (small) => {
  let installation: Installation;
  let target: Target;

  beforeAll(async () => {
    installation = await Installation.open({ service: { ATTACHMENTS_DIR: small.path } });
    target = installation.nextTarget();
  });
  afterAll(async () => {
    await installation.close();
    await small.remove();
  });

  const post = async (name: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${target.port}/api/external/v2/inbound-emails`, {
      method: 'POST',
      headers: { 'X-Api-Key': target.key, 'Content-Type': 'message/rfc822' },
      body: mailWithFile({ name }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const ask = async (text: string): Promise<number> =>
    Number((await installation.postgres.ask<{ count: string }>(text))[0]?.count);
  const tickets = (): Promise<number> => ask(`SELECT count(*) FROM tickets WHERE channel = 'email'`);

  it('a mail is refused with 503 while its bytes cannot be stored, and is one ticket with its file when it comes again', async () => {
    expect(await post('before')).toBe(201);
    await until(async () => (await tickets()) === 1);
    await small.fill();
    const names = Array.from({ length: MAILS }, (_, index) => `a${index}`);
    for (const name of names) expect(await post(name)).toBe(503);
    expect(await ask('SELECT count(*) FROM inbound_emails')).toBe(1);
    await small.free();
    for (const name of names) expect(await post(name)).toBe(201);
    await until(async () => (await tickets()) === MAILS + 1);
    expect(await ask(`SELECT count(*) FROM attachments WHERE filename = 'file.txt'`)).toBe(MAILS + 1);
    const leftovers = (): ReturnType<StoredFiles['leftovers']> =>
      new StoredFiles(installation, small.path).leftovers();
    expect(await leftovers()).toMatchObject({ recordsWithoutBytes: [], underWay: 0, bytesWithoutRecord: [] });
    expect(installation.defects()).toEqual([]);
  }, 120_000);
});
