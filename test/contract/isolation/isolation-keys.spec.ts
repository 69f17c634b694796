import type { Response } from 'supertest';
import { createApiKey } from '../../../src/auth/api-key.js';
import { comparable } from '../../support/comparable.js';
import { aKey, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { looksFor, statementsOf } from '../../support/recorded-statements.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
});

describe('a key that does not open the workspace', () => {
  it('is looked up by the same statement whether it is unknown, expired, revoked or of a neighbour', async () => {
    const revoked = await aKey(acme, 'revoked');
    await revokeKey(acme, 'revoked');
    const expired = await aKey(acme, 'expired', { expiresAt: new Date(Date.now() - 1_000).toISOString() });
    const outcomes: { answer: object; lookups: string[] }[] = [];
    for (const key of [createApiKey(), revoked, expired, globex.key]) {
      let response: Response | undefined;
      const statements = await statementsOf(
        async () => (response = await acme.clientWith(key).get('/tickets/1')),
      );
      const lookups = statements.filter((statement) => looksFor(statement, key)).map(({ text }) => text);
      outcomes.push({ answer: comparable(response as unknown as Response, key), lookups });
    }
    expect(outcomes[0]).toMatchObject({ answer: { status: 401 }, lookups: [expect.any(String)] });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });
});
