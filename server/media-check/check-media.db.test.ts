import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeTransaction } from '#server/database/write-transaction.ts';
import { toInstant } from '#server/platform/clock.ts';
import { noteFilesChanged, remarkStaticFile } from '#server/publishing/index.ts';
import type { Storage } from '#server/storage/index.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { testS3Storage, testStorage } from '#testing/storage.ts';
import { keysOf } from '#testing/stored-content.ts';
import { replaceFileUses } from '../media-uses/file-use.repository.ts';
import { checkMedia } from './check-media.ts';
import type { Finding } from './finding.ts';

const HOUR_MS = 60 * 60_000;
const running = new AbortController().signal;

async function installation({ hoursAgo = 2, storage = undefined as Storage | undefined } = {}) {
  const clock = testClock(new Date(Date.now() + hoursAgo * HOUR_MS).toISOString());
  const given = { database: await testDatabase(), clock, storage: storage ?? (await testStorage()) };
  const { database } = given;
  await givenService(given, { serviceId: 'news' });
  const tools = {
    ...given,
    onFilesChanged: noteFilesChanged,
    remarkStaticFile: (path: string) => remarkStaticFile(database.writer, { path, now: toInstant(clock.now()) }),
  };
  const check = async (options: { isRepairing?: boolean; isForced?: boolean } = {}) => {
    const findings: Finding[] = [];
    const report = await checkMedia(tools, {
      isRepairing: false,
      isForced: false,
      signal: running,
      ...options,
      onFinding: (finding) => findings.push(finding),
      onProgress: () => {},
    });
    return { report, findings, kinds: Object.fromEntries(findings.map(({ key, kind }) => [key, kind])) };
  };
  const put = (key: string, content = 'x') => given.storage.put(key, Buffer.from(content));
  const image = async (columns = {}) => {
    const fileId = await givenFile(given, { isUploaded: true, status: 'published', name: '写真', columns });
    return { fileId, raw: `news/images/${fileId}/raw.png`, at: (name: string) => `news/images/${fileId}/${name}` };
  };
  const rowOf = (fileId: string) =>
    database.reader.selectFrom('files').selectAll().where('fileId', '=', fileId).executeTakeFirstOrThrow();
  const staticFile = (path: string) =>
    database.reader.selectFrom('staticFiles').selectAll().where('path', '=', path).executeTakeFirst();
  return { ...given, check, put, image, rowOf, staticFile, keys: () => keysOf(given.storage, '') };
}

test.for([
  { place: 'a folder', open: testStorage },
  { place: 'a bucket', open: testS3Storage },
])('complete media in $place yield no finding and no change', async ({ open }) => {
  const setup = await installation({ hoursAgo: 48, storage: await open() });
  const { raw, at } = await setup.image();
  const keys = [raw, at('1200x1200.png'), at('800x800.webp'), at('400x400xs.avif'), 'robots.txt', 'a/b/c/d/e.txt'];
  const replaced = await setup.image({ version: 12 });
  keys.push(replaced.at('raw.v12.png'), replaced.at('800x800.v12.webp'));
  for (const key of keys) await setup.put(key);
  const { report, findings } = await setup.check({ isRepairing: true });
  expect(findings).toEqual([]);
  expect(report).toEqual({
    objects: 8,
    unknown: 2,
    files: 2,
    postFiles: 0,
    found: 0,
    repaired: 0,
    isSuspicious: false,
  });
  expect(await setup.keys()).toEqual(keys.toSorted());
});

test('missing originals are reported with their posts, never repaired', async () => {
  const setup = await installation();
  const { raw, fileId } = await setup.image();
  const post = await givenPost(setup, { slug: 'with-picture' });
  await writeTransaction(setup.database.writer, (trx) =>
    replaceFileUses(trx, { serviceId: 'news', postId: post.postId }, { images: [fileId] }),
  );
  await setup.image({ uploadedAt: null });
  await setup.image({ status: 'removed' });
  const { report, findings } = await setup.check({ isRepairing: true });
  expect(findings).toEqual([
    { kind: 'original-missing', key: raw, name: '写真', usedIn: ['with-picture'], isRepaired: false },
  ]);
  expect(report).toMatchObject({ files: 1, found: 1, repaired: 0 });
});

