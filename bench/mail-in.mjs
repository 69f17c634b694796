// Mail in: sends every mail of a folder to the route, and compares what the service reads with expected results that lie beside it.
//   npm run bench:mail-in -- <folder> [--compare <folder>] [--bounces <part of a path>] [--except <parts of paths>] [--save]
// It fails when a mail is refused or vanishes, when its raw bytes differ, when more than 1 % outside of folders called malformed cannot
// be read, when of the bounces more than 3 % make tickets or any is acknowledged, or when less than 97 % of the expected values are right.
// A collection of bounces also has mails that people have written: `except` names them, separated by commas. Expected results are the `.json` files of stalwartlabs/mail-parser,
// or `{"subject", "from": [addresses], "text", "files": [{"filename", "sha256"}]}`, which a few lines make of the reading of any other
// program; what is left out is not compared. They lie beside the mails, or in the folder of `compare` under the paths of the mails.
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { compareWithExpected } from './support/expected-mails.mjs';
import { openInstallation } from './support/installation.mjs';
import { commitOf } from './support/machine.mjs';
import { ROOT } from './support/servers.mjs';

const WANTED = { unreadable: 0.01, right: 0.97, tickets_of_bounces: 0.03 };
const PATH = '/api/external/v2/inbound-emails';
/** With an address to send from, new tickets are acknowledged. */
const MANIFEST = 'workspace: { subdomain: mails, name: mails, mail_from: support@mails.example }\n';
const MAIL = /\.(?:eml|msg|mime)$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'boolean', default: false },
    compare: { type: 'string' },
    bounces: { type: 'string' },
    except: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder with mails: npm run bench:mail-in -- <folder>');

// Many of these mails have one sender.
for (const name of ['TICKETS_PER_SENDER', 'MAILS_PER_TICKET', 'TICKETS_PER_WORKSPACE'])
  process.env[`INBOUND_${name}`] = '0';
const installation = await openInstallation({});
try {
  const report = await measure();
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(
      join(ROOT, `bench/results/mail-in-corpus-${report.date.slice(0, 10)}.json`),
      `${printed}\n`,
    );
  process.stdout.write(`${printed}\n`);
  if (report.problems.length > 0) process.exitCode = 1;
} finally {
  await installation.close();
}

async function measure() {
  const [begun, problems, counts, folders, bounces] = [Date.now(), [], {}, {}, []];
  const send = await sender();
  const files = await mailsIn(folder);
  for (const file of files) {
    const bytes = await readFile(file);
    const { outcome, ticket } = await take(send, bytes, file, problems);
    if (isBounce(file)) bounces.push(ticket);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    const name = relative(folder, join(file, '..')) || '.';
    folders[name] = { ...folders[name], [outcome]: (folders[name]?.[outcome] ?? 0) + 1 };
  }
  const unreadable = shareOfUnreadable(folders);
  if (unreadable > WANTED.unreadable) problems.push(`${unreadable} of the mails cannot be read`);
  const bounced = await judgedBounces(bounces);
  if (bounced.tickets > WANTED.tickets_of_bounces * bounced.mails || bounced.acknowledged > 0)
    problems.push(`bounces: ${JSON.stringify(bounced)}`);
  const fidelity = await fidelityOf(files);
  if (fidelity.values > 0 && fidelity.right < WANTED.right)
    problems.push(`${fidelity.right} of the values are right`);
  return {
    ...{ date: new Date(begun).toISOString(), seconds: Math.round((Date.now() - begun) / 1000) },
    ...{
      commit: commitOf(ROOT),
      wanted: WANTED,
      mails: files.length,
      counts,
      folders,
      unreadable,
      bounces: bounced,
      fidelity,
      problems,
    },
  };
}

/** Makes a workspace, and the function that asks its API. */
async function sender() {
  await installation.desk(['workspace', 'apply', '-'], MANIFEST);
  const key = await installation.desk(['keys', 'create', 'mails', '--name', 'mails']);
  const headers = { Host: 'mails.localhost', 'X-Api-Key': key, 'Content-Type': 'message/rfc822' };
  const { port } = installation.product;
  return async (method, path, body) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }).end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, bytes: await buffer(answer) };
  };
}

async function mailsIn(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && MAIL.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Sends a mail and reads it back. @returns its state and reason, and the id of its ticket */
async function take(send, bytes, file, problems) {
  const { status, bytes: answer } = await send('POST', PATH, bytes);
  if (status !== 201 && status !== 200) {
    problems.push(`${file}: ${status} ${answer.toString()}`);
    return { outcome: String(status), ticket: null };
  }
  // A mail that came before keeps its first bytes, which may differ in their trace headers.
  if (status === 200) return { outcome: 'came before', ticket: null };
  const { inbound_email: mail } = JSON.parse(answer.toString());
  const raw = await send('GET', `${PATH}/${mail.id}/raw`);
  if (raw.status !== 200 || !raw.bytes.equals(bytes)) problems.push(`${file}: the raw bytes differ`);
  const outcome = mail.reason === null ? mail.state : `${mail.state}: ${mail.reason}`;
  return { outcome, ticket: mail.ticket?.id ?? null };
}

function isBounce(file) {
  const { bounces, except = '' } = values;
  if (bounces === undefined || !file.includes(bounces)) return false;
  return !except.split(',').some((part) => part !== '' && file.includes(part));
}

/** Counts the tickets that bounces have made, by their ids or null, and which of them were acknowledged. */
async function judgedBounces(tickets) {
  const made = tickets.filter((id) => id !== null);
  const client = new pg.Client(installation.superuserUrl);
  await client.connect();
  try {
    const text = `SELECT count(*)::integer AS acknowledged FROM mails WHERE kind = 'acknowledgement' AND ticket_id = ANY ($1::uuid[])`;
    const { rows } = await client.query(text, [made]);
    return { mails: tickets.length, tickets: made.length, acknowledged: rows[0].acknowledged };
  } finally {
    await client.end();
  }
}

function shareOfUnreadable(folders) {
  const judged = Object.entries(folders).filter(([name]) => !name.includes('malformed'));
  const all = judged.flatMap(([, counts]) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  const bad = judged.reduce((sum, [, counts]) => sum + (counts['suspended: unreadable'] ?? 0), 0);
  return all === 0 ? 0 : bad / all;
}

async function fidelityOf(files) {
  let [all, right] = [0, 0];
  const wrong = [];
  for (const file of files.filter((name) => !name.includes('malformed'))) {
    const beside = join(values.compare ?? folder, relative(folder, file));
    const expected = await readFile(beside.replace(MAIL, '.json'), 'utf8').catch(() => null);
    if (expected === null) continue;
    const crlf = await readFile(beside.replace(MAIL, '.crlf.json'), 'utf8').catch(() => expected);
    const compared = compareWithExpected(await readFile(file), JSON.parse(expected), JSON.parse(crlf));
    all += compared.length;
    right += compared.filter(({ isRight }) => isRight).length;
    wrong.push(
      ...compared.filter(({ isRight }) => !isRight).map(({ what }) => `${relative(folder, file)}: ${what}`),
    );
  }
  return { values: all, right: all === 0 ? null : right / all, wrong };
}
