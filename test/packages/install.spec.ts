// The service from its tarball, in an empty folder, where install scripts are off.
import type { RunningProcess } from '../support/servers/processes.js';
import { documentOf, ready, ticketsOf, toolsOf, welcomed } from './support/desk.js';
import { Machine, people, type Manager, type Node } from './support/machine.js';
import { service } from './support/packed.js';
import { isLong } from '../support/sizes.js';

const NODES: readonly Node[] = ['20.19', '22', '24', '26'];
const MANAGERS: readonly Manager[] = ['npm10', 'npm11', 'pnpm'];
/** A package for another release of Node.js fails the installation. */
const INSTALL = {
  npm10: ['install', '--engine-strict'],
  npm11: ['install', '--engine-strict'],
  pnpm: ['add', '--config.engine-strict=true'],
} as const;

const all = NODES.flatMap((node) =>
  MANAGERS.flatMap((manager) => people.map((person) => ({ node, manager, person }))),
);
/** The oldest Node.js, with the manager and the person that most have. */
const isTriedInCi = ({ node, manager, person }: (typeof all)[number]) =>
  node === '20.19' && manager === 'npm11' && person === 'a user';

// @proves E-28-1, E-28-3
describe.each(isLong ? all : all.filter(isTriedInCi))(
  'installed by $manager on Node.js $node as $person, without install scripts',
  (setting) => {
    let machine: Machine;
    const started: RunningProcess[] = [];
    beforeAll(async () => {
      machine = new Machine(setting);
      await machine.manage(...INSTALL[setting.manager], '--ignore-scripts', service.path);
    });
    afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

    const start = (args: string[], env: Record<string, string> = {}) => {
      const one = machine.starts('support-desk', args, env);
      started.push(one);
      return one;
    };

    it('serves without data, says so in JSON, and ends', async () => {
      const one = start(['--ephemeral', '--json']);
      const told = await ready(one);
      expect(await ticketsOf(told)).toBe(5);
      process.kill(told.pid);
      expect(await one.ended).toMatchObject({ status: 0, stderr: '' });
    });

    it('serves documents, language models and programs that make workspaces', async () => {
      const told = await ready(start(['--ephemeral', '--json']));
      expect(await documentOf(told.url)).toEqual(['Support Desk External API', 200]);
      expect(await documentOf(told.admin_url)).toEqual(['Support Desk Administration API', 200]);
      expect(await toolsOf(told)).toContain('get_ticket');
      const workspace = `${told.admin_url}/admin/v1/workspaces/${told.workspace}`;
      const answer = await fetch(workspace, { headers: { 'X-Api-Key': told.admin_key } });
      expect(await answer.json()).toMatchObject({ workspace: { name: expect.any(String) } });
    });

    it('serves the data of its folder, and desk works beside it', async () => {
      const first = start([], { PORT: '0' });
      const told = await welcomed(first);
      expect(await ticketsOf(told)).toBe(5);
      expect(await machine.runs('desk', '--help')).toMatch(/^Usage: desk /);
      expect(await machine.runs('desk', 'keys', 'list', 'acme')).toContain(told.key.slice(0, 9));
      expect((await first.stop()).status).toBe(0);
      const second = start([], { PORT: '0' });
      const [, url = ''] = await second.printed(/is ready at (\S+)/);
      expect(await ticketsOf({ url, key: told.key })).toBe(5);
    });
  },
);
