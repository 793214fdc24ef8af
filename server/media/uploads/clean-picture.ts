import { messages } from '#contract/errors.ts';
import type { PictureType } from '#contract/media-types.ts';
import { Refusal } from '../../platform/errors.ts';
import type { CleanedImage } from '../images/image-maker.ts';
import { OutOfMemory } from '../images/out-of-memory.ts';
import type { MediaTools } from '../media-tools.ts';
import { updateClaimed } from './upload.repository.ts';
import type { ClaimedUpload } from './upload-claim.ts';

/** How often a picture may be the end of the process that cleans it, or of the server itself. */
const MAX_ATTEMPTS = 2;

/**
 * Has an uploaded picture cleaned, but not over and over where memory does not suffice: an attempt counts from its
 * beginning on, and is taken back when it comes to another end.
 * @throws {Refusal}
 */
export async function cleanPicture(
  { database: { writer }, images }: Pick<MediaTools, 'database' | 'images'>,
  upload: ClaimedUpload,
  {
    path,
    mimeType,
    targetPath,
  }: { readonly path: string; readonly mimeType: PictureType; readonly targetPath: string },
): Promise<CleanedImage> {
  const attempts = upload.attempts + 1;
  if (attempts > MAX_ATTEMPTS) throw tooLarge();
  if (!(await updateClaimed(writer, upload, { attempts }))) throw new Refusal(409, { message: messages.uploadOver });
  try {
    return await images.clean({ path, mimeType }, targetPath);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) await updateClaimed(writer, upload, { attempts: upload.attempts });
    else if (attempts === MAX_ATTEMPTS) throw tooLarge();
    throw error;
  }
}

function tooLarge(): Refusal {
  return new Refusal(400, { message: messages.imageTooLarge });
}
