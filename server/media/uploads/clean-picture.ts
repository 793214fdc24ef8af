import { messages } from '#contract/errors.ts';
import type { PictureType } from '#contract/media-types.ts';
import { badRequest, conflict, type HttpError } from '../../platform/errors.ts';
import type { CleanedImage } from '../images/image-maker.ts';
import { OutOfMemory } from '../images/out-of-memory.ts';
import type { MediaTools } from '../media-tools.ts';
import { updateClaimed } from './upload.repository.ts';
import type { ClaimedUpload } from './upload-claim.ts';

/** Attempts that may end in a crash of the image process or the server. */
const MAX_ATTEMPTS = 2;

/**
 * Cleans an uploaded picture with a limit on crashes: the attempt is counted before it starts and uncounted unless the
 * process runs out of memory.
 * @throws {HttpError} 400 for pictures that cannot be cleaned, 409 when the claim is lost
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
  if (!(await updateClaimed(writer, upload, { attempts }))) throw conflict(messages.uploadOver);
  try {
    return await images.clean({ path, mimeType }, targetPath);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) await updateClaimed(writer, upload, { attempts: upload.attempts });
    else if (attempts === MAX_ATTEMPTS) throw tooLarge();
    throw error;
  }
}

function tooLarge(): HttpError {
  return badRequest(messages.imageTooLarge);
}
