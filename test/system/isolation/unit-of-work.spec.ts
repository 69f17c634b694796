import { v7 as uuid } from 'uuid';
import { deadlineIn } from '../../../src/kernel/time/deadline.js';
import type { InnerScope, TenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import { TenantRepository } from '../../../src/platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { tenantStatement } from '../../../src/platform/tenancy/statement.js';
import { aWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

const ADD = tenantStatement(
  'test.add_group',
  'INSERT INTO groups (workspace_id, id, name) VALUES ($1, $2, $3)',
);
const SLEEP = tenantStatement(
  'test.sleep',
  'SELECT pg_sleep(0.5) FROM groups WHERE workspace_id = $1 LIMIT 1',
);
const NAMES = tenantStatement(
  'test.group_names',
  'SELECT name FROM groups WHERE workspace_id = $1 ORDER BY name',
);

class Groups extends TenantRepository {
  async add(inner: InnerScope, name: string): Promise<void> {
    await this.query(inner, ADD, [uuid(), name]);
  }

  async sleep(inner: InnerScope): Promise<void> {
    await this.query(inner, SLEEP);
  }

  async names(scope: TenantScope): Promise<string[]> {
    return (await this.query<{ name: string }>(scope, NAMES)).map(({ name }) => name);
  }
}

let app: LocalApp;
let groups: Groups;
let unitOfWork: UnitOfWork;

beforeAll(async () => {
  app = await startLocalApp();
  groups = new Groups(app.app.get(TenantDatabase));
  unitOfWork = app.app.get(UnitOfWork);
});
afterAll(() => app.stop());

it('keeps the last statements with those before them, and does afterwards what waits for that', async () => {
  const { scope } = await aWorkspace(app);
  const done: string[] = [];
  const result = await unitOfWork.run(scope, async (inner) => {
    unitOfWork.afterwards(inner, () => done.push('done'));
    await groups.add(inner, 'First');
    return unitOfWork.last(inner, async () => {
      await groups.add(inner, 'Last');
      return 'result';
    });
  });
  expect([result, done, await groups.names(scope)]).toEqual(['result', ['done'], ['First', 'Last']]);
});

it('keeps nothing when one of the last statements fails, and says why', async () => {
  const { scope } = await aWorkspace(app);
  const done: string[] = [];
  const work = unitOfWork.run(scope, async (inner) => {
    unitOfWork.afterwards(inner, () => done.push('done'));
    await groups.add(inner, 'First');
    // PostgreSQL refuses the statement after it, too. Both errors come in one piece, and that one comes through fewer promises.
    const deep = async (steps: number): Promise<void> =>
      steps === 0 ? groups.add(inner, 'Twice') : deep(steps - 1);
    await unitOfWork.last(inner, () => {
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
      return Promise.all([groups.add(inner, 'Twice'), deep(20), groups.add(inner, 'Other')]);
    });
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect([done, await groups.names(scope)]).toEqual([[], []]);
  // The connection is as good as before.
  await unitOfWork.run(scope, (inner) => groups.add(inner, 'Next'));
  expect(await groups.names(scope)).toEqual(['Next']);
});

it('refuses what is sent after the last statements', async () => {
  const { scope } = await aWorkspace(app);
  const work = unitOfWork.run(scope, async (inner) => {
    await unitOfWork.last(inner, () => groups.add(inner, 'Last'));
    await groups.add(inner, 'Behind');
  });
  await expect(work).rejects.toThrow('A statement came after the end of its transaction.');
  expect(await groups.names(scope)).toEqual(['Last']);
});

it('keeps the last statements of a part with the whole only', async () => {
  const { scope } = await aWorkspace(app);
  const work = unitOfWork.run(scope, async (inner) => {
    await unitOfWork.run(inner, (part) => unitOfWork.last(part, () => groups.add(part, 'Part')));
    await groups.add(inner, 'Whole');
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(await groups.names(scope)).toEqual([]);
});

it('keeps nothing for a caller who does not wait any more', async () => {
  const { scope } = await aWorkspace(app);
  const late = { ...scope, deadline: deadlineIn(0) };
  await expect(
    unitOfWork.run(late, (inner) => unitOfWork.last(inner, () => groups.add(inner, 'Late'))),
  ).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await groups.names(scope)).toEqual([]);
});

it('keeps nothing when its work takes longer than the caller waits', async () => {
  const { scope } = await aWorkspace(app);
  const work = unitOfWork.run({ ...scope, deadline: deadlineIn(300) }, async (inner) => {
    await groups.add(inner, 'Late');
    await groups.sleep(inner);
  });
  await expect(work).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await groups.names(scope)).toEqual([]);
});

it('keeps nothing when its last statements end too late for the caller', async () => {
  const { scope } = await aWorkspace(app);
  const addingWithin = (ms: number, name: string) =>
    unitOfWork.run({ ...scope, deadline: deadlineIn(ms) }, (inner) =>
      unitOfWork.last(inner, () => Promise.all([groups.add(inner, name), groups.sleep(inner)])),
    );
  await expect(addingWithin(300, 'Late')).rejects.toMatchObject({ kind: 'unavailable' });
  await addingWithin(30_000, 'In time');
  expect(await groups.names(scope)).toEqual(['In time']);
});
