import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { settle, tagsOf } from '../../support/data/tags.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();

/** How many rows of totals of tags and of changes there are. */
const rows = async ({ scope }: TestWorkspace): Promise<number[]> => {
  const counted = [`list_totals WHERE list = 'tickets.tag' AND`, 'ticket_count_changes WHERE'].map((of) =>
    asAdmin<{ rows: number }>(app.database, `SELECT count(*)::int AS rows FROM ${of} workspace_id = $1`, [
      scope.workspaceId,
    ]),
  );
  return (await Promise.all(counted)).map(([row]) => row?.rows ?? -1);
};

describe('the list of tags', () => {
  // @proves E-12-7
  it('leaves out a tag that no ticket has any more, and keeps no row of it', async () => {
    const acme = await aWorkspace(app);
    const { number } = await aTicket(acme, { tags: ['gone', 'kept'] });
    await settle(acme);
    await acme.client.put(`/tickets/${number}`, { tags: ['kept'] });
    expect(await tagsOf(acme)).toEqual([{ name: 'kept', ticket_count: 1 }]);
    await settle(acme);
    expect(await tagsOf(acme)).toEqual([{ name: 'kept', ticket_count: 1 }]);
    expect(await rows(acme)).toEqual([1, 0]);
    await acme.client.put(`/tickets/${number}`, { tags: [] });
    await settle(acme);
    const { body } = await acme.client.get('/tags');
    expect(body).toEqual({ tags: [], pagination: expect.objectContaining({ total_records: 0 }) as object });
    expect(await rows(acme)).toEqual([0, 0]);
  });
});
