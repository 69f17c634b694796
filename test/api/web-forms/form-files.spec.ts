import { PNG } from '../../support/data/attachments.js';
import { FormVisitor, MESSAGE, numberIn, openedIn, proofFor, summaryIn } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

const app = useDesk({ attachmentLimitMb: 1, uploadLimitMb: 2 });
let desk: TestWorkspace;
let visitor: FormVisitor;

beforeAll(async () => {
  desk = await aWorkspace(app, { forms: [{ title: 'Plain', slug: 'plain' }] });
  visitor = new FormVisitor(app, desk.subdomain);
});

const picture = { filename: 'picture.png', bytes: PNG, contentType: 'image/png' };

const attachmentsOf = async (location: string) => {
  const number = numberIn((await visitor.get(`/forms/${location}`).expect(200)).text);
  const { body } = await desk.client.get(`/tickets/${number}/comments`).expect(200);
  const [description] = (body as { comments: { attachments: Attached[] }[] }).comments;
  return description?.attachments ?? [];
};
interface Attached {
  readonly filename: string;
  readonly content_type: string;
  readonly url: string;
}
/** A desk with a form, and room for files of 1 MB in all. */
const aDeskForOneMegabyte = () =>
  aWorkspace(app, { forms: [{ title: 'Plain', slug: 'plain' }] }, { attachment_quota_mb: 1 });

/** What the page says of files that have come already. */
const keptIn = (html: string) =>
  [...html.matchAll(/name="kept" value="([^"]*)"/g)].map(([, value = '']) => value);

