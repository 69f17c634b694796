// Searches with every sign that a query language ever had: each is answered, in time, and none is a failure of the service.
import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { aDemo, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { size } from '../../support/sizes.js';

const QUERIES = size({ here: 400, long: 5_000, by: 'QUERIES' });
const AT_ONCE = 8;
const LONGEST_MS = 2_000;
const TIMEOUT_MS = 900_000;

const SIGNS = [
  ...Array.from('"\'`()[]{}<>*?+-!&|~^$#@:;,.=/\\%_ \t\n\0'),
  ...[
    '&&',
    '||',
    '<->',
    '<1>',
    ':*',
    ':*A',
    '!!',
    '--',
    '/*',
    '*/',
    '$$',
    '\\\\',
    "''",
    "';",
    '""',
    '%00',
    '\u2028',
  ],
  ...[
    '\u202e',
    '\ufeff',
    '\ud800',
    '\udfff',
    '\uffff',
    '\u0301',
    '\u200d',
    '👩‍👩‍👧',
    '𝕊',
    'ﷺ',
    'İ',
    'ß',
    '㍿',
    '\u3099',
    '々',
    'ー',
  ],
];
const WORDS = [
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'null',
    'true',
    'refund',
    'a',
    'the',
    '打印机',
    'ขอเงิน',
    'שלום',
    '0',
    '1e400',
    '-1',
    'NaN',
  ],
  ...[
    'status:',
    'status:open',
    '-status:open',
    'tag:',
    'tag:"',
    'subject:',
    'subject:""',
    '-subject:*',
    'group:"Tier 1"',
    'q:q',
    'sort:',
  ],
  ...[
    'customer_id:x',
    'updated_after:now',
    'range_type:custom',
    'field_name:Seats',
    'page_size:0',
    'include:matches',
    '__proto__:1',
  ],
  ...[
    'constructor:x',
    'toString:',
    '#AAAAAAAAAAAAAAAAAAAAAA==',
    'pg_sleep(9)',
    "'); DROP TABLE tickets; --",
    '{}',
    '<script>',
  ],
];

const app = useDesk({ hasOwnDatabase: true });
const random = numbersFrom(SEED);
let demo: TestWorkspace;
beforeAll(async () => {
  demo = await aDemo(app);
});

const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;

/** Up to 40 words and signs; one in ten of 4 KB, one of many terms. */
function aStrangeQuery(): string {
  const parts = Array.from({ length: 1 + random(40) }, () =>
    random(3) === 0 ? pick(WORDS) : random(4) === 0 ? ' ' : pick(SIGNS),
  );
  const text = parts.join(pick(['', '', ' ']));
  const kind = random(20);
  if (kind === 0) return text.repeat(Math.ceil(4_096 / text.length)).slice(0, 4_096);
  if (kind === 1) return Array.from({ length: 40 }, () => pick(WORDS)).join(' ');
  return kind === 2 ? pick(SIGNS).repeat(900).slice(0, 1_000) : text;
}

/** The query as part of an address. A half of a character cannot be sent, so it comes as bytes that are no UTF-8. */
const encoded = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');

// @proves E-22-2
it(
  'a strange query is answered with 200, or 422 at q: it never fails or takes long',
  async () => {
    const wrong: object[] = [];
    const statuses = new Map<number, number>();
    const send = async (q: string): Promise<void> => {
      const include = random(2) === 0 ? '&include=matches' : '';
      const { status, body } = await demo.client.get(`/tickets?q=${encoded(q)}${include}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const { field_errors: errors = [] } = body as { field_errors?: { field: string }[] };
      const isOfQ = errors.every(({ field }) => field === 'q');
      // Bytes that are no UTF-8, and addresses above 16 KiB, are refused before anything reads them.
      const isRight =
        status === 200 ||
        (status === 422 && isOfQ) ||
        (status === 400 && !q.isWellFormed()) ||
        (status === 431 && encoded(q).length > 15_000);
      if (!isRight) wrong.push({ q, status, body: body as object });
    };
    for (let sent = 0; sent < QUERIES && wrong.length < AT_ONCE; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => send(aStrangeQuery())));
    expect({ SEED, wrong }).toEqual({ SEED, wrong: [] });
    // By the clock of the service.
    const answered = (await app.operator.requestLog()).map((line) => JSON.parse(line) as { ms: number });
    expect(answered.filter(({ ms }) => ms > LONGEST_MS)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(QUERIES / 4);
    expect(statuses.get(422)).toBeGreaterThan(QUERIES / 40);
  },
  TIMEOUT_MS,
);
