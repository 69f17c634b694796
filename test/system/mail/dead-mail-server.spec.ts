import { aTicket } from '../../support/data/builders.js';
import { aComment } from '../../support/data/comments.js';
import { aMailingWorkspace, listedMails, startAlone } from '../../support/data/mails/mails.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { until } from '../../support/until.js';

describe('a dead mail server', () => {
  // @proves E-20-8
  it('delays no request and gets three connections at most', async () => {
    const dead = await MailServer.start();
    dead.answer = 'hang';
    const waiting = await startAlone({ smtp: dead.settings });
    const desk = await aMailingWorkspace(waiting);
    const { number } = await aTicket(desk);
    for (let index = 0; index < 10; index++) await aComment(desk, number, { content: `Reply ${index}` });
    await until(() => dead.seen.length === 3);
    await waiting.operator.work(desk.scope.workspaceId);
    await desk.client.get('/events').expect(200);
    expect(dead.connections).toBe(3);
    expect((await listedMails(desk)).map(({ state }) => state)).toEqual(Array(10).fill('pending'));
    await waiting.stop();
    await dead.stop();
  });
});
