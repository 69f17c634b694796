import { FormVisitor, MESSAGE, openedIn, proofFor, summaryIn } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater, later } from '../../support/servers/clock.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

// @proves E-19-10
describe('1,000 posts of programs make no ticket', () => {
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
        expect([status, summaryIn(text)[0]]).toEqual([
          422,
          expect.stringContaining('not finished its check'),
        ]);
      }),
    );
  });
});

describe('people', () => {
  // @proves E-19-10
  it('who are 100 at once make 100 tickets', async () => {
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

  // @proves E-19-9, E-19-11
  it('who are quicker than people, or whose page is old, need not type again', async () => {
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
  // @proves E-19-15
  it('is valid for its form of its workspace only', async () => {
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

  // @proves E-19-15
  it('does not open the thank-you page, nor does a receipt of another form or workspace', async () => {
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
