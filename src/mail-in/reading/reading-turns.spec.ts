import type { WorkspaceId } from '../../kernel/ids.js';
import { BytePool } from '../../platform/limits/byte-pool.js';
import { ReadingTurns } from './reading-turns.js';

const [acme, globex] = ['acme', 'globex'] as unknown as [WorkspaceId, WorkspaceId];

/** Turns in which mails are read one after the other, with the names of those that have begun. */
function aReader(size = 100) {
  const turns = new ReadingTurns(new BytePool(size, 0));
  const [begun, waiting]: [string[], string[]] = [[], []];
  const wait = (workspaceId: WorkspaceId, sender: string, name: string, bytes = 1): Promise<void> =>
    turns.take({ workspaceId, sender, bytes }, () => waiting.push(name)).then(() => void begun.push(name));
  /** Ends what is read, until nothing more begins. */
  const goOn = async (): Promise<void> => {
    for (let before = -1; before < begun.length;) {
      before = begun.length;
      turns.end();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { turns, begun, waiting, wait, goOn };
}

it('Workspaces take turns, and the senders of each do: nobody waits for all mails of another one.', async () => {
  const { begun, wait, goOn } = aReader();
  const names = ['flood 1', 'flood 2', 'flood 3', 'flood 4'];
  const flood = names.map((name) => wait(acme, 'stranger@x.example', name));
  const others = [wait(acme, 'jane@customer.example', 'Jane'), wait(globex, 'kim@customer.example', 'Kim')];
  await goOn();
  await Promise.all([...flood, ...others]);
  expect(begun).toEqual(
    ['flood 1', 'Kim', 'flood 2', 'Jane', 'flood 3', 'flood 4'].sort(
      (a, b) => begun.indexOf(a) - begun.indexOf(b),
    ),
  );
  expect(begun.indexOf('Kim')).toBeLessThanOrEqual(2);
  expect(begun.indexOf('Jane')).toBeLessThanOrEqual(3);
  expect(begun.filter((name) => name.startsWith('flood'))).toEqual(names);
});

it('A mail for which memory is missing waits, and those of others are read before it.', async () => {
  const { turns, begun, waiting, wait, goOn } = aReader(10);
  await wait(acme, 'a', 'first', 5);
  const second = wait(acme, 'a', 'second', 5);
  const other = wait(globex, 'b', 'other', 5);
  await goOn();
  expect(begun).toEqual(['first', 'other']);
  expect(waiting).toEqual(['second', 'other']);
  turns.free({ workspaceId: acme, sender: 'a', bytes: 5 });
  await Promise.all([second, other]);
  expect(begun).toEqual(['first', 'other', 'second']);
});

it('Too many mails of one workspace are refused, as a temporary failure, and those of another workspace are not.', async () => {
  const { turns, wait } = aReader();
  await wait(acme, 'a', 'read');
  const waiting = Array.from({ length: 500 }, (_, index) => wait(acme, 'a', String(index)));
  await expect(wait(acme, 'b', 'one more')).rejects.toMatchObject({ kind: 'unavailable' });
  const other = wait(globex, 'b', 'other');
  turns.refuseAll(new Error('The service ends.'));
  const ended = await Promise.allSettled([...waiting, other]);
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
});
