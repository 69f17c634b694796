import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 as uuid } from 'uuid';
import { deadlineIn } from '../../../src/kernel/time/deadline.js';
import type { WorkspaceId } from '../../../src/kernel/ids.js';
import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { CleanDescription } from '../../../src/tickets/rules/description.rules.js';
import { HtmlCleanerService } from '../../../src/tickets/write/html-cleaner.service.js';
import { PROJECT } from '../../support/servers/processes.js';

const ACME = tenantScope(uuid() as WorkspaceId);

let cleaner: HtmlCleanerService;
beforeEach(() => {
  cleaner = new HtmlCleanerService();
});
afterEach(() => cleaner.onApplicationShutdown());

/** The thread is a file of the build. */
const withThread = (path: string): void => {
  Object.assign(cleaner, { program: pathToFileURL(join(PROJECT, path)) });
};
const THREAD = 'dist/tickets/write/cleaning-thread.js';

const MANY = [
  '<b>',
  '<table><tr><td>',
  '<a href="javascript:x">x</a>',
  '&',
  '<script>x</script><img src="a">',
];

it('HTML with many tags is cleaned by a thread as it is here, and each text gets its own.', async () => {
  withThread(THREAD);
  const texts = MANY.map((part) => part.repeat(3_000));
  const cleaned = await Promise.all(texts.map((text) => cleaner.clean(ACME, text)));
  expect(cleaned).toEqual(texts.map((text) => CleanDescription.of(text)));
});

it('HTML that needs no thread is cleaned without one.', async () => {
  withThread('nowhere.js');
  const simple = '<p>x</p>'.repeat(5_000);
  expect((await cleaner.clean(ACME, simple)).html).toBe(simple);
  expect((await cleaner.clean(ACME, '<b onclick=x>x')).html).toBe('<b>x</b>');
});

it('Without a thread, HTML with many tags is not taken, as nobody would know what it holds.', async () => {
  withThread('nowhere.js');
  await expect(cleaner.clean(ACME, '<b>'.repeat(3_000))).rejects.toMatchObject({ code: 'unavailable' });
  withThread(THREAD);
  expect((await cleaner.clean(ACME, '<b>'.repeat(3_000))).problem).toBeNull();
});

it('Workspaces take turns, so that one with much HTML delays the next one by one text.', async () => {
  withThread(THREAD);
  const globex = tenantScope(uuid() as WorkspaceId);
  const done: string[] = [];
  const clean = async (name: string, scope = ACME): Promise<void> => {
    await cleaner.clean(scope, '<b>'.repeat(3_000));
    done.push(name);
  };
  await Promise.all([clean('1'), clean('2'), clean('3'), clean('of another', globex)]);
  expect(done.indexOf('of another')).toBeLessThan(3);
});

it('A text whose turn does not come in time is refused, and the next ones are cleaned.', async () => {
  withThread(THREAD);
  const texts = Array.from({ length: 5 }, () => '<b>'.repeat(20_000));
  const long = texts.map((text) => cleaner.clean(ACME, text));
  await expect(
    cleaner.clean(tenantScope(ACME.workspaceId, null, deadlineIn(1)), '&'.repeat(3_000)),
  ).rejects.toMatchObject({ code: 'unavailable' });
  expect((await Promise.all(long)).every(({ problem }) => problem === null)).toBe(true);
});
