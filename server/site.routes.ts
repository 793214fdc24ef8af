import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicAccess } from '#contract/endpoint.ts';
import { LANGUAGE_COOKIE } from '#contract/language-cookie.ts';
import { toOwnPath } from '#contract/own-path.ts';
import { Language, siteConfigApi } from '#contract/site-config.ts';
import type { Config } from './config.ts';
import { cookieName } from './http/browser.ts';
import { readerLanguage } from './http/caller.ts';
import type { Api } from './http/implement.ts';
import { requireOwnSite } from './http/origins.ts';
import type { Identity } from './identity/index.ts';

const MAX_AGE = 3600;

/** https://www.w3.org/TR/appmanifest/ */
export function siteManifestRoutes(app: FastifyInstance, { config }: { config: Pick<Config, 'site'> }): void {
  const { siteName: name, description } = config.site;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/site.webmanifest',
    config: { access: publicAccess },
    schema: { hide: true },
    handler: async ({ headers }, reply) => {
      // Browsers request manifests without cookies.
      const lang = readerLanguage(headers['accept-language'], undefined);
      reply.header('cache-control', `public, max-age=${MAX_AGE}`).header('vary', 'accept-language');
      const text = description[lang];
      const manifest = { name, ...(text !== '' && { description: text }), lang, ...SAME_FOR_ALL };
      return reply.type('application/manifest+json').send(JSON.stringify(manifest));
    },
  });
}

const SAME_FOR_ALL = {
  dir: 'ltr',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: '#faf7f1',
  theme_color: '#faf7f1',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
} as const;

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
    if (language !== undefined) {
      reply.setCookie(cookieName(LANGUAGE_COOKIE, { isSecure: secure }), language, attributes);
    }
    return reply.header('cache-control', 'no-store').redirect(toOwnPath(returnTo) ?? '/', 303);
  });
}

export function siteConfigRoutes(api: Api, { config, identity }: { config: Config; identity: Identity }): void {
  const { site, mediaUrl } = config;
  const answer = { ...site, mediaUrl, languages: [...Language.options], identity: identity.published };
  api.implement(siteConfigApi.read, async () => answer);
}
