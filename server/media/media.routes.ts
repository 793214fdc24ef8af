import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { ServiceId } from '#contract/services.ts';
import { PostSlug } from '#contract/slugs.ts';
import { notFound } from '../platform/errors.ts';
import { dataOnlyHeaders } from '../platform/security-headers.ts';
import type { Storage } from '../storage/index.ts';

/** What is under a key may be replaced at any time; whoever keeps it asks whether it is still that. */
const CACHE_CONTROL = 'public, no-cache';

/** What the media storage holds for readers, below `/media`. */
export function mediaRoutes(scope: FastifyInstance, { storage }: { readonly storage: Storage }): void {
  dataOnlyHeaders(scope);
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: publicAccess },
    schema: { hide: true },
    handler: async (request, reply) => {
      // Any site may read what is for everybody.
      reply.header('access-control-allow-origin', '*');
      const key = (request.params as { '*': string })['*'];
      if (!isForReaders(key)) throw notFound();
      return sendObject(storage, key, request, reply);
    },
  });
}

/** Whether readers are given what is under a key, if anything is: the static files of posts are. */
function isForReaders(key: string): boolean {
  const [folder, serviceId, name = '', ...rest] = key.split('/');
  const slug = /^(.*)\.json$/.exec(name)?.[1];
  return (
    folder === 'posts' &&
    rest.length === 0 &&
    ServiceId.safeParse(serviceId).success &&
    PostSlug.safeParse(slug).success
  );
}

async function sendObject(
  storage: Storage,
  key: string,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const info = await storage.head(key);
  if (!info) throw notFound();
  reply.header('cache-control', CACHE_CONTROL);
  if (isKnown(headers['if-none-match'], info.etag)) return reply.header('etag', info.etag).code(304).send();
  const found = method === 'HEAD' ? { ...info, content: '' } : await storage.get(key);
  // Deleted in between.
  if (!found) throw notFound();
  return reply
    .header('etag', found.etag)
    .header('last-modified', found.modifiedAt.toUTCString())
    .header('content-length', found.size)
    .type(found.contentType)
    .send(found.content);
}

/** By RFC 9110, 13.1.2: any of a list, weak or not, or `*`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag) || known[0] === '*');
}
