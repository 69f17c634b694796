import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** What is sent: the id and the body are the same at each try. */
export interface SignedMessage {
  readonly id: string;
  /** When it is sent. */
  readonly at: Date;
  readonly body: string;
}

/** The headers of Standard Webhooks: the signature has a part for each live secret. */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const parts = secrets.map((secret) => `v1,${signatureOf(`${id}.${timestamp}.${body}`, secret)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': parts.join(' ') };
}

type Headers = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
