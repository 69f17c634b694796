import { randomUUID } from 'node:crypto';
import type { TestWorkspace } from '../data/builders.js';
import {
  abandon,
  aBounce,
  aMail,
  aSpamMail,
  bring,
  received,
  released,
  signedAddress,
} from '../data/mails/inbound-emails.js';
import { BASE_DOMAIN } from '../test-app.js';

/** Mails raise a ticket, answer it, come back and are suspended; one of these is released and one deleted. */
export async function exerciseMailIn(workspace: TestWorkspace, ticketId: string): Promise<void> {
  const { app, client, scope, subdomain } = workspace;
  const first = aMail({ headers: { Cc: 'bob@customer.example', 'Message-ID': '<scenario@mail.example>' } });
  for (const _again of [1, 2]) await bring(client, first);
  const answered = `<ticket-${ticketId}@${subdomain}.${BASE_DOMAIN}>`;
  const files = [{ filename: 'a.txt', bytes: Buffer.from('a') }];
  for (const headers of [
    { 'In-Reply-To': '<scenario@mail.example>', Cc: 'ann@customer.example' },
    { From: 'MAILER-DAEMON@mail.example', 'In-Reply-To': answered, 'Return-Path': '<>' },
  ])
    await received(workspace, aMail({ headers, files }));
  await received(workspace, aBounce({ messageId: answered }));
  const headers = { From: 'MAILER-DAEMON@mail.example', To: signedAddress(workspace, 1) };
  await received(workspace, aMail({ headers }));
  const [kept, gone] = [await received(workspace, aSpamMail()), await received(workspace, aSpamMail())];
  for (const query of ['', '?state=suspended']) await client.get(`/inbound-emails${query}`);
  await client.get(`/inbound-emails/${kept.id}/raw`);
  await abandon(workspace, gone.id);
  await app.operator.work(scope.workspaceId);
  await app.operator.renewMail(scope.workspaceId, kept.id, randomUUID(), 0);
  await released(workspace, kept, { ticket: ticketId });
  await client.delete(`/inbound-emails/${gone.id}`);
  await app.operator.fetchMailbox(scope.workspaceId, [aMail()]);
}
