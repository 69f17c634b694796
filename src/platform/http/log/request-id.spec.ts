import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { requestIdOf } from './request-log.js';

const answer = (inbound?: string | string[]) => {
  const request = new IncomingMessage(new Socket());
  if (inbound !== undefined) request.headers['x-request-id'] = inbound;
  const response = new ServerResponse(request);
  return { id: requestIdOf(request, response), header: response.getHeader('X-Request-Id') };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the id of a request', () => {
  // @proves D-2-7
  it.each(['abc', '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', 'a.b_c-1', 'x'.repeat(128)])(
    'is kept: %s',
    (id) => {
      expect(answer(id)).toEqual({ id, header: id });
    },
  );

  it.each([undefined, '', '-abc', 'a b', 'a\nb', 'ä', '<script>', 'x'.repeat(129)])(
    'is a new one instead of %j',
    (inbound) => {
      const { id, header } = answer(inbound);
      expect(id).toMatch(UUID);
      expect(header).toBe(id);
    },
  );

  it('differs for each request', () => {
    expect(answer().id).not.toBe(answer().id);
  });
});
