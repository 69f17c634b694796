import type { WorstRequest } from './stalls.js';

/** A request of a route, whose method and path come from the route. */
export type Wanted = Omit<WorstRequest, 'method' | 'path'> & { readonly query?: string };

export const MIB = 1024 * 1024;

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
export const filled = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
export const objectOf = (count: number, value: unknown, prefix: string): object =>
  Object.fromEntries(times(count, (at) => [`${prefix}${at}`, value]));

export const LONG_QUERY = filled('a=1&', 12_000);
export const TAGS = `"${filled('a","', 12_000)}"`;

/** What any route can be asked: a long query string and long lists of tags. */
export const plain = (status = 200): Wanted[] => [
  { name: 'long query', query: LONG_QUERY, status },
  { name: 'long If-None-Match', headers: { 'If-None-Match': TAGS }, status },
];

/** Bodies that any route with a body can get. */
export const bodies = (of: string): Wanted[] => [
  { name: '1,001 properties', body: objectOf(1_001, 1, 'x'), status: 422 },
  { name: '1,000 unknown properties', body: objectOf(1_000, 'x'.repeat(990), 'x'), status: 422 },
  { name: '1 MiB of properties', body: objectOf(90_000, 1, 'x'), status: 422 },
  { name: 'arrays in arrays', body: `{"${of}":${'['.repeat(30)}1${']'.repeat(30)}}`, status: 422 },
  { name: 'too deep', body: '['.repeat(MIB - 10), status: 400 },
  { name: '350,000 empty arrays', body: `{"${of}":[${filled('[],', MIB - 30)}[]]}`, status: 422 },
  { name: 'a number of 1 MiB', body: `{"${of}":${'1'.repeat(MIB - 30)}}`, status: 422 },
  { name: 'a text of 1 MiB', body: { [of]: 'é'.repeat(MIB / 2 - 30) }, status: 422 },
  { name: 'escapes', body: `{"${of}":"${filled('\\u0041', MIB - 30)}"}`, status: 422 },
];

const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };

const fileCalled = (name: string): string =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nHello\r\n--x--\r\n`;

/** Files with names that take the longest to clean. */
export const files: Wanted[] = [
  { name: 'no form', body: { file: 'x' }, status: 415 },
  { name: 'a name of 80,000 dots', body: fileCalled(`a${'.'.repeat(80_000)}a`), headers: FORM, status: 201 },
  { name: 'a name of 40,000 marks', body: fileCalled(`a${'\u0301\u0316'.repeat(20_000)}`), headers: FORM, status: 201 },
]; // prettier-ignore
