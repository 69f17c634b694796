import { FormVisitor, MESSAGE, proofFor, summaryIn } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const FORMS = {
  forms: [
    { title: 'Plain', slug: 'plain' },
    { title: 'Other', slug: 'other' },
    { title: 'Strict', slug: 'strict', requires_proof: true },
  ],
};

const ticketCount = async ({ client }: TestWorkspace): Promise<number> => {
  const { body } = await client.get('/tickets?page_size=1').expect(200);
  return (body as { pagination: { total_records: number } }).pagination.total_records;
};
const typedBy = (index: number) => ({ ...MESSAGE, email: `person${index}@customer.example` });

describe('limits of an hour', () => {
  const limited = async (limits: object, work: (desk: TestWorkspace, app: TestApp) => Promise<void>) => {
    const small = await startTestApp({ trustProxy: ['loopback'], ...limits });
    await work(await aWorkspace(small, FORMS), small).finally(() => small.stop());
  };
  const visitorAt = (address: string, { subdomain }: TestWorkspace, at: TestApp) =>
    new FormVisitor(at, subdomain, address);

  // @proves E-19-11
  it('hold for a client, which has a whole network of IPv6', async () => {
    await limited({ formPostsPerClient: 2 }, async (desk, at) => {
      for (const host of ['1', '2']) {
        const sent = await visitorAt(`2001:db8::${host}`, desk, at).send('plain');
        expect(sent.status).toBe(303);
      }
      const third = await visitorAt('2001:db8::3', desk, at).send('plain');
      expect(third.status).toBe(429);
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(3_000);
      expect(third.text).toContain('It does not print.');
      expect(summaryIn(third.text)[0]).toContain('Too many messages');
      expect((await visitorAt('2001:db8:0:1::3', desk, at).send('plain')).status).toBe(303);
      expect((await visitorAt('192.0.2.1', desk, at).send('plain')).status).toBe(303);
      expect(await ticketCount(desk)).toBe(4);
    });
  });

  // @proves E-19-11
  it('hold for a client and for an address in all forms of a workspace together', async () => {
    await limited({ formPostsPerClient: 2, formPostsPerEmail: 1 }, async (desk, at) => {
      const first = visitorAt('192.0.2.1', desk, at);
      expect((await first.send('plain', typedBy(1))).status).toBe(303);
      expect((await first.send('other', typedBy(2))).status).toBe(303);
      expect((await first.send('strict', typedBy(3))).status).toBe(429);
      expect((await visitorAt('192.0.2.2', desk, at).send('other', typedBy(1))).status).toBe(429);
      expect((await visitorAt('192.0.2.3', desk, at).send('other', typedBy(4))).status).toBe(303);
      const elsewhere = await aWorkspace(at, FORMS);
      expect((await visitorAt('192.0.2.1', elsewhere, at).send('plain', typedBy(1))).status).toBe(303);
    });
  });

  // @proves E-19-11
  it('hold for an address that comes after a file, and count it once', async () => {
    await limited({ formPostsPerEmail: 2 }, async (desk, at) => {
      const file = { filename: 'large.txt', bytes: Buffer.alloc(600_000, 'x') };
      const send = async (number: number) => {
        const person = visitorAt(`192.0.2.${number}`, desk, at);
        const opened = await person.open('plain');
        const page = { token: opened.token, proof: proofFor(opened) };
        return aMinuteLater(async () => person.post('plain', page, [file], MESSAGE));
      };
      expect([(await send(1)).status, (await send(2)).status]).toEqual([303, 303]);
      const third = await send(3);
      expect([third.status, summaryIn(third.text)[0]]).toEqual([
        429,
        expect.stringContaining('Too many messages'),
      ]);
      expect(third.text).not.toContain('name="kept"');
      expect(await ticketCount(desk)).toBe(2);
    });
  });

  // @proves E-19-11
  it('do not count a submission without an address', async () => {
    await limited({ formPostsPerEmail: 1 }, async (desk, at) => {
      for (const number of [1, 2]) {
        const { status } = await visitorAt(`192.0.2.${number}`, desk, at).send('plain', { email: ' ' });
        expect(status).toBe(422);
      }
    });
  });

  // @proves E-19-11
  it('hold for an address and for a form, in all processes', async () => {
    await limited({ formPostsPerEmail: 1, formPosts: 3 }, async (desk, at) => {
      const other = await startTestApp({
        trustProxy: ['loopback'],
        formPostsPerEmail: 1,
        formPosts: 3,
      });
      const from = (number: number, email: string, app = at) =>
        visitorAt(`192.0.2.${number}`, desk, app).send('plain', { email });
      expect((await from(1, 'a@customer.example')).status).toBe(303);
      expect((await from(2, ' A@\u24d2ustomer.example ', other)).status).toBe(429);
      expect((await from(3, 'b@customer.example', other)).status).toBe(303);
      expect((await from(4, 'c@customer.example')).status).toBe(429);
      expect((await visitorAt('192.0.2.5', desk, at).send('other')).status).toBe(303);
      await other.stop();
    });
  });

  // @proves E-19-11
  it('leave visitors without scripts a small budget', async () => {
    await limited({ formPostsWithoutProof: 1 }, async (desk, at) => {
      const without = async (number: number) => {
        const person = visitorAt(`192.0.2.${number}`, desk, at);
        const { token } = await person.open('plain');
        return aMinuteLater(async () => person.postPlain('plain', { token, ...typedBy(number) }));
      };
      expect((await without(1)).status).toBe(303);
      expect((await without(2)).status).toBe(429);
      expect((await visitorAt('192.0.2.3', desk, at).send('plain', typedBy(3))).status).toBe(303);
    });
  });

  // @proves E-19-11
  it('are counted without storing an address, and forgotten afterwards', async () => {
    const app = await startTestApp({ trustProxy: ['loopback'] });
    const desk = await aWorkspace(app, FORMS);
    const { workspaceId } = desk.scope;
    await visitorAt('198.51.0.1', desk, app).send('plain', { email: 'secret@customer.example' });
    const stored = async (table: string) =>
      asAdmin(app.database, `SELECT * FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
    const counts = JSON.stringify(await stored('form_counts'));
    expect(counts).toContain('hits');
    expect(counts).not.toMatch(/secret|customer\.example|198\.51/);
    const past = `UPDATE form_counts SET ends_at = now() - interval '1 s' WHERE workspace_id = $1`;
    await asAdmin(app.database, past, [workspaceId]);
    await app.operator.work(workspaceId);
    expect(await stored('form_counts')).toEqual([]);
    expect(await stored('form_submissions')).not.toEqual([]);
    const longAgo = `UPDATE form_submissions SET sent_at = now() - interval '5 hours' WHERE workspace_id = $1`;
    await asAdmin(app.database, longAgo, [workspaceId]);
    await app.operator.work(workspaceId);
    expect(await stored('form_submissions')).toEqual([]);
    await app.stop();
  });
});
