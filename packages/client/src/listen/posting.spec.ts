import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Receiver } from '../../../../test/support/fakes/receiver.js';
import type { DeskEvent } from '../events.js';
import { post } from './posting.js';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const EVENT = {
  ...{ id: '01a2', position: 7, type: 'ticket.created', occurred_at: '2026-01-01T00:00:00.000Z' },
  data: { ticket: { number: 1 }, changes: { subject: [null, 'Größe €'] } },
} as unknown as DeskEvent;

let receiver: Receiver;
let target: URL;
beforeEach(async () => {
  receiver = await Receiver.start();
  target = new URL(`${receiver.url}?a=b`);
});
afterEach(() => receiver.stop());

const posted = () => post(target, SECRET, EVENT, new AbortController().signal);

// @proves E-33-16
describe('an event that is posted', () => {
  it('has the body and the signature of a webhook', async () => {
    expect(await posted()).toEqual({ isTaken: true, said: '200 ok' });
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
    expect([path, body]).toEqual(['/hook?a=b', JSON.stringify(EVENT)]);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'user-agent': 'Support-Desk-Webhooks', 'webhook-id': '01a2' },
      'content-length': String(Buffer.byteLength(body)),
    });
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(EVENT);
    expect(() =>
      new Webhook(`whsec_${btoa('other')}`).verify(body, headers as Record<string, string>),
    ).toThrow();
  });

  it.each([
    [500, 'no\u001b[2J\r\n', '500 no[2J'],
    [302, '', '302'],
    [410, 'a'.repeat(300), `410 ${'a'.repeat(200)}`],
  ])('is not taken by an answer with %s, whose words cannot move the cursor', async (status, text, said) => {
    receiver.answer = (response) => response.writeHead(status, { location: receiver.url }).end(text);
    expect(await posted()).toEqual({ isTaken: false, said });
    expect(receiver.received).toHaveLength(1);
  });

  it('is not taken where nobody listens, nor when it is interrupted', async () => {
    await receiver.stop();
    expect(await posted()).toEqual({ isTaken: false, said: expect.stringMatching(/ECONNREFUSED/) });
    const silent: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const ending = new AbortController();
    const { port } = silent.address() as AddressInfo;
    const trying = post(new URL(`http://127.0.0.1:${port}`), SECRET, EVENT, ending.signal);
    setTimeout(() => {
      ending.abort();
    }, 50);
    expect(await trying).toEqual({ isTaken: false, said: 'interrupted' });
    silent.closeAllConnections();
    silent.close();
    receiver = await Receiver.start();
  });
});
