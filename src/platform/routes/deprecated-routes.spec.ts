import type { NextFunction, Request, Response } from 'express';
import { deprecatedRoutes } from './deprecated-routes.js';

const headersFor = (originalUrl: string, older = '/api/v1/public', newer = '/api/external/v2') => {
  const headers: Record<string, string> = {};
  const response = { set: (more: object) => Object.assign(headers, more) } as unknown as Response;
  let passedOn = false;
  const next: NextFunction = () => (passedOn = true);
  void deprecatedRoutes(older, newer)({ originalUrl } as Request, response, next);
  expect(passedOn).toBe(true);
  return headers;
};

describe('an older route', () => {
  // @proves D-9-2
  it('names its successor', () => {
    expect(headersFor('/api/v1/public/tickets/42')).toEqual({
      Deprecation: '@1767225600',
      Link: '</api/external/v2/tickets/42>; rel="successor-version"',
    });
  });

  it('names the list of what its body tells, until that is read', () => {
    const link = headersFor(
      '/api/v1/public/comments',
      '/api/v1/public/comments',
      '/api/external/v2/tickets/',
    );
    expect(link['Link']).toBe('</api/external/v2/tickets>; rel="successor-version"');
  });

  it('names no other route, whatever its address contains', () => {
    expect(headersFor('/api/v1/public/tickets/1>;rel="x",<https://evil.example')['Link']).toBe(
      '</api/external/v2/tickets/1%3E;rel=%22x%22,%3Chttps://evil.example>; rel="successor-version"',
    );
  });

  it('leaves the query out', () => {
    expect(headersFor('/api/v1/public/customers?key=secret')['Link']).toBe(
      '</api/external/v2/customers>; rel="successor-version"',
    );
  });
});
