// Conversations: a page of 30 comments and a new one, against a bare server that does the same, and a page in a small workspace against
// one with twenty times as many tickets, each in turn.
//   npm run bench:comments -- [--tickets 200000] [--small 10000] [--rounds 5] [--seconds 3] [--connections 32] [--save]
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillConversations } from './support/conversations.mjs';
import { makeWorkspace } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask, chooseLoadGenerator } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { measure, warmServers } from './support/measure.mjs';
import { UNIQUE } from './support/operations.mjs';
import { positive } from './support/options.mjs';
import { costOf, metered, shareOf } from './support/processor.mjs';
import { ROOT, startServer } from './support/servers.mjs';

/** Tickets that have comments. Each request names another one of them. */
const DISCUSSED = 1_000;
/** The share of the bare server that is wanted, and what a page may cost among more tickets. */
const WANTED = { page: 0.6, add: 0.5, page_among_many: 0.9 };

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ tickets: text('200000'), small: text('10000'), rounds: text('5'), seconds: text('3') },
    ...{ connections: text('32'), save: { type: 'boolean', default: false } },
  },
});
const names = ['tickets', 'small', 'rounds', 'seconds', 'connections'];
const [tickets, small, rounds, seconds, connections] = names.map((name) => positive(name, values[name]));
const load = {
  ...{ rounds, connections, roundMs: Math.round(seconds * 1000), warmUpMs: 1_500, compileMs: 3_000 },
  ...{ slowBudgetMs: 6_000, settle: () => undefined, slowRounds: Infinity },
};

const begun = Date.now();
const elapsed = () => Math.round((Date.now() - begun) / 1000);
const say = (line) => process.stderr.write(`${String(elapsed()).padStart(4)} s  ${line}\n`);
const installation = await openInstallation({});
let bare;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(join(ROOT, `bench/results/comments-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await bare?.stop();
  await installation.close();
}

async function measureAll() {
  const quiet = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, quiet);
  const [many, few] = [await prepared(tickets), await prepared(small)];
  bare = await startServer({
    name: 'bare',
    args: [join(ROOT, 'bench/limit/comments.mjs')],
    env: { LIMIT_DATABASE_URL: installation.superuserUrl, LIMIT_WORKSPACE_ID: many.id },
    log: join(installation.folder, 'bare.log'),
  });
  const { product, databaseFolder } = installation;
  const generator = metered(quiet, [product, bare], databaseFolder);
  const against = (work) => [
    { server: { ...bare, name: 'limit' }, ...work(many) },
    { server: { ...product, name: 'product' }, ...work(many) },
  ];
  await compareAnswers(against);
  say('warming up');
  await warmServers(against(pages), generator, load);
  say('pages');
  const page = figuresOf(await measure(against(pages), generator, load));
  say('pages of a small workspace and of a large one');
  const growing = [few, many].map((workspace, index) => ({
    server: { ...product, name: index === 0 ? 'limit' : 'product' },
    ...pages(workspace),
  }));
  const { share, limit, product: large } = figuresOf(await measure(growing, generator, load));
  say('new comments');
  const add = figuresOf(await measure(against(replies), generator, load));
  return {
    ...{ date: new Date(begun).toISOString(), seconds: elapsed(), commit: commitOf(ROOT) },
    ...{ tickets, small, connections, rounds, wanted: WANTED, machine },
    ...{ page, page_among_many: { share, small: limit, large }, add },
  };
}

/** A workspace of so many tickets, of which some are discussed. */
async function prepared(count) {
  say(`making ${count} tickets`);
  const target = await makeWorkspace(installation, count);
  return { ...target, ...(await fillConversations(installation, target, DISCUSSED)) };
}

function pages(target) {
  return { target, requests: target.numbers.map((number) => ({ method: 'GET', path: pathOf(number) })) };
}

function replies(target) {
  const requests = target.numbers.map((number, index) => ({
    method: 'POST',
    path: pathOf(number),
    body: JSON.stringify({
      author_email: target.agents[index % target.agents.length],
      content: `<p>Your order ${UNIQUE} was sent again.</p><p>${'It should arrive within three days. '.repeat(6)}</p>`,
    }),
  }));
  return { target, requests };
}

function pathOf(number) {
  return `/api/external/v2/tickets/${number}/comments`;
}

/** Throws when the two answer with something else, because their ratio would mean nothing then. */
async function compareAnswers(against) {
  const answers = (work, at) =>
    Promise.all(
      against(work).map(async ({ server, target, requests }) =>
        JSON.parse((await ask(server.port, target, requests[at])).body),
      ),
    );
  for (const at of [0, 17, 500]) {
    const [one, other] = await answers(pages, at);
    assert.deepEqual(one, other);
    assert.equal(other.comments.length, 30);
  }
  const [one, other] = (await answers(replies, 1)).map(({ comment }) => {
    const { id: _id, content: _content, created_at: _created, updated_at: _updated, ...same } = comment;
    return same;
  });
  assert.deepEqual(one, other);
}

function figuresOf(figures) {
  const { limit, product } = figures;
  const withCost = (side) => ({ ...side, ...costOf(side) });
  return { share: shareOf(figures), limit: withCost(limit), product: withCost(product) };
}
