import { WorkspaceShares } from './workspace-shares.js';

let now = 0;
const aMinuteLater = () => (now += 60_000);
const shares = (names: number) => new WorkspaceShares(names, () => now);
const times = (count: number, act: () => void) => {
  for (let done = 0; done < count; done++) act();
};
const namesIn = (tally: WorkspaceShares) => tally.list().map(({ workspace }) => workspace);

describe('requests by workspace', () => {
  it('are counted by class of status, with their time', () => {
    const tally = shares(2);
    tally.count('acme', 2, 0.5);
    tally.count('acme', 2, 0.25);
    tally.count('acme', 4, 0);
    expect(tally.list()).toEqual([
      { workspace: 'acme', requests: [0, 2, 0, 1, 0], seconds: 0.75 },
      { workspace: 'other', requests: [0, 0, 0, 0, 0], seconds: 0 },
    ]);
  });

  it('have a fixed number of names, however many workspaces there are', () => {
    const tally = shares(3);
    for (let workspace = 0; workspace < 1000; workspace++) tally.count(`w${workspace}`, 2, 1);
    aMinuteLater();
    const list = tally.list();
    expect(list).toHaveLength(4);
    expect(list.at(-1)).toMatchObject({ workspace: 'other', requests: [0, 997, 0, 0, 0], seconds: 997 });
  });

  it('name the busiest workspaces after a minute, which then count from 0, and never reduce the count of the others', () => {
    const tally = shares(1);
    tally.count('quiet', 2, 1);
    times(10, () => {
      tally.count('busy', 2, 1);
    });
    expect(namesIn(tally)).toEqual(['quiet', 'other']);
    aMinuteLater();
    expect(tally.list()).toEqual([
      { workspace: 'busy', requests: [0, 0, 0, 0, 0], seconds: 0 },
      { workspace: 'other', requests: [0, 10, 0, 0, 0], seconds: 10 },
    ]);
    tally.count('busy', 2, 1);
    tally.count('quiet', 2, 1);
    expect(tally.list().map(({ requests }) => requests[1])).toEqual([1, 11]);
  });

  it('keep a name while nobody is twice as busy', () => {
    const tally = shares(1);
    times(10, () => {
      tally.count('first', 2, 0);
    });
    times(15, () => {
      tally.count('second', 2, 0);
    });
    aMinuteLater();
    expect(namesIn(tally)).toEqual(['first', 'other']);
  });

  it('give the names of workspaces that became quiet to busier ones', () => {
    const tally = shares(1);
    times(4, () => {
      tally.count('gone', 2, 0);
    });
    times(8, () => {
      aMinuteLater();
      tally.count('new', 2, 0);
      tally.list();
    });
    expect(namesIn(tally)).toEqual(['new', 'other']);
  });

  it('do not remember every name that was ever counted', () => {
    const tally = shares(1);
    for (let workspace = 0; workspace < 30_000; workspace++) tally.count(`w${workspace}`, 2, 0);
    expect(tally.list().map(({ requests }) => requests[1])).toEqual([1, 29_999]);
    aMinuteLater();
    tally.list();
    times(2, () => {
      tally.count('late', 2, 0);
    });
    aMinuteLater();
    expect(namesIn(tally)).toEqual(['late', 'other']);
  });
});
