import { BulkDesk } from '../../support/servers/bulk-desk.js';
import { asAdmin } from '../../support/test-database.js';

let bulk: BulkDesk;

const ticket = (id: number) =>
  JSON.stringify({ id, status: 2, subject: 'x', requester: { email: 'a@b.example' } });

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

describe('tickets of other systems', () => {
  it('of Zendesk are imported once every word has a counterpart', async () => {
    const subdomain = await bulk.workspace('zendesk');
    const example = 'examples/zendesk/tickets.jsonl';
    const refused = await bulk.import(subdomain, example, '--from', 'zendesk');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('  group "Tier 1 (98738)": 2 times, first in line 1\n');
    expect(await bulk.export(subdomain)).toBe('');

    const mapped = ['--from', 'zendesk', '--mapping', 'examples/zendesk/mapping.yaml'];
    const plan = await bulk.import(subdomain, example, ...mapped, '--dry-run');
    expect(plan.stderr).toContain('  status "pending": once, first in line 2 -> "waiting_on_customer"\n');
    expect(await bulk.import(subdomain, example, ...mapped)).toMatchObject({
      status: 0,
      stderr: '4 imported, 0 updated, 0 unchanged, 0 rejected\n',
    });
    expect((await bulk.import(subdomain, example, ...mapped)).stderr).toBe(
      '0 imported, 0 updated, 4 unchanged, 0 rejected\n',
    );
    const [first] = (await bulk.export(subdomain)).split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      email: 'johnny@customer.example',
      ticket_fields: { Country: 'Germany', Products: ['Chat', 'Desk'], Seats: 12 },
      assignee_email: 'oliver@acme.example',
      external_id: '35436',
      source: 'zendesk',
    });
  });

  it('of Zendesk are imported without what has none, when that is wanted', async () => {
    const subdomain = await bulk.workspace('dropped');
    const { status } = await bulk.import(
      ...([subdomain, 'examples/zendesk/tickets.jsonl', '--from', 'zendesk', '--drop-unmapped'] as const),
    );
    expect(status).toBe(0);
    expect(await bulk.export(subdomain)).not.toContain('"group"');
  });

  it('lose by a second import what they have lost there, and keep what is left out on purpose', async () => {
    const subdomain = await bulk.workspace('emptied');
    const users = await bulk.fileWith(
      'emptied-users.json',
      JSON.stringify([
        { id: 7, email: 'mia@customer.example' },
        { id: 8, email: 'oliver@acme.example', role: 'agent' },
      ]),
    );
    const [fields, groups] = [
      await bulk.fileWith('emptied-fields.json', '[{"id": 5, "title": "Seats"}]'),
      await bulk.fileWith('emptied-groups.json', '[{"id": 9, "name": "Support"}]'),
    ];
    const importing = async (ticket: object, ...options: string[]) => {
      const base = { id: 1, status: 'open', subject: 'x', requester_id: 7 };
      const file = await bulk.fileWith('emptied.json', JSON.stringify([{ ...base, ...ticket }]));
      const files = ['--users', users, '--fields', fields, '--groups', groups];
      return (await bulk.import(subdomain, file, '--from', 'zendesk', ...files, ...options)).stderr;
    };
    const shown = async () => JSON.parse(await bulk.export(subdomain)) as Record<string, unknown>;
    const moments = () =>
      asAdmin(
        bulk.database,
        'SELECT kind FROM moments WHERE workspace_id = (SELECT id FROM workspaces WHERE subdomain = $1)',
        [subdomain],
      );
    const given = {
      type: 'incident',
      group_id: 9,
      assignee_id: 8,
      due_at: '2099-01-01T00:00:00Z',
      priority: 'high',
    };
    const first = await importing({ ...given, custom_fields: [{ id: 5, value: 12 }] });
    expect(first).toContain('1 imported, 0 updated, 0 unchanged, 0 rejected\n');
    const full = {
      ...{ category: 'Incident', group: 'Support', assignee_email: 'oliver@acme.example', priority: 'high' },
      ...{ resolution_due_date: '2099-01-01T00:00:00.000Z', ticket_fields: { Seats: 12 } },
    };
    expect(await shown()).toMatchObject(full);
    expect(await moments()).toHaveLength(1);

    const unmapped = {
      ...given,
      type: 'task',
      group_id: 10,
      assignee_id: 11,
      custom_fields: [{ id: 6, value: 1 }],
    };
    expect(await importing(unmapped, '--drop-unmapped')).toContain('1 unchanged');
    expect(await importing({})).toContain('1 unchanged');
    expect(await shown()).toMatchObject(full);

    const nothing = { type: null, group_id: null, assignee_id: null, due_at: null, priority: null };
    expect(await importing({ ...nothing, custom_fields: [{ id: 5, value: null }] })).toContain('1 updated');
    const emptied = await shown();
    expect(Object.keys(full).filter((key) => key in emptied)).toEqual(['priority']);
    expect(await moments()).toEqual([]);
  });

  it('of Freshdesk are imported with what the files beside them say', async () => {
    const subdomain = await bulk.workspace('freshdesk');
    const mapped = ['--from', 'freshdesk', '--mapping', 'examples/freshdesk/mapping.yaml'];
    const { status, stderr } = await bulk.import(subdomain, 'examples/freshdesk/tickets.json', ...mapped);
    expect([status, stderr]).toEqual([0, '3 imported, 0 updated, 0 unchanged, 0 rejected\n']);
    const subjects = (await bulk.export(subdomain))
      .split('\n')
      .filter((line) => line.includes('sam@customer.example'));
    expect(subjects).toHaveLength(2);
  });

  it('are not imported from a broken document, which is named with the place', async () => {
    const subdomain = await bulk.workspace('broken');
    const broken = await bulk.fileWith(
      'broken.json',
      `[${ticket(1)},\n ${ticket(2).slice(0, -1)},\n ${ticket(3)}]`,
    );
    const options = ['--from', 'freshdesk', '--drop-unmapped'];
    expect(await bulk.import(subdomain, broken, ...options)).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: `The file ${broken} is broken JSON in line 2, column 2: the object that begins there is not JSON, or has more than 16 MiB.\n`,
    });
    const whole = await bulk.fileWith('whole.json', `[${ticket(1)}]`);
    const groups = await bulk.fileWith('broken-groups.json', '{"groups": [1]}');
    expect(await bulk.import(subdomain, whole, ...options, '--groups', groups)).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: `The file ${groups} is broken JSON in line 1, column 13: an object is expected there.\n`,
    });
    expect(await bulk.export(subdomain)).toBe('');
  });

  it('are read twice, so neither they nor their comments can come from a pipe, a device or standard input', async () => {
    const subdomain = await bulk.workspace('pipes');
    const [file, device] = [await bulk.fileWith('file.json', `[${ticket(1)}]`), '/dev/null'];
    for (const [args, sentence] of [
      [[device], `Tickets of another system cannot come from a pipe or a device, because they are read twice: name a file instead of ${device}.`],
      [[file, '--comments', device], `Comments of another system cannot come from a pipe or a device, because they are read twice: name a file instead of ${device}.`],
      [[file, '--comments', '-'], 'Comments of another system cannot come from standard input, because they are read twice: name a file instead of -.'],
    ] as const) {
      const [name, ...options] = args;
      expect(await bulk.import(subdomain, name, '--from', 'freshdesk', ...options)).toMatchObject({
        ...{ status: 1, stderr: `${sentence}\n` },
      });
    } // prettier-ignore
    expect(await bulk.export(subdomain)).toBe('');
  });

  it.each([
    [['--drop-unmapped'], '--drop-unmapped is for tickets of another system. Add --from.'],
    [['--mapping', 'mapping.yaml'], '--mapping is for tickets of another system. Add --from.'],
    [['--raw'], '--raw is for CSV. Add --format csv.'],
    [['--from', 'zendesk', '--format', 'csv'], '--format is not for tickets of another system. Leave --from zendesk out.'],
  ])('are not imported with %j, which would do nothing', async (options, sentence) => {
    const file = await bulk.fileWith('own.ndjson', '{"email":"a@b.example","subject":"x"}');
    expect(await bulk.import('any', file, ...options)).toMatchObject({ status: 1, stderr: `${sentence}\n` });
  }); // prettier-ignore

  it('are imported beside lines that are not JSON', async () => {
    const subdomain = await bulk.workspace('lines');
    const file = await bulk.fileWith(
      'lines.jsonl',
      `${ticket(1)}\n${ticket(2).slice(0, -1)}\n${ticket(3)}\n`,
    );
    const { status, stderr } = await bulk.import(subdomain, file, '--from', 'freshdesk');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('2 imported, 0 updated, 0 unchanged, 1 rejected'),
    ]);
  });
});
