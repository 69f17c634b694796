import type { FindOptionsWhere } from 'typeorm';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../../src/platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { Group } from '../../../src/vocabulary/entities/vocabulary.entity.js';
import { aWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

/** Asks for rows of another workspace. */
class CuriousRepository extends TenantRepository {
  async namesIn(scope: TenantScope | InnerScope, where: FindOptionsWhere<Group>): Promise<string[]> {
    return (await this.select(scope, Group, ['name'], { where })).map(({ name }) => name);
  }

  renameAll(inner: InnerScope, where: FindOptionsWhere<Group>): Promise<number> {
    return this.update(inner, Group, where, { name: 'Renamed' });
  }

  deleteAll(inner: InnerScope, where: FindOptionsWhere<Group>): Promise<number> {
    return this.delete(inner, Group, where);
  }
}

let app: LocalApp;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());

it('a repository sees and changes rows of its scope only, whatever it asks for, inside of a transaction and outside', async () => {
  const manifest = { groups: [{ name: 'Support' }] };
  const acme = await aWorkspace(app, manifest);
  const globex = await aWorkspace(app, manifest);
  const groups = new CuriousRepository(app.app.get(TenantDatabase));
  const { workspaceId } = globex.scope;
  expect(await groups.namesIn(acme.scope, { workspaceId })).toEqual(['Support']);
  await app.app.get(UnitOfWork).run(acme.scope, async (inner) => {
    expect(await groups.namesIn(inner, { workspaceId })).toEqual(['Support']);
    expect(await groups.renameAll(inner, { workspaceId })).toBe(1);
    expect(await groups.deleteAll(inner, { workspaceId, name: 'Support' })).toBe(0);
  });
  expect(await groups.namesIn(acme.scope, {})).toEqual(['Renamed']);
  expect(await groups.namesIn(globex.scope, {})).toEqual(['Support']);
});
