import { aWorkspace } from '../../support/data/builders.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const ADA = 'ada@customer.example';
const MARK = 'lovelace8';

const app = useDesk();

/** Copies a row of a table, which the condition finds, `count` times. Each copy differs in `own`, whose SQL may count by `n`. */
const copy = (table: string, workspaceId: string, which: string, own: string, count: number) =>
  asAdmin(
    app.database,
    `INSERT INTO ${table} SELECT made.* FROM ${table} t, generate_series(1, $2::integer) AS n,
       jsonb_populate_record(t, jsonb_build_object(${own})) AS made WHERE t.workspace_id = $1 AND ${which}`,
    [workspaceId, count],
  );

describe('a person with more rows than one batch erases', () => {
  it('leaves no word in any of them, and the rows of others as they were', async () => {
    const acme = await aWorkspace(app);
    const id = acme.scope.workspaceId;
    await acme.client
      .post('/tickets', { email: ADA, subject: `Help ${MARK}`, description: MARK })
      .set('Idempotency-Key', 'first')
      .expect(201);
    const other = { email: 'bob@customer.example', subject: 'Kept', description: '', cc: [ADA] };
    await acme.client.post('/tickets', other).expect(201);
    const number = `'id', gen_random_uuid(), 'number'`;
    await copy('tickets', id, 't.number = 1', `${number}, 10 + n`, 1_500);
    await copy('tickets', id, 't.number = 2', `${number}, 5000 + n`, 2_100);
    const entry = `'id', gen_random_uuid(), 'position', NULL, 'awaits_position', false, 'at', t.at - interval '1 day' + n * interval '1 ms'`;
    await copy('audit_entries', id, `t.action = 'ticket.created' AND t.ticket_number = 1`, entry, 2_300);
    await copy(
      'idempotency_keys',
      id,
      `t.key = 'first'`,
      `'key', 'copy ' || n, 'created_at', t.created_at - interval '1 hour'`,
      250,
    );
    const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
    const said = await owner.output(['customers', 'erase', acme.subdomain, ADA, '--confirm', '--json']);
    expect(JSON.parse(said)).toMatchObject({
      ...{ tickets: 1_501, 'participants of other tickets': 2_101, idempotency_keys: 251 },
      audit_entries: expect.any(Number) as number,
    });
    expect((JSON.parse(said) as { audit_entries: number }).audit_entries).toBeGreaterThanOrEqual(2_301);
    expect(await tablesWith(app.database, MARK, acme)).toEqual([]);
    expect(await tablesWith(app.database, ADA, acme)).toEqual([]);
    const kept = await asAdmin(
      app.database,
      `SELECT count(*)::integer AS tickets FROM tickets WHERE workspace_id = $1 AND subject = 'Kept'`,
      [id],
    );
    expect(kept).toEqual([{ tickets: 2_101 }]);
  });
});
