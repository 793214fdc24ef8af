import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import type { Config } from './config.ts';
import { readerLanguage } from './http/reader-language.ts';

const MAX_AGE = 3600;

/** Serves the web app manifest (https://www.w3.org/TR/appmanifest/). */
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
      const said = description[lang];
      const manifest = { name, ...(said !== '' && { description: said }), lang, ...SAME_FOR_ALL };
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
