import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import { batchesOf, eachOf } from '../concurrency/each-of.ts';
import type { FileRow } from '../database/media-tables.ts';
import { originalKey, PRIVATE_PREFIX } from '../media/media-keys.ts';
import { type MediaObject, type MediaPath, readMediaKey } from '../media/serving/media-path.ts';
import { listKnownUploads } from '../media-uploads/upload.repository.ts';
import { uploadIdOf } from '../media-uploads/upload-claim.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { findServiceDetail } from '../services/index.ts';
import type { ListedObject } from '../storage/index.ts';
import { listAwaitedFiles, listFilesOfAny, listKnownStaticFiles } from './check.repository.ts';
import { type CheckRun, type CheckTools, CONCURRENCY } from './finding.ts';

const BATCH = 500;
const YOUNG_MS: Record<Orphan['kind'], number> = {
  'original-of-nothing': HOUR_MS,
  'size-of-nothing': HOUR_MS,
  'post-file-of-nothing': HOUR_MS,
  'upload-of-nothing': DAY_MS,
};

export interface ObjectCounts {
  objects: number;
  originals: number;
  unknown: number;
  young: number;
}

interface Orphan {
  readonly object: ListedObject;
  readonly kind: 'original-of-nothing' | 'size-of-nothing' | 'upload-of-nothing' | 'post-file-of-nothing';
}

export async function checkObjects(tools: CheckTools, run: CheckRun): Promise<ObjectCounts> {
  const counts: ObjectCounts = { objects: 0, originals: 0, unknown: 0, young: 0 };
  for await (const batch of batchesOf(tools.storage.list(''), BATCH)) {
    if (run.signal.aborted) break;
    for (const { key } of batch) {
      const path = readMediaKey(key);
      counts.originals += path && isOriginal(path) ? 1 : 0;
      counts.unknown += path || key.startsWith(PRIVATE_PREFIX) ? 0 : 1;
    }
    const { orphans, young } = await listOrphans(tools, batch);
    counts.young += young;
    await eachOf(orphans, { width: CONCURRENCY, signal: run.signal }, async (orphan) => {
      if (!(await remainsOrphan(tools, orphan))) return;
      if (run.isRepairing) await remove(tools, orphan);
      run.onFinding({ kind: orphan.kind, key: orphan.object.key, isRepaired: run.isRepairing });
    });
    counts.objects += batch.length;
    run.onProgress({ done: counts.objects, path: batch.at(-1)?.key ?? '' });
  }
  return counts;
}

async function listOrphans(
  { database, clock }: CheckTools,
  objects: readonly ListedObject[],
): Promise<{ readonly orphans: readonly Orphan[]; readonly young: number }> {
  const classify = await orphanClassifier(database.writer, objects);
  const now = clock.now().getTime();
  const all = objects.flatMap((object) => {
    const kind = classify(object.key);
    return kind ? [{ object, kind }] : [];
  });
  const orphans = all.filter(({ object, kind }) => now - object.modifiedAt.getTime() > YOUNG_MS[kind]);
  return { orphans, young: all.length - orphans.length };
}

type Db = CheckTools['database']['writer'];

async function orphanClassifier(
  db: Db,
  objects: readonly ListedObject[],
): Promise<(key: string) => Orphan['kind'] | undefined> {
  const paths = new Map(objects.map(({ key }) => [key, readMediaKey(key)]));
  const present = [...paths.values()].filter((path) => path !== undefined);
  const ofFiles = present.filter((path) => path.kind === 'image' || path.kind === 'doc');
  const uploads = await listKnownUploads(
    db,
    objects.flatMap(({ key }) => uploadIdOf(key) ?? []),
  );
  const posts = await listKnownStaticFiles(
    db,
    present.flatMap((path) => (path.kind === 'post' ? [path.key] : [])),
  );
  const rows = await listFilesOfAny(db, [...new Set(ofFiles.map(({ fileId }) => fileId))]);
  const files = new Map(rows.map((row) => [row.fileId, row]));
  const awaited = await listAwaitedFiles(db, [...files.keys()]);
  const sizes = new Map<string, readonly string[]>();
  for (const serviceId of new Set(ofFiles.map((path) => path.serviceId)))
    sizes.set(serviceId, (await findServiceDetail(db, serviceId))?.configs.mediaUploadImageSizes ?? []);
  return (key) => {
    const uploadId = uploadIdOf(key);
    if (uploadId !== undefined) return uploads.has(uploadId) ? undefined : 'upload-of-nothing';
    const path = paths.get(key);
    if (path?.kind === 'post') return posts.has(key) ? undefined : 'post-file-of-nothing';
    if (path?.kind !== 'image' && path?.kind !== 'doc') return undefined;
    const file = files.get(path.fileId);
    const isAwaited = awaited.has(path.fileId);
    return orphanKindOf(key, path, { file, isAwaited, sizes: sizes.get(path.serviceId) ?? [] });
  };
}

function orphanKindOf(
  key: string,
  path: MediaObject & { kind: 'image' | 'doc' },
  { file, isAwaited, sizes }: { file: FileRow | undefined; isAwaited: boolean; sizes: readonly string[] },
): Orphan['kind'] | undefined {
  // A replacement is stored before its record is updated.
  if (file && isAwaited && path.version > file.version) return undefined;
  if (path.kind === 'doc' || path.size === RAW)
    return file && originalKey(file) === key ? undefined : 'original-of-nothing';
  const isOfFile = file?.serviceId === path.serviceId && file.fileType === 'image' && file.version === path.version;
  const isFormat = isOfFile && [extensionOf(file.mimeType), 'webp', 'avif'].includes(path.extension);
  return isFormat && sizes.includes(path.size) ? undefined : 'size-of-nothing';
}

function isOriginal(path: MediaPath): boolean {
  return path.kind === 'doc' || (path.kind === 'image' && path.size === RAW);
}

/** The object may have been recorded or overwritten since it was listed. */
async function remainsOrphan(tools: CheckTools, { object, kind }: Orphan): Promise<boolean> {
  const found = await tools.storage.head(object.key);
  if (!found) return false;
  const { orphans } = await listOrphans(tools, [found]);
  return orphans[0]?.kind === kind;
}

async function remove({ storage, database, remarkStaticFile }: CheckTools, { object, kind }: Orphan): Promise<void> {
  await storage.delete(object.key);
  const isRecorded =
    kind === 'post-file-of-nothing' && (await listKnownStaticFiles(database.writer, [object.key])).size > 0;
  if (isRecorded) await remarkStaticFile(object.key);
}
