import { connect } from 'node:net';
import { once } from 'node:events';
import { bytesOf, UNIQUE, uniqueText } from './operations.mjs';

const TICK_MS = 1;

/**
 * Sends requests at a constant rate, whether or not answers come in time. A latency counts from the time at which the
 * request was due, so a server that stalls for a while gets the full delay.
 * @returns {Promise<{requests: number, p50: number, p99: number}>} percentiles in milliseconds
 */
export async function pacedLoad({ port, target, requests, connections, rate, ms }) {
  const idle = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const all = [...idle];
  const bytes = requests.map((request) => bytesOf(request, target));
  const due = [];
  const times = [];
  let sent = 0;
  const begun = performance.now();
  const send = () => {
    while (due.length > 0 && idle.length > 0) {
      const connection = idle.pop();
      const since = due.shift();
      const text = bytes[sent++ % bytes.length];
      connection.exchange(text.includes(UNIQUE) ? text.replaceAll(UNIQUE, uniqueText()) : text, () => {
        times.push(performance.now() - since);
        idle.push(connection);
        send();
      });
    }
  };
  let planned = 0;
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (; planned < ((now - begun) * rate) / 1000; planned++) due.push(now);
      send();
      if (now - begun < ms) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  for (const { socket } of all) socket.destroy();
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)] ?? 0;
  return { requests: times.length, p50: at(0.5), p99: at(0.99) };
}

/** A connection that stays open and does one request after the other. It understands only answers with a Content-Length. */
async function openConnection(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received = [];
  let missing = -1;
  let answered;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    if (missing < 0) {
      received.push(chunk);
      const whole = received.length === 1 ? chunk : Buffer.concat(received);
      const head = whole.indexOf('\r\n\r\n');
      if (head < 0) return;
      const [, length] = /\r\ncontent-length: (\d+)/i.exec(whole.latin1Slice(0, head)) ?? [];
      missing = Number(length ?? 0) - (whole.length - head - 4);
    } else {
      missing -= chunk.length;
    }
    if (missing > 0) return;
    received = [];
    missing = -1;
    answered();
  });
  return {
    socket,
    exchange: (text, done) => {
      answered = done;
      socket.write(text);
    },
  };
}
