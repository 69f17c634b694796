// The three names under which a request may show its key.
import { createApiKey } from '../../../src/auth/api-key.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ hasOwnDatabase: true, failedAuthenticationsPerMinute: 100 });
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
});

/** The answer to a request with exactly these headers, without what differs from one answer to the next. */
async function answerTo(...headers: readonly string[]) {
  const connection = await RawConnection.to(app.url);
  connection.send(requestHead('GET /api/external/v2/forms HTTP/1.1', acme.subdomain, ...headers));
  const reply = await connection.reply();
  connection.close();
  if (reply === 'closed') throw new Error('The service has hung up.');
  const { status, headers: shown, body } = reply;
  return { status, body, headers: Object.fromEntries(Object.entries(shown).filter(isSteady)) };
}
const isSteady = ([name]: readonly [string, unknown]) => !/^(date|x-request-id)$/i.test(name);
const statusOf = async (...headers: readonly string[]) => (await answerTo(...headers)).status;

describe('the key of a request', () => {
  it.each([
    (key: string) => [`X-Api-Key: ${key}`],
    (key: string) => [`Session-Token: ${key}`],
    (key: string) => [`Authorization: Bearer ${key}`],
    (key: string) => [`authorization: bEARER  ${key} `],
    (key: string) => [`X-Api-Key: ${key}`, `Session-Token: ${key}`, `Authorization: Bearer ${key}`],
    (key: string) => [`X-Api-Key: ${key}`, 'Authorization: Basic ZGVzazpkZXNr'],
  ])(
    'comes as X-Api-Key, Session-Token or Authorization: Bearer, or in several equal headers: %s',
    async (headers) => {
      expect(await statusOf(...headers(acme.key))).toBe(200);
      expect(await statusOf(...headers(globex.key))).toBe(401);
    },
  );

  // @proves D-1-9..11
  it('is refused in the same bytes, which name the headers, when it is missing, malformed or contradictory', async () => {
    const { key } = acme;
    const bearer = `Authorization: Bearer ${key}`;
    const refused = [
      [],
      ['Authorization:'],
      ['Authorization: Bearer'],
      ['Authorization: Bearer '],
      ['Authorization: Bearer x'],
      [`Authorization: Bearer ${createApiKey()}`],
      [`Authorization: Bearer ${globex.key}`],
      [`Authorization: Bearer${key}`],
      [`Authorization: Bearer ${key}, Bearer ${key}`],
      [`Authorization: ApiKey ${key}`],
      [`Authorization: ${key}`],
      [`Authorization: Basic ${Buffer.from(`desk:${key}`).toString('base64')}`],
      [bearer, bearer],
      [bearer, 'Authorization: Basic ZGVzazpkZXNr'],
      ['Authorization: Basic ZGVzazpkZXNr', bearer],
      [`X-Api-Key: ${key}`, `X-Api-Key: ${key}`],
      [`X-Api-Key: ${key}`, `Authorization: Bearer ${globex.key}`],
      [`X-Api-Key: ${globex.key}`, bearer],
      [`X-Api-Key: ${key}`, 'Session-Token: x'],
      [`X-Api-Key: ${key}`, 'Authorization: Bearer'],
      [`Session-Token: ${createApiKey()}`, bearer],
      ['X-Api-Key:', bearer],
    ];
    const first = await answerTo();
    expect(first).toMatchObject({
      status: 401,
      body: '{"error":"Authentication failed: invalid API key."}',
      headers: {
        'www-authenticate':
          'ApiKey realm="Support Desk", headers="X-Api-Key Session-Token Authorization", Bearer realm="Support Desk"',
      },
    });
    for (const headers of refused) expect([headers, await answerTo(...headers)]).toEqual([headers, first]);
  });
});
