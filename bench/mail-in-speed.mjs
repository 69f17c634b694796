// Mail in: small mails against POST /tickets with the same words, in turn, and how much memory large mails at once need.
//   node bench/mail-in-speed.mjs [--rounds 7] [--seconds 2] [--connections 32] [--mails 20] [--megabytes 24] [--save]
import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { againstBare } from './support/against-bare.mjs';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import {
  MAILS,
  MAIL_TYPE,
  mailHeaders,
  MESSAGE,
  NO_MAIL_LIMITS,
  smallMail,
  UNIQUE,
} from './support/operations.mjs';
import { readNumbers } from './support/options.mjs';
import { residentMb } from './support/servers.mjs';

/** The share of POST /tickets, and resident MiB more than at rest. */
const WANTED = { mails: 0.4, more_resident_mb: 200 };
const TICKETS = 2_000;

const { mails, megabytes, ...options } = readNumbers({
  ...{ rounds: 7, seconds: 2, connections: 32, mails: 20, megabytes: 24 },
});
Object.assign(process.env, NO_MAIL_LIMITS);
const installation = await openInstallation({});
const { product } = installation;
await againstBare('mail-in', installation, options, WANTED, async ({ compare, say }) => {
  const target = await seedByCommands(installation, TICKETS);
  // First, because the system keeps the largest size that a process ever had.
  say(`${mails} mails of ${megabytes} MiB at once`);
  const memory = await sendLargeMails(target);
  const own = (name) => ({ ...product, name });
  const small = await compare('small mails', [
    { server: own('limit'), target, requests: [ticket()] },
    { server: own('product'), target, requests: [smallMail()] },
  ]);
  return { memory, mails: small };
});

function ticket() {
  const email = `bench.${UNIQUE}@customer.example`;
  const body = JSON.stringify({ email, subject: 'Cannot sign in', description: `<p>${MESSAGE}</p>` });
  return { method: 'POST', path: '/api/external/v2/tickets', body };
}

async function sendLargeMails(target) {
  await send(target, 'small', 1);
  const before = await residentMb(product.pid);
  const from = performance.now();
  const states = await Promise.all(
    Array.from({ length: mails }, (_, index) => send(target, `large${index}`, megabytes * 1024 * 1024)),
  );
  return {
    ...{ at_once: mails, megabytes, seconds: Math.round((performance.now() - from) / 1000), states },
    ...{ resident_mb_before: before, resident_mb_at_most: await residentMb(product.pid, 'VmHWM') },
  };
}

/** Sends a mail with a file of a number of bytes in Base64. @returns status and state */
async function send(target, name, bytes) {
  const text = [
    mailHeaders(name, 'multipart/mixed; boundary=x'),
    ...['', '--x', 'Content-Type: text/plain', '', MESSAGE],
    ...['--x', 'Content-Type: application/octet-stream', 'Content-Disposition: attachment; filename="a.bin"'],
    ...['Content-Transfer-Encoding: base64', '', ''],
  ].join('\r\n');
  const sent = httpRequest({
    ...{ port: product.port, host: '127.0.0.1', method: 'POST', path: MAILS },
    headers: { Host: target.host, 'X-Api-Key': target.key, 'Content-Type': MAIL_TYPE },
  });
  const answered = once(sent, 'response');
  sent.write(text);
  const lines = Buffer.from(`${'QUJD'.repeat(19)}\r\n`.repeat(1_000));
  for (let left = bytes; left > 0; left -= lines.length) if (!sent.write(lines)) await once(sent, 'drain');
  sent.end('--x--\r\n');
  const [response] = await answered;
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  return `${response.statusCode} ${body.inbound_email?.state ?? body.code}`;
}
