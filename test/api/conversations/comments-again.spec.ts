import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aComment,
  commenting,
  contentsOf,
  CUSTOMER,
  EVE,
  pretendComments,
  TWO_AGENTS,
} from '../../support/data/comments.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

// Combinations: rules of comments that meet.
const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

/** Raises a ticket in which somebody in copy takes part. */
async function withCopy(cc: string): Promise<number> {
  const raised = { email: CUSTOMER, subject: 'Help', description: 'D', cc: [cc] };
  const { body } = await acme.client.post('/tickets', raised).expect(201);
  return body.ticket.number as number;
}

describe('a draft of a ticket that has become full', () => {
  // @proves E-15-13, E-15-19
  it('is not sent, and stays', async () => {
    const { id, number } = await aTicket(acme);
    const path = `/tickets/${number}/drafts/reply`;
    await acme.client.put(path, { author_email: EVE.email, content: 'Late' }).expect(200);
    await pretendComments(acme, id, 5_000);
    expect(fieldErrors(await acme.client.post(`${path}/send`).expect(422))).toEqual(['content']);
    await acme.client.get(path).expect(200);
  });
});

describe('a participant', () => {
  // @proves E-15-8
  it('who writes the address in other case is the same participant', async () => {
    const number = await withCopy('Copy@customer.example');
    const { author_type: type } = await aComment(acme, number, { author_email: 'copy@Customer.example' });
    expect(type).toBe('customer');
    await commenting(acme, number, { author_email: 'copies@customer.example' }).expect(422);
  });
});

describe('a conversation of agents and customers', () => {
  // @proves E-15-4
  it('has every comment; filtered by one type, it has those of agents and customers', async () => {
    const number = await withCopy('copy@customer.example');
    await aComment(acme, number, { content: 'Of us' });
    await aComment(acme, number, { content: 'Of them', author_email: 'copy@customer.example' });
    await aComment(acme, number, { content: 'For us', comment_type: 'note' });
    const both = 'author_type=customer,agent';
    expect(await contentsOf(acme, number, both)).toEqual(['D', 'Of us', 'Of them', 'For us']);
    expect(await contentsOf(acme, number, `${both}&comment_type=reply`)).toEqual(['Of us', 'Of them']);
    expect(await contentsOf(acme, number, 'author_type=agent&comment_type=reply')).toEqual(['Of us']);
  });
});
