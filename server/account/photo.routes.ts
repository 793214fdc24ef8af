import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { fieldMessages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { ImageProcessor } from '../media-images/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { withScratch } from '../platform/folders.ts';
import { findPhoto, savePhoto } from './photo.repository.ts';

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

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

const MAX_SIDE_PX = 512;

export interface PhotoTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly images: ImageProcessor;
  readonly scratchDir: string;
}

/** Re-encodes the image to remove metadata. */
export async function takePhoto(
  tools: PhotoTools,
  { username, contentType, bytes }: { username: string; contentType: PictureType; bytes: string },
): Promise<void> {
  const decoded = Buffer.from(bytes, 'base64');
  // Truncated base64 decodes without an error.
  if (decoded.toString('base64') !== bytes) throw invalid({ bytes: fieldMessages.invalid });
  const cleaned = await cleanPhoto(tools, contentType, decoded);
  const now = tools.clock.now();
  const photo = {
    username,
    photoId: randomBytes(16).toString('hex'),
    contentType,
    bytes: cleaned,
    createdAt: toInstant(now),
  };
  if (!(await savePhoto(tools.database.writer, photo))) throw notFound();
}

function cleanPhoto({ images, scratchDir }: PhotoTools, mimeType: PictureType, bytes: Buffer): Promise<string> {
  return withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'taken');
    const cleaned = join(scratch, 'cleaned');
    await writeFile(path, bytes);
    await images.clean({ path, mimeType, maxSide: MAX_SIDE_PX }, cleaned).catch((error) => {
      throw error instanceof HttpError && error.status === 400 ? invalid({ bytes: fieldMessages.invalid }) : error;
    });
    return readFile(cleaned, 'base64');
  });
}
