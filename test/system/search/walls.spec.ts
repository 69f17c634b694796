// Nothing of another workspace is found, whatever is asked, and nothing of comments without the right to read them.
import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { aComment, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';
import { size } from '../../support/sizes.js';

const PROBES = size({ here: 400, long: 10_000, by: 'PROBES' });
const TICKETS = 40;
const AT_ONCE = 8;
const TIMEOUT_MS = 900_000;

const app = useDesk({ hasOwnDatabase: true });
const random = numbersFrom(SEED);
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
/** The beginnings differ, so that no part of a word of theirs is one of ours. */
const BEGINNINGS = {
  ours: ['yoke', 'año', '我们的', 'ของเรา'],
  theirs: ['zulu', 'ñandú', '秘密藏', 'ลับมาก'],
};

/** Words that only the other workspace has, by where they stand. */
const others = {
  subject: [] as string[],
  description: [] as string[],
  reply: [] as string[],
  note: [] as string[],
};
const ours = {
  subject: [] as string[],
  description: [] as string[],
  reply: [] as string[],
  note: [] as string[],
};
let acme: TestWorkspace;
let globex: TestWorkspace;

async function fill(
  workspace: TestWorkspace,
  words: typeof ours,
  beginnings: readonly string[],
): Promise<void> {
  const secret = (): string => `${pick(beginnings)}${random(1e6).toString(36)}x${random(1e6).toString(36)}`;
  for (let count = 0; count < TICKETS; count++) {
    const [subject, description, reply, note] = [secret(), secret(), secret(), secret()] as const;
    const { number } = await aTicket(workspace, {
      subject: `About ${subject}`,
      description: `<p>${description}</p>`,
    });
    await aComment(workspace, number, { content: `<p>Answer ${reply}</p>` });
    await aComment(workspace, number, {
      content: `<p>Note ${note}</p>`,
      comment_type: 'note',
      author_email: EVE.email,
    });
    for (const [kind, word] of Object.entries({ subject, description, reply, note }))
      words[kind as keyof typeof words].push(word);
  }
}

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  globex = await aWorkspace(app, TWO_AGENTS);
  await fill(acme, ours, BEGINNINGS.ours);
  await fill(globex, others, BEGINNINGS.theirs);
}, TIMEOUT_MS);

async function search(
  client: ApiClient,
  q: string,
): Promise<{ status: number; total: number | null; shown: number }> {
  const { status, body } = await client.get(`/tickets?include=matches&q=${encodeURIComponent(q)}`);
  const { pagination, tickets } = body as { pagination?: { total_records: number }; tickets?: unknown[] };
  return { status, total: pagination?.total_records ?? null, shown: tickets?.length ?? 0 };
}

/** Words in the forms that the index itself has, or might have. */
function forms(word: string): string[] {
  const id = globex.scope.workspaceId;
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64');
  return [
    ...[
      word,
      `${word}*`,
      `"${word}"`,
      `subject:${word}`,
      word.slice(0, 5),
      `'${word}':*`,
      `${word}:*ABCD`,
      `${word}:D`,
    ],
    ...[
      `#${bytes}`,
      `"#${bytes}"`,
      `#${bytes} & ${word}`,
      `#${bytes} ${word}`,
      `'#${bytes}'`,
      id,
      `w${id} ${word}`,
      `!#${bytes}`,
    ],
    ...[
      `${word}' | '#${bytes}`,
      `${word}') OR ('1'='1`,
      `${word} | ${word}`,
      `!x | ${word}`,
      `${word} <-> ${word}`,
      `\\${word}`,
    ],
    ...[
      `${word}"`,
      `-x ${word}`,
      `workspace_id:${id} ${word}`,
      `${word}\0`,
      `app.workspace_id=${id} ${word}`,
    ],
  ];
}

/** Sends probes that must find nothing. @returns those that found something, or failed */
async function probe(client: ApiClient, aProbe: () => string, count: number): Promise<object[]> {
  const found: object[] = [];
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const probes = Array.from({ length: AT_ONCE }, aProbe);
    const answers = await Promise.all(probes.map((q) => search(client, q)));
    found.push(
      ...answers.flatMap((answer, at) =>
        answer.total === 0 && answer.shown === 0 ? [] : [{ q: probes[at], ...answer }],
      ),
    );
  }
  return found;
}

// @proves E-22-3
it(
  'words of another workspace find nothing, in any form',
  async () => {
    const words = Object.values(others).flat();
    expect(await search(globex.client, pick(words))).toMatchObject({ status: 200, total: 1 });
    // Negations alone are the list: they must not shrink by what another workspace has.
    for (const word of words.slice(0, 20))
      expect((await search(acme.client, `-${word}`)).total).toBe(TICKETS);
    const found = await probe(acme.client, () => pick(forms(pick(words))), PROBES);
    expect({ SEED, found: found.slice(0, 5) }).toEqual({ SEED, found: [] });
  },
  TIMEOUT_MS,
);

// @proves E-22-3
it(
  'without comments:read words of replies and notes find nothing, and a negation of them hides nothing',
  async () => {
    const client = acme.clientWith(await aKey(acme, 'tickets only', { scopes: ['tickets:read'] }));
    const hidden = [...ours.reply, ...ours.note];
    expect(await search(acme.client, pick(ours.note))).toMatchObject({ total: 1 });
    expect(await search(client, pick(ours.subject))).toMatchObject({ total: 1 });
    for (const word of hidden) expect((await search(client, `-${word}`)).total).toBe(TICKETS);
    const found = await probe(
      client,
      () => pick([(w: string) => w, (w: string) => `${w}*`, (w: string) => `about ${w}`])(pick(hidden)),
      PROBES / 5,
    );
    expect({ SEED, found: found.slice(0, 5) }).toEqual({ SEED, found: [] });
  },
  TIMEOUT_MS,
);
