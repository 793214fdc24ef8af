import type { FileRow } from '../../database/media-tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { eachOf } from '../each-of.ts';
import { updateFile } from '../file.repository.ts';
import { listUsingPosts } from '../library/file-uses.repository.ts';
import { originalKey } from '../media-keys.ts';
import { digestOf } from '../uploads/received-object.ts';
import { listUploadsOf } from '../uploads/upload.repository.ts';
import { isStaticFileWritten, listFilesOfAny, listUploadedFiles, listWrittenStaticFiles } from './check.repository.ts';
import { type CheckRun, type CheckTools, WIDTH } from './finding.ts';

const BATCH = 200;
const MAX_USES = 5;

/** Looks for files whose bytes are not there, or not as many as their record says. Answers how many it looked at. */
export async function checkFiles(tools: CheckTools, run: CheckRun): Promise<number> {
  let looked = 0;
  const files = keysetOf((after: FileRow | undefined) =>
    listUploadedFiles(tools.database.reader, { after: after?.fileId ?? '', limit: BATCH }),
  );
  await eachOf(files, { width: WIDTH, signal: run.signal }, async (file) => {
    await checkFile(tools, run, file);
    looked += 1;
    run.onProgress({ done: looked, path: originalKey(file) });
  });
  return looked;
}

async function checkFile(tools: CheckTools, run: CheckRun, listed: FileRow): Promise<void> {
  if (await isAsSaid(tools, listed)) return;
  // It may have been replaced or removed while it was looked at.
  const { file, actual } = await lookAgain(tools, listed.fileId);
  if (!file || actual === file.size) return;
  const { name, size: expected } = file;
  const key = originalKey(file);
  if (actual === undefined) {
    const posts = await listUsingPosts(tools.database.reader, { ...file, after: undefined, limit: MAX_USES });
    const usedIn = posts.map(({ slug, postId }) => slug ?? postId);
    run.onFinding({ kind: 'original-missing', key, name, usedIn, isMended: false });
    return;
  }
  const isMended = run.isMending && (await correctSize(tools, file, actual));
  run.onFinding({ kind: 'size-differs', key, name, expected, actual, isMended });
}

async function isAsSaid({ storage }: CheckTools, file: FileRow): Promise<boolean> {
  return (await storage.head(originalKey(file)))?.size === file.size;
}

/** The file as it is now with the size of its object; nothing where it is on its way. */
async function lookAgain(
  { storage, database }: CheckTools,
  fileId: string,
): Promise<{ file?: FileRow; actual?: number | undefined }> {
  const [file] = await listFilesOfAny(database.writer, [fileId]);
  const isLooked = file && file.status !== 'removed' && file.uploadedAt !== null;
  if (!isLooked || (await listUploadsOf(database.writer, file)).length > 0) return {};
  const actual = (await storage.head(originalKey(file)))?.size;
  return { file, actual };
}

/** The object is right where it is what was uploaded. Pictures are not: nothing tells a whole one from a damaged one. */
async function correctSize(
  { storage, database, clock, onFilesChanged }: CheckTools,
  file: FileRow,
  size: number,
): Promise<boolean> {
  const isRight = file.digest !== null && (await digestOf(storage, originalKey(file))) === file.digest;
  if (!isRight) return false;
  const { serviceId, fileId } = file;
  await writeTransaction(database.writer, async (trx) => {
    await onFilesChanged(trx, { serviceId, fileIds: [fileId], now: clock.now() });
    await updateFile(trx, file, { size });
  });
  return true;
}

/** Looks for files of posts that are said to be written and are not there. Answers how many it looked at. */
export async function checkStaticFiles(tools: CheckTools, run: CheckRun): Promise<number> {
  let looked = 0;
  const { storage, database, remarkStaticFile } = tools;
  const paths = keysetOf((after: string | undefined) =>
    listWrittenStaticFiles(database.reader, { after: after ?? '', limit: BATCH }),
  );
  await eachOf(paths, { width: WIDTH, signal: run.signal }, async (key) => {
    looked += 1;
    if (!(await storage.head(key)) && (await isStaticFileWritten(database.writer, key))) {
      if (run.isMending) await remarkStaticFile(key);
      run.onFinding({ kind: 'post-file-missing', key, isMended: run.isMending });
    }
    run.onProgress({ done: looked, path: key });
  });
  return looked;
}

/** Rows in the order of their keys, a batch at a time. */
async function* keysetOf<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1);
  } while (last !== undefined);
}
