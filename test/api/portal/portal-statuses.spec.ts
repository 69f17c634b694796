// A customer hears of every status of a ticket, also of those for which programs get events of other types.
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { advance, inDays, WITH_CLOCK } from '../../support/data/moments.js';
import { aSession } from '../../support/data/sessions.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk(WITH_CLOCK);

describe('a customer', () => {
  // @proves E-30-16
  it('hears of the status that a follow-up gives to a ticket, and of nothing when it gives none', async () => {
    const desk = await aWorkspace(app);
    const email = 'ann@customer.example';
    const { page } = await aSession(desk, { email, expires_in: 86_400 });
    const follow_up_at = await inDays(app, 0.5);
    const { number } = await aTicket(desk, { email, status: 'on_hold', follow_up_at });
    await aTicket(desk, { email, status: 'open', follow_up_at });
    const { body: before } = await page.get('/events').expect(200);
    await advance(app, 'PT13H');
    const { body } = await page.get(`/events?after=${before.next_after}`).expect(200);
    expect(body.events).toMatchObject([
      { type: 'ticket.updated', data: { ticket: { number }, changes: { status: ['on_hold', 'open'] } } },
    ]);
  });

  // @proves E-30-16
  it('hears of the statuses that a merge and its end give to a ticket', async () => {
    const desk = await aWorkspace(app);
    const { page } = await aSession(desk, { email: 'ann@customer.example' });
    const [one, other] = [await aTicket(desk), await aTicket(desk)];
    const { number } = await aTicket(desk, { email: 'ann@customer.example' });
    const { body: before } = await page.get('/events').expect(200);
    await merging(desk, number, one.number).expect(200);
    await unmerging(desk, number).expect(200);
    await merging(desk, other.number, one.number).expect(200);
    const { body } = await page.get(`/events?after=${before.next_after}`).expect(200);
    const heard = body.events as { type: string; data: { ticket: { number: number }; changes: object } }[];
    expect(heard.map(({ type, data }) => [type, data.ticket.number, data.changes])).toEqual([
      ['ticket.updated', number, { status: ['new', 'closed'] }],
      ['ticket.updated', number, { status: ['closed', 'new'] }],
    ]);
  });
});
