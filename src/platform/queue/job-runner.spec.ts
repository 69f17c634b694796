import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceDirectory } from '../tenancy/workspaces/workspace-directory.js';
import { JobRunner } from './job-runner.js';
import type { Job, WorkspaceJob } from './job.js';
import { until } from '../../../test/support/until.js';

const [ACME, GLOBEX] = [uuid() as WorkspaceId, uuid() as WorkspaceId];
const HOUR = 3_600_000;
const suspended = new Set<WorkspaceId>();
const directory = {
  listIds: () => Promise.resolve([ACME, GLOBEX]),
  suspendedIds: () => Promise.resolve(suspended),
  isSuspended: (id: WorkspaceId) => Promise.resolve(suspended.has(id)),
} as unknown as WorkspaceDirectory;
const runners: JobRunner[] = [];

function start(...jobs: Job[]): JobRunner {
  const runner = new JobRunner(jobs, directory);
  runners.push(runner);
  runner.onApplicationBootstrap();
  return runner;
}

/** A job that writes down which workspaces it visits, and does `work` there. */
function aVisitor(work: (visits: readonly WorkspaceId[]) => void | Promise<void> = () => undefined) {
  const visits: WorkspaceId[] = [];
  let due: (workspaceId: WorkspaceId) => void = () => undefined;
  const job: WorkspaceJob = {
    failureCode: 'not_visited',
    everyMs: HOUR,
    runIn: async ({ workspaceId }) => {
      visits.push(workspaceId);
      await work(visits);
    },
    watch: (listener) => {
      due = listener;
    },
  };
  return { job, visits, makeDue: (id: WorkspaceId) => { due(id); } }; // prettier-ignore
}

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.onModuleDestroy()));
});

describe('a suspended workspace', () => {
  afterEach(() => {
    suspended.clear();
  });

  // @proves E-25-4
  it('is passed over, in rounds and when it is due, and visited once as soon as it is resumed', async () => {
    suspended.add(ACME);
    const { job, visits, makeDue } = aVisitor();
    start(job);
    await until(() => visits.length >= 1);
    makeDue(ACME);
    makeDue(GLOBEX);
    await until(() => visits.length >= 2);
    expect(visits).toEqual([GLOBEX, GLOBEX]);
    suspended.clear();
    await until(() => visits.includes(ACME));
    // Nothing shows a visit that is not made. A job looks twice a second whether workspaces are resumed.
    await sleep(600);
    expect(visits).toEqual([GLOBEX, GLOBEX, ACME]);
  });
});

describe('a job of the service', () => {
  it('is done at the start and again, also after a round that failed, until the service stops', async () => {
    let rounds = 0;
    const run = () => {
      rounds += 1;
      return rounds === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    };
    const runner = start({ failureCode: 'not_done', everyMs: 1, run });
    await until(() => rounds >= 3);
    await runner.onModuleDestroy();
    const before = rounds;
    // Nothing shows a round that is not made: there would be one each millisecond.
    await sleep(20);
    expect(rounds).toBe(before);
  });

  it('finishes the round under way before the service ends', async () => {
    let isDone = false;
    const runner = start({
      failureCode: 'not_done',
      everyMs: HOUR,
      run: async () => {
        await sleep(20);
        isDone = true;
      },
    });
    await runner.onModuleDestroy();
    expect(isDone).toBe(true);
  });
});

describe('a job of the workspaces', () => {
  it('visits all of them at the start, also after one that fails', async () => {
    const { job, visits } = aVisitor((all) => {
      if (all.length === 1) throw new Error('broken');
    });
    start(job);
    await until(() => visits.length === 2);
    expect(visits).toEqual([ACME, GLOBEX]);
  });

  it('visits a workspace again as soon as it is due', async () => {
    const { job, visits, makeDue } = aVisitor();
    start(job);
    await until(() => visits.length === 2);
    makeDue(GLOBEX);
    await until(() => visits.length === 3);
    expect(visits[2]).toBe(GLOBEX);
  });

  it('visits once more a workspace that becomes due while it is visited', async () => {
    const { job, visits, makeDue } = aVisitor((all) => {
      if (all.length === 1) makeDue(ACME);
    });
    start(job);
    await until(() => visits.length === 3);
    expect(visits).toEqual([ACME, GLOBEX, ACME]);
  });

  it('leaves the other workspaces for the next start when the service stops', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const { job, visits } = aVisitor(() => held);
    const runner = start(job);
    await until(() => visits.length === 1);
    const ended = runner.onModuleDestroy();
    goOn();
    await ended;
    expect(visits).toEqual([ACME]);
  });
});
