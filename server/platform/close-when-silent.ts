import type { Server } from 'node:http';

const CHECK_MS = 100;

/**
 * Lets a server that stops close its connections as they fall silent, until none is left. Node.js closes those that are
 * silent at that moment; one whose last answer is on its way then would stay open for as long as it may be kept alive,
 * and the stop would wait for it.
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
    // One that takes no connection any more may still have some.
    if (isOpen) {
      const timer = setInterval(() => server.closeIdleConnections(), CHECK_MS);
      server.once('close', () => clearInterval(timer));
    }
    return close(callback);
  };
  return server;
}
