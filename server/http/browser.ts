import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies and origins of the request. Using a cookie disables caching of the response. */
export interface Browser {
  readonly siteOrigin: string;
  readonly pageOrigin: string | undefined;
  readCookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: { readonly maxAge: number; readonly isSecure: boolean }): void;
}

/** Adds the `__Host-` prefix, which browsers accept over HTTPS only and bind to the host (RFC 6265bis, 4.1.3.2). */
export function cookieName(name: string, { isSecure }: { readonly isSecure: boolean }): string {
  return isSecure ? `__Host-${name}` : name;
}

export function browserOf(request: FastifyRequest, reply: FastifyReply): Browser {
  const preventCaching = () => reply.header('cache-control', 'no-store');
  return {
    siteOrigin: `${request.protocol}://${request.host}`,
    pageOrigin: request.headers.origin,
    readCookie: (name) => {
      preventCaching();
      return request.cookies[name];
    },
    setCookie: (name, value, { maxAge, isSecure }) => {
      const attributes = { maxAge, secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
      preventCaching().setCookie(name, value, attributes);
    },
  };
}
