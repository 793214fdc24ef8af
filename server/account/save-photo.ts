import { fieldMessages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { savePhoto } from './photo.repository.ts';
import { type PictureType, readPictureSize } from './picture-size.ts';

/** Pixels, either way. */
const MAX_SIDE = 512;

/** Takes a picture that is what it says it is, and no larger than shown anywhere. */
export async function takePhoto(
  { database, clock }: { database: Database; clock: Clock },
  { username, contentType, bytes }: { username: string; contentType: PictureType; bytes: string },
): Promise<void> {
  const decoded = Buffer.from(bytes, 'base64');
  // Base64 that was cut off decodes to something, too.
  if (decoded.toString('base64') !== bytes || !isSmall(contentType, decoded)) {
    throw invalid({ bytes: fieldMessages.invalid });
  }
  const now = clock.now();
  const photo = { username, photoId: newId(now), contentType, bytes, createdAt: toInstant(now) };
  if (!(await savePhoto(database.writer, photo))) throw notFound();
}

function isSmall(contentType: PictureType, bytes: Buffer): boolean {
  const size = readPictureSize(contentType, bytes);
  return size !== undefined && [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE);
}
