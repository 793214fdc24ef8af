import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { dataOnlyHeaders } from '../http/security-headers.ts';
import type { MediaTools } from './media-tools.ts';
import { type MediaPath, readMediaPath } from './serving/media-path.ts';
import { REVALIDATE, type Sending, sendObject } from './serving/send-object.ts';
import { serveFile } from './serving/serve-file.ts';
import { runsOf } from './serving/variants.ts';

const RETRY_AFTER = 5;

export async function mediaRoutes(scope: FastifyInstance, tools: MediaTools): Promise<void> {
  const { storage } = tools;
  const noImage = await readNoImage();
  dataOnlyHeaders(scope);
  scope.addHook('onClose', () => runsOf(storage).cancel());
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: publicAccess },
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('access-control-allow-origin', '*');
      const path = readMediaPath((request.params as { '*': string })['*']);
      if (!path) throw notFound();
      try {
        await serve(path, request, reply);
      } catch (error) {
        if (error instanceof HttpError && error.status === 503) reply.header('retry-after', RETRY_AFTER);
        throw error;
      }
      return reply;
    },
  });

  async function serve(path: MediaPath, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (path.kind === 'image' || path.kind === 'doc') return serveFile(tools, path, request, reply);
    const sending =
      path.kind === 'noimage' ? noImage : { source: storage, key: path.key, headers: { 'cache-control': REVALIDATE } };
    if (!(await sendObject(sending, request, reply))) throw notFound();
  }
}

const NO_IMAGE = new URL('./serving/noimage.jpg', import.meta.url);

async function readNoImage(): Promise<Sending> {
  const content = await readFile(NO_IMAGE);
  const { mtime: modifiedAt } = await stat(NO_IMAGE);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`;
  const info = { key: 'noimage.jpg', size: content.length, contentType: 'image/jpeg', modifiedAt, etag };
  return {
    source: {
      head: async () => info,
      get: async (_key, range) => {
        const part = range ? content.subarray(range.start, range.end + 1) : content;
        return { ...info, content: Readable.from([part], { objectMode: false }) };
      },
    },
    key: info.key,
    headers: { 'cache-control': 'public, max-age=86400' },
  };
}
