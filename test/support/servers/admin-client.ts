import supertest, { type Test } from 'supertest';
import { checkAgainstDocument } from '../openapi-check.js';
import type { TestApp } from '../test-app.js';
import type { Method } from './api-client.js';

/** A key of the tests, and how `ADMIN_KEYS` names it. */
export const ADMIN_KEY = 'k'.repeat(32);
export const ADMIN_KEYS = `tests:${ADMIN_KEY}`;

/** Administers an installation as a program does. Checks every response against the document of that listener. */
export class AdminClient {
  constructor(
    private readonly app: Pick<TestApp, 'adminUrl'>,
    private readonly key: string | null = ADMIN_KEY,
  ) {}

  get(path: string): Test {
    return this.request('get', path);
  }
  put(path: string, body?: object): Test {
    return this.request('put', path).send(body);
  }
  post(path: string, body?: object): Test {
    return this.request('post', path).send(body);
  }
  delete(path: string): Test {
    return this.request('delete', path);
  }

  /** Paths are relative to the workspaces. */
  request(method: Method, path: string): Test {
    const full = `/admin/v1/workspaces${path}`;
    const request = supertest(this.app.adminUrl ?? '')
      [method](full)
      .expect((response) => {
        checkAgainstDocument(method, full, response);
      });
    return this.key === null ? request : request.set('X-Api-Key', this.key);
  }
}
