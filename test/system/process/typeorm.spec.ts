import { spawnSync } from 'node:child_process';
import { PROJECT } from '../../support/servers/processes.js';
import { emptyDatabase } from '../../support/test-database.js';

describe("TypeORM's own command line", () => {
  it('shows and runs the migrations by ormconfig.ts, and then finds nothing to generate', async () => {
    const database = await emptyDatabase();
    const typeorm = (command: string) => {
      const env = { ...process.env, MIGRATION_DATABASE_URL: database.ownerUrl, NODE_OPTIONS: '' };
      const args = ['run', '-s', 'typeorm', '--', command, '-d', 'ormconfig.ts'];
      return spawnSync('npm', args, { cwd: PROJECT, env, encoding: 'utf8' }).stdout;
    };
    expect(typeorm('migration:show')).toContain('[ ] InitialSchema1764000000000');
    expect(typeorm('migration:run')).toContain('InitialSchema1764000000000 has been executed');
    expect(typeorm('migration:show')).toContain('[X] 1 InitialSchema1764000000000');
    expect(typeorm('schema:log')).toContain('Your schema is up to date');
    await database.drop();
  });
});
