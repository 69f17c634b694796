import { DataSource } from 'typeorm';
import { aTicket, aWorkspace } from '../../test/support/data/builders.ts';
import { startLocalApp } from '../../test/support/servers/local-app.ts';

/** More runs than PostgreSQL wants to see before it keeps a plan. */
const RUNS = 8;

/** Which statements are planned once, and which for the values of each run. */
export async function checkModes(report) {
  // One connection, so that every statement is prepared once.
  const app = await startLocalApp({ poolSize: 1 });
  const workspace = await aWorkspace(app, {
    fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Japan'] }],
  });
  await aTicket(workspace, {
    email: 'john@customer.example',
    tags: ['vip'],
    ticket_fields: { Country: 'India' },
  });
  for (const [what, name, mode, send] of statementsOf(workspace)) {
    await send(0);
    const plans = await afterRuns(app, name, send);
    const wanted = mode === 'once' ? { once: RUNS, eachTime: 0 } : { once: 0, eachTime: RUNS };
    const isRight = plans.once === wanted.once && plans.eachTime === wanted.eachTime;
    report(
      `${what}: ${name} is planned ${mode === 'once' ? 'once' : 'for its values'}`,
      isRight ? undefined : `In ${RUNS} runs: ${JSON.stringify(plans)}, not ${JSON.stringify(wanted)}.`,
    );
  }
  await app.stop();
}

/** What is sent, the beginning of the names of statements that are looked at, when they are planned, and how to have them run. */
function statementsOf({ client }) {
  const get = (path) => () => client.get(path);
  const update = (name) => (run) =>
    client.put('/tickets/1', { subject: `Turn ${run} of ${name}`, ticket_fields: { Country: 'Japan' } });
  return [
    ['one ticket', 'tickets.find_by_number', 'once', get('/tickets/1')],
    ['a page of all tickets', 'tickets.list_counted', 'once', get('/tickets')],
    ['a page of a status', 'tickets.list_counted', 'once', get('/tickets?status=open')],
    ['the version of the vocabulary', 'vocabulary.version', 'once', get('/fields')],
    [
      'a value of a field',
      'tickets.list.',
      'each time',
      get('/tickets?field_name=Country&field_value=India'),
    ],
    ['a tag', 'tickets.list_counted', 'once', get('/tickets?tag=vip')],
    ...['tickets.lock_by_number', 'tickets.change', 'audit_entries.add', 'tickets.find_by_id'].map((name) => [
      ...['an update', name, 'once', update(name)],
    ]),
  ];
}

async function afterRuns(app, name, send) {
  const before = await plansOf(app, name);
  for (let run = 1; run <= RUNS; run++) {
    const { status } = await send(run);
    if (status !== 200) throw new Error(`${name}: a request is answered with ${status}.`);
  }
  const after = await plansOf(app, name);
  return { once: after.once - before.once, eachTime: after.eachTime - before.eachTime };
}

/** How often the statements whose name begins so were run with each kind of plan. */
async function plansOf({ app }, name) {
  const [plans] = await app.get(DataSource).query(
    `SELECT coalesce(sum(generic_plans), 0)::int AS once, coalesce(sum(custom_plans), 0)::int AS "eachTime"
     FROM pg_prepared_statements WHERE starts_with(name, $1)`,
    [name],
  );
  return plans;
}
