import { ask } from '../support/load.mjs';
import { median, round } from '../support/measure.mjs';
import { randomFrom, whole } from '../seed/random.mjs';
import { KINDS, wordOf } from './data.mjs';

const random = randomFrom(7, 2);
const any = (kind) => wordOf(kind, whole(random, 0, KINDS[kind] - 1));

/** What is searched, by its name in the report. Each call makes another query. */
export const SEARCHES = {
  'a word of 0.05 %': () => ({ q: any('rare') }),
  'a word of 1 %': () => ({ q: any('one') }),
  'a word of 10 %': () => ({ q: any('ten') }),
  'a rare word with a common one': () => ({ q: `${any('ten')} ${any('rare')}` }),
  'two common words': () => ({ q: `${any('ten')} ${any('one')}` }),
  'a phrase': () => ({ q: `"${any('rare')} marked"` }),
  'a rare word, with matches': () => ({ q: any('rare'), include: 'matches' }),
  'a word of 1 %, with a status': () => ({ q: `${any('one')} status:open` }),
  'a word of 1 % without one of 10 %': () => ({ q: `${any('one')} -${any('ten')}` }),
  'all but a word of 1 %': () => ({ q: `-${any('one')}` }),
};

/** Sends searches one after the other. @returns percentiles of all answers, and how often which status came */
export async function timesOf(product, target, searchOf, count) {
  const [times, statuses] = [[], {}];
  for (let sent = -3; sent < count; sent++) {
    const path = `/api/external/v2/tickets?${new URLSearchParams({ page_size: 30, ...searchOf() })}`;
    const { status, body, ms } = await ask(product.port, target, { method: 'GET', path });
    if (status !== 200 && status !== 422) throw new Error(`${path}: ${status} ${body}`);
    // The first three are not counted.
    if (sent < 0) continue;
    times.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  times.sort((one, other) => one - other);
  const at = (share) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  return { p50_ms: at(0.5), p95_ms: at(0.95), statuses };
}

/**
 * The same condition on the same index: by the function, as the service's role, and as a superuser without policies, in turn.
 * @returns medians in milliseconds, and how fast the service is as a part of the superuser
 */
export async function againstSuperuser(connect, workspace, kind, count) {
  const [superuser, service] = [await connect(), await connect()];
  try {
    await superuser.query('SET enable_seqscan = off');
    await service.query(`SET ROLE ${await roleOfService(service)}`);
    await service.query("SELECT set_config('app.workspace_id', $1, false)", [workspace]);
    const times = { superuser: [], service: [] };
    for (let turn = -1; turn < count; turn++) {
      const term = `'${any(kind)}'`;
      const plain = await timed(() => superuser.query(PLAIN, [workspace, term]));
      const ours = await timed(() =>
        service.query('SELECT count(*)::int AS tickets FROM search_tickets($1, $2)', [[term], []]),
      );
      if (plain.tickets !== ours.tickets)
        throw new Error(`${term}: ${ours.tickets} tickets, and ${plain.tickets} for a superuser.`);
      if (turn < 0) continue;
      times.superuser.push(plain.ms);
      times.service.push(ours.ms);
    }
    const medians = {
      superuser_ms: round(median(times.superuser)),
      service_ms: round(median(times.service)),
    };
    return { ...medians, part: round(medians.superuser_ms / medians.service_ms) };
  } finally {
    await superuser.end();
    await service.end();
  }
}

const PLAIN = `SELECT count(DISTINCT ticket_number)::int AS tickets FROM search_texts
  WHERE words @@ (quote_literal(search_wall($1::uuid))::tsquery && $2::tsquery) AND workspace_id = $1::uuid`;

async function roleOfService(client) {
  const { rows } = await client.query(
    `SELECT g.grantee FROM information_schema.role_routine_grants g JOIN pg_proc p ON p.proname = g.routine_name
     WHERE g.routine_name = 'search_tickets' AND g.grantee <> pg_get_userbyid(p.proowner) AND g.grantee <> 'PUBLIC'`,
  );
  return rows[0].grantee;
}

async function timed(work) {
  const begun = performance.now();
  const { rows } = await work();
  return { ms: performance.now() - begun, tickets: rows[0].tickets };
}
