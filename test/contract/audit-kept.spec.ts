import pg from 'pg';
import { audited, entriesOf } from '../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { useDesk } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

/** Lets a transaction fail when all is done and it is to be kept. */
const REFUSE_AT_THE_END = `
  CREATE FUNCTION refuse_at_the_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.subject = 'Refused at the end' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER refuse_at_the_end AFTER UPDATE ON tickets DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_at_the_end()`;

describe('an entry', () => {
  it('is not kept when its change is not', async () => {
    const { number } = await aTicket(acme, { subject: 'Before' });
    await asAdmin(app.database, REFUSE_AT_THE_END);
    const { response, entries } = await audited(acme, () =>
      acme.client.put(`/tickets/${number}`, { subject: 'Refused at the end' }),
    );
    await asAdmin(app.database, 'DROP FUNCTION refuse_at_the_end CASCADE');
    expect([response.status, entries]).toEqual([500, []]);
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket.subject).toBe('Before');
  });

  it('is not written by an update that changes nothing', async () => {
    const { number } = await aTicket(acme, { subject: 'Same', priority: 'low' });
    const same = { subject: 'Same', priority: 'low', email: 'SOMEONE@customer.example' };
    const { response, entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, same));
    expect([response.status, entries]).toEqual([200, []]);
  });

  it('tells of one change each when several come at once, each from where the last one ended', async () => {
    const { number, id } = await aTicket(acme, { subject: 'Start' });
    const subjects = Array.from({ length: 20 }, (_, index) => `Subject ${index}`);
    await Promise.all(subjects.map((subject) => acme.client.put(`/tickets/${number}`, { subject })));
    const entries = (await entriesOf(acme)).filter(
      ({ subject_id: subject, action }) => subject === id && action === 'ticket.updated',
    );
    expect(entries.map(({ after }) => after?.['subject']).sort()).toEqual([...subjects].sort());
    expect(entries.map(({ before }) => before?.['subject'])).toEqual([
      'Start',
      ...entries.slice(0, -1).map(({ after }) => after?.['subject']),
    ]);
  });
});

describe("the service's role", () => {
  it('adds entries and reads them, gives them positions, and can neither change nor remove one', async () => {
    await aTicket(acme);
    // Whoever reads the feed finds positions.
    await acme.client.get('/events').expect(200);
    const client = new pg.Client({ connectionString: app.database.serviceUrl });
    await client.connect();
    const attempt = async (statement: string): Promise<string> => {
      await client.query(`BEGIN; SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'`);
      const outcome = await client.query(statement).then(
        ({ rowCount }) => `${rowCount} rows`,
        (error: unknown) => (error as { code: string }).code,
      );
      await client.query('ROLLBACK');
      return outcome;
    };
    const insert = `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id)
      VALUES ('${acme.scope.workspaceId}', now(), gen_random_uuid(), 'test', 'r', 'ticket.updated', 'ticket', gen_random_uuid())`;
    expect(await attempt('SELECT FROM audit_entries LIMIT 1')).toBe('1 rows');
    expect(await attempt(insert)).toBe('1 rows');
    expect(await attempt('UPDATE audit_entries SET position = NULL WHERE position = 1')).toBe('1 rows');
    for (const refused of [
      `UPDATE audit_entries SET actor = 'somebody else'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      `${insert} ON CONFLICT (workspace_id, at, id) DO UPDATE SET actor = 'somebody else'`,
      `MERGE INTO audit_entries a USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`,
      'UPDATE audit_entries SET position = 1, after = NULL',
      'ALTER TABLE audit_entries DISABLE ROW LEVEL SECURITY',
      'DROP TABLE audit_entries',
    ])
      expect([refused, await attempt(refused)]).toEqual([refused, '42501']);
    await client.end();
  });
});
