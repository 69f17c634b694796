import { bodies, filled, LONG_QUERY, plain, TAGS, times, type Wanted } from './worst-request.parts.js';

const endless = `https://${'a.'.repeat(500_000)}example`;

/** Those of webhooks. */
export const webhooks: Readonly<Record<string, readonly Wanted[]>> = {
  'get /api/external/v2/webhooks': [{ name: 'page of 100', query: 'page_size=100', status: 200 }],
  'post /api/external/v2/webhooks': [
    ...bodies('types'),
    { name: 'an address of 1 MiB', body: { url: endless, types: ['form.created'] }, status: 422 },
    { name: '60,000 types', body: { url: 'https://a.example', types: times(60_000, () => 'form.created') }, status: 422 },
  ], // prettier-ignore
  'patch /api/external/v2/webhooks/:webhook_id': [
    ...bodies('types'),
    { name: 'an address of 1 MiB', body: { url: endless }, status: 422 },
    { name: 'long If-Match', body: {}, headers: { 'If-Match': TAGS }, status: 412 },
  ],
  'post /api/external/v2/webhooks/:webhook_id/secrets': [{ name: 'long query', query: LONG_QUERY, status: 201 }],
  'delete /api/external/v2/webhooks/:webhook_id/secrets/:secret_id': [{ name: 'long query', query: LONG_QUERY, status: 404 }],
  'post /api/external/v2/webhooks/:webhook_id/test': [{ name: 'long query', query: LONG_QUERY, status: 202 }],
  'get /api/external/v2/webhooks/:webhook_id/deliveries': [
    { name: 'last page', query: 'page_number=999999999&page_size=100', status: 200 },
    { name: 'repeated parameters', query: filled('state=failed&', 12_000), status: 422 },
  ],
  'get /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id': plain(404),
  'post /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': [
    { name: 'long query', query: LONG_QUERY, status: 404 },
  ],
  'post /api/external/v2/webhooks/:webhook_id/replay': [
    ...bodies('types'),
    { name: 'all events', body: {}, status: 202 },
    { name: 'all that has failed', body: { after: 0, until: 2 ** 53 - 1, failed_only: true }, status: 202 },
  ],
}; // prettier-ignore

const HAN = times(320_000, (at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000))).join('');
const MARKS = '\u0301\u0316'.repeat(250_000);
const KEPT_FILES =
  `--x\r\nContent-Disposition: form-data; name="kept"\r\n\r\n${' '.repeat(50_000)}\r\n`.repeat(20) +
  '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n'.repeat(500);
const LONG_NAMES =
  `--x\r\nContent-Disposition: form-data; name="f"; filename="${'a'.repeat(79_000)}"\r\n\r\n\r\n`.repeat(39);
const parts = (body: string): Pick<Wanted, 'body' | 'headers'> => ({
  body: `${body}--x--\r\n`,
  headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
});
const email = (address: string): Pick<Wanted, 'body' | 'headers'> =>
  parts(`--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${address}\r\n`);
const SENT = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Those of forms in the browser. */
export const webForms: Readonly<Record<string, readonly Wanted[]>> = {
  'get /forms/:slug': [
    { name: '489 fields with 9,000 options', status: 200 },
    { name: 'long query', query: LONG_QUERY, status: 200 },
  ],
  'get /forms/:slug/sent/:receipt': plain(404),
  'get /forms/assets/:file': plain(404),
  'get /forms/logo/:version': plain(404),
  'post /forms/:slug': [
    { name: '20,000 controls', body: times(20_000, (at) => `c${at}=x`).join('&'), headers: SENT, status: 422 },
    { name: '20,001 controls', body: times(20_001, (at) => `c${at}=x`).join('&'), headers: SENT, status: 413 },
    { name: 'a message of 1,000,000 letters', body: `message=${'x'.repeat(1_000_000)}`, headers: SENT, status: 422 },
    { name: '500 files behind 1,000,000 spaces', ...parts(KEPT_FILES), status: 422 },
    { name: '39 long names of files', ...parts(LONG_NAMES), status: 413 },
    { name: 'a domain of 320,000 letters', ...email(`a@${HAN}`), status: 422 },
    { name: 'an address of 500,000 marks', ...email(MARKS), status: 422 },
    { name: 'JSON', body: { message: 'x' }, status: 415 },
  ],
}; // prettier-ignore

/** Those of a stream that are answered at once: a stream that begins lasts for minutes. */
export const streams: Readonly<Record<string, Wanted[]>> = {
  'get /api/external/v2/events/stream': [
    { name: 'long query', query: `after=x&${LONG_QUERY}`, status: 422 },
    { name: 'long If-None-Match', query: 'after=x', headers: { 'If-None-Match': TAGS }, status: 422 },
    { name: 'long Last-Event-ID', headers: { 'Last-Event-ID': '9'.repeat(12_000) }, status: 422 },
    { name: '3,000 types', query: `types=${times(3_000, () => 'x').join()}`, status: 422 },
  ],
};
