import { FormVisitor, MESSAGE, openedIn, proofFor, summaryIn } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater, later } from '../../support/servers/clock.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const HOUR = 3_600_000;
const FORMS = {
  forms: [
    { title: 'Plain', slug: 'plain' },
    { title: 'Other', slug: 'other' },
    { title: 'Strict', slug: 'strict', requires_proof: true },
  ],
};

let app: TestApp;
let desk: TestWorkspace;
let visitor: FormVisitor;

beforeAll(async () => {
  // The tests come from many addresses, as behind a proxy.
  app = await startTestApp({ trustProxy: ['loopback'] });
  desk = await aWorkspace(app, FORMS);
  visitor = new FormVisitor(app, desk.subdomain);
});
afterAll(() => app.stop());

const ticketCount = async ({ client } = desk): Promise<number> => {
  const { body } = await client.get('/tickets?page_size=1').expect(200);
  return (body as { pagination: { total_records: number } }).pagination.total_records;
};
/** Somebody at another address each time. */
let addresses = 0;
const somebody = () => {
  addresses++;
  return new FormVisitor(app, desk.subdomain, `198.51.${addresses >> 8}.${addresses & 255}`);
};
const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const typedBy = (index: number) => ({ ...MESSAGE, email: `person${index}@customer.example` });
/** Works on a few at a time, as a machine does. */
async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += 20) await times(20, (index) => work(from + index));
}

describe('1,000 posts of programs make no ticket [E-19-10]', () => {
  let before: number;

  beforeEach(async () => {
    before = await ticketCount();
  });
  afterEach(async () => {
    expect(await ticketCount()).toBe(before);
  });

  it('200 without a token', () =>
    inTurns(200, async (index) => {
      const { status, text } = await somebody().postPlain('plain', typedBy(index));
      expect([status, summaryIn(text)[0]]).toEqual([422, expect.stringContaining('open for too long')]);
    }));

  it('200 with a token that is too old', async () => {
    const { token } = await visitor.open('plain');
    await later(2 * HOUR + 60_000, () =>
      inTurns(200, async (index) => {
        await somebody()
          .postPlain('plain', { token, ...typedBy(index) })
          .expect(422);
      }),
    );
  });

  it('200 with a token that was used', async () => {
    const { token } = await visitor.open('plain');
    await aMinuteLater(async () => {
      await visitor.postPlain('plain', { token, ...MESSAGE }).expect(303);
      before++;
      await inTurns(200, async (index) => {
        await somebody()
          .postPlain('plain', { token, ...typedBy(index) })
          .expect(422);
      });
    });
  });

  it('200 that fill in what people do not see', async () => {
    const opened = await visitor.open('plain');
    const proof = proofFor(opened);
    await aMinuteLater(() =>
      inTurns(200, async (index) => {
        const typed = { token: opened.token, proof, website: 'https://spam.example', ...typedBy(index) };
        const { status, text } = await somebody().postPlain('plain', typed);
        expect([status, summaryIn(text)[0]]).toEqual([422, expect.stringContaining('message of a program')]);
      }),
    );
  });

  it('200 without the proof that the form requires', async () => {
    const opened = await visitor.open('strict');
    const foreign = proofFor(await visitor.open('strict'));
    await aMinuteLater(() =>
      inTurns(200, async (index) => {
        const proof = ['', 'x', foreign, Buffer.from('{}').toString('base64')][index % 4] ?? '';
        const typed = { token: opened.token, proof, ...typedBy(index) };
        const { status, text } = await somebody().postPlain('strict', typed);
        expect([status, summaryIn(text)[0]]).toEqual([422, expect.stringContaining('not done its check')]);
      }),
    );
  });
});

