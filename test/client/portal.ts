import { CustomerDesk, DeskError, type Desk } from '../../packages/client/src/index.js';
import { until } from '../support/until.js';

/** Goes through the sessions of customers by `desk`, and through what a session is good for. `noted` makes a client note its methods. */
export async function goThroughPortal(
  desk: Desk,
  url: string,
  noted: (page: CustomerDesk) => CustomerDesk,
): Promise<void> {
  const email = 'portal@customer.example';
  const { customer_session: made } = await desk.createCustomerSession({ email, name: 'Pia Portal' });
  const page = noted(new CustomerDesk({ url, token: made.token }));
  expect((await page.getMe()).customer.id).toBe(made.customer.id);
  const file = await page.upload(new Blob(['one']), { name: 'one.txt' });
  const { ticket } = await page.raiseTicket({
    ...{ subject: 'Mine', description: '<p>Words</p>', attachments: [file.signed_id] },
  });
  expect((await page.listTickets().page()).tickets.map(({ number }) => number)).toEqual([ticket.number]);
  const [shown] = (await page.getTicket(ticket.number)).ticket.attachments;
  expect(await (await page.getAttachment(shown?.id ?? '')).text()).toBe('one');
  const { comment } = await page.addComment(ticket.number, { content: '<p>More</p>' });
  const comments = (await page.listComments(ticket.number).page()).comments.map(({ id }) => id);
  expect(comments).toContain(comment.id);
  expect((await page.closeTicket(ticket.number)).ticket.status).toBe('closed');
  expect((await page.listEvents()).events.map(({ type }) => type)).toContain('ticket.created');
  const heard = await page.streamEvents({ after: 0 });
  expect(heard.headers.get('content-type')).toMatch(/^text\/event-stream/);
  await heard.body?.cancel();

  const listed = await desk.listCustomerSessions({ customer_id: made.customer.id }).page();
  expect(listed.customer_sessions.map(({ id }) => id)).toEqual([made.id]);
  await desk.endCustomerSession(made.id);
  await desk.endCustomerSessions({ customer_id: made.customer.id });
  // Every process refuses the token within a second.
  const isRefused = () =>
    page.getMe().then(
      () => false,
      (error: unknown) => error instanceof DeskError && error.status === 401,
    );
  await until(isRefused);
}
