import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CleanDescription } from '../../../src/tickets/rules/description.rules.js';
import { HtmlCleaner } from '../../../src/tickets/write/html-cleaner.service.js';
import { PROJECT } from '../../support/servers/processes.js';

let cleaner: HtmlCleaner;
beforeEach(() => {
  cleaner = new HtmlCleaner();
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
  const cleaned = await Promise.all(texts.map((text) => cleaner.clean(text)));
  expect(cleaned).toEqual(texts.map((text) => CleanDescription.of(text)));
});

it('HTML that needs no thread is cleaned without one.', async () => {
  withThread('nowhere.js');
  const simple = '<p>x</p>'.repeat(5_000);
  expect((await cleaner.clean(simple)).html).toBe(simple);
  expect((await cleaner.clean('<b onclick=x>x')).html).toBe('<b>x</b>');
});

it('Without a thread, HTML with many tags is not taken, as nobody would know what it holds.', async () => {
  withThread('nowhere.js');
  await expect(cleaner.clean('<b>'.repeat(3_000))).rejects.toMatchObject({ code: 'unavailable' });
  withThread(THREAD);
  expect((await cleaner.clean('<b>'.repeat(3_000))).problem).toBeNull();
});
