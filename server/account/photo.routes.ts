import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import { findPhoto } from './photo.repository.ts';

const PHOTOS = '/account/photos/';
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export function photoRoutes(scope: FastifyInstance, { database }: { database: Database }): void {
  const config = { access: publicAccess };
  scope.get(`${PHOTOS}:photoId`, { config, schema: { hide: true } }, async (request, reply) => {
    const { photoId } = request.params as { photoId: string };
    const photo = /^[0-9a-z]{26,32}$/.test(photoId) ? await findPhoto(database.reader, photoId) : undefined;
    if (!photo) throw notFound();
    reply.header('cache-control', CACHE_CONTROL).header('x-content-type-options', 'nosniff').type(photo.contentType);
    return reply.send(Buffer.from(photo.bytes, 'base64'));
  });
}

export function addressOfPhoto(photoId: string): string {
  return `/api${PHOTOS}${photoId}`;
}
