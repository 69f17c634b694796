import type { LookupAddress } from 'node:dns';
import { PublicAddresses, type Resolve } from '../../../src/webhooks/sending/public-addresses.js';
import { agentFor, sendBy } from '../../../src/webhooks/sending/webhook-sender.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aWebhook, newestTried, type ShownWebhook } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

/** Hosts that must not be reached, as they may be written. Some are no addresses at all. */
const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1'],
  ...['127.0.0.1.', '0177.0.0.01', '0x7f.0x0.0x0.0x1', '127.255.255.254', '0', '0.0.0.0', '0x0'],
  ...['10.0.0.1', '10.1', '0xa000001', '167772161', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['0xc0a80101', '3232235777', '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:10.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[febf::1]', '[fc00::1]'],
  ...['[fd00::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[4000::1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'l%6fcalhost', 'ｌocalhost'],
];
const app = useDesk({ hasOwnDatabase: true, webhooks: { allowsHttp: true, allowedNetworks: [] } });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.stop();
});

const port = (): string => new URL(receiver.url).port;

/** What came of a test that was sent to a host: why it was refused, or that it was. */
async function outcomeOf(workspace: TestWorkspace, webhook: ShownWebhook, host: string): Promise<string> {
  const patch = { url: `http://${host}:${port()}/hook` };
  const { status } = await workspace.client.patch(`/webhooks/${webhook.id}`, patch);
  if (status === 422) return 'no address';
  await workspace.client.post(`/webhooks/${webhook.id}/test`).expect(202);
  return (await newestTried(workspace, webhook)).tries[0]?.error ?? 'sent';
}

// @proves E-18-8
describe('an address that is not public', () => {
  it('is never connected to, in whatever way it is written', async () => {
    const acme = await aWorkspace(app);
    const hosts = [...HOSTS];
    const outcomes = new Map<string, string>();
    const work = async (): Promise<void> => {
      for (let host = hosts.pop(); host !== undefined; host = hosts.pop()) {
        const webhook = await aWebhook(acme, { url: 'https://receiver.example', state: 'disabled' });
        outcomes.set(host, await outcomeOf(acme, webhook, host));
        await acme.client.delete(`/webhooks/${webhook.id}`).expect(204);
      }
    };
    await Promise.all([1, 2, 3, 4].map(work));
    expect(outcomes.size).toBeGreaterThanOrEqual(60);
    const wrong = [...outcomes].filter(
      ([, outcome]) => !/no address|is not an address of the public internet/.test(outcome),
    );
    expect(wrong).toEqual([]);
    expect(receiver.connections).toBe(0);
  }, 120_000);

  it('is reached when the operator names its network, so the test above can fail', async () => {
    const acme = await aWorkspace(await startTestApp());
    const webhook = await aWebhook(acme, { url: 'https://receiver.example', state: 'disabled' });
    const before = receiver.connections;
    expect(await outcomeOf(acme, webhook, '2130706433')).toBe('sent');
    expect(receiver.connections).toBe(before + 1);
  });
});

// @proves E-18-8
describe('a name', () => {
  it('that is not known is a failed try, and nothing worse', async () => {
    const unknown: Resolve = (_host, _options, callback) => {
      callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    };
    expect(await send(unknown)).toBe('the name has no address');
  });

  /** A server of names that gives these answers one after the other, and the last one for good. */
  const answering = (...answers: string[][]): Resolve => {
    let asked = 0;
    return (_host, _options, callback) => {
      const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
      callback(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  };
  const send = async (resolve: Resolve, networks: string[] = []): Promise<string | null> => {
    const agent = agentFor(new PublicAddresses(networks, resolve));
    const url = `http://name.example:${port()}/hook`;
    const { error } = await sendBy(agent, { url, headers: {}, body: '{}' }, AbortSignal.timeout(5_000));
    await agent.destroy();
    return error;
  };

  it.each([
    ['leads to an inner address', [['127.0.0.1']]],
    ['leads to a public and to an inner address', [['93.184.216.34', '127.0.0.1']]],
    ['leads to an inner address that is written as one of IPv6', [['::ffff:127.0.0.1']]],
    ['leads to the prefix of NAT64', [['64:ff9b::7f00:1']]],
    ['leads nowhere', [[]]],
  ])('that %s is not connected to', async (_what, answers) => {
    const before = receiver.connections;
    expect(await send(answering(...answers))).toBe('name.example is not an address of the public internet');
    expect(receiver.connections).toBe(before);
  });

  it('is asked for once for each connection, so no second answer can differ', async () => {
    let asked = 0;
    const counting: Resolve = (host, options, callback) => {
      asked += 1;
      answering(['127.0.0.1'])(host, options, callback);
    };
    expect(await send(counting, ['127.0.0.0/8'])).toBeNull();
    expect(asked).toBe(1);
  });
});
