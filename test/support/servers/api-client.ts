import supertest, { type Test } from 'supertest';
import { checkAgainstDocument } from '../openapi-check.js';
import { BASE_DOMAIN, type TestApp } from '../test-app.js';
import { takingTheBeginning } from '../listening/lasting-answers.js';

export type Method = 'get' | 'put' | 'patch' | 'post' | 'delete';

/** Calls the API of one workspace as a client does. Checks every response against the OpenAPI document. */
export class ApiClient {
  constructor(
    private readonly app: TestApp,
    private readonly subdomain: string,
    private readonly key: string | null,
  ) {}

  /** The same client at another process of the installation. */
  at(app: TestApp): ApiClient {
    return new ApiClient(app, this.subdomain, this.key);
  }

  get(path: string): Test {
    return this.request('get', path);
  }
  put(path: string, body?: object): Test {
    return this.request('put', path).send(body);
  }
  patch(path: string, body?: object): Test {
    return this.request('patch', path).send(body);
  }
  post(path: string, body?: object): Test {
    return this.request('post', path).send(body);
  }
  delete(path: string, body?: object): Test {
    return this.request('delete', path).send(body);
  }

  /** The address itself, and a path that starts with `/api`, is used as it is. Other paths are relative to the current version. */
  request(method: Method, path: string): Test {
    const full = /^\/($|\?|api\/|health|docs|openapi|mcp($|\?))/.test(path)
      ? path
      : `/api/external/v2${path}`;
    const request = takingTheBeginning(supertest(this.app.url)[method](full), full)
      .set('Host', `${this.subdomain}.${BASE_DOMAIN}`)
      .expect((response) => {
        checkAgainstDocument(method, full, response);
      });
    return this.key === null ? request : request.set('X-Api-Key', this.key);
  }
}
