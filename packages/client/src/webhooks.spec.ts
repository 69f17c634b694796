import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../src/webhooks/sending/webhook-sender.js';
import { verifyWebhook, WebhookVerificationError } from './index.js';
import { size } from '../../../test/support/sizes.js';

const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`;
const SECRET = secretOf(Buffer.alloc(32, 1));
const OTHER = secretOf(Buffer.alloc(32, 2));
const BODY = '{"type":"ticket.created","id":"e1"}';
/** `CLIENT_CASES=10000` tries more. */
const CASES = size({ here: 200, long: 10_000, by: 'CLIENT_CASES' });
const now = (): Date => new Date();

// @proves E-27-7
describe('verifyWebhook', () => {
  it('gives what the service has signed, by any of the secrets, from any kind of headers', async () => {
    const headers = signedHeaders({ id: 'e1', at: now(), body: BODY }, [SECRET]);
    const message = JSON.parse(BODY) as unknown;
    expect(await verifyWebhook(BODY, headers, SECRET)).toEqual(message);
    expect(await verifyWebhook(Buffer.from(BODY), new Headers(headers), [OTHER, SECRET])).toEqual(message);
    const loud = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name.toUpperCase(), [text]]),
    );
    expect(await verifyWebhook(BODY, loud, SECRET)).toEqual(message);
    const rotating = signedHeaders({ id: 'e1', at: now(), body: BODY }, [OTHER, SECRET]);
    expect(await verifyWebhook(BODY, rotating, SECRET)).toEqual(message);
  });

  it('refuses another secret, another body, another moment and missing headers', async () => {
    const headers = signedHeaders({ id: 'e1', at: now(), body: BODY }, [SECRET]);
    const old = signedHeaders({ id: 'e1', at: new Date(Date.now() - 301_000), body: BODY }, [SECRET]);
    const early = signedHeaders({ id: 'e1', at: new Date(Date.now() + 302_000), body: BODY }, [SECRET]);
    const { 'webhook-id': _, ...without } = headers;
    for (const answer of [
      verifyWebhook(BODY, headers, OTHER),
      verifyWebhook(BODY, headers, []),
      verifyWebhook(`${BODY} `, headers, SECRET),
      verifyWebhook(BODY, { ...headers, 'webhook-id': 'e2' }, SECRET),
      verifyWebhook(BODY, { ...headers, 'webhook-timestamp': 'now' }, SECRET),
      verifyWebhook(BODY, without, SECRET),
      verifyWebhook(BODY, old, SECRET),
      verifyWebhook(BODY, early, SECRET),
    ])
      await expect(answer).rejects.toThrow(WebhookVerificationError);
    expect(await verifyWebhook(BODY, old, SECRET, { tolerance: 600 })).toBeDefined();
  });

  it('refuses an empty secret, with which anybody could sign', async () => {
    const headers = signedHeaders({ id: 'e1', at: now(), body: BODY }, [SECRET]);
    await expect(verifyWebhook(BODY, headers, 'whsec_')).rejects.toThrow(TypeError);
  });

  it(`agrees with standardwebhooks in ${CASES} random cases`, async () => {
    const counts = { accepted: 0, refused: 0 };
    const tried = fc.asyncProperty(cases(), async ({ body, headers, secret }) => {
      const theirs = await outcomeOf(() => new Webhook(secret).verify(body, headers));
      const ours = await outcomeOf(() => verifyWebhook(body, headers, secret));
      expect(ours).toEqual(theirs);
      counts[theirs === 'refused' ? 'refused' : 'accepted']++;
    });
    await fc.assert(tried, { numRuns: CASES });
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(CASES / 10);
  });
});

async function outcomeOf(verify: () => unknown): Promise<unknown> {
  try {
    return await verify();
  } catch {
    return 'refused';
  }
}

interface Case {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly secret: string;
}

/** Messages of any text, signed well or with one thing changed. */
function cases(): fc.Arbitrary<Case> {
  const secrets = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(secretOf);
  const message = fc.record({
    ...{ body: fc.json(), id: fc.string({ minLength: 1 }), secret: secrets, others: fc.array(secrets) },
    age: fc.oneof(fc.integer({ min: -290, max: 290 }), fc.integer({ min: -900, max: 900 })),
    change: fc.constantFrom(
      'none',
      'none',
      'none',
      'body',
      'id',
      'timestamp',
      'signature',
      'version',
      'secret',
      'less',
    ),
    spoiled: fc.string(),
  });
  return message.map(({ body, id, secret, others, age, change, spoiled }) => {
    const at = new Date(Date.now() - age * 1_000);
    const headers = signedHeaders({ id, at, body }, [...others, secret]);
    const signed: Case = { body, headers, secret };
    const changed = (name: string, text: string): Case => ({
      ...signed,
      headers: { ...headers, [name]: text },
    });
    const signature = headers['webhook-signature'] ?? '';
    switch (change) {
      case 'body':
        return { ...signed, body: `${body} ` };
      case 'id':
        return changed('webhook-id', spoiled);
      case 'timestamp':
        return changed('webhook-timestamp', `${headers['webhook-timestamp'] ?? ''}${spoiled}`);
      case 'signature':
        return changed('webhook-signature', signature.slice(0, -1 - spoiled.length) + spoiled);
      case 'version':
        return changed('webhook-signature', signature.replaceAll('v1', 'v2'));
      case 'secret':
        return { ...signed, secret: secretOf(Buffer.from(`another ${spoiled}`)) };
      case 'less':
        return changed('webhook-signature', '');
      default:
        return signed;
    }
  });
}
