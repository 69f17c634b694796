import supertest, { type Test } from 'supertest';
import { checkAgainstDocument } from '../openapi-check.js';
import type { Method } from '../servers/api-client.js';
import { takingTheBeginning } from '../listening/lasting-answers.js';
import { BASE_DOMAIN, type TestApp } from '../test-app.js';
import type { TestWorkspace } from './builders.js';

/** Calls the API of customers as a page does. Checks every response against the OpenAPI document. */
export class PortalClient {
  constructor(
    private readonly app: TestApp,
    private readonly subdomain: string,
    private readonly token: string | null,
  ) {}

  /** The same client at another process of the installation. */
  at(app: TestApp): PortalClient {
    return new PortalClient(app, this.subdomain, this.token);
  }

  get(path: string): Test {
    return this.request('get', path);
  }
  post(path: string, body?: object): Test {
    return this.request('post', path).send(body);
  }

  request(method: Method, path: string): Test {
    const full = `/api/customer/v1${path}`;
    const request = takingTheBeginning(supertest(this.app.url)[method](full), full)
      .set('Host', `${this.subdomain}.${BASE_DOMAIN}`)
      .expect((response) => {
        checkAgainstDocument(method, full, response);
      });
    return this.token === null ? request : request.set('Authorization', `Bearer ${this.token}`);
  }
}

/** A session of a customer, and a client that uses it. */
export interface TestSession {
  readonly id: string;
  readonly token: string;
  readonly customer: { readonly id: string; readonly name: string; readonly email: string };
  readonly expires_at: string;
  readonly page: PortalClient;
}

/** Makes a session, of `someone@customer.example` unless the properties name another customer. */
export async function aSession(
  workspace: TestWorkspace,
  wanted: Record<string, unknown> = {},
  key?: string,
): Promise<TestSession> {
  const maker = key === undefined ? workspace.client : workspace.clientWith(key);
  const named = 'customer_id' in wanted ? {} : { email: 'someone@customer.example' };
  const { body } = await maker.post('/customer-sessions', { ...named, ...wanted }).expect(201);
  const { customer_session: session } = body as { readonly customer_session: Omit<TestSession, 'page'> };
  const page = new PortalClient(workspace.app, workspace.subdomain, session.token);
  return { ...session, page };
}
