import supertest from 'supertest';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();
let desk: TestWorkspace;

beforeAll(async () => {
  desk = await aWorkspace(app, { forms: [{ title: 'Plain', slug: 'plain' }] });
});

/** Texts that the database takes in no parameter, or that no id has. */
const ODD = ['%00', 'a%00b', '%ef%bf%bf', '9'.repeat(400), `1'--`];

it.each(ODD)('a text that is no name and no id is refused wherever a path takes one: %s', async (odd) => {
  const host = { Host: `${desk.subdomain}.${BASE_DOMAIN}` };
  const answers: string[] = [];
  for (const { method, path } of await app.operator.routes()) {
    if (!path.includes(':')) continue;
    for (const headers of [host, { ...host, 'X-Api-Key': desk.key }]) {
      const { status } = await supertest(app.url)[method](path.replace(/:\w+/g, odd)).set(headers);
      answers.push(`${status} ${method} ${path}`);
    }
  }
  expect(answers.filter((answer) => !/^4\d\d /.test(answer))).toEqual([]);
  expect(answers.length).toBeGreaterThan(70);
});
