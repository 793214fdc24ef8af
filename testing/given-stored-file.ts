import sharp from 'sharp';
import { isPictureType } from '#contract/media-types.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import { toNewFile } from '#server/media/file.repository.ts';
import { originalKey } from '#server/media/media-keys.ts';
import { toInstant } from '#server/platform/clock.ts';
import { isService } from '#server/services/index.ts';
import type { Storage } from '#server/storage/index.ts';
import { testClock } from './clock.ts';
import { type Given, givenService } from './given.ts';
import { jpegPicture } from './pictures.ts';

let made = 0;

export async function givenStoredFile(
  { database, storage, clock = testClock() }: Given & { readonly storage: Storage },
  { content, ...given }: Partial<FileRow> & { readonly content?: Uint8Array } = {},
): Promise<FileRow> {
  const { serviceId = 'news', fileType = 'image', mimeType = 'image/jpeg', name = 'picture.jpg' } = given;
  if (!(await isService(database.writer, serviceId))) await givenService({ database, clock }, { serviceId });
  made += 1;
  const fileId = `01hzx3w7gg8hh9jj0kk2${String(made).padStart(6, '0')}`;
  const bytes = content ?? (await jpegPicture());
  const isPicture = fileType === 'image' && isPictureType(mimeType);
  const { width, height } = isPicture ? await sharp(bytes).metadata() : { width: null, height: null };
  const now = toInstant(clock.now());
  const row: FileRow = {
    ...toNewFile({ fileId, serviceId, fileType, mimeType, name, size: bytes.length, createdAt: now, createdBy: 'x' }),
    status: 'published',
    isKept: 1,
    uploadedAt: now,
    width,
    height,
    ...given,
  };
  await database.writer.insertInto('files').values(row).execute();
  await storage.put(originalKey(row), bytes);
  return row;
}
