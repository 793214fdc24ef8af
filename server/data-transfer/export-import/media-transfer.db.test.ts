import { cp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { Storage } from '#server/storage/index.ts';
import { sharedAmongTests, type TestApp, testApp } from '#testing/app.ts';
import { type Finish, testDatabase } from '#testing/database.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUpload } from '#testing/given-upload.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { temporaryFolder } from '#testing/product.ts';
import { testStorage } from '#testing/storage.ts';
import { contentOf, importInto } from '#testing/transfer.ts';
import { exportService, TransferError } from '../index.ts';

interface Library extends TestApp {
  readonly storage: Storage;
  readonly editor: GivenUser;
  readonly picture: string;
  readonly paper: string;
}

async function givenLibrary(finish: Finish = onTestFinished): Promise<Library> {
  const storage = await testStorage(finish);
  const app = await testApp({ storage, finish });
  const editor = await givenUser(app);
  const { fileId: picture } = await givenUpload(app, { editor, name: '夏祭り.png' });
  const { fileId: paper } = await givenUpload(app, { editor, fileType: 'file' });
  await givenFile(app, { name: 'announced.png' });
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await editor.send(method, `/api/admin/${path}`, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  await send('POST', `files/news/${picture}`, { alt: { en: 'A stage', ja: '舞台' }, caption: { ja: '夏' } });
  const creation = { title: 'T', bodyFormat: 'markdown', status: 'publish' };
  const body = `![](/media/news/images/${picture}/800x800.png) [paper](/media/news/docs/${paper}.pdf)`;
  const living = await send('POST', 'posts/news', { ...creation, slug: 'living', body, files: [{ fileId: paper }] });
  await send('POST', `posts/news/${living.postId}`, { files: [], thumbnail: { fileId: picture } });
  const binned = await send('POST', 'posts/news', { ...creation, slug: 'binned', body });
  await send('POST', `posts/news/${binned.postId}`, { body: 'Nothing', images: [{ fileId: picture }] });
  await send('DELETE', `posts/news/${binned.postId}`);
  return { ...app, storage, editor, picture, paper };
}

async function exportOf({ database, storage }: { database: Database; storage?: Storage }) {
  const folder = join(await temporaryFolder(), 'export');
  return { folder, ...(await exportService({ database, storage, serviceId: 'news', folder })) };
}

const shared = sharedAmongTests(givenLibrary);

async function usesIn({ reader }: Database) {
  const order = ['fileId', 'postId', 'place'] as const;
  return reader.selectFrom('fileUses').selectAll().orderBy(order[0]).orderBy(order[1]).orderBy(order[2]).execute();
}

test('transfers files with bytes and all fields', async () => {
  const source = await givenLibrary();
  await source.database.writer
    .updateTable('files')
    .set({ charset: 'euc-jp' })
    .where('fileId', '=', source.paper)
    .execute();
  await source.editor.send('POST', '/api/admin/categories/news', {
    body: { slug: 'coast', label: 'Coast', pictureId: source.picture },
  });
  const { folder, missing } = await exportOf(source);
  expect(missing).toEqual([]);
  const content = await contentOf(folder);
  const keys = [`news/docs/${source.paper}.pdf`, `news/images/${source.picture}/raw.png`];
  expect(Object.keys(content).filter((path) => path.startsWith('media/'))).toEqual(keys.map((key) => `media/${key}`));
  const storage = await testStorage();
  const target = await testApp({ storage });
  await importInto(target.database, folder, { storage });
  for (const key of keys) {
    const sent = await source.storage.get(key);
    const received = await storage.get(key);
    expect(await received?.content.toArray(), key).toEqual(await sent?.content.toArray());
  }
  expect(await usesIn(target.database)).toEqual(await usesIn(source.database));
  const charsets = target.database.reader.selectFrom('files').select('charset').where('charset', 'is not', null);
  expect(await charsets.execute()).toEqual([{ charset: 'euc-jp' }]);
  expect((await usesIn(target.database)).map(({ place }) => place).toSorted()).toEqual([
    'bin',
    'bin',
    'body',
    'body',
    'category',
    'history',
    'history',
    'thumbnail',
  ]);
  const editor = await givenUser(target, { username: 'elsewhere' });
  const url = `/api/admin/files/news/${source.picture}`;
  const { revision: _, ...fields } = (await source.editor.send('GET', url)).json;
  // The history of changes is not transferred.
  expect((await editor.send('GET', url)).json).toEqual({ ...fields, revision: 1 });
  expect((await target.get(`/media/${keys[1]}`)).status).toBe(200);
  const again = await exportOf({ database: target.database, storage });
  expect(await contentOf(again.folder)).toEqual(content);
});

test('transfers a replaced file in its current version', async () => {
  const source = await givenLibrary();
  const { storage, database, picture, paper } = source;
  for (const [before, after] of [
    [`news/images/${picture}/raw.png`, `news/images/${picture}/raw.v2.png`],
    [`news/docs/${paper}.pdf`, `news/docs/${paper}.v2.pdf`],
  ] as const)
    await storage.move(before, after);
  await database.writer.updateTable('files').set({ version: 2 }).where('fileId', 'in', [picture, paper]).execute();
  const { folder, missing } = await exportOf(source);
  expect(missing).toEqual([]);
  const held = await testStorage();
  const target = await testApp({ storage: held });
  await importInto(target.database, folder, { storage: held });
  const address = `/media/news/docs/${paper}.pdf?v=2`;
  expect(await target.get(address)).toMatchObject({ status: 200, text: (await source.get(address)).text });
  expect((await target.get(`/media/news/images/${picture}/raw.png?v=2`)).status).toBe(200);
});

test('imports exports without bytes and of version 1', async () => {
  const source = shared();
  const { folder } = await exportOf({ database: source.database });
  const storage = await testStorage();
  const target = await testDatabase();
  await importInto(target, folder, { storage });
  const [file] = await target.reader.selectFrom('files').selectAll().where('fileId', '=', source.picture).execute();
  expect(file).toMatchObject({ altJa: '舞台', uploadedAt: expect.any(String), nameKey: '夏祭り.png' });

  const older = await edited(folder, 'files/00001.jsonl', (record) => {
    const known = ['fileId', 'fileType', 'mimeType', 'name', 'size', 'status', 'createdAt', 'createdBy', 'updatedAt'];
    return Object.fromEntries(Object.entries(record).filter(([name]) => known.includes(name)));
  });
  const manifest = JSON.parse(await readFile(join(older, 'manifest.json'), 'utf8'));
  await writeFile(join(older, 'manifest.json'), JSON.stringify({ ...manifest, version: 1 }));
  const another = await testDatabase();
  await importInto(another, older, { storage });
  const former = await another.reader.selectFrom('files').selectAll().where('fileId', '=', source.picture).execute();
  expect(former).toMatchObject([{ name: '夏祭り.png', status: 'published', uploadedAt: null, version: 1, altEn: '' }]);
});

test('reports files missing or different in the storage', async () => {
  const { database, storage, picture, paper } = await givenLibrary();
  await storage.delete(`news/images/${picture}/raw.png`);
  await storage.put(`news/docs/${paper}.pdf`, Buffer.from('shorter'));
  const { missing, report } = await exportOf({ database, storage });
  expect(missing.toSorted()).toEqual([picture, paper].toSorted());
  expect(report.find(({ name }) => name === 'originals')).toMatchObject({ records: 0 });
});

type Damage = (folder: string, source: Library) => Promise<unknown>;
const pathOf = ({ picture }: Library) => `media/news/images/${picture}/raw.png`;

const damages: readonly [name: string, damage: Damage, message: RegExp][] = [
  ['without a file', (folder, source) => rm(join(folder, pathOf(source))), /raw\.png is missing\.$/],
  [
    'with a file cut short',
    (folder, source) => truncate(join(folder, pathOf(source)), 5),
    /its size differs from the export/,
  ],
  [
    'with other bytes',
    async (folder, source) => {
      const bytes = await readFile(join(folder, pathOf(source)));
      bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
      await writeFile(join(folder, pathOf(source)), bytes);
    },
    /raw\.png is damaged: its content differs from the export/,
  ],
  [
    'with a link',
    async (folder, source) => {
      await rm(join(folder, pathOf(source)));
      await symlink('/etc/hostname', join(folder, pathOf(source)));
    },
    /is not a file in this folder/,
  ],
  [
    'with a folder that is a link',
    async (folder) => {
      const elsewhere = join(await temporaryFolder(), 'elsewhere');
      await cp(join(folder, 'media'), elsewhere, { recursive: true });
      await rm(join(folder, 'media'), { recursive: true });
      await symlink(elsewhere, join(folder, 'media'));
    },
    /is not a file in this folder/,
  ],
];

test('rejects changed bytes and stores nothing', async () => {
  const source = shared();
  const { folder } = await exportOf(source);
  const target = await testDatabase();
  const storage = await testStorage();
  for (const [name, damage, message] of damages) {
    const copy = join(await temporaryFolder(), 'copy');
    await cp(folder, copy, { recursive: true });
    await damage(copy, source);
    await expectRejected({ target, storage }, copy, message, name);
  }
  const wrong: readonly [path: string, edit: (record: object) => object, message: RegExp][] = [
    [
      'originals/00001.jsonl',
      (record) => ({ ...record, fileId: '01hzx3w7gg8hh9jj0kk1zzzzzz' }),
      /zzz is not in this export/,
    ],
    ['originals/00001.jsonl', (record) => ({ ...record, fileId: '../../x' }), /fileId is invalid/],
    ['originals/00001.jsonl', (record) => ({ ...record, bytes: 1 }), /line 1: bytes does not match the file/],
    ['files/00001.jsonl', (record) => ({ ...record, mimeType: 'text/html\r\nset-cookie: a=b' }), /mimeType is/],
    ['files/00001.jsonl', (record) => ({ ...record, placeholder: 'data:image/png;base64,")' }), /placeholder is/],
    ['files/00001.jsonl', (record) => ({ ...record, charset: 'x\r\na: b' }), /charset is/],
    ['files/00001.jsonl', (record) => ({ ...record, bytes: 1 }), /bytes is unknown/],
  ];
  for (const [path, edit, message] of wrong)
    await expectRejected({ target, storage }, await edited(folder, path, edit), message, String(message));
});

test('deletes stored bytes when storing the records fails', async () => {
  const source = shared();
  const { folder } = await exportOf(source);
  const database = await testDatabase();
  const storage = await testStorage();
  // Conflicts with an existing tag, post or file are detected after all checks.
  const columns = { fileId: source.picture };
  await givenFile({ database }, { serviceId: 'other', columns });
  await expectRejected(
    { target: database, storage },
    folder,
    /Some of its files exist in this installation already/,
    'taken',
  );
});

async function expectRejected(
  { target, storage }: { target: Database; storage: Storage },
  folder: string,
  message: RegExp,
  name: string,
): Promise<void> {
  const error = await importInto(target, folder, { storage }).catch((caught) => caught);
  expect(error, name).toBeInstanceOf(TransferError);
  expect(error.message, name).toMatch(message);
  const services = await target.reader.selectFrom('services').selectAll().where('serviceId', '=', 'news').execute();
  expect(services, name).toEqual([]);
  expect(await Array.fromAsync(storage.list('')), name).toEqual([]);
}

async function edited(folder: string, path: string, edit: (record: object) => object): Promise<string> {
  const copy = join(await temporaryFolder(), 'copy');
  await cp(folder, copy, { recursive: true });
  const lines = (await readFile(join(copy, path), 'utf8')).trimEnd().split('\n');
  const text = lines.map((line) => `${JSON.stringify(edit(JSON.parse(line)))}\n`).join('');
  await writeFile(join(copy, path), text);
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
  for (const file of manifest.parts.flatMap(({ files }: { files: { path: string }[] }) => files)) {
    if (file.path !== path) continue;
    file.bytes = Buffer.byteLength(text);
    file.sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
  }
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
  return copy;
}
