import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldMessages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { type ImageMaker, withScratch } from '../media/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { savePhoto } from './photo.repository.ts';
import { type PictureType, readPictureSize } from './picture-size.ts';

const MAX_SIDE = 512;

export interface PhotoTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly images: ImageMaker;
  readonly scratchDir: string;
}

/** Validates type and size, re-encodes the image to remove metadata, and saves it. */
export async function takePhoto(
  tools: PhotoTools,
  { username, contentType, bytes }: { username: string; contentType: PictureType; bytes: string },
): Promise<void> {
  const decoded = Buffer.from(bytes, 'base64');
  // Truncated base64 decodes without an error.
  if (decoded.toString('base64') !== bytes || !isSmall(contentType, decoded)) {
    throw invalid({ bytes: fieldMessages.invalid });
  }
  const cleaned = await cleanPhoto(tools, contentType, decoded);
  const now = tools.clock.now();
  const photo = { username, photoId: newId(now), contentType, bytes: cleaned, createdAt: toInstant(now) };
  if (!(await savePhoto(tools.database.writer, photo))) throw notFound();
}

function isSmall(contentType: PictureType, bytes: Buffer): boolean {
  const size = readPictureSize(contentType, bytes);
  return size !== undefined && [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE);
}

function cleanPhoto({ images, scratchDir }: PhotoTools, mimeType: PictureType, bytes: Buffer): Promise<string> {
  return withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'taken');
    const cleaned = join(scratch, 'cleaned');
    await writeFile(path, bytes);
    await images.clean({ path, mimeType }, cleaned).catch((error) => {
      throw error instanceof HttpError && error.status === 400 ? invalid({ bytes: fieldMessages.invalid }) : error;
    });
    return readFile(cleaned, 'base64');
  });
}
