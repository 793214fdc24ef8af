import type { FileRow } from '#server/database/media-tables.ts';
import { toNewFile } from '#server/media/file.repository.ts';
import { toInstant } from '#server/platform/clock.ts';
import { isService } from '#server/services/index.ts';
import { testClock } from './clock.ts';
import { type Given, givenService } from './given.ts';

type GivenFileType = 'image' | 'file';

let made = 0;

/** Creates the database record only, without bytes. */
export async function givenFile(
  { database, clock = testClock() }: Given,
  {
    serviceId = 'news',
    fileType = 'image' as GivenFileType,
    mimeType = (fileType === 'image' ? 'image/png' : 'application/pdf') as string,
    name = 'file',
    status = 'reserved' as 'reserved' | 'published' | 'removed',
    isUploaded = false,
    columns = {} as Partial<FileRow>,
  } = {},
): Promise<string> {
  if (!(await isService(database.writer, serviceId))) await givenService({ database, clock }, { serviceId });
  made += 1;
  const fileId = `01hzx3w7gg8hh9jj0kk1${String(made).padStart(6, '0')}`;
  const createdAt = toInstant(clock.now());
  await database.writer
    .insertInto('files')
    .values({
      ...toNewFile({ fileId, serviceId, fileType, mimeType, name, size: 1, createdAt, createdBy: 'x' }),
      status,
      ...(isUploaded && { uploadedAt: createdAt }),
      ...(status === 'removed' && { removedAt: createdAt }),
      ...columns,
    })
    .execute();
  return fileId;
}
