import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

// @proves E-22-13
it('a writer sends nothing for searches', async () => {
  const acme = await aWorkspace(app, TWO_AGENTS);
  const { number } = await aTicket(acme);
  const sent = await statementsOf(async () => {
    const raised = { email: 'ann@customer.example', subject: 'Zebra', description: '<p>Yak</p>' };
    await acme.client.post('/tickets', raised).expect(201);
    await acme.client.put(`/tickets/${number}`, { subject: 'Okapi', description: '<p>Gnu</p>' }).expect(200);
    await aComment(acme, number, { content: '<p>Ibex</p>' });
  });
  const forAnswers = sent.filter(({ isForAnswer }) => isForAnswer).map(({ text }) => text);
  expect(forAnswers.filter((text) => /INSERT INTO comments/.test(text))).toHaveLength(1);
  expect(forAnswers.filter((text) => text.includes('search_'))).toEqual([]);
});
