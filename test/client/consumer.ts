// A strict program that uses the client. It is compiled against the package as it is packed, by each TypeScript that is
// supported. What must be refused is marked with `@ts-expect-error`.
import {
  CustomerDesk,
  Desk,
  DeskError,
  InvalidRequestError,
  makeKey,
  verifyWebhook,
  type Body,
  type DeskEvent,
  type Schemas,
} from '@support-desk/client';

const desk = new Desk({ url: 'https://acme.desk.example', key: 'desk_1', retries: 3 });

export async function raise(subject: string): Promise<Schemas['RaisedTicket']> {
  const body: Body<'createTicket'> = { email: 'ann@customer.example', subject, description: '' };
  const { ticket } = await desk.createTicket(body, { idempotencyKey: '"1"' });
  // @ts-expect-error a ticket has a subject
  await desk.createTicket({ email: 'ann@customer.example', description: '' });
  // @ts-expect-error there is no such priority
  await desk.patchTicket(ticket.id, { priority: 'highest' });
  return ticket;
}

export async function read(): Promise<string[]> {
  const subjects: string[] = [];
  const priority = ['high', 'urgent'] as const;
  for await (const ticket of desk.listTickets({ status: ['open'], priority, order: 'asc' })) {
    const number: number = ticket.number;
    subjects.push(`${number} ${ticket.subject}`);
  }
  const { pagination } = await desk.listTickets({ page_size: 1 }).page(2);
  const total: number = pagination.total_records;
  const { data, response } = await desk.getTicket(total, { include: ['comments'] }).withResponse();
  const etag: string | null = response.headers.get('etag');
  await desk.listTickets({ status: 'open', priority: 'high', include: ['matches'] }).page();
  // @ts-expect-error there is no such priority
  desk.listTickets({ priority: ['highest'] });
  // @ts-expect-error a list of tickets is sorted by one property
  desk.listTickets({ sort: ['created_at'] });
  // @ts-expect-error nothing of this name can be included
  await desk.getTicket(7, { include: ['everything'] });
  // @ts-expect-error a draft is a reply or a note
  await desk.getDraft(7, 'letter');
  const bytes: Response = await desk.getAttachment('a');
  await desk.deleteDraft(7, 'note');
  await desk.sendDraft(7, 'note');
  return [...subjects, data.ticket.subject, etag ?? '', await bytes.text()];
}

export async function follow(handle: (event: DeskEvent) => void): Promise<void> {
  for await (const event of desk.events({ after: 7, types: ['ticket.created'] })) {
    if (event.type === 'ticket.created') handle(event);
  }
}

export async function listen(signal: AbortSignal): Promise<string> {
  for await (const event of desk.stream({ types: ['ticket.created', 'comment.created'], signal })) {
    const position: number = event.position;
    if (event.type === 'comment.created') return `${position} ${event.data.comment.id}`;
  }
  // @ts-expect-error a position is a number
  desk.stream({ after: '7' });
  // @ts-expect-error there is no such type
  desk.stream({ types: ['ticket.eaten'] });
  const page = new CustomerDesk({ url: 'https://acme.desk.example', token: 'token' });
  for await (const { type } of page.stream({ after: 7 })) return type;
  return '';
}

export async function receive(request: Request, secrets: string[]): Promise<string> {
  const message = await verifyWebhook(await request.text(), request.headers, secrets);
  return message.type === 'webhook.test' ? message.type : message.id;
}

export async function more(): Promise<string> {
  const { signed_id: signed } = await desk.upload(new Blob(['a']), { name: 'a.txt' });
  await desk.upload(new Uint8Array([1]), { name: 'a.bin', signal: new AbortController().signal });
  const { key, sha256 } = await makeKey();
  try {
    await desk.getService();
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.fieldErrors.map(({ field }) => field).join();
    if (error instanceof DeskError) return `${error.status} ${error.code} ${error.requestId ?? ''}`;
  }
  return signed + key + sha256;
}
