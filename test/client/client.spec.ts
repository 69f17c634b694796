// The parts of the client that are more than one operation, on the service.
import { Desk, type DeskEvent } from '../../packages/client/src/index.js';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { startTestApp, type TestApp, useDesk } from '../support/test-app.js';

const setUp = useDesk();
let app: TestApp;
let acme: TestWorkspace;
let desk: Desk;
beforeAll(async () => {
  acme = await aWorkspace(setUp);
  app = await startTestApp({ defaultWorkspace: acme.subdomain });
  desk = new Desk({ url: app.url, key: acme.key });
  for (let number = 1; number <= 5; number++) await desk.createTicket(help);
});
afterAll(() => app.stop());

const help = { email: 'mary@customer.example', subject: 'Help', description: '' };

// @proves E-27-3
it('gives all tickets of all pages, and a page', async () => {
  const made: number[] = [];
  for (const _ of [1, 2, 3]) made.push((await desk.createTicket({ ...help, tags: ['paged'] })).ticket.number);
  const wanted = { tag: 'paged', page_size: 2, order: 'asc' } as const;
  const numbers: number[] = [];
  for await (const { number } of desk.listTickets(wanted)) numbers.push(number);
  expect(numbers).toEqual(made);
  const { tickets, pagination } = await desk.listTickets(wanted).page(2);
  expect([tickets[0]?.number, pagination.total_records]).toEqual([made[2], 3]);
});

// @proves E-27-4
it('makes one ticket of a request that is sent twice with its key', async () => {
  const once = { idempotencyKey: '"order-7"' };
  const first = await desk.createTicket(help, once);
  const { data, response } = await desk.createTicket(help, once).withResponse();
  expect(data).toEqual(first);
  expect(response.headers.get('idempotent-replayed')).toBe('true');
});

// @proves E-27-5
it('refuses a change when somebody was faster, and an invalid key', async () => {
  const { response } = await desk.getTicket(1).withResponse();
  const ifMatch = response.headers.get('etag') ?? '';
  await desk.patchTicket(1, { priority: 'high' }, { ifMatch });
  const late = desk.patchTicket(1, { priority: 'low' }, { ifMatch });
  await expect(late).rejects.toMatchObject({ name: 'PreconditionFailedError', status: 412 });
  await expect(desk.getTicket(1, { ifNoneMatch: '*' })).rejects.toMatchObject({ code: 'not_modified' });
  const stranger = new Desk({ url: app.url, key: 'desk_1' });
  await expect(stranger.getTicket(1)).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 });
});

// @proves E-27-8
it.each([
  ['a file', new File(['words'], 'a.txt'), {}],
  ['a text', 'words', { name: 'a.txt' }],
  ['bytes', new TextEncoder().encode('words'), { name: 'a.txt' }],
])('uploads %s, which a ticket takes', async (_, file, options) => {
  const { signed_id: signed, filename } = await desk.upload(file, options);
  expect(filename).toBe('a.txt');
  const { ticket } = await desk.createTicket({ ...help, attachments: [signed] });
  const { comments } = await desk.listComments(ticket.id).page();
  const bytes = await desk.getAttachment(comments[0]?.attachments[0]?.id ?? '');
  expect(await bytes.text()).toBe('words');
});

// @proves E-27-6
it('gives every event once, from a position on', async () => {
  const all: DeskEvent[] = [];
  for await (const event of desk.events({ follow: false, limit: 3 })) all.push(event);
  const positions = all.map(({ position }) => position);
  expect(positions).toEqual(positions.map((_, at) => at + 1));
  const later: number[] = [];
  for await (const { position } of desk.events({ after: 4, follow: false })) later.push(position);
  expect(later).toEqual(positions.slice(4));
});

it('waits for what comes', async () => {
  const { next_after: after } = await desk.listEvents({ after: 0, limit: 500 });
  const coming = desk.events({ after, interval: 20 });
  const first = coming.next();
  await desk.patchTicket(1, { status: 'closed' });
  expect((await first).value).toMatchObject({ type: 'ticket.updated', position: after + 1 });
  await coming.return();
});

// @proves E-33-15
it('hears at once what comes after a position, and of the types that it asks for', async () => {
  const { next_after: after } = await desk.listEvents({ after: 0, limit: 500 });
  const control = new AbortController();
  const hearing = desk.stream({ after, types: ['ticket.created'], signal: control.signal });
  const first = hearing.next();
  await desk.patchTicket(1, { status: 'open' });
  await desk.createTicket(help);
  const { value: event } = await first;
  expect(event).toEqual((await desk.listEvents({ after, types: ['ticket.created'] })).events[0]);
  const second = hearing.next();
  control.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
});