describe('files of a form', () => {
  // @proves E-19-16
  it('are attached to the description, with their bytes', async () => {
    const sent = await visitor.send('plain', {}, [picture, { filename: 'notes.txt', bytes: 'Hello' }]);
    expect(sent.status).toBe(303);
    const attached = await attachmentsOf(sent.headers['location'] as string);
    expect(attached.map(({ filename }) => filename)).toEqual(['picture.png', 'notes.txt']);
    const { body, type } = await desk.client.get(new URL(attached[0]?.url ?? '').pathname).expect(200);
    expect([type, body]).toEqual(['image/png', PNG]);
  });

  // @proves E-19-9, E-19-16
  it('stay with a form that comes back with mistakes, until they are not wanted any more', async () => {
    const wrong = await visitor.send('plain', { subject: '' }, [picture, { ...picture, filename: 'b.png' }]);
    expect(wrong.status).toBe(422);
    const [first = '', second] = keptIn(wrong.text);
    expect([first.split(' ')[1], second?.split(' ')[1]]).toEqual(['picture.png', 'b.png']);
    const { token, proof } = openedIn(wrong.text);
    const sent = await aMinuteLater(async () =>
      visitor.post('plain', { ...MESSAGE, token, proof, kept: first }),
    );
    expect(sent.status).toBe(303);
    const attached = await attachmentsOf(sent.headers['location'] as string);
    expect(attached.map(({ filename }) => filename)).toEqual(['picture.png']);
  });

  // @proves E-19-16
  it('that are not of this visitor, or used already, are refused and nothing is made', async () => {
    const wrong = await visitor.send('plain', { subject: '' }, [picture]);
    const [kept = ''] = keptIn(wrong.text);
    const used = await visitor.send('plain', { kept });
    expect(used.status).toBe(303);
    for (const value of [kept, 'nonsense picture.png']) {
      const again = await visitor.send('plain', { kept: value });
      expect(again.status).toBe(422);
      expect(summaryIn(again.text)).toEqual(['A file is no longer available. Please choose it again.']);
      expect(keptIn(again.text)).toEqual([]);
    }
  });

  // @proves E-19-16
  it('count for the size of the form by their names, and beyond 40 not at all', async () => {
    const named = (length: number, count: number) =>
      Array.from({ length: count }, () => ({ filename: 'a'.repeat(length), bytes: '' }));
    const post = (files: ReturnType<typeof named>) => visitor.post('plain', MESSAGE, files);
    expect((await post(named(70_000, 10))).status).toBe(422);
    expect((await post(named(70_000, 16))).status).toBe(413);
    expect((await post([...named(10, 40), ...named(70_000, 16)])).status).toBe(422);
  });

  // @proves E-19-16
  it('that are too large are named, and the rest of the form stays', async () => {
    const large = Buffer.alloc(1_100_000, 'x');
    const larger = Buffer.alloc(2_200_000, 'x');
    const sent = await visitor.send('plain', {}, [
      { filename: 'large.txt', bytes: large },
      { filename: 'larger.txt', bytes: larger },
      picture,
    ]);
    expect(sent.status).toBe(422);
    expect(summaryIn(sent.text)).toEqual([
      'The file large.txt is too large: it may have 1 MB at most.',
      'The file larger.txt is too large: it may have 1 MB at most.',
    ]);
    expect(keptIn(sent.text).map((value) => value.split(' ')[1])).toEqual(['picture.png']);
  });

  // @proves E-19-16
  it('of a type that the desk does not accept are named with that reason, and the rest of the form stays', async () => {
    const forms = { forms: [{ title: 'Plain', slug: 'plain' }] };
    const { subdomain } = await aWorkspace(app, forms, { attachment_types: ['image/*'] });
    const sent = await new FormVisitor(app, subdomain).send('plain', {}, [
      { filename: 'notes.txt', bytes: 'Hello', contentType: 'text/plain' },
      picture,
    ]);
    expect(sent.status).toBe(422);
    expect(summaryIn(sent.text)).toEqual(['The file notes.txt is of a type that this desk does not accept.']);
    expect(keptIn(sent.text).map((value) => value.split(' ')[1])).toEqual(['picture.png']);
  });

  // @proves E-19-16
  it('are 20 at most', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ filename: `${index}.txt`, bytes: 'x' }));
    const sent = await visitor.send('plain', {}, many);
    expect(summaryIn(sent.text)).toEqual(['You can send 20 files at most.']);
    expect((await visitor.send('plain', {}, many.slice(1))).status).toBe(303);
  });

  // @proves E-19-16
  it('that came before are 21 at most in a page that is shown again, however many a program names', async () => {
    const kept = Array.from({ length: 19_000 }, (_, index) => `${index} a.txt`);
    const opened = await visitor.open('plain');
    const page = { token: opened.token, proof: proofFor(opened) };
    const sent = await aMinuteLater(async () =>
      visitor.postPlain('plain', { ...page, ...MESSAGE, subject: '', kept }),
    );
    expect(sent.status).toBe(422);
    expect(keptIn(sent.text)).toEqual(kept.slice(0, 21));
  });

  // @proves E-19-16
  it('that have no room are named with that reason, and the rest of the form stays', async () => {
    const { subdomain } = await aDeskForOneMegabyte();
    const guest = new FormVisitor(app, subdomain);
    const half = { filename: 'half.txt', bytes: Buffer.alloc(600_000, 'x') };
    expect((await guest.send('plain', {}, [half])).status).toBe(303);
    const sent = await guest.send('plain', {}, [half, { filename: 'small.txt', bytes: 'x' }]);
    expect(sent.status).toBe(422);
    expect(summaryIn(sent.text)).toEqual(['The file half.txt cannot be sent: this desk has no room for it.']);
    expect(keptIn(sent.text).map((value) => value.split(' ')[1])).toEqual(['small.txt']);
  });

  // @proves E-19-10, E-19-16
  it('are not kept when a program fills in the hidden field after them', async () => {
    const own = await aDeskForOneMegabyte();
    const guest = new FormVisitor(app, own.subdomain);
    // Both fit exactly: they have room when nothing of the times before is kept.
    const large = { filename: 'large.txt', bytes: Buffer.alloc(1024 * 1024 - PNG.length, 'x') };
    for (const website of ['https://spam.example', ['', 'https://spam.example']]) {
      const opened = await guest.open('plain');
      const page = { token: opened.token, proof: proofFor(opened) };
      const sent = await aMinuteLater(async () =>
        guest.post('plain', page, [picture, large], { ...MESSAGE, website }),
      );
      expect([sent.status, summaryIn(sent.text)[0]]).toEqual([
        422,
        expect.stringContaining('message of a program'),
      ]);
      expect(keptIn(sent.text)).toEqual([]);
    }
    const opened = await guest.open('plain');
    const page = { token: opened.token, proof: proofFor(opened) };
    await aMinuteLater(async () => guest.post('plain', page, [picture, large], MESSAGE).expect(303));
    const { body } = await own.client.get('/tickets/1/comments').expect(200);
    expect(body.comments[0].attachments).toMatchObject([
      { filename: 'picture.png' },
      { filename: 'large.txt' },
    ]);
  });

  // @proves E-19-10, E-19-16
  it('of programs are not stored', async () => {
    const opened = await visitor.open('plain');
    const typed = { token: opened.token, proof: proofFor(opened), ...MESSAGE };
    const sent = await aMinuteLater(async () => visitor.post('plain', { ...typed, website: 'x' }, [picture]));
    expect(sent.status).toBe(422);
    expect(keptIn(sent.text)).toEqual([]);
  });
});

describe('while too many files are on their way', () => {
  // @proves E-19-9
  it('a form comes back with everything that was typed, and can be sent without its files', async () => {
    const busy = await startTestApp({ transfersAtOnce: 0 });
    const own = await aWorkspace(busy, { forms: [{ title: 'Plain', slug: 'plain' }] });
    const guest = new FormVisitor(busy, own.subdomain);
    const sent = await guest.send('plain', { name: 'Ada "B"' }, [picture, { ...picture, filename: 'b.png' }]);
    expect([sent.status, sent.type, sent.headers['retry-after']]).toEqual([429, 'text/html', '1']);
    expect(summaryIn(sent.text)).toEqual([expect.stringContaining('Please choose your files again')]);
    expect(sent.text).toContain('value="Ada &quot;B&quot;"');
    expect(sent.text).toContain('It does not print.');
    expect(keptIn(sent.text)).toEqual([]);
    const { token, proof } = openedIn(sent.text);
    const again = await aMinuteLater(async () => guest.post('plain', { ...MESSAGE, token, proof }));
    expect(again.status).toBe(303);
    await busy.stop();
  });
});
