import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Request, Response } from 'express';
import type { Configuration } from '../config/configuration.js';
import { limitBodyTime } from '../http/requests/body-time.js';
import { Transfers } from './transfers.js';

/** Bytes that a window of five seconds asks for. */
const OF_A_WINDOW = 500_000;
const HIGH_WATER_MARK = 65_536;

/** An upload whose bytes come, while the service may take none of them. */
class Upload extends EventEmitter {
  readonly headers = { 'content-length': '1000000' };
  readonly socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroyed: false });
  readonly readableHighWaterMark = HIGH_WATER_MARK;
  readableLength = 0;
  complete = false;
}

let upload: Upload;
let answer: EventEmitter;
let endPace: () => void;
let isLate: boolean;
/** Looks at the pace, as the timer of the upload does every five seconds. */
let look: () => void;

const original = globalThis.setInterval;

beforeEach(() => {
  [upload, answer, isLate] = [new Upload(), new EventEmitter(), false];
  const request = upload as unknown as Request;
  const response = answer as unknown as Response;
  const server = new EventEmitter().on('clientError', () => (isLate = true)) as Server;
  void limitBodyTime(server, 60_000)(request, response, () => undefined);
  const configuration = { transferBytesPerSecond: OF_A_WINDOW / 5, transfersAtOnce: 8 } as Configuration;
  globalThis.setInterval = (check: () => void) => {
    look = check;
    return original(() => undefined, 60_000);
  };
  endPace = new Transfers(configuration).beginUpload(request, response, 'a client');
});
afterEach(() => {
  globalThis.setInterval = original;
  endPace();
  upload.emit('close');
  answer.emit('close');
});

/** Looks at the end of a window in which bytes came. The service has not taken `left` of them. */
function windowWith(bytes: number, left: number): boolean {
  upload.socket.bytesRead += bytes;
  upload.readableLength = left;
  look();
  return isLate;
}

// @proves E-16-8
describe('the pace of an upload', () => {
  it('is not asked of five seconds that begin or end while the service takes no bytes, and is asked after these', () => {
    expect(windowWith(0, HIGH_WATER_MARK)).toBe(false);
    // The service takes bytes again just before the next look, so the client had no time to send more.
    expect(windowWith(100, 0)).toBe(false);
    expect(windowWith(100, 0)).toBe(true);
  });

  it('ends an upload of which too few bytes come while the service takes all of them', () => {
    expect(windowWith(OF_A_WINDOW, HIGH_WATER_MARK - 1)).toBe(false);
    expect(windowWith(OF_A_WINDOW - 1, HIGH_WATER_MARK - 1)).toBe(true);
  });
});
