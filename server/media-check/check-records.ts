import { eachOf, eachRow } from '../concurrency/each-of.ts';
import type { FileRow } from '../database/media-tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { updateFile } from '../media/file.repository.ts';
import { listUsingPosts } from '../media/library/file-uses.repository.ts';
import { originalKey } from '../media/media-keys.ts';
import { listUploadsOf } from '../media-uploads/upload.repository.ts';
import { digestOf } from '../media-uploads/upload-claim.ts';
import { isStaticFileWritten, listFilesOfAny, listUploadedFiles, listWrittenStaticFiles } from './check.repository.ts';
import { type CheckRun, type CheckTools, CONCURRENCY } from './finding.ts';

const MAX_USES = 5;

export async function checkFiles(tools: CheckTools, run: CheckRun): Promise<number> {
  let checked = 0;
  const files = eachRow((after: FileRow | undefined, limit) =>
    listUploadedFiles(tools.database.reader, { after: after?.fileId ?? '', limit }),
  );
  await eachOf(files, { width: CONCURRENCY, signal: run.signal }, async (file) => {
    await checkFile(tools, run, file);
    checked += 1;
    run.onProgress({ done: checked, path: originalKey(file) });
  });
  return checked;
}

async function checkFile(tools: CheckTools, run: CheckRun, listed: FileRow): Promise<void> {
  if (await matchesRecord(tools, listed)) return;
  const { file, actual } = await recheck(tools, listed.fileId);
  if (!file || actual === file.size) return;
  const { name, size: expected } = file;
  const key = originalKey(file);
  if (actual === undefined) {
    const posts = await listUsingPosts(tools.database.reader, { ...file, after: undefined, limit: MAX_USES });
    const usedIn = posts.map(({ slug, postId }) => slug ?? postId);
    run.onFinding({ kind: 'original-missing', key, name, usedIn, isRepaired: false });
    return;
  }
  const isRepaired = run.isRepairing && (await correctSize(tools, file, actual));
  run.onFinding({ kind: 'size-differs', key, name, expected, actual, isRepaired });
}

async function matchesRecord({ storage }: CheckTools, file: FileRow): Promise<boolean> {
  return (await storage.head(originalKey(file)))?.size === file.size;
}

async function recheck(
  { storage, database }: CheckTools,
  fileId: string,
): Promise<{ file?: FileRow; actual?: number | undefined }> {
  const [file] = await listFilesOfAny(database.writer, [fileId]);
  const isChecked = file && file.status !== 'removed' && file.uploadedAt !== null;
  if (!isChecked || (await listUploadsOf(database.writer, file)).length > 0) return {};
  const actual = (await storage.head(originalKey(file)))?.size;
  return { file, actual };
}

/** Pictures never match their uploaded digest: they are cleaned on upload. */
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

export async function checkStaticFiles(tools: CheckTools, run: CheckRun): Promise<number> {
  let checked = 0;
  const { storage, database, remarkStaticFile } = tools;
  const paths = eachRow((after: string | undefined, limit) =>
    listWrittenStaticFiles(database.reader, { after: after ?? '', limit }),
  );
  await eachOf(paths, { width: CONCURRENCY, signal: run.signal }, async (key) => {
    checked += 1;
    if (!(await storage.head(key)) && (await isStaticFileWritten(database.writer, key))) {
      if (run.isRepairing) await remarkStaticFile(key);
      run.onFinding({ kind: 'post-file-missing', key, isRepaired: run.isRepairing });
    }
    run.onProgress({ done: checked, path: key });
  });
  return checked;
}