test('repair removes image sizes without a setting or file', async () => {
  const setup = await installation();
  const { raw, at } = await setup.image();
  const deleted = 'news/images/01hzx3w7gg8hh9jj0kk2000000';
  for (const key of [raw, at('800x800.png')]) await setup.put(key);
  const orphans = [at('801x801.png'), at('800x800.gif'), `${deleted}/800x800.png`, 'other/images/x/800x800.png'];
  for (const key of orphans) await setup.put(key);
  for (const key of [`${deleted}/raw.png`, at('raw.jpg'), 'news/docs/01hzx3w7gg8hh9jj0kk2000000.pdf'])
    await setup.put(key);
  const checked = await setup.check();
  expect(checked.kinds).toEqual({
    [at('801x801.png')]: 'size-of-nothing',
    [at('800x800.gif')]: 'size-of-nothing',
    [`${deleted}/800x800.png`]: 'size-of-nothing',
    [`${deleted}/raw.png`]: 'original-of-nothing',
    [at('raw.jpg')]: 'original-of-nothing',
    'news/docs/01hzx3w7gg8hh9jj0kk2000000.pdf': 'original-of-nothing',
  });
  expect(checked.report).toMatchObject({ found: 6, repaired: 0, unknown: 1 });
  expect(await setup.keys()).toHaveLength(9);
  const { report } = await setup.check({ isRepairing: true });
  expect(report).toMatchObject({ found: 6, repaired: 6 });
  expect(await setup.keys()).toEqual([at('800x800.png'), raw, 'other/images/x/800x800.png'].toSorted());
  expect((await setup.check()).findings).toEqual([]);
});

test('finds leftovers of earlier versions and of failed attempts', async () => {
  const setup = await installation();
  const { fileId, at } = await setup.image({ version: 2 });
  const paper = await givenFile(setup, { fileType: 'file', isUploaded: true, columns: { version: 3 } });
  const stored = [at('raw.v2.png'), at('800x800.v2.png'), `news/docs/${paper}.v3.pdf`];
  const originals = [at('raw.png'), at('raw.v3.png'), `news/docs/${paper}.pdf`, `news/docs/${paper}.v2.pdf`];
  const sizes = [at('800x800.png'), at('800x800.v3.webp')];
  const unknown = [at('raw.v1.png'), at('raw.v02.png'), at('800x800.v2.v2.png')];
  for (const key of [...stored, ...originals, ...sizes, ...unknown]) await setup.put(key);
  expect((await setup.check()).kinds).toEqual({
    ...Object.fromEntries(originals.map((key) => [key, 'original-of-nothing'])),
    ...Object.fromEntries(sizes.map((key) => [key, 'size-of-nothing'])),
  });
  expect((await setup.check({ isRepairing: true })).report).toMatchObject({ repaired: 6, unknown: 3 });
  expect(await setup.keys()).toEqual([...stored, ...unknown].toSorted());
  expect(await setup.rowOf(fileId)).toMatchObject({ version: 2 });
});

test('leaves young objects alone', async () => {
  const setup = await installation({ hoursAgo: 0.9 });
  for (const key of [
    'news/images/01hzx3w7gg8hh9jj0kk2000000/raw.png',
    'posts/news/one.json',
    '_private/uploads/01hzx3w7gg8hh9jj0kk2000000',
  ])
    await setup.put(key);
  expect((await setup.check({ isRepairing: true })).findings).toEqual([]);
  expect(await setup.keys()).toHaveLength(3);
});

test('removes unfinished uploads after a day, keeps known ones', async () => {
  const young = await installation({ hoursAgo: 23 });
  const old = await installation({ hoursAgo: 25 });
  const keys = ['_private/uploads/01hzx3w7gg8hh9jj0kk2000000', '_private/received/01hzx3w7gg8hh9jj0kk2000000/claim'];
  const known = '_private/uploads/01hzx3w7gg8hh9jj0kk2000001';
  for (const setup of [young, old]) for (const key of [...keys, known]) await setup.put(key);
  const { fileId } = await old.image({ uploadedAt: null });
  await old.database.writer
    .insertInto('fileUploads')
    .values({
      uploadId: known.slice(-26),
      fileId,
      serviceId: 'news',
      mimeType: 'image/png',
      size: 1,
      state: 'waiting',
      createdAt: '',
      createdBy: '',
      expiresAt: '',
      digest: null,
      claim: null,
      claimedUntil: null,
      attempts: 0,
    })
    .execute();
  expect((await young.check({ isRepairing: true })).findings).toEqual([]);
  const { report } = await old.check({ isRepairing: true });
  expect(report).toMatchObject({ found: 2, repaired: 2 });
  expect(await old.keys()).toEqual([known]);
});

