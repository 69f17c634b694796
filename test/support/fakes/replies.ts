import { Desk } from '../../../packages/client/src/index.js';

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

type Reply = Response | Error;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** A client whose requests are answered by these replies, one after the other. */
export function deskAnswered(...replies: Reply[]): { desk: Desk; sent: Sent[] } {
  const sent: Sent[] = [];
  const own = (url: string, init: Omit<Sent, 'url'>): Promise<Response> => {
    sent.push({ ...init, url });
    const reply = replies.shift() ?? new Error('no reply is left');
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };
  const settings = { url: 'https://acme.desk.example/', key: 'desk_1' };
  return { desk: new Desk({ ...settings, fetch: own as unknown as typeof fetch }), sent };
}
