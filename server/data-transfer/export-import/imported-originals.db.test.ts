import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { sharedAmongTests, testApp } from '#testing/app.ts';
import { type Finish, testDatabase } from '#testing/database.ts';
import { givenUpload } from '#testing/given-upload.ts';
import { givenUser } from '#testing/given-user.ts';
import { givenSettings } from '#testing/media-app.ts';
import { avifPicture, jpegPhoto, jpegPicture, webpPicture } from '#testing/pictures.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testStorage } from '#testing/storage.ts';
import { importInto } from '#testing/transfer.ts';
import { exportService } from '../index.ts';

type ManifestPart = { name: string; files: { path: string; bytes: number; sha256: string }[] };

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function givenExport({ bytes, mimeType }: { bytes: Buffer; mimeType: string }, finish: Finish = onTestFinished) {
  const storage = await testStorage(finish);
  const app = await testApp({ storage, finish });
  const editor = await givenUser(app);
  await givenSettings(app, 'news', { mediaUploadAcceptMimetypesImage: [mimeType] });
  const file = await givenUpload(app, { editor, bytes, mimeType, name: 'picture' });
  const folder = join(await temporaryFolder((end) => finish(async () => end())), 'export');
  await exportService({ database: app.database, storage, serviceId: 'news', folder });
  const ending = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/avif': 'avif' }[mimeType] ?? '';
  return { folder, file, path: join('news/images', file.fileId, `raw.${ending}`) };
}

type Given = Awaited<ReturnType<typeof givenExport>>;

const exported = sharedAmongTests(async (finish) => ({
  'image/jpeg': await givenExport({ bytes: await jpegPicture(), mimeType: 'image/jpeg' }, finish),
  'image/webp': await givenExport({ bytes: await webpPicture(), mimeType: 'image/webp' }, finish),
}));

async function copyOfExport(mimeType: keyof ReturnType<typeof exported>): Promise<Given> {
  const source = exported()[mimeType];
  const folder = join(await temporaryFolder(), 'export');
  await cp(source.folder, folder, { recursive: true });
  return { ...source, folder };
}

async function exchange({ folder, path }: Given, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, 'media', path), bytes);
  const manifestPath = join(folder, 'manifest.json');
  const manifest: { parts: ManifestPart[] } = JSON.parse(await readFile(manifestPath, 'utf8'));
  const known: Record<string, object> = {
    files: { size: bytes.length },
    originals: { bytes: bytes.length, sha256: digestOf(bytes) },
  };
  for (const { name, files } of manifest.parts) {
    const [listed] = files;
    if (!known[name] || !listed) continue;
    const record = JSON.parse(await readFile(join(folder, listed.path), 'utf8'));
    const line = Buffer.from(`${JSON.stringify({ ...record, ...known[name] })}\n`);
    await writeFile(join(folder, listed.path), line);
    Object.assign(listed, { bytes: line.length, sha256: digestOf(line) });
  }
  await writeFile(manifestPath, JSON.stringify(manifest));
}

async function imported({ folder, path }: Given) {
  const database = await testDatabase();
  const storage = await testStorage();
  await importInto(database, folder, { storage });
  const found = await storage.get(path);
  const file = await database.reader.selectFrom('files').selectAll().executeTakeFirstOrThrow();
  return { file, bytes: Buffer.concat((await found?.content.toArray()) ?? []) };
}

test.for([
  ['image/jpeg', jpegPhoto],
  ['image/webp', webpPicture],
  ['image/avif', avifPicture],
] as const)('imports a cleaned picture of type %s unchanged', async ([mimeType, given]) => {
  const source = await givenExport({ bytes: await given(), mimeType });
  const { bytes } = await imported(source);
  expect(bytes.equals(await readFile(join(source.folder, 'media', source.path)))).toBe(true);
});

const hidden = Buffer.from('HIDDEN-BYTES');
const commented = (jpeg: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), hidden, jpeg.subarray(2)]);
const withUnknownChunk = (webp: Buffer) =>
  Buffer.concat([webp, Buffer.from('JUNK'), Buffer.from([hidden.length, 0, 0, 0]), hidden]);

test.for([
  ['a photo that says where it was taken', 'image/jpeg', () => jpegPhoto({ width: 90, height: 60 })],
  ['a JPEG with a comment', 'image/jpeg', async () => commented(await jpegPicture({ width: 60, height: 90 }))],
  [
    'a JPEG with something after it',
    'image/jpeg',
    async () => Buffer.concat([await jpegPicture({ width: 60, height: 90 }), hidden]),
  ],
  [
    'a WebP with something after it',
    'image/webp',
    async () => withUnknownChunk(await webpPicture({ width: 60, height: 90 })),
  ],
] as const)('cleans %s during the import', async ([, mimeType, given]) => {
  const source = await copyOfExport(mimeType);
  await exchange(source, await given());
  const { file, bytes } = await imported(source);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 90, mediaType: mimeType });
  expect(bytes.toString('latin1')).not.toMatch(/HIDDEN|Hanako|Exif|xmp/);
  expect(file).toMatchObject({ size: bytes.length, width: 60, height: 90 });
});

test.for([
  ['of another type', async () => webpPicture(), /raw\.jpg: File content is not of its type\.$/],
  ['that cannot be decoded', async () => (await jpegPicture()).subarray(0, 400), /raw\.jpg: Image cannot be read\.$/],
] as const)('rejects a picture %s and stores nothing', async ([, given, message]) => {
  const source = await copyOfExport('image/jpeg');
  await exchange(source, await given());
  const database = await testDatabase();
  const storage = await testStorage();
  await expect(importInto(database, source.folder, { storage })).rejects.toThrow(message);
  expect(await database.reader.selectFrom('files').selectAll().execute()).toEqual([]);
  expect(await storage.head(source.path)).toBeUndefined();
});
