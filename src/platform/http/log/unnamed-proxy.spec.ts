import type { Request, Response } from 'express';
import { noticeUnnamedProxy } from './unnamed-proxy.js';

/** The number of warnings about a request with these headers from this address, which is sent `times` times. */
function warnings(remoteAddress: string | undefined, headers: Record<string, string>, times = 3): number {
  let [warned, passed] = [0, 0];
  const handle = noticeUnnamedProxy({ warn: () => (warned += 1) });
  const request = { headers, socket: { remoteAddress } } as unknown as Request;
  for (let turn = 0; turn < times; turn++) void handle(request, {} as Response, () => (passed += 1));
  expect(passed).toBe(times);
  return warned;
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

describe('a proxy that is not named', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
  ])('is noticed once at %s', (address) => {
    expect(warnings(address, FORWARDED)).toBe(1);
    expect(warnings(address, { forwarded: 'for=203.0.113.7' })).toBe(1);
  });

  it.each(['203.0.113.9', '2001:4860::1', '::ffff:8.8.8.8', 'nonsense', undefined])(
    'is not %s: a stranger can send the header',
    (address) => {
      expect(warnings(address, FORWARDED)).toBe(0);
    },
  );

  it('is not noticed without the headers', () => {
    expect(warnings('127.0.0.1', { 'x-forwarded-host': 'acme.desk.test' })).toBe(0);
  });
});
