import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from '../../http/browser.ts';
import { AWAY_MS } from './transaction.ts';

const NAME = 'kawaraban-provider';

/**
 * Sets the cookie that ties the provider's response to the browser that started the sign-in. An existing value is kept,
 * so that two tabs can sign in at once.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const browser = browserOf(request, origin) ?? randomBytes(32).toString('base64url');
  const isSecure = origin.startsWith('https:');
  // Lax, because the provider's site initiates the redirect back.
  const attributes = [
    'Path=/',
    `Max-Age=${AWAY_MS / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ];
  reply.header('set-cookie', [`${nameFor(origin)}=${browser}`, ...attributes].join('; '));
  return browser;
}

export function browserOf(request: FastifyRequest, origin: string): string | undefined {
  const name = nameFor(origin);
  for (const cookie of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = cookie.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

function nameFor(origin: string): string {
  return cookieName(NAME, { isSecure: origin.startsWith('https:') });
}
