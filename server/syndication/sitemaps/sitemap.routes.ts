import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { ServiceId } from '#contract/services.ts';
import type { Database } from '../../database/connect.ts';
import { notFound } from '../../http/errors.ts';
import { readerOrigin } from '../../http/origins.ts';
import { dataOnlyHeaders } from '../../http/security-headers.ts';
import { sendDocument } from '../../http/send-document.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { isService, listPublicServices } from '../../services/index.ts';
import { listPostPages, listServicePages, listTagPages } from './list-pages.ts';
import { listParts } from './list-parts.ts';
import { type Listed, PART_SIZE, toSitemap, toSitemapIndex } from './sitemap.ts';

export interface SitemapTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
  readonly mediaUrl: string;
  readonly partSize?: number;
}

const PUBLIC = { config: { access: publicAccess }, schema: { hide: true } };
const TYPE = 'application/xml; charset=utf-8';
/** Parts lie below the page of their service, as the protocol requires for listing its pages. */
const PART = /^(pages|posts|tags)(?:-([0-9a-z]{26}))?$/;

export async function sitemapRoutes(app: FastifyInstance, tools: SitemapTools): Promise<void> {
  const { database, clock, publicUrl, mediaUrl, partSize = PART_SIZE } = tools;
  await app.register(async (sitemaps) => {
    dataOnlyHeaders(sitemaps);

    sitemaps.get('/sitemap.xml', PUBLIC, async (request, reply) => {
      const parts = await listParts(database.reader, { now: toInstant(clock.now()), partSize });
      return answer(request, reply, parts, toSitemapIndex);
    });

    sitemaps.get('/sitemap-site.xml', PUBLIC, async (request, reply) => {
      const services = await listPublicServices(database.reader, { limit: 2 });
      const pages = [{ url: '/' }, { url: '/about' }, ...(services.length > 1 ? [{ url: '/services' }] : [])];
      return answer(request, reply, pages, toSitemap);
    });

    sitemaps.get<{ Params: { serviceId: string; part: string } }>(
      '/posts/:serviceId/sitemap-:part.xml',
      PUBLIC,
      async (request, reply) => {
        const { serviceId, part } = request.params;
        return answer(request, reply, await listPages(serviceId, part), toSitemap);
      },
    );
  });

  async function listPages(serviceId: string, part: string): Promise<Listed[]> {
    const [, kind, id] = PART.exec(part) ?? [];
    if (!ServiceId.safeParse(serviceId).success || !(await isService(database.reader, serviceId))) throw notFound();
    const query = { serviceId, now: toInstant(clock.now()), partSize, id };
    if (kind === 'posts') return listPostPages(database, { ...query, mediaUrl });
    if (kind === 'tags') return listTagPages(database, query);
    if (kind === 'pages' && id === undefined) return listServicePages(database, query);
    throw notFound();
  }

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    listed: readonly Listed[],
    write: (listed: readonly Listed[]) => string,
  ): FastifyReply {
    if (listed.length === 0) throw notFound();
    const origin = readerOrigin(request, publicUrl);
    const whole = (path: string) => new URL(path, origin).href;
    const pages = listed.map(({ images, alternates, ...page }) => ({
      ...page,
      url: `${origin}${page.url}`,
      ...(images && { images: images.map(whole) }),
      ...(alternates && { alternates: alternates.map((page) => ({ ...page, url: whole(page.url) })) }),
    }));
    return sendDocument(request, reply, { type: TYPE, body: write(pages) });
  }
}
