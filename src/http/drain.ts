import type { Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a request that is on its way to an idle connection may take; after that the connection is closed. */
const LINGER_MS = 300;
/** Every request that has arrived is answered within 5 seconds: who is still there then, does not send or does not read. */
const PATIENCE_MS = 5_000;

/**
 * Watches the connections of a server that has not begun to listen yet.
 * @returns how to stop it without refusing a request: nobody new is let in, every answer from here on says that it is the
 *   last one of its connection, and connections on which nothing arrives are closed. Resolves when no connection is left.
 */
export function drainOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', watch).on('secureConnection', watch);
  return async () => {
    if (!server.listening) return;
    const drained = new Promise<void>((resolve) => server.once('close', resolve));
    server.prependListener('request', (_request, response) => {
      endAfter(response);
    });
    for (const socket of sockets) endAfter((socket as { _httpMessage?: ServerResponse | null })._httpMessage);
    // Not the server's own way to close, which closes idle connections at once, and with them what is being sent on them.
    net.Server.prototype.close.call(server);
    await Promise.race([drained, sleep(LINGER_MS)]);
    server.closeIdleConnections();
    // To the server, a connection on which nothing ever arrived is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const hurry = setTimeout(() => {
      server.closeAllConnections();
    }, PATIENCE_MS);
    await drained;
    clearTimeout(hurry);
  };
}

function endAfter(response: ServerResponse | null | undefined): void {
  if (response && !response.headersSent) response.setHeader('Connection', 'close');
}