describe('people', () => {
  it('who are 100 at once make 100 tickets [E-19-10]', async () => {
    const before = await ticketCount();
    const pages = await times(100, async () => {
      const person = somebody();
      const opened = await person.open('strict');
      return { person, token: opened.token, proof: proofFor(opened) };
    });
    const answers = await aMinuteLater(() =>
      times(100, async (index) => {
        const { person, ...page } = pages[index] ?? { person: visitor };
        return person.post('strict', { ...page, ...typedBy(index) });
      }),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 303)).toEqual([]);
    expect(new Set(answers.map(({ headers }) => headers['location'] as string)).size).toBe(100);
    expect(await ticketCount()).toBe(before + 100);
  });

  it('who are quicker than people, or whose page is old, need not type again [E-19-9, E-19-11]', async () => {
    const { token } = await visitor.open('plain');
    const early = await visitor.postPlain('plain', { token, ...MESSAGE }).expect(422);
    expect(summaryIn(early.text)).toEqual([
      'That was quick. Please wait a moment, and send your message again.',
    ]);
    expect(openedIn(early.text).token).toBe(token);
    const old = await later(3 * HOUR, async () => visitor.postPlain('plain', { token, ...MESSAGE }));
    expect(old.text).toContain('It does not print.');
    const fresh = openedIn(old.text).token;
    await later(3 * HOUR + 60_000, async () =>
      visitor.postPlain('plain', { token: fresh, ...MESSAGE }).expect(303),
    );
  });
});

describe('a token', () => {
  it('is good for its form of its workspace only [E-19-15]', async () => {
    const other = await aWorkspace(app, FORMS);
    const stranger = new FormVisitor(app, other.subdomain);
    const { token } = await visitor.open('plain');
    await aMinuteLater(async () => {
      await visitor.postPlain('other', { token, ...MESSAGE }).expect(422);
      await stranger.postPlain('plain', { token, ...MESSAGE }).expect(422);
      for (const forged of [`${token}x`, token.slice(1), token.replace('.', '.1'), '..', 'a.b.c'])
        await visitor.postPlain('plain', { token: forged, ...MESSAGE }).expect(422);
      expect(await ticketCount(other)).toBe(0);
      await visitor.postPlain('plain', { token, ...MESSAGE }).expect(303);
    });
  });

  it('is no page that thanks, nor is that of another form or workspace [E-19-15]', async () => {
    const other = await aWorkspace(app, FORMS);
    const sent = await visitor.send('plain');
    const [, , receipt = ''] = (sent.headers['location'] as string).split('/');
    await visitor.get(`/forms/plain/sent/${receipt}`).expect(200);
    await visitor.get(`/forms/other/sent/${receipt}`).expect(404);
    await visitor.get(`/forms/plain/sent/1${receipt}`).expect(404);
    await visitor.get(`/forms/plain/sent/${(await visitor.open('plain')).token}`).expect(404);
    await new FormVisitor(app, other.subdomain).get(`/forms/plain/sent/${receipt}`).expect(404);
  });
});

describe('limits of an hour', () => {
  const limited = async (limits: object, work: (desk: TestWorkspace, app: TestApp) => Promise<void>) => {
    const small = await startTestApp({ trustProxy: ['loopback'], ...limits });
    await work(await aWorkspace(small, FORMS), small).finally(() => small.stop());
  };
  const visitorAt = (address: string, { subdomain }: TestWorkspace, at: TestApp) =>
    new FormVisitor(at, subdomain, address);

  it('hold for a client, which has a whole network of IPv6 [E-19-11]', async () => {
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

  it('hold for a client and for an address in all forms of a workspace together [E-19-11]', async () => {
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

  it('hold for an address that comes behind a file, and count it once [E-19-11]', async () => {
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

  it('count nothing for those who have forgotten their address [E-19-11]', async () => {
    await limited({ formPostsPerEmail: 1 }, async (desk, at) => {
      for (const number of [1, 2]) {
        const { status } = await visitorAt(`192.0.2.${number}`, desk, at).send('plain', { email: ' ' });
        expect(status).toBe(422);
      }
    });
  });

  it('hold for an address and for a form, in all processes [E-19-11]', async () => {
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

  it('leave those whose browser has no scripts a small budget [E-19-11]', async () => {
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

  it('are counted without an address in the database, and forgotten afterwards [E-19-11]', async () => {
    const { workspaceId } = desk.scope;
    await somebody().send('plain', { email: 'secret@customer.example' });
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
  });
});