test('repair requeues missing post files and removes orphans', async () => {
  const setup = await installation();
  await givenPost(setup, { slug: 'one' });
  await givenPost(setup, { slug: 'two' });
  await setup.database.writer
    .updateTable('staticFiles')
    .set({ dueAt: null, writtenAt: '2026-01-01T00:00:00Z' })
    .where('path', '=', 'posts/news/one.json')
    .execute();
  await setup.put('posts/news/gone.json');
  expect((await setup.check()).kinds).toEqual({
    'posts/news/one.json': 'post-file-missing',
    'posts/news/gone.json': 'post-file-of-nothing',
  });
  expect((await setup.staticFile('posts/news/one.json'))?.dueAt).toBeNull();
  expect((await setup.check({ isRepairing: true })).report).toMatchObject({ found: 2, repaired: 2, postFiles: 1 });
  expect(await setup.staticFile('posts/news/one.json')).toMatchObject({ dueAt: toInstant(setup.clock.now()) });
  expect(await setup.keys()).toEqual([]);
  expect((await setup.check()).findings).toEqual([]);
});

test('repair corrects a recorded size when the digest matches', async () => {
  const setup = await installation();
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  // Pictures are cleaned on upload, so their digest cannot verify all stored bytes.
  const picture = await setup.image({ size: 5, digest: digest('as it came') });
  await setup.put(picture.raw, 'a pi');
  const empty = await setup.image({ size: 5 });
  await setup.put(empty.raw, '');
  const document = async (columns: object) => {
    const fileId = await givenFile(setup, { fileType: 'file', isUploaded: true, columns: { size: 5, ...columns } });
    await setup.put(`news/docs/${fileId}.pdf`, 'content');
    return fileId;
  };
  const whole = await document({ digest: digest('content') });
  const damaged = await document({ digest: digest('another') });
  const unknown = await document({ digest: null });
  const { findings } = await setup.check({ isRepairing: true });
  expect(new Map(findings.map(({ key, isRepaired }) => [key, isRepaired]))).toEqual(
    new Map([
      [picture.raw, false],
      [empty.raw, false],
      [`news/docs/${whole}.pdf`, true],
      [`news/docs/${damaged}.pdf`, false],
      [`news/docs/${unknown}.pdf`, false],
    ]),
  );
  expect((await setup.rowOf(picture.fileId)).size).toBe(5);
  expect((await setup.rowOf(whole)).size).toBe(7);
  expect((await setup.rowOf(damaged)).size).toBe(5);
});

test('repairs nothing without force when most originals are orphans', async () => {
  const setup = await installation();
  const { raw } = await setup.image();
  await setup.put(raw);
  for (let index = 0; index < 12; index += 1) await setup.put(`news/docs/01hzx3w7gg8hh9jj0kk20000${10 + index}.pdf`);
  expect(await setup.check({ isRepairing: true })).toMatchObject({
    report: { isSuspicious: true, repaired: 0 },
    findings: [],
  });
  expect(await setup.keys()).toHaveLength(13);
  expect((await setup.check({ isRepairing: true, isForced: true })).report).toMatchObject({ found: 12, repaired: 12 });
  expect(await setup.keys()).toEqual([raw]);
});

test('checks thousands of objects in batches', async () => {
  const setup = await installation();
  const documents = Array.from({ length: 520 }, (_, index) => String(index).padStart(6, '0'));
  for (let index = 0; index < documents.length; index += 50)
    await Promise.all(
      documents.slice(index, index + 50).map((digits) => setup.put(`news/docs/01hzx3w7gg8hh9jj0kk2${digits}.pdf`)),
    );
  for (let index = 0; index < 210; index += 1) await setup.image();
  const { report } = await setup.check();
  expect(report).toMatchObject({ objects: 520, files: 210, found: 730 });
});
