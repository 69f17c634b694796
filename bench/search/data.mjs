// Tickets and comments of made-up words, written by COPY. Beside them, each ticket has words of which it is known how many tickets have them:
// `rare0042` one in 2,000, `one42` one in 100, `ten4` one in 10; the first of them stands before the word `marked`.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { pick, randomFrom, skewed, whole } from '../seed/random.mjs';

/** How many different words of a kind there are: each ticket has one of them. */
export const KINDS = { rare: 2_000, one: 100, ten: 10 };
export const wordOf = (kind, at) =>
  `${kind}${String(at).padStart(kind === 'rare' ? 4 : kind === 'one' ? 2 : 1, '0')}`;

const VOCABULARY = 40_000;
const SYLLABLES = [
  'ba',
  'ke',
  'lo',
  'mi',
  'nu',
  'ra',
  'se',
  'ti',
  'vo',
  'za',
  'shi',
  'gre',
  'plo',
  'tan',
  'der',
  'min',
];
const BEGUN = Date.UTC(2024, 0, 1);
const ROWS_AT_ONCE = 2_000;

const random = randomFrom(32, 1);
const words = Array.from({ length: VOCABULARY }, () =>
  Array.from({ length: whole(random, 2, 5) }, () => pick(random, SYLLABLES)).join(''),
);
const sentence = (least, most) =>
  Array.from({ length: whole(random, least, most) }, () => words[skewed(random, VOCABULARY)]).join(' ');

/** Fills a workspace that has a customer and a member. @returns the bytes of all texts */
export async function fill(client, { workspace, tickets, comments }) {
  const ids = await idsOf(client, workspace);
  const counts = { bytes: 0, comments: 0 };
  // Nothing of the lists is measured here; foreign keys hold, because the rows are made for each other.
  await client.query("SET session_replication_role = 'replica'");
  for (let from = 1; from <= tickets; from += ROWS_AT_ONCE) {
    const batch = Array.from({ length: Math.min(ROWS_AT_ONCE, tickets - from + 1) }, (_, at) =>
      ticketOf(
        from + at,
        Math.floor(((from + at) * comments) / tickets) - Math.floor(((from + at - 1) * comments) / tickets),
      ),
    );
    await copy(
      client,
      TICKETS,
      batch.map((ticket) => ticketRow(workspace, ids, ticket, counts)),
    );
    await copy(
      client,
      COMMENTS,
      batch.flatMap((ticket) => commentRows(workspace, ids, ticket, counts)),
    );
  }
  await client.query("SET session_replication_role = 'origin'");
  await client.query('UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
    workspace,
    tickets,
  ]);
  await client.query('VACUUM (ANALYZE) tickets, comments');
  return counts;
}

async function idsOf(client, workspace) {
  const { rows } = await client.query(
    `SELECT (SELECT id FROM customers WHERE workspace_id = $1 LIMIT 1) AS customer,
       (SELECT id FROM team_members WHERE workspace_id = $1 LIMIT 1) AS member,
       ARRAY(SELECT id FROM ticket_statuses WHERE workspace_id = $1 ORDER BY position) AS statuses`,
    [workspace],
  );
  return rows[0];
}

/** A ticket whose texts have its words in random places: the description, or one of the comments. */
function ticketOf(number, comments) {
  const texts = [sentence(30, 90), ...Array.from({ length: comments }, () => sentence(15, 75))];
  const marks = [
    `${wordOf('rare', number % KINDS.rare)} marked`,
    wordOf('one', number % KINDS.one),
    wordOf('ten', number % KINDS.ten),
  ];
  for (const mark of marks) {
    const at = whole(random, 0, texts.length - 1);
    texts[at] = `${texts[at]} ${mark} ${sentence(1, 8)}`;
  }
  return {
    number,
    id: randomUUID(),
    subject: sentence(3, 9),
    texts: texts.map((text) => `<p>${text}</p>`),
    createdAt: new Date(BEGUN + number * 60_000),
  };
}

const TICKETS =
  'tickets (workspace_id, id, number, subject, description, status_id, customer_id, channel, comment_count, created_at, updated_at)';
const COMMENTS =
  'comments (workspace_id, id, ticket_id, position, comment_type, customer_id, team_member_id, content, created_at, updated_at)';

function ticketRow(workspace, { customer, statuses }, { number, id, subject, texts, createdAt }, counts) {
  const [description, ...others] = texts;
  counts.bytes += Buffer.byteLength(subject) + Buffer.byteLength(description);
  const at = createdAt.toISOString();
  return [
    workspace,
    id,
    number,
    subject,
    description,
    statuses[number % statuses.length],
    customer,
    'api',
    others.length,
    at,
    at,
  ];
}

function commentRows(workspace, { customer, member }, { id, texts, createdAt }, counts) {
  return texts.slice(1).map((content, at) => {
    counts.bytes += Buffer.byteLength(content);
    counts.comments += 1;
    const moment = new Date(createdAt.getTime() + (at + 1) * 1_000).toISOString();
    const author = at % 2 === 0 ? [customer, '\\N'] : ['\\N', member];
    return [
      workspace,
      randomUUID(),
      id,
      at + 1,
      at % 6 === 5 ? 'note' : 'reply',
      ...author,
      content,
      moment,
      moment,
    ];
  });
}

function copy(client, table, rows) {
  const lines = rows.map((row) => `${row.join('\t')}\n`);
  return pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}
