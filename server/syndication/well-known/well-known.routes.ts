import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { readerOrigin } from '../../http/origins.ts';
import { sendDocument } from '../../http/send-document.ts';
import { type LlmsTxtTools, loadLlmsTxt } from './llms-txt.ts';

interface SecurityTxt {
  readonly origin: string;
  readonly contactUrl: string;
  readonly now: Date;
}

/** RFC 9116 recommends less than a year. */
const MONTHS_AHEAD = 6;

/** RFC 9116. The text stays unchanged for a month. */
export function toSecurityTxt({ origin, contactUrl, now }: SecurityTxt): string {
  const expires = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD, 1);
  const fields = [
    ['Contact', contactUrl],
    ['Expires', new Date(expires).toISOString().replace('.000', '')],
    ['Preferred-Languages', 'en, ja'],
    ['Canonical', `${origin}/.well-known/security.txt`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}

export interface WellKnownTools extends LlmsTxtTools {
  readonly publicUrl: string | undefined;
  /** Empty without a contact, which security.txt requires. */
  readonly contactUrl: string;
}

const PUBLIC = { config: { access: publicAccess }, schema: { hide: true } };
const TYPE = 'text/plain; charset=utf-8';

export function wellKnownRoutes(app: FastifyInstance, tools: WellKnownTools): void {
  const { clock, publicUrl, contactUrl } = tools;

  app.get('/robots.txt', PUBLIC, async (request, reply) =>
    sendDocument(request, reply, { type: TYPE, body: toRobotsTxt(readerOrigin(request, publicUrl)) }),
  );

  app.get('/llms.txt', PUBLIC, async (request, reply) =>
    sendDocument(request, reply, { type: TYPE, body: await loadLlmsTxt(tools, readerOrigin(request, publicUrl)) }),
  );

  app.get('/.well-known/security.txt', PUBLIC, async (request, reply) => {
    if (contactUrl === '') throw notFound();
    const origin = readerOrigin(request, publicUrl);
    return sendDocument(request, reply, { type: TYPE, body: toSecurityTxt({ origin, contactUrl, now: clock.now() }) });
  });

  app.get('/security.txt', PUBLIC, async (_request, reply) => reply.redirect('/.well-known/security.txt', 301));
}

/**
 * RFC 9309. Search pages have no content of their own. Rules match prefixes, and post slugs may begin with `search`.
 */
function toRobotsTxt(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /posts/*/search$',
    'Disallow: /posts/*/search?',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
