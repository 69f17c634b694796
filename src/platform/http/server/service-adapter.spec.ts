import type { Express, Request, Response } from 'express';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceAdapter } from './service-adapter.js';

describe('ServiceAdapter', () => {
  const adapter = new ServiceAdapter();
  let server: Server;
  let address: string;

  beforeAll(async () => {
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    adapter.getInstance<Express>().get('/words/:word', (request: Request, response: Response) => {
      response.json({ word: request.params['word'], host: request.hostname, app: typeof request.app });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('serves requests and responses that can do what those of Express can', async () => {
    const answer = await fetch(`${address}/words/hello`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({ word: 'hello', host: '127.0.0.1', app: 'function' });
  });

  it('makes them with the prototypes that Express gives them', async () => {
    const made: object[] = [];
    const ended: unknown[] = [];
    server.prependOnceListener('request', (request, response) => {
      made.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
      response.once('finish', () =>
        ended.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response)),
      );
    });
    await (await fetch(`${address}/words/hello`)).text();
    expect(ended).toHaveLength(2);
    for (const [index, prototype] of made.entries()) expect(ended[index]).toBe(prototype);
    expect(made[0]).toBeInstanceOf(IncomingMessage);
    expect(made[1]).toBeInstanceOf(ServerResponse);
  });
});
