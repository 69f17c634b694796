import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, contentsOf, CUSTOMER, TWO_AGENTS } from '../../support/data/comments.js';
import {
  aMail,
  aSpamMail,
  DESK_ADDRESS,
  received,
  released,
  signedAddress,
} from '../../support/data/mails/inbound-emails.js';
import { merging, someTickets, unmerging } from '../../support/data/merges.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();

let desk: TestWorkspace;
beforeEach(async () => {
  desk = await aWorkspace(app, TWO_AGENTS, { mail_from: DESK_ADDRESS, reply_address: 'plus' });
});

const idOf = (kind: 'ticket' | 'comment', id: string) => `<${kind}-${id}@${desk.subdomain}.${BASE_DOMAIN}>`;

/** Tells the number of the ticket in which a mail lands as a comment; null when it becomes a ticket. */
async function placeOf(headers: Record<string, string>): Promise<number | null> {
  const email = await received(desk, aMail({ headers }));
  return email.comment_id === null ? null : (email.ticket?.number ?? null);
}

// @proves E-24-10, E-21-19
describe('mail of a merged ticket', () => {
  it('goes to the target by every sign of the thread, and back to the ticket after unmerging', async () => {
    const [target, merged] = [await aTicket(desk, { email: 'ann@customer.example' }), await aTicket(desk)];
    const reply = await aComment(desk, merged.number);
    const signs = [
      { To: signedAddress(desk, merged.number) },
      { 'In-Reply-To': idOf('ticket', merged.id) },
      { 'In-Reply-To': idOf('comment', reply.id) },
      { References: idOf('ticket', merged.id), Subject: 'Re: A ticket' },
      { Subject: `Once more [#${merged.number}]` },
    ];
    const places = async () => {
      const found: (number | null)[] = [];
      for (const sign of signs) found.push(await placeOf(sign));
      return found;
    };
    await merging(desk, merged.number, target.number).expect(200);
    expect(await places()).toEqual(signs.map(() => target.number));
    await unmerging(desk, merged.number).expect(200);
    expect(await places()).toEqual(signs.map(() => merged.number));
  });

  it('opens the closed target again, and not the merged ticket', async () => {
    const [target, merged] = [await aTicket(desk, { email: 'ann@customer.example' }), await aTicket(desk)];
    await desk.client.patch(`/tickets/${target.number}`, { status: 'closed' }).expect(200);
    await merging(desk, merged.number, target.number).expect(200);
    expect(await placeOf({ 'In-Reply-To': idOf('ticket', merged.id) })).toBe(target.number);
    const statusOf = async ({ number }: { number: number }): Promise<string> =>
      (await desk.client.get(`/tickets/${number}`)).body.ticket.status as string;
    expect([await statusOf(target), await statusOf(merged)]).toEqual(['open', 'closed']);
  });

  it('goes to the last ticket of a chain of ten, whichever it names', async () => {
    const numbers = await someTickets(desk, 10);
    const [last = 0] = numbers.slice(-1);
    for (const [index, number] of numbers.slice(0, -1).entries())
      await merging(desk, number, numbers[index + 1] ?? 0).expect(200);
    for (const number of numbers) expect(await placeOf({ To: signedAddress(desk, number) })).toBe(last);
    expect(await contentsOf(desk, last)).toHaveLength(11);
  });

  it('of a stranger makes a ticket, as it does without a merge', async () => {
    const [target, merged] = [await aTicket(desk), await aTicket(desk)];
    await merging(desk, merged.number, target.number).expect(200);
    const From = 'stranger@elsewhere.example';
    expect(await placeOf({ From, 'In-Reply-To': idOf('ticket', merged.id) })).toBeNull();
  });

  it('that a person releases to it becomes a comment of the target', async () => {
    const [target, merged] = [await aTicket(desk), await aTicket(desk)];
    await merging(desk, merged.number, target.number).expect(200);
    const email = await received(desk, aSpamMail());
    const wish = { as: 'comment', ticket: String(merged.number) };
    expect(await released(desk, email, wish)).toMatchObject({
      state: 'accepted',
      ticket: { id: target.id, number: target.number },
      sender: CUSTOMER,
    });
  });
});
