import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a handler may know of the browser that asks, and have it remember. Answers that depend on a cookie are kept nowhere. */
export interface Browser {
  /** By what address it found us, such as `https://news.example.org`. */
  readonly siteOrigin: string;
  /** Of the page that asks, where a page does and its browser says so. */
  readonly pageOrigin: string | undefined;
  readCookie(name: string): string | undefined;
  /** Sets a cookie for the whole site that no script reads and that the pages of other sites do not send along. */
  setCookie(name: string, value: string, options: { readonly maxAge: number; readonly isSecure: boolean }): void;
}

/** With this prefix browsers take a cookie from this very host alone, but only over https (RFC 6265bis, 4.1.3.2). */
export function cookieName(name: string, { isSecure }: { readonly isSecure: boolean }): string {
  return isSecure ? `__Host-${name}` : name;
}

export function browserOf(request: FastifyRequest, reply: FastifyReply): Browser {
  const keepNowhere = () => reply.header('cache-control', 'no-store');
  return {
    siteOrigin: `${request.protocol}://${request.host}`,
    pageOrigin: request.headers.origin,
    readCookie: (name) => {
      keepNowhere();
      return request.cookies[name];
    },
    setCookie: (name, value, { maxAge, isSecure }) => {
      const attributes = { maxAge, secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
      keepNowhere().setCookie(name, value, attributes);
    },
  };
}
