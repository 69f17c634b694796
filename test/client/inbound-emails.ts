import type { Desk } from '../../packages/client/src/index.js';
import { aMail, aSpamMail } from '../support/data/mails/inbound-emails.js';
import { until } from '../support/until.js';

/** Brings mails, reads what came, releases one that is suspended and deletes another one. */
export async function goThroughInboundEmails(desk: Desk): Promise<void> {
  const bring = async (mail: string) => (await desk.receiveInboundEmail(mail)).inbound_email;
  await bring(aMail());
  const [suspended, unwanted] = [await bring(aSpamMail()), await bring(aSpamMail())];
  await until(async () => (await desk.getInboundEmail(suspended.id)).inbound_email.state === 'suspended');

  const list = await desk.listInboundEmails({ state: 'suspended' }).page();
  expect(list.inbound_emails.map(({ id }) => id)).toContain(unwanted.id);
  const first = list.pagination.total_records;
  expect(await (await desk.getInboundEmailRaw(suspended.id)).text()).toContain('X-Spam-Flag: YES');

  const released = await desk.releaseInboundEmail(suspended.id, { as: 'ticket' });
  expect(['accepted', 'pending']).toContain(released.inbound_email.state);
  await desk.deleteInboundEmail(unwanted.id);
  const after = await desk.listInboundEmails({ state: 'suspended' }).page();
  expect(after.pagination.total_records).toBe(first - 2);
}
