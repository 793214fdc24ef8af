import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicAccess } from '#contract/endpoint.ts';
import { Language } from '#contract/site-config.ts';
import { requireOwnSite } from './platform/own-site.ts';
import { LANGUAGE_COOKIE } from './platform/reader-language.ts';

const BODY_LIMIT = 16 * 1024;
const YEAR_SECONDS = 31_536_000;

/** What a page's form sends; one of our own pages sends nothing else. */
const Choice = z.object({ language: Language.optional().catch(undefined), returnTo: z.string().catch('/') }).catch({
  language: undefined,
  returnTo: '/',
});

/** The reader's choice of language, for browsers in which no script keeps it: then back to where they were. */
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
    // Scripts keep the same choice in the same cookie, so that it is no secret from them.
    const attributes = { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS, secure, encode: String } as const;
    if (language !== undefined) reply.setCookie(LANGUAGE_COOKIE, language, attributes);
    return reply.header('cache-control', 'no-store').redirect(ownPath(returnTo), 303);
  });
}

const OWN_ORIGIN = 'http://site.invalid';

/** A path of this site, whatever a form says: anything else is the top. */
function ownPath(wanted: string): string {
  // Two strokes at the beginning lead to another site, as does a backslash, which browsers take for a stroke.
  if (!wanted.startsWith('/') || !URL.canParse(wanted, OWN_ORIGIN)) return '/';
  const { origin, pathname, search } = new URL(wanted, OWN_ORIGIN);
  return origin === OWN_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
