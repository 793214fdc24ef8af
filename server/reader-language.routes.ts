import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicAccess } from '#contract/endpoint.ts';
import { Language } from '#contract/site-config.ts';
import { requireOwnSite } from './http/own-site.ts';
import { LANGUAGE_COOKIE } from './http/reader-language.ts';

const BODY_LIMIT = 16 * 1024;
const YEAR_SECONDS = 31_536_000;

/** Form fields. Invalid values are replaced, since own pages never send them. */
const Choice = z.object({ language: Language.optional().catch(undefined), returnTo: z.string().catch('/') }).catch({
  language: undefined,
  returnTo: '/',
});

export async function readerLanguageRoutes(
  scope: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: BODY_LIMIT });
  await scope.register(cookie);
  const options = { config: { access: publicAccess }, schema: { hide: true }, bodyLimit: BODY_LIMIT };
  scope.post('/language', options, async (request, reply) => {
    const siteOrigin = `${request.protocol}://${request.host}`;
    requireOwnSite({ pageOrigin: request.headers.origin, siteOrigin }, publicUrl);
    const { language, returnTo } = Choice.parse(request.body);
    const secure = request.protocol === 'https' || Boolean(publicUrl?.startsWith('https:'));
    // Not HttpOnly, because scripts set the same cookie.
    const attributes = { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS, secure, encode: String } as const;
    if (language !== undefined) reply.setCookie(LANGUAGE_COOKIE, language, attributes);
    return reply.header('cache-control', 'no-store').redirect(ownPath(returnTo), 303);
  });
}

const OWN_ORIGIN = 'http://site.invalid';

/** Returns a path of this site; other targets become `/`. */
function ownPath(wanted: string): string {
  // Security: `//host` and `/\host` lead to other sites.
  if (!wanted.startsWith('/') || !URL.canParse(wanted, OWN_ORIGIN)) return '/';
  const { origin, pathname, search } = new URL(wanted, OWN_ORIGIN);
  return origin === OWN_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
