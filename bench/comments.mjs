// Conversations: a page of 30 comments and a new one, against a bare server that does the same, and a page in a small workspace against
// one with twenty times as many tickets, each in turn.
//   npm run bench:comments -- [--tickets 200000] [--small 10000] [--rounds 5] [--seconds 3] [--connections 32] [--save]
import assert from 'node:assert/strict';
import { againstBare } from './support/against-bare.mjs';
import { fillConversations } from './support/conversations.mjs';
import { makeWorkspace } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { UNIQUE } from './support/operations.mjs';
import { readNumbers } from './support/options.mjs';

/** Tickets that have comments. Each request names another one of them. */
const DISCUSSED = 1_000;
/** The share of the bare server that is wanted, and what a page may cost among more tickets. */
const WANTED = { page: 0.6, add: 0.5, page_among_many: 0.9 };

const options = readNumbers({ tickets: 200_000, small: 10_000, rounds: 5, seconds: 3, connections: 32 });
const installation = await openInstallation({});
await againstBare('comments', installation, options, WANTED, async (tools) => {
  const { say, startBare, contestants, compare } = tools;
  const many = await prepared(options.tickets, say);
  const few = await prepared(options.small, say);
  const { superuserUrl } = installation;
  await startBare('comments.mjs', { LIMIT_DATABASE_URL: superuserUrl, LIMIT_WORKSPACE_ID: many.id });
  const against = (work) => contestants(work(many));
  await compareAnswers(against);
  const own = (name) => ({ ...installation.product, name });
  return {
    page: await compare('pages', against(pages)),
    // Here the small workspace is the limit.
    page_among_many: await compare('pages of a small workspace and of a large one', [
      { ...pages(few), server: own('limit') },
      { ...pages(many), server: own('product') },
    ]),
    add: await compare('new comments', against(replies)),
  };
});

/** Makes a workspace of a number of tickets, of which some are discussed. */
async function prepared(count, say) {
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
