import supertest from 'supertest';
import { PNG } from '../data/attachments.js';
import type { TestWorkspace } from '../data/builders.js';
import { aComment } from '../data/comments.js';
import { aSession } from '../data/sessions.js';
import { EventListener } from '../listening/event-listener.js';
import { BASE_DOMAIN } from '../test-app.js';

/** Uses sessions of customers as a server and a page do. */
export async function exercisePortal(workspace: TestWorkspace): Promise<void> {
  const { client, subdomain } = workspace;
  const email = 'portal@customer.example';
  const origins = ['https://shop.example'];
  const { id, token, customer, page } = await aSession(workspace, { email, origins, company: true });
  const upload = await page.request('post', '/attachments').attach('file', PNG, { filename: 'a.png' });
  const { body } = await page.get('/me').expect(200);
  const [form] = body.forms as { fields: { name: string }[] }[];
  const country = form?.fields.some(({ name }) => name === 'Country') && {
    ticket_fields: { Country: 'India' },
  };
  const words = { subject: 'Portal', description: '<p>Portal</p>', ...country };
  const raised = await page.post('/tickets', { ...words, attachments: [upload.body.signed_id] }).expect(201);
  const { number, attachments } = raised.body.ticket as { number: number; attachments: { id: string }[] };
  await page.get(`/attachments/${attachments[0]?.id}`).expect(200);
  for (const query of ['', '?status=open&sort=updated_at', '?q=portal', '?q=-portal%20status:open'])
    await page.get(`/tickets${query}`).expect(200);
  await page.get(`/tickets/${number}`).expect(200);
  await page.post(`/tickets/${number}/comments`, { content: 'Words' }).expect(201);
  await aComment(workspace, number, { author_email: email });
  await page.get(`/tickets/${number}/comments?order=desc`).expect(200);
  await page.get('/events').expect(200);
  await hearFromTheStart(workspace, '/api/customer/v1/events/stream', { Authorization: `Bearer ${token}` });
  await hearFromTheStart(workspace, '/api/external/v2/events/stream', { 'X-Api-Key': workspace.key });
  await page.post(`/tickets/${number}/close`).expect(200);
  // A browser asks without a token.
  await supertest(workspace.app.url)
    .options('/api/customer/v1/tickets')
    .set({
      Host: `${subdomain}.${BASE_DOMAIN}`,
      Origin: origins[0] ?? '',
      'Access-Control-Request-Method': 'GET',
    });
  await client.get('/events?types=ticket.created').expect(200);
  await client.get(`/customer-sessions?customer_id=${customer.id}`).expect(200);
  await client.delete(`/customer-sessions/${id}`).expect(204);
}

/** Listens until something was heard. */
async function hearFromTheStart(
  { app, subdomain }: TestWorkspace,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const listener = await EventListener.open({ url: app.url, subdomain, path: `${path}?after=0`, headers });
  await listener.hears(1);
  listener.close();
}
