import { aTicket } from '../support/data/builders.js';
import { postgresPrograms, whenInstalled } from '../support/servers/programs.js';
import { ReplicatedDesk } from '../support/servers/replicated-desk.js';

const programs = postgresPrograms();
const [name, suite] = whenInstalled('a standby', programs !== null, 'a PostgreSQL server (postgresql)');

suite(name, () => {
  let desk: ReplicatedDesk;

  beforeAll(async () => {
    desk = await ReplicatedDesk.open(programs ?? '');
    await desk.untilUsed();
  });
  afterAll(() => desk.close());

  it('refuses a list that takes longer than 2 seconds, which the primary is not asked for, and stays in use', async () => {
    await aTicket(desk.acme, { tags: ['vip'] });
    // Each server knows by itself whether it is the standby.
    await desk.primary.ask(
      `ALTER FUNCTION ticket_tag_key RENAME TO fast_ticket_tag_key;
       CREATE FUNCTION ticket_tag_key(tag text) RETURNS text LANGUAGE sql AS
         'SELECT fast_ticket_tag_key(tag) FROM pg_sleep(CASE WHEN pg_is_in_recovery() THEN 10 ELSE 0 END)'`,
    );
    const { status, body } = await desk.elsewhere.get('/tickets?tag=vip');
    expect([status, body.code]).toEqual([422, 'filter_too_broad']);
    expect(desk.lackOf(desk.reading)).toBeNull();
  });
});
