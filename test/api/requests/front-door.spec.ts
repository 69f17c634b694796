import { readFileSync } from 'node:fs';
import supertest from 'supertest';
import { ApiClient } from '../../support/servers/api-client.js';
import { PROJECT } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the address alone', () => {
  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9'])(
    'tells a client that accepts %s what answers, and where everything is',
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

describe('the page of the documentation', () => {
  it('has a name, a mark, the width of the screen, and nothing of another product', async () => {
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
    const headings = [...info.description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'A key',
      'Pages',
      'Conversation',
      'Values to choose from',
      'Errors',
      'Changing what others change',
      'Sending again',
      'Limits',
      'What the API does not do',
    ]);
  });
});
