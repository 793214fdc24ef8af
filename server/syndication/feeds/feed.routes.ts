import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { FEEDS, type FeedFormat, postsPath } from '#contract/page-paths.ts';
import { ServiceId } from '#contract/services.ts';
import { CategorySlug, GroupSlug } from '#contract/slugs.ts';
import { TagLabel } from '#contract/tags.ts';
import { notFound } from '../../http/errors.ts';
import { readerOrigin } from '../../http/origins.ts';
import { dataOnlyHeaders } from '../../http/security-headers.ts';
import { sendDocument } from '../../http/send-document.ts';
import { isService, listPublicServices } from '../../services/index.ts';
import { type Feed, toAtom, toJsonFeed, toRss } from './feed.ts';
import { type FeedList, type FeedTools, loadFeed } from './load-feed.ts';

const writers: Readonly<Record<FeedFormat['file'], (feed: Feed) => string>> = {
  'rss.xml': toRss,
  'atom.xml': toAtom,
  'feed.json': toJsonFeed,
};

const COMMON_PATHS: Readonly<Record<string, FeedFormat['file']>> = {
  feed: 'rss.xml',
  rss: 'rss.xml',
  atom: 'atom.xml',
  'feed.xml': 'rss.xml',
  'rss.xml': 'rss.xml',
  'atom.xml': 'atom.xml',
  'feed.json': 'feed.json',
};

interface Params {
  readonly serviceId: string;
  readonly category?: string;
  readonly tag?: string;
  readonly group?: string;
}

const LISTS = ['', '/categories/:category', '/tags/:tag', '/groups/:group'];
const PUBLIC = { config: { access: publicAccess }, schema: { hide: true } };

export async function feedRoutes(
  app: FastifyInstance,
  tools: FeedTools & { readonly publicUrl: string | undefined; readonly frontPageServiceId: string },
): Promise<void> {
  const { database, publicUrl, frontPageServiceId } = tools;

  await app.register(async (feeds) => {
    dataOnlyHeaders(feeds);
    feeds.addHook('onRequest', async (_request, reply) => {
      // Feeds may be read cross-origin, like the API.
      reply.header('access-control-allow-origin', '*');
    });
    for (const list of LISTS) {
      for (const format of FEEDS) {
        feeds.get<{ Params: Params }>(`/posts/:serviceId${list}/${format.file}`, PUBLIC, async (request, reply) =>
          answerFeed(request, reply, format),
        );
      }
    }
  });

  for (const [word, file] of Object.entries(COMMON_PATHS)) {
    app.get(`/${word}`, PUBLIC, async (_request, reply) => {
      const serviceId = await findFrontService();
      if (serviceId === undefined) throw notFound();
      // The service on the front page may change.
      return reply.header('cache-control', 'no-cache').redirect(`${postsPath(serviceId)}/${file}`, 302);
    });
    if (word === file) continue;
    app.get<{ Params: Params }>(`/posts/:serviceId/${word}`, PUBLIC, async ({ params }, reply) => {
      const { serviceId } = readList(params);
      return reply.redirect(`${postsPath(serviceId)}/${file}`, 301);
    });
  }

  async function answerFeed(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    { file, type }: FeedFormat,
  ): Promise<FastifyReply> {
    const origin = readerOrigin(request, publicUrl);
    const feed = await loadFeed(tools, readList(request.params), origin);
    const selfUrl = `${feed.pageUrl}/${file}`;
    return sendDocument(request, reply, {
      type: `${type}; charset=utf-8`,
      body: writers[file]({ ...feed, selfUrl }),
      changedAt: feed.updatedAt,
    });
  }

  async function findFrontService(): Promise<string | undefined> {
    if (frontPageServiceId !== '' && (await isService(database.reader, frontPageServiceId))) return frontPageServiceId;
    const [first] = await listPublicServices(database.reader, { limit: 1 });
    return first?.serviceId;
  }
}

function readList({ serviceId, category, tag, group }: Params): FeedList {
  return {
    serviceId: read(ServiceId, serviceId),
    ...(category !== undefined && { category: read(CategorySlug, category) }),
    ...(tag !== undefined && { tag: read(TagLabel, tag) }),
    ...(group !== undefined && { group: read(GroupSlug, group) }),
  };
}

function read(schema: typeof ServiceId | typeof TagLabel, value: string): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw notFound();
  return parsed.data;
}
