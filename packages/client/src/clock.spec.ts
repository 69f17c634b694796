import { advanceClock } from './clock.js';
import { InvalidRequestError } from './errors.js';

const NOW = '2026-02-04T09:00:00.000Z';

/** Answers each request, and keeps what was sent. */
function aDesk(status: number, answer: object) {
  const sent: { url: string; method: string; key: string; body: unknown }[] = [];
  const fake = ((url: string, { method, headers, body }: RequestInit) => {
    const { Authorization: key = '' } = headers as Record<string, string>;
    sent.push({ url, method: method ?? '', key, body: JSON.parse(body as string) });
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  }) as typeof fetch;
  return { sent, clock: { url: 'http://127.0.0.1:1/', key: 'secret', fetch: fake } };
}

describe('the clock of a temporary desk', () => {
  // @proves E-31-17
  it.each([
    ['P4D', { advance: 'P4D' }],
    [new Date(NOW), { now: NOW }],
  ])('is moved by %s, and tells the new time', async (by, body) => {
    const { sent, clock } = aDesk(200, { clock: { now: NOW, seconds_ahead: 1 } });
    expect(await advanceClock(clock, by)).toEqual(new Date(NOW));
    expect(sent).toEqual([
      { url: 'http://127.0.0.1:1/admin/v1/clock', method: 'PUT', key: 'Bearer secret', body },
    ]);
  });

  it('refuses as the desk does, and sends nothing again', async () => {
    const refusal = { error: 'No.', code: 'invalid_request', field_errors: { now: ['is past'] } };
    const { clock } = aDesk(422, refusal);
    await expect(advanceClock(clock, new Date(NOW))).rejects.toThrow(InvalidRequestError);
    const busy = aDesk(503, { error: 'Busy.', code: 'unavailable' });
    await expect(advanceClock(busy.clock, 'PT1H')).rejects.toThrow('Busy.');
    expect(busy.sent).toHaveLength(1);
  });
});
