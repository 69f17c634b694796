import type { Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An idle connection stays open for this time, because a request may be on its way. */
const LINGER_MS = 300;
/** The service has answered every request by then. A client that is still connected does not send or does not read. */
const PATIENCE_MS = 5_000;

/**
 * Watches the connections of a server that has not begun to listen yet.
 * @returns a function that stops the server without refusing a request: it accepts no new connection, every further answer says
 *   that it is the last one of its connection, and idle connections are closed. It resolves when no connection is left.
 */
export function drainOf(server: Server, patienceMs = PATIENCE_MS): () => Promise<void> {
  const sockets = new Set<Socket>();
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', watch);
  return async () => {
    if (!server.listening) return;
    const drained = new Promise<void>((resolve) => server.once('close', resolve));
    server.prependListener('request', (_request, response) => {
      endAfter(response);
    });
    for (const socket of sockets) endAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    // The server's own `close` would close idle connections at once, although a request may be on its way there.
    net.Server.prototype.close.call(server);
    await Promise.race([drained, sleep(LINGER_MS)]);
    server.closeIdleConnections();
    // For the server, a connection that never received anything is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const hurry = setTimeout(() => {
      server.closeAllConnections();
    }, patienceMs);
    await drained;
    clearTimeout(hurry);
  };
}

function endAfter(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.setHeader('Connection', 'close');
}
