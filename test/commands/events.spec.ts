import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { Desk } from '../support/servers/desk.js';
import { addUpdates, allEvents, makeEventsOld } from '../support/data/events.js';
import { useDesk } from '../support/test-app.js';
import { testDatabase } from '../support/test-database.js';

const MANIFEST = { groups: [{ name: 'First Line' }] };

const app = useDesk();
let acme: TestWorkspace;
let desk: Desk;
beforeAll(() => {
  desk = Desk.on(testDatabase());
});
beforeEach(async () => {
  acme = await aWorkspace(app, MANIFEST);
});

const tail = (...args: string[]) => desk.output(['events', 'tail', acme.subdomain, '--no-follow', ...args]);
const linesOf = (output: string) => output.split('\n').filter((line) => line !== '');

describe('events tail --no-follow', () => {
  it('prints a line for each event: time, position, type, what, changes and by whom', async () => {
    const { number } = await aTicket(acme, { subject: 'Printer on fire' });
    const changes = { status: 'open', priority: 'high', group: 'First Line', tags: ['vip'] };
    await acme.client.put(`/tickets/${number}`, changes).expect(200);
    const [customer = '', created = '', updated = '', ...more] = linesOf(await tail());
    expect(more).toEqual([]);
    expect(customer).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z 1 customer\.created customer:[0-9a-f-]{36} .* by service$/,
    );
    expect(created).toMatch(/ 2 ticket\.created ticket:1 .*subject: "Printer on fire".* by service$/);
    expect(updated).toMatch(
      / 3 ticket\.updated ticket:1 tags: \[\] -> \["vip"\], group: "First Line", status: new -> open, priority: high by key "test"$/,
    );
  });

  it('prints with --json each event as the API shows it', async () => {
    const { number } = await aTicket(acme);
    await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    const printed = linesOf(await tail('--json')).map((line) => JSON.parse(line) as unknown);
    expect(printed).toEqual(await allEvents(acme));
    expect(printed).toHaveLength(3);
  });

  it('begins after a position, shows only some types, and prints nothing when there is nothing', async () => {
    const { number } = await aTicket(acme);
    for (const status of ['open', 'new', 'open'])
      await acme.client.put(`/tickets/${number}`, { status }).expect(200);
    expect(linesOf(await tail('--after', '3'))).toHaveLength(2);
    expect(linesOf(await tail('--types', 'ticket.created, field.created'))).toHaveLength(1);
    expect(linesOf(await tail('--after', '0', '--types', 'ticket.updated'))).toHaveLength(3);
    expect(await tail('--after', '5')).toBe('');
  });

  it('prints more events than a page has', async () => {
    const { number } = await aTicket(acme);
    await addUpdates(acme, number, 1_100);
    const printed = linesOf(await tail('--json')).map((line) => JSON.parse(line) as { position: number });
    expect(printed.map(({ position }) => position)).toEqual(Array.from({ length: 1_102 }, (_, at) => at + 1));
  });

  it('has colours on a terminal only, and none with NO_COLOR', async () => {
    await aTicket(acme);
    const args = ['events', 'tail', acme.subdomain, '--no-follow'];
    const [piped, shown] = [await desk.run(args), await desk.run(args, { isTerminal: true })];
    expect(piped.stdout).not.toContain('\u001b');
    expect(shown.stdout).toContain('\u001b[32mticket.created\u001b[39m');
    const plain = new Desk({ DATABASE_URL: testDatabase().serviceUrl, NO_COLOR: '1' });
    expect((await plain.run(args, { isTerminal: true })).stdout).toBe(piped.stdout);
    expect((await desk.run([...args, '--json'], { isTerminal: true })).stdout).not.toContain('\u001b');
  });
});

describe('events tail is refused', () => {
  it.each([
    [['--types', 'ticket.eaten'], 'must be one or several of'],
    [['--after', '-1'], 'whole number'],
    [['--after', 'now'], 'whole number'],
  ])('with %j, with the exit status 2', async (args, reason) => {
    const refused = await desk.run(['events', 'tail', acme.subdomain, '--no-follow', ...args]);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(reason);
  });

  it('for an unknown workspace', async () => {
    const refused = await desk.run(['events', 'tail', 'nobody']);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('nobody');
  });

  // @proves E-17-3
  it('for a position that no event has reached', async () => {
    await aTicket(acme);
    expect(await desk.run(['events', 'tail', acme.subdomain, '--after', '3'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'No event has the position 3 yet: the newest one has 2.\n',
    });
  });

  // @proves E-17-5
  it('for a position whose events are not shown any more, and names the oldest one', async () => {
    await aTicket(acme);
    await aTicket(acme);
    expect(linesOf(await tail())).toHaveLength(3);
    await makeEventsOld(acme, 2, 31);
    const refused = await desk.run(['events', 'tail', acme.subdomain, '--after', '1']);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/no longer available.*has the position 3/);
    expect(linesOf(await tail())).toHaveLength(1);
  });
});
