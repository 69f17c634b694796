import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FormVisitor, MESSAGE, openedIn, proofFor, summaryIn } from '../../support/data/forms.js';
import { holdNumbers, waitingForRows } from '../../support/data/stored/held.js';
import { aMinuteLater, later } from '../../support/servers/clock.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

// Second times: a page, a proof, a token and a count that were used before.
const HOUR = 3_600_000;
const FORMS = {
  forms: [
    { title: 'Plain', slug: 'plain' },
    { title: 'Other', slug: 'other' },
    { title: 'Strict', slug: 'strict', requires_proof: true },
  ],
};

const app = useDesk({ trustProxy: ['loopback'], formPostsPerClient: 3 });
let desk: TestWorkspace;

beforeAll(async () => {
  desk = await aWorkspace(app, FORMS);
});

/** Somebody at another address each time. */
let addresses = 0;
const somebody = () => new FormVisitor(app, desk.subdomain, `198.51.100.${++addresses}`);
const text = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ filename: `${from + index}.txt`, bytes: 'x' }));

/** Opens a form. @returns what sends it with a file of this name and many bytes of one letter, with the same words each time */
async function openedWithFile(filename: string) {
  const visitor = somebody();
  const page = await visitor.open('plain');
  const typed = { token: page.token, proof: proofFor(page), ...MESSAGE };
  return (letter: string) => visitor.post('plain', typed, [{ filename, bytes: letter.repeat(300_000) }]);
}

describe('the page of a form', () => {
  // @proves E-19-11, E-19-15
  it('is valid for its own form, and for two hours', async () => {
    const visitor = somebody();
    const { token } = await visitor.open('plain');
    const send = (slug: string) => visitor.postPlain(slug, { token, ...MESSAGE });
    for (const refused of [
      await aMinuteLater(async () => send('other')),
      await later(2 * HOUR + 60_000, async () => send('plain')),
    ])
      expect(summaryIn(refused.text)[0]).toContain('open for too long');
    await aMinuteLater(async () => send('plain').expect(303));
    await visitor.get(`/forms/plain/sent/${token}`).expect(404);
  });

  // @proves E-19-10
  it('needs a proof of its own, not that of another page', async () => {
    const visitor = somebody();
    const [page, other] = [await visitor.open('strict'), await visitor.open('strict')];
    const send = (proof: string) =>
      aMinuteLater(async () => visitor.postPlain('strict', { token: page.token, proof, ...MESSAGE }));
    expect(summaryIn((await send(proofFor(other))).text)[0]).toContain('not finished its check');
    expect((await send(proofFor(page))).status).toBe(303);
  });
});

describe('a form that is sent once more', () => {
  // @proves E-19-14
  it('with other files is another message', async () => {
    const visitor = somebody();
    const page = await visitor.open('plain');
    const typed = { token: page.token, proof: proofFor(page), ...MESSAGE };
    await aMinuteLater(async () => {
      await visitor.post('plain', typed, text(1)).expect(303);
      const again = await visitor.post('plain', typed, text(1, 1)).expect(422);
      expect(summaryIn(again.text)[0]).toContain('used for another message');
      await visitor.post('plain', typed, text(1)).expect(303);
    });
  });

  // @proves E-19-14
  it('with other bytes in a file of the same name is another message, and with the same bytes it is not', async () => {
    const send = await openedWithFile('bytes.txt');
    await aMinuteLater(async () => {
      const { headers } = await send('x').expect(303);
      const other = await send('y').expect(422);
      expect(summaryIn(other.text)[0]).toContain('used for another message');
      const again = await send('x').expect(303);
      expect(again.headers['location']).toBe(headers['location']);
    });
    const stored = `SELECT FROM attachments WHERE workspace_id = $1 AND filename = 'bytes.txt'`;
    expect(await asAdmin(app.database, stored, [desk.scope.workspaceId])).toHaveLength(1);
  });

  // @proves E-19-14
  it('at the same time with other bytes in its file makes one ticket, and the other message is kept on the page', async () => {
    const send = await openedWithFile('same.txt');
    const held = await holdNumbers(desk);
    const answers = await aMinuteLater(async () => {
      const sending = Promise.all(['x', 'y'].map(async (letter) => send(letter)));
      // Both have found the token unused.
      await until(async () => (await waitingForRows(app.database)) >= 2).finally(() => held.release());
      return sending;
    });
    const [made, refused] = answers.sort((one, other) => one.status - other.status);
    expect([made?.status, refused?.status]).toEqual([303, 422]);
    expect(summaryIn(refused?.text ?? '')[0]).toContain('used for another message');
  });

  // @proves E-19-14
  it('does not thank for a ticket that was removed', async () => {
    const visitor = somebody();
    const { token } = await visitor.open('plain');
    const send = () =>
      aMinuteLater(async () => visitor.postPlain('plain', { token, ...MESSAGE, subject: 'Gone' }));
    expect((await send()).status).toBe(303);
    await asAdmin(app.database, `DELETE FROM tickets WHERE workspace_id = $1 AND subject = 'Gone'`, [
      desk.scope.workspaceId,
    ]);
    expect((await send()).status).toBe(422);
  });

  // @proves E-19-16
  it('has 20 files at most, those of the earlier try among them', async () => {
    const visitor = somebody();
    const wrong = await visitor.send('plain', { subject: '' }, text(15));
    const { token, proof } = openedIn(wrong.text);
    const kept = [...wrong.text.matchAll(/name="kept" value="([^"]*)"/g)].map(([, value = '']) => value);
    expect(kept).toHaveLength(15);
    const again = await aMinuteLater(async () =>
      visitor.post('plain', { ...MESSAGE, token, proof, kept }, text(6, 15)),
    );
    expect(summaryIn(again.text)).toEqual(['You can send 20 files at most.']);
  });
});

describe('a limit of an hour', () => {
  // @proves E-19-11
  it('begins again when the hour is over', async () => {
    const visitor = somebody();
    const statuses = async (count: number) => {
      const answers: number[] = [];
      for (let sent = 0; sent < count; sent++) answers.push((await visitor.send('plain')).status);
      return answers;
    };
    expect(await statuses(4)).toEqual([303, 303, 303, 429]);
    const past = `UPDATE form_counts SET ends_at = now() - interval '1 s' WHERE workspace_id = $1`;
    await asAdmin(app.database, past, [desk.scope.workspaceId]);
    expect(await statuses(4)).toEqual([303, 303, 303, 429]);
  });
});
