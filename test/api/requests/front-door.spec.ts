import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import supertest from 'supertest';
import { ApiClient } from '../../support/servers/api-client.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const app = useDesk();

describe('the address alone', () => {
  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9'])(
    'tells a client that accepts %s what the service is, and where everything is',
    async (accept) => {
      const { version } = JSON.parse(readFileSync(`${PROJECT}/package.json`, 'utf8')) as { version: string };
      const request = new ApiClient(app, 'acme', null).get('/');
      const answer = await (accept === undefined ? request : request.set('Accept', accept));
      expect([answer.status, answer.headers['vary']]).toEqual([200, 'Accept']);
      expect(answer.body).toEqual({
        name: 'Support Desk',
        version,
        documentation: '/docs',
        openapi: '/openapi.json',
        health: '/health/ready',
      });
      for (const path of [answer.body.documentation, answer.body.openapi, answer.body.health]) {
        expect((await supertest(app.url).get(path as string)).status).toBe(200);
      }
    },
  );

  it('leads a browser to the documentation', async () => {
    const answer = await new ApiClient(app, 'acme', null).get('/').set('Accept', BROWSER);
    expect([answer.status, answer.headers['location'], answer.headers['vary']]).toEqual([
      302,
      '/docs',
      'Accept',
    ]);
  });

  it('answers no other method', async () => {
    const answer = await supertest(app.url).post('/').send({});
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('the document, and what its page loads', () => {
  const paths = [
    ...['/openapi.json', '/docs', '/docs/page.css', '/docs/page.js'],
    ...['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'],
  ];
  const bytes = async (path: string, encoding: string, headers: Record<string, string> = {}) => {
    const answer = await rawGet(`${app.url}${path}`, { 'Accept-Encoding': encoding, ...headers });
    expect(answer.headers['vary']).toContain('Accept-Encoding');
    return answer;
  };

  it.each(paths)('%s comes compressed to those who take that, and whole to others', async (path) => {
    const whole = await bytes(path, 'identity');
    expect(whole.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, *', 'gzip', gunzipSync],
    ] as const) {
      const packed = await bytes(path, accepted);
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.body.length).toBeLessThan(whole.body.length * 0.75);
      expect(unpack(packed.body).equals(whole.body)).toBe(true);
      expect(packed.headers['etag']).not.toBe(whole.headers['etag']);
    }
    expect((await bytes(path, 'br;q=0, gzip;q=0')).body.equals(whole.body)).toBe(true);
  });

  it.each(paths)('%s has an entity tag, for which 304 is answered, and HEAD tells its size', async (path) => {
    const { headers, body } = await bytes(path, 'gzip');
    const tag = headers['etag'] ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect((await bytes(path, 'gzip', { 'If-None-Match': tag })).status).toBe(304);
    expect((await bytes(path, 'gzip', { 'If-None-Match': '"another"' })).status).toBe(200);
    expect((await bytes(path, 'identity', { 'If-None-Match': tag })).status).toBe(200);
    const head = await rawGet(`${app.url}${path}`, { 'Accept-Encoding': 'gzip' }, 'HEAD');
    expect([head.status, head.body.length, Number(head.headers['content-length'])]).toEqual([
      ...[200, 0, body.length],
    ]);
  });
});

describe('the page of the documentation', () => {
  it('has a name, an icon, the width of the screen, and nothing of another product', async () => {
    const { text } = await supertest(app.url).get('/docs').expect(200);
    expect(text).toContain('<title>Support Desk API</title>');
    expect(text).toContain('width=device-width');
    expect(text).not.toMatch(/swagger ui|favicon-/i);
    const mark = await supertest(app.url).get('/docs/mark.svg').expect(200);
    expect(mark.headers['content-type']).toContain('image/svg+xml');
  });

  it.each(['/docs/', '/docs?x=1'])('is also at %s', async (path) => {
    expect((await supertest(app.url).get(path)).status).toBe(200);
  });

  it.each(['/docs/index.html', '/docs/package.json', '/docs/../package.json', '/docs/nothing'])(
    'shows nothing at %s',
    async (path) => {
      expect((await supertest(app.url).get(path)).status).toBe(404);
    },
  );

  it('begins in prose with what a newcomer needs', async () => {
    const { info } = (await supertest(app.url).get('/openapi.json')).body as {
      info: { description: string };
    };
    expect(info.description.length).toBeLessThan(1200);
    for (const word of ['Key', 'Lists', 'Errors', 'Changes', 'Limits'])
      expect(info.description).toContain(`- **${word}**`);
  });
});

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The bytes as they come: clients unpack them. */
async function rawGet(url: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  const [answer] = (await once(request(url, { method, headers, agent: false }).end(), 'response')) as [
    IncomingMessage,
  ];
  const body = Buffer.concat((await answer.toArray()) as Buffer[]);
  return { status: answer.statusCode, headers: answer.headers as Raw['headers'], body };
}
