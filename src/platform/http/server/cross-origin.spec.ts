import { permissionToRead } from './cross-origin.js';
import { dueTimers } from '../../../../test/support/until.js';

const ORIGIN = 'https://page.example';
const VARIES = ['Vary', 'Origin'];

const permission = (line: string) =>
  permissionToRead([ORIGIN], Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`));

it.each([`Origin: ${ORIGIN}`, `origin:${ORIGIN}`, `ORIGIN: \t ${ORIGIN} \t`])(
  'A page may read an early refusal when %j names it.',
  (line) => {
    expect(permission(line)).toContainEqual(['Access-Control-Allow-Origin', ORIGIN]);
  },
);

it.each(['Origin: https://other.example', `X-Origin: ${ORIGIN}`, 'Origin:'])(
  'No page may read an early refusal when %j is all that it has.',
  (line) => {
    expect(permission(line)).toEqual([VARIES]);
  },
);

it('Bytes that are no request, with thousands of blanks in their origin, are looked through at once.', async () => {
  const bytes = Buffer.from(`BAD\r\norigin:${' '.repeat(3_500)}x`);
  expect(permissionToRead([ORIGIN], bytes)).toEqual([VARIES]);
  // A slow way is over the limit of the test now.
  await dueTimers();
}, 5_000);
