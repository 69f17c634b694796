import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { aProvisionedWorkspace, newSubdomain } from '../../support/data/admin.js';
import { randomManifests } from '../../support/scenario/random-manifests.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';
import { aSecondLater, until } from '../../support/until.js';
import { size } from '../../support/sizes.js';

const first = useDesk({ adminKeys: ADMIN_KEYS });
const second = useDesk({ adminKeys: ADMIN_KEYS });
const [admin, otherAdmin] = [new AdminClient(first), new AdminClient(second)];

/** Puts a manifest as a client does: again, when one lock that all of them need was not free in the time of a request. */
async function putPatiently(place: number, subdomain: string, manifest: object): Promise<Response> {
  let answer: Response | undefined;
  await until(async () => {
    answer = await (place % 2 ? admin : otherAdmin).put(`/${subdomain}`, manifest);
    return answer.status !== 503;
  }, 110);
  return answer as Response;
}

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

describe('fifty equal manifests at once, at two processes', () => {
  // @proves E-25-7
  it.each(['one that makes the workspace', 'one with all sections'])('%s: it is made once', async (kind) => {
    const subdomain = newSubdomain();
    const [sections] = kind.includes('all') ? fc.sample(randomManifests, { numRuns: 1, seed: 7 }) : [{}];
    const manifest = { ...sections, workspace: { name: 'At once' } };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => putPatiently(place, subdomain, manifest)),
    );
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 201), count(statuses, 200)]).toEqual([1, 49]);
    for (const { status, body } of answers)
      expect((body.changes as string[]).length > 0).toBe(status === 201);
    expect(new Set(answers.map(({ body }) => String(body.workspace.id))).size).toBe(1);
  });

  it('that differ leave one of them whole', async () => {
    const { subdomain } = await aProvisionedWorkspace(first);
    const wanted = Array.from({ length: 20 }, (_, place) => ({
      workspace: { name: `Name ${place}`, knowledge_base_name: `Name ${place}` },
    }));
    const answers = await Promise.all(
      wanted.map((manifest, place) => putPatiently(place, subdomain, manifest)),
    );
    expect(
      count(
        answers.map(({ status }) => status),
        200,
      ),
    ).toBe(20);
    const { workspace } = (await admin.get(`/${subdomain}`)).body as { workspace: Record<string, string> };
    expect(workspace['knowledge_base_name']).toBe(workspace['name']);
  });
});

describe('a manifest of any kind', () => {
  const MANIFESTS = size({ here: 60, long: 200 });

  // @proves E-25-8
  it(`changes nothing when it is read and put again: ${MANIFESTS} random ones`, async () => {
    const property = fc.asyncProperty(randomManifests, async ({ workspace, ...manifest }) => {
      const subdomain = `w${randomBytes(8).toString('hex')}`;
      const { subdomain: _other, ...settings } = workspace as Record<string, unknown>;
      await admin.put(`/${subdomain}`, { ...manifest, workspace: settings }).expect(201);
      const { body } = await otherAdmin.get(`/${subdomain}`).expect(200);
      const again = await otherAdmin.put(`/${subdomain}`, body as object).expect(200);
      expect(again.body.changes).toEqual([]);
      expect((await admin.get(`/${subdomain}`)).body).toEqual(body);
    });
    await fc.assert(property, { numRuns: MANIFESTS });
  }, 300_000);
});

describe('another process', () => {
  // @proves E-25-9
  it('accepts the key of a new workspace at once, and applies every other change within a second', async () => {
    const statusAt = (one: ApiClient) => aSecondLater(async () => (await one.get('/tickets')).status);
    const round = async (): Promise<void> => {
      const { subdomain, key, client } = await aProvisionedWorkspace(first);
      const there = new ApiClient(second, subdomain, key);
      expect((await there.get('/tickets')).status).toBe(200);
      await otherAdmin.post(`/${subdomain}/suspend`).expect(200);
      expect(await statusAt(client)).toBe(403);
      await admin.post(`/${subdomain}/resume`).expect(200);
      expect(await statusAt(there)).toBe(200);
      await admin.delete(`/${subdomain}/keys/test`).expect(204);
      expect(await statusAt(there)).toBe(401);
      await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
      expect(await statusAt(there)).toBe(404);
    };
    await Promise.all(Array.from({ length: 10 }, round));
  });

  it('forgets that a subdomain was unknown as soon as there is such a workspace', async () => {
    const subdomain = newSubdomain();
    const stranger = new ApiClient(second, subdomain, null);
    await stranger.get('/tickets').expect(404);
    await admin.put(`/${subdomain}`, { workspace: { name: 'New' } }).expect(201);
    expect((await stranger.get('/tickets')).status).toBe(401);
  });
});

describe('deleting a workspace', () => {
  // @proves E-25-11
  it('that has many rows does not hold up others, and both processes may do it', async () => {
    const { subdomain, client } = await aProvisionedWorkspace(first);
    const other = await aProvisionedWorkspace(second);
    const { workspace } = await first.operator.show(subdomain);
    await first.operator.seed(workspace.id, 3_000);
    expect((await client.get('/tickets')).body.pagination.total_records).toBe(3_000);
    await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
    await until(async () => {
      await other.client
        .post('/tickets', { email: 'a@b.example', subject: 'A', description: '' })
        .expect(201);
      return (await admin.get(`/deleting-${workspace.id}`)).status === 404;
    });
  });
});
