// The service by `npx`, from the tarball and from a registry.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProcess } from '../support/servers/processes.js';
import { ready, ticketsOf } from './support/desk.js';
import { Machine } from './support/machine.js';
import { service, underTest } from './support/packed.js';

const ELSEWHERE: [string, string[]] = [
  'a tarball elsewhere',
  ['--package', `file:${service.path}`, 'support-desk'],
];
const EPHEMERAL = ['--ephemeral', '--json'];
const started: RunningProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

async function answers(machine: Machine, ...args: string[]): Promise<void> {
  const one = machine.npx(...args);
  started.push(one);
  // bench/npx.mjs measures how long a person waits for it.
  const told = await ready(one);
  expect(await ticketsOf(told)).toBe(5);
  process.kill(told.pid);
  await one.ended;
}

// @proves E-28-1
describe('npx', () => {
  it.each<[string, string[]]>([
    ['the tarball of its folder', [`./${service.filename}`]],
    ELSEWHERE,
    ['a registry', ['--registry', underTest.registry, 'support-desk']],
  ])('answers a request from %s, and the second time without network', async (name, what) => {
    const machine = new Machine({ node: '20.19', manager: 'npm11', person: 'a user' }, `who uses ${name}`);
    copyFileSync(service.path, join(machine.folder, service.filename));
    await answers(machine, '--ignore-scripts', ...what, ...EPHEMERAL);
    await answers(machine, '--offline', ...what, ...EPHEMERAL);
  });
});
