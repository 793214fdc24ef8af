import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { feedPath, postPath, postsPath } from '#contract/page-paths.ts';
import type { PublicService } from '#contract/services.ts';
import type { Database } from '../../database/connect.ts';
import { notFound } from '../../http/errors.ts';
import { readerOrigin } from '../../http/origins.ts';
import { sendDocument } from '../../http/send-document.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { listPublishedPosts } from '../../posts/index.ts';
import { listPublicServices } from '../../services/index.ts';

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

export interface LlmsTxtTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly siteName: string;
  readonly description: { readonly en: string; readonly ja: string };
}

const MAX_SERVICES = 20;
const MAX_POSTS = 20;

/** https://llmstxt.org */
async function loadLlmsTxt(tools: LlmsTxtTools, origin: string): Promise<string> {
  const { database, siteName } = tools;
  const description = tools.description.en || tools.description.ja;
  const services = await listPublicServices(database.reader, { limit: MAX_SERVICES });
  const sections = await Promise.all(services.map((service) => sectionOf(service, tools, origin)));
  return [
    `# ${plain(siteName)}\n`,
    ...(description ? [`> ${plain(description)}\n`] : []),
    `The API returns each post as JSON; \`bodyText\` is its plain text. Its reference is at ${origin}/api/docs.\n`,
    ...sections,
  ].join('\n');
}

async function sectionOf(
  { serviceId, label, description = '' }: PublicService,
  { database: { reader }, clock }: LlmsTxtTools,
  origin: string,
): Promise<string> {
  const page = {
    serviceId,
    order: 'desc',
    limit: MAX_POSTS + 1,
    now: toInstant(clock.now()),
    withBody: false,
  } as const;
  const { posts } = await listPublishedPosts(reader, page);
  const list = postsPath(serviceId);
  const link = (title: string, path: string, note: string) =>
    `- [${plain(title)}](${origin}${path})${note && `: ${plain(note)}`}\n`;
  return [
    `## ${plain(label)}\n\n`,
    link(label, list, description),
    link('RSS', feedPath(list), 'The newest posts with full text'),
    link('API', `/api${list}`, 'All posts as JSON, newest first'),
    ...posts.map((post) => link(post.title, postPath(serviceId, post.slug), post.description || post.excerpt)),
  ].join('');
}

/** One line without Markdown. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}
