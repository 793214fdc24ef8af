import type { IncomingMessage, Server } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { AuthHeader } from '#contract/site-config.ts';

/** Replaces a value without the configured prefix, and is rejected as a malformed header. */
const MALFORMED = 'Malformed';

/**
 * Moves the token from the configured header to `Authorization: Bearer`, which guards and caches read. Drops any other
 * `Authorization`, which a proxy may use for itself.
 */
export function readTokensFrom(authHeader: AuthHeader, serve: FastifyServerFactory): FastifyServerFactory {
  const name = authHeader.adminAuthHeader.toLowerCase();
  const prefix = authHeader.adminAuthHeaderTokenPrefix.toLowerCase();
  if (name === 'authorization' && prefix === 'bearer') return serve;
  const start = prefix && `${prefix} `;
  const moveToken = ({ headers }: IncomingMessage) => {
    const value = headers[name];
    delete headers[name];
    delete headers.authorization;
    if (value === undefined) return;
    const text = String(value);
    headers.authorization = text.toLowerCase().startsWith(start) ? `Bearer ${text.slice(start.length)}` : MALFORMED;
  };
  return (handler, options) => (serve(handler, options) as Server).prependListener('request', moveToken);
}
