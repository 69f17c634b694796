import { MAIL_FROM } from '../support/data/mails/mails.js';
import { DeskProcess } from '../support/servers/desk.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';

// @proves E-20-7
it('a process that is killed between sending and writing down sends the same mail again', async () => {
  const server = await MailServer.start();
  const installation = await Installation.open({ service: { SMTP_URL: server.url } });
  try {
    const { port, key } = installation.nextTarget();
    const agent = { email: 'eve@team.example', first_name: 'Eve', role: 'agent' };
    const manifest = {
      workspace: { subdomain: 'faults', name: 'Faults', mail_from: MAIL_FROM },
      team_members: [agent],
    };
    const desk = new DeskProcess({ DATABASE_URL: installation.postgres.serviceUrl });
    await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify(manifest) });
    const post = async (path: string, body: object): Promise<{ ticket: { number: number } }> => {
      const response = await fetch(`http://127.0.0.1:${port}/api/external/v2${path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(201);
      return (await response.json()) as { ticket: { number: number } };
    };
    const { ticket } = await post('/tickets', {
      email: 'a@customer.example',
      subject: 'Killed',
      description: '',
    });
    server.answer = 'hang';
    await post(`/tickets/${ticket.number}/comments`, { author_email: agent.email, content: 'Hello' });
    await until(() => server.seen.length === 1);
    installation.service.signal('SIGKILL');
    await installation.service.ended;
    server.answer = 'take';
    // As if its lease had ended.
    await installation.postgres.ask(`UPDATE mails SET due_at = due_at - interval '2 minutes'`);
    await installation.startService();
    await until(() => server.received.length === 1, 90);
    const states = () => installation.postgres.ask<{ state: string }>('SELECT state FROM mails');
    await until(async () => (await states())[0]?.state === 'sent');
    const [first, second] = server.seen;
    expect(second?.header('message-id')).toBe(first?.header('message-id'));
    expect(server.seen).toHaveLength(2);
    expect(installation.defects()).toEqual([]);
  } finally {
    await server.stop();
    await installation.close();
  }
});
