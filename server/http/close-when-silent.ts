import type { Server } from 'node:http';

const CHECK_MS = 100;

/**
 * Makes `close` close keep-alive connections as they become idle. Node.js closes only those that are idle at that
 * moment, so a connection with a response in progress would delay the shutdown.
 */
export function closeWhenSilent<S extends Server>(server: S): S {
  const close = server.close.bind(server);
  let isOpen = false;
  server.once('listening', () => {
    isOpen = true;
  });
  server.once('close', () => {
    isOpen = false;
  });
  server.close = (callback) => {
    // A server that no longer listens may still have connections.
    if (isOpen) {
      const timer = setInterval(() => server.closeIdleConnections(), CHECK_MS);
      server.once('close', () => clearInterval(timer));
    }
    return close(callback);
  };
  return server;
}
