// The service that one user has installed without install scripts, and another one starts: PostgreSQL's libraries lack their links.
import type { RunningProcess } from '../support/servers/processes.js';
import { ready, ticketsOf, welcomed } from './support/desk.js';
import { isRoot, Machine, type Person } from './support/machine.js';
import { service } from './support/packed.js';

const started: RunningProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

async function installedBy(person: Person): Promise<Machine> {
  const machine = new Machine({ node: '20.19', manager: 'npm11', person });
  await machine.manage('install', '--ignore-scripts', service.path);
  return machine;
}

/** A service without data, and one that keeps its data and is started twice. */
async function serves(machine: Machine): Promise<void> {
  const starts = (args: string[], env: Record<string, string> = {}) => {
    const one = machine.starts('support-desk', args, env);
    started.push(one);
    return one;
  };
  expect(await ticketsOf(await ready(starts(['--ephemeral', '--json'])))).toBe(5);
  const one = starts([], { PORT: '0' });
  const { key } = await welcomed(one);
  expect((await one.stop()).status).toBe(0);
  const [, url = ''] = await starts([], { PORT: '0' }).printed(/is ready at (\S+)/);
  expect(await ticketsOf({ url, key })).toBe(5);
}

// @proves E-28-1, E-28-3
describe('installed without install scripts, the service', () => {
  it('starts where nobody can write to the packages', async () => {
    const machine = await installedBy('a user');
    await machine.run('chmod', ['-R', 'a-w', 'node_modules']);
    await serves(machine);
  });

  // Nobody but root can become somebody else.
  const itForTwo = isRoot ? it : it.skip;
  itForTwo('of root is started by a user', async () => {
    await serves((await installedBy('root')).lentTo('a user'));
  });

  itForTwo('of a user is started by root', async () => {
    await serves((await installedBy('a user')).lentTo('root'));
  });
});
