// The service by `npx`, from the tarball and from a registry.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProcess } from '../support/servers/processes.js';
import { ready, ticketsOf } from './support/desk.js';
import { Machine } from './support/machine.js';
import { areFew, service, underTest } from './support/packed.js';

const ELSEWHERE: [string, string[]] = [
  'a tarball elsewhere',
  ['--package', `file:${service.path}`, 'support-desk'],
];
const EPHEMERAL = ['--ephemeral', '--json'];
const started: RunningProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

/** @returns how many seconds it takes until a request is answered */
async function answers(machine: Machine, ...args: string[]): Promise<number> {
  const begin = performance.now();
  const one = machine.npx(...args);
  started.push(one);
  const told = await ready(one);
  expect(await ticketsOf(told)).toBe(5);
  const seconds = (performance.now() - begin) / 1000;
  process.kill(told.pid);
  await one.ended;
  return seconds;
}

// @proves E-28-1
describe('npx', () => {
  it.each<[string, string[]]>([
    ['the tarball of its folder', [`./${service.filename}`]],
    ...(areFew ? [] : [ELSEWHERE]),
    ['a registry', ['--registry', underTest.registry, 'support-desk']],
  ])(
    'answers a request within 60 s from %s, and the second time within 6 s without network',
    async (name, what) => {
      const machine = new Machine({ node: 20, manager: 'npm11', person: 'a user' }, `who uses ${name}`);
      copyFileSync(service.path, join(machine.folder, service.filename));
      const first = await answers(machine, '--ignore-scripts', ...what, ...EPHEMERAL);
      const again = () => answers(machine, '--offline', ...what, ...EPHEMERAL);
      let second = await again();
      // Other work on the machine may have held it up.
      for (let tries = 0; second > 6 && tries < 2; tries++) second = await again();
      console.info(`npx from ${name}: ${first.toFixed(1)} s, then ${second.toFixed(1)} s`);
      expect(first).toBeLessThan(60);
      expect(second).toBeLessThan(6);
    },
  );
});
