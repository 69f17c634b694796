import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();
let acme: TestWorkspace;
let number: number;

const VALUES = {
  Seats: [1, 2.5, null],
  Notes: ['short', 'é'.repeat(500), '', null],
  Products: [['Desk'], ['Chat', 'Desk'], [], null],
  Urgent: [true, false, null],
} as const;
const TAGS = [['late'], ['Late', 'refund'], []];

beforeAll(async () => {
  acme = await aWorkspace(app, {
    fields: [
      { name: 'Seats', kind: 'decimal' },
      { name: 'Notes', kind: 'textarea' },
      { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat'] },
      { name: 'Urgent', kind: 'checkbox' },
    ],
  });
  ({ number } = await aTicket(acme, { tags: ['late'], ticket_fields: { Seats: 1, Notes: 'short' } }));
});

const update = (changes: object) => acme.client.put(`/tickets/${number}`, changes).expect(200);

interface Entry {
  readonly entry: string;
  readonly place: string;
}

/** The entries of the index with their places in the table, which move when a row is written again. */
const entries = (): Promise<Entry[]> =>
  asAdmin<Entry>(
    app.database,
    `SELECT f.name || '=' || i.value_key AS entry, i.ctid::text AS place
     FROM ticket_value_index i JOIN ticket_fields f ON f.workspace_id = i.workspace_id AND f.id = i.field_id
     WHERE i.workspace_id = $1 ORDER BY 1`,
    [acme.scope.workspaceId],
  );

/** What the index and the tags' must have, as it is made for a new ticket, and what they have. */
const wantedAndKept = async () => {
  const [row] = await asAdmin<Record<'wanted' | 'kept', string[]>>(
    app.database,
    `SELECT ARRAY(
       SELECT DISTINCT entry.key || ticket_value_key(item)
       FROM jsonb_each(t.field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
       UNION SELECT 'tag ' || ticket_tag_key(tag) || t.created_at FROM unnest(t.tags) AS tag ORDER BY 1) AS wanted,
       ARRAY(SELECT field_id || value_key FROM ticket_value_index WHERE workspace_id = $1
       UNION SELECT 'tag ' || tag_key || created_at FROM ticket_tag_index WHERE workspace_id = $1 ORDER BY 1) AS kept
     FROM tickets t WHERE t.workspace_id = $1`,
    [acme.scope.workspaceId],
  );
  return row ?? { wanted: [], kept: ['nothing'] };
};

describe('the index of field values and tags', () => {
  // @proves D-4-61..62
  it('has what the ticket has, after each of 80 random updates', async () => {
    const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
    for (let count = 0; count < 80; count++) {
      const names = (Object.keys(VALUES) as (keyof typeof VALUES)[]).filter(() => Math.random() < 0.5);
      const fields = Object.fromEntries(names.map((name) => [name, one<unknown>(VALUES[name])]));
      const changes = { ticket_fields: fields, ...(Math.random() < 0.3 && { tags: one(TAGS) }) };
      await update(changes);
      const { wanted, kept } = await wantedAndKept();
      expect([changes, kept]).toEqual([changes, wanted]);
    }
  });

  it('keeps the entries of a value that an update leaves as it was', async () => {
    await update({ ticket_fields: { Seats: 1, Notes: 'short', Products: ['Desk', 'Chat'], Urgent: true } });
    const before = await entries();
    await update({ subject: 'Another one', ticket_fields: { Seats: 2.5, Urgent: true } });
    const after = await entries();
    expect(after.map(({ entry }) => entry)).toContain('Seats=2.5');
    const ofOthers = (all: Entry[]) => all.filter(({ entry }) => !entry.startsWith('Seats'));
    expect(ofOthers(after)).toEqual(ofOthers(before));
    expect(ofOthers(after)).toHaveLength(4);
  });

  it('follows a ticket to another place in the list', async () => {
    await update({ tags: ['Late', 'refund'] });
    await asAdmin(
      app.database,
      `UPDATE tickets SET created_at = '2020-02-29T12:00:00Z' WHERE workspace_id = $1`,
      [acme.scope.workspaceId],
    );
    const { wanted, kept } = await wantedAndKept();
    expect(kept).toEqual(wanted);
    expect(kept.join()).toContain('2020-02-29');
  });
});
