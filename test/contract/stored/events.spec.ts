import { userInfo } from 'node:os';
import { Desk } from '../../support/servers/desk.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';

describe('the events of a command', () => {
  it('have their positions when it ends, whatever it did', async () => {
    const database = await freshDatabase();
    const fresh = Desk.on(database);
    const waiting = () =>
      asAdmin(database, 'SELECT action FROM audit_entries WHERE awaits_position ORDER BY at');
    const line = (subject: string) => JSON.stringify({ email: 'a@b.example', subject });
    const manifest = JSON.stringify({
      workspace: { subdomain: 'acme', name: 'Acme' },
      groups: [{ name: 'First Line' }],
    });
    await fresh.output(['workspace', 'apply', '-'], { input: manifest });
    expect(await waiting()).toEqual([]);
    await fresh.output(['import', 'tickets', 'acme', '-'], { input: `${line('One')}\n${line('Two')}` });
    expect(await waiting()).toEqual([]);
    await fresh.output(['seed', 'acme', '--tickets', '3']);
    expect(await waiting()).toEqual([]);
    const events = (await fresh.output(['events', 'tail', 'acme', '--no-follow'])).trimEnd().split('\n');
    const { username } = userInfo();
    expect(events.map((event) => event.replace(/^\S+ /, ''))).toEqual([
      `1 tickets.imported tickets:1-2 2 new, 0 changed, 1 new customers by desk import tickets (${username}), silently`,
      expect.stringMatching(
        /^2 tickets\.imported tickets:3-5 3 new, 0 changed, \d+ new customers by desk seed/,
      ),
    ]);
    await database.drop();
  });
});
