import type { Client } from 'openapi-fetch';
import { aMail, aSpamMail } from '../support/data/inbound-emails.js';
import { until } from '../support/until.js';
import { dataOf } from './data-of.js';
import type { paths } from '../../packages/client/src/openapi.js';

const PATH = '/api/external/v2/inbound-emails/{inbound_email_id}';

/** Brings mails, reads what came, releases one that is suspended and deletes another one. */
export async function goThroughInboundEmails(api: Client<paths>): Promise<void> {
  const bring = async (mail: string) =>
    dataOf(
      await api.POST('/api/external/v2/inbound-emails', {
        ...{
          body: mail,
          bodySerializer: (body: string) => body,
          headers: { 'Content-Type': 'message/rfc822' },
        },
      }),
    ).inbound_email;
  const mail = aMail();
  await bring(mail);
  const [suspended, unwanted] = [await bring(aSpamMail()), await bring(aSpamMail())];
  const at = (id: string) => ({ params: { path: { inbound_email_id: id } } });
  await until(async () => dataOf(await api.GET(PATH, at(suspended.id))).inbound_email.state === 'suspended');

  const query = { state: 'suspended' as const };
  const list = dataOf(await api.GET('/api/external/v2/inbound-emails', { params: { query } }));
  expect(list.inbound_emails.map(({ id }) => id)).toContain(unwanted.id);
  const first = list.pagination.total_records;
  const raw = await api.GET(`${PATH}/raw`, { ...at(suspended.id), parseAs: 'text' });
  expect(dataOf(raw)).toContain('X-Spam-Flag: YES');

  const released = await api.POST(`${PATH}/release`, { ...at(suspended.id), body: { as: 'ticket' } });
  expect(['accepted', 'pending']).toContain(dataOf(released).inbound_email.state);
  expect((await api.DELETE(PATH, at(unwanted.id))).response.status).toBe(204);
  const after = dataOf(await api.GET('/api/external/v2/inbound-emails', { params: { query } }));
  expect(after.pagination.total_records).toBe(first - 2);
}
