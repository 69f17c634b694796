// Searches of random tickets in many scripts find what reading every text finds: the same tickets, in the same order, with the same total.
import { BruteForce } from '../../support/search/brute-force.js';
import { aScriptedTicket, type ScriptedTicket } from '../../support/search/many-scripts.js';
import { aMeantQuery, type MeantQuery } from '../../support/search/random-queries.js';
import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { EVE } from '../../support/data/comments.js';
import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import type { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { size } from '../../support/sizes.js';

const TICKETS = size({ here: 1_000, long: 5_000, by: 'TICKETS' });
const QUERIES = size({ here: 250, long: 1_000, by: 'QUERIES' });
const LINES_AT_ONCE = 1_000;
const SIZE = 100;
/** Of a long list these pages are compared, and the last one. */
const PAGES = [1, 2, 3];
const SHOWN = 5;
const TIMEOUT_MS = 3_600_000;

const app = useDesk({ hasOwnDatabase: true });
const random = numbersFrom(SEED);
const tickets = Array.from({ length: TICKETS }, (_, at) => aScriptedTicket(random, at + 1, EVE.email));
const all = new BruteForce(tickets);
let acme: TestWorkspace;
let withoutComments: ApiClient;

interface Answer {
  readonly tickets: readonly { readonly number: number }[];
  readonly pagination: { readonly total_records: number };
  readonly search_complete?: boolean;
}

beforeAll(async () => {
  acme = await aWorkspace(app, { team_members: [EVE] });
  withoutComments = acme.clientWith(await aKey(acme, 'tickets only', { scopes: ['tickets:read'] }));
  for (let from = 0; from < TICKETS; from += LINES_AT_ONCE) {
    const lines = tickets.slice(from, from + LINES_AT_ONCE).map(({ line }) => JSON.stringify(line));
    const { rejected } = await app.operator.import(acme.scope.workspaceId, lines);
    expect(rejected).toEqual([]);
  }
  await until(async () => (await page(acme.client, 'order', 1)).search_complete === undefined, 600);
}, TIMEOUT_MS);

async function page(client: ApiClient, q: string, number: number, size = SIZE): Promise<Answer> {
  const parameters = new URLSearchParams({ q, page_number: String(number), page_size: String(size) });
  const { status, body } = await client.get(`/tickets?${parameters.toString()}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Answer;
}

const hasFilters = ({ properties }: ScriptedTicket, { filters }: MeantQuery): boolean =>
  filters.every(({ name, value, isNegated }) => (properties[name] === value) !== isNegated);

/** The numbers of the tickets that must be found, newest first. */
function expected(query: MeantQuery, isWithComments: boolean): number[] {
  const found = all.find(query.wanted, isWithComments);
  const kept = tickets.filter((ticket) => found.has(ticket.number) && hasFilters(ticket, query));
  return kept.map(({ number }) => number).reverse();
}

/** How the pages of a search differ from what must be found; null when they do not. */
async function difference(query: MeantQuery, isWithComments: boolean): Promise<object | null> {
  const wanted = expected(query, isWithComments);
  const last = Math.max(1, Math.ceil(wanted.length / SIZE));
  const numbers = new Set([...PAGES.filter((number) => number < last), last]);
  for (const number of numbers) {
    const { tickets: found, pagination } = await page(
      isWithComments ? acme.client : withoutComments,
      query.q,
      number,
    );
    const [seen, must] = [
      found.map((ticket) => ticket.number),
      wanted.slice((number - 1) * SIZE, number * SIZE),
    ];
    const missing = must.filter((one) => !seen.includes(one)).slice(0, SHOWN);
    const tooMany = seen.filter((one) => !must.includes(one)).slice(0, SHOWN);
    if (pagination.total_records !== wanted.length || seen.join() !== must.join())
      return {
        q: query.q,
        isWithComments,
        total: pagination.total_records,
        wanted: wanted.length,
        missing,
        tooMany,
      };
  }
  return null;
}

// @proves E-22-1
it(
  'searches find the same tickets as reading every text, with and without comments',
  async () => {
    const differences: object[] = [];
    let found = 0;
    for (let count = 0; count < QUERIES && differences.length < SHOWN; count++) {
      const query = aMeantQuery(random, tickets);
      if (expected(query, true).length > 0) found++;
      for (const isWithComments of [true, false]) {
        const different = await difference(query, isWithComments);
        if (different !== null) differences.push(different);
      }
    }
    expect({ SEED, differences }).toEqual({ SEED, differences: [] });
    expect(found).toBeGreaterThan(QUERIES / 4);
  },
  TIMEOUT_MS,
);
