import type { Response } from 'supertest';

/** An answer without what is different each time, and without the words that the request said itself. */
export function comparable(response: Response, named: string): object {
  const {
    'x-request-id': _id,
    date: _date,
    ratelimit: _left,
    ...headers
  } = response.headers as Record<string, string>;
  const without = (text: string) => text.replaceAll(JSON.stringify(named).slice(1, -1), '…');
  const text = without(response.text);
  const said = Object.entries(headers).map(([name, value]) => [name, without(value)]);
  return {
    status: response.status,
    text,
    headers: { ...Object.fromEntries(said), 'content-length': String(text.length) },
  };
}
