import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();

const MADE = ['comments', 'ticket_tag_index', 'ticket_value_index'];
const NUMBER = { name: 'Order number', kind: 'text' } as const;

it('A workspace that the owner deletes takes its comments and the indexes of its tickets along.', async () => {
  const acme = await aWorkspace(app, { ...TWO_AGENTS, fields: [NUMBER] });
  const { number } = await aTicket(acme, { tags: ['kettle'], ticket_fields: { 'Order number': 'A-1' } });
  await aComment(acme, number, { content: '<p>Gasket</p>' });
  const rowsOf = (table: string) =>
    asAdmin(app.database, `SELECT FROM ${table} WHERE workspace_id = $1`, [acme.scope.workspaceId]);
  const counts = async () => (await Promise.all(MADE.map(rowsOf))).map(({ length }) => length);
  expect(await counts()).toEqual([1, 1, 1]);
  const asOwner = { ...app.database, adminUrl: app.database.ownerUrl };
  await asAdmin(asOwner, 'DELETE FROM workspaces WHERE id = $1', [acme.scope.workspaceId]);
  expect(await counts()).toEqual([0, 0, 0]);
});
