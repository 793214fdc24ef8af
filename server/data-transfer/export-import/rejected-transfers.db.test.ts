import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { temporaryFolder } from '#testing/product.ts';
import { givenWholeService, importInto } from '#testing/transfer.ts';
import { exportService, TransferError } from '../index.ts';

test('rejects existing services and conflicting records, changes nothing', async () => {
  const folder = await sharedExport();
  const target = await testDatabase();
  await importInto(target, folder);
  await expect(importInto(target, folder)).rejects.toThrow(new TransferError('The service news already exists.'));
  await target.writer.updateTable('services').set({ label: 'x' }).execute();
  const copy = await copyOfExport();
  await edit(copy, 'service/00001.jsonl', (text) => text.replace('"news"', '"copy"'), { serviceId: 'copy' });
  await expect(importInto(target, copy)).rejects.toThrow(
    'Some of its tags exist in this installation already, or twice in the export.',
  );
  expect(
    (await target.reader.selectFrom('services').select('serviceId').execute()).map(({ serviceId }) => serviceId),
  ).toEqual(['news']);
});

async function edit(
  folder: string,
  path: string,
  change: (text: string) => string,
  manifestChange: object = {},
): Promise<() => Promise<void>> {
  const manifestPath = join(folder, 'manifest.json');
  const before = await readFile(join(folder, path));
  const manifestBefore = await readFile(manifestPath);
  const text = change(before.toString());
  await writeFile(join(folder, path), text);
  const manifest = { ...JSON.parse(manifestBefore.toString()), ...manifestChange };
  for (const part of manifest.parts) {
    for (const file of part.files) {
      if (file.path !== path) continue;
      part.records += text.split('\n').length - 1 - file.records;
      file.records = text.split('\n').length - 1;
      file.bytes = Buffer.byteLength(text);
      file.sha256 = await sha256(text);
    }
  }
  await writeFile(manifestPath, JSON.stringify(manifest));
  return async () => {
    await writeFile(join(folder, path), before);
    await writeFile(manifestPath, manifestBefore);
  };
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}

const POSTS = 'posts/00001.jsonl';
const withField = (name: string, value: unknown) => (text: string) => {
  const lines = text.split('\n');
  const at = Math.max(
    0,
    lines.findIndex((line) => line.includes('"slug":"first"')),
  );
  return lines.with(at, JSON.stringify({ ...JSON.parse(lines[at] ?? ''), [name]: value })).join('\n');
};

const HISTORY = 'history/00001.jsonl';
const withSaved = (fields: object) => (text: string) => {
  const [line = '', ...others] = text.split('\n');
  const record = JSON.parse(line);
  return [JSON.stringify({ ...record, content: { ...record.content, ...fields } }), ...others].join('\n');
};
const nested = `${'['.repeat(101)}${']'.repeat(101)}`;

const wrongRecords: readonly [path: string, change: (text: string) => string, message: RegExp][] = [
  [POSTS, withField('title', 5), /^posts\/00001\.jsonl, line \d: title is invalid\.$/],
  [POSTS, withField('title', 'a\u0000b'), /title is invalid/],
  [POSTS, withField('title', '\ud800'), /title is invalid/],
  [POSTS, withField('body', 'x'.repeat(1_000_001)), /body is invalid/],
  [POSTS, withField('slug', '../../etc'), /slug is invalid/],
  [POSTS, withField('postId', 'x'), /postId is invalid/],
  [POSTS, withField('publishAt', 'yesterday'), /publishAt is invalid/],
  [POSTS, withField('effectiveAt', null), /status published does not match/],
  [POSTS, withField('body', undefined), /body is missing\.$/],
  [POSTS, withField('bodyHtml', '<script>'), /bodyHtml is unknown\.$/],
  [POSTS, withField('category', 'nowhere'), /category nowhere is not in this export\.$/],
  [POSTS, withField('tags', ['01hzx3w7gg8hh9jj0kk1mm2nn9']), /tag 01hzx3w7gg8hh9jj0kk1mm2nn9 is not in this export/],
  [POSTS, withField('links', [{ id: 1, url: 'javascript:alert(1)' }]), /links\.0\.url is invalid/],
  [POSTS, withField('revision', 1), /^history\/.*: revision is newer than its post\.$/],
  [POSTS, (text) => `${text}${text}`, /Some of its posts exist in this installation already, or twice in the export\./],
  [POSTS, (text) => text.replace('\n', '\n{"postId":\n'), /line 2: not JSON/],
  [POSTS, (text) => `${text}null\n`, /line \d: the record is invalid/],
  ['history/00001.jsonl', withField('postId', '01hzx3w7gg8hh9jj0kk1mm2nn9'), /post 01hzx3w7gg8hh9jj0kk1mm2nn9 is not/],
  [HISTORY, withField('content', {}), /content\.slug is missing/],
  [HISTORY, withField('savedAt', '2026-02-30T00:00:00Z'), /savedAt is invalid/],
  [HISTORY, withSaved({ label: 'x'.repeat(2_000_000) }), /content\.label is invalid/],
  [HISTORY, withSaved({ author: 'a\u0000b' }), /content\.author is invalid/],
  [HISTORY, withSaved({ slug: '../../etc' }), /content\.slug is invalid/],
  [HISTORY, withSaved({ categorySlug: 'a\u0000b' }), /content\.categorySlug is invalid/],
  [HISTORY, withSaved({ contentId: '' }), /content\.contentId is invalid/],
  [HISTORY, withSaved({ tags: ['..'], tagIds: undefined }), /content\.tags\.0 is invalid/],
  [HISTORY, withSaved({ tags: ['red'], tagIds: [] }), /tagIds do not match the tags/],
  [HISTORY, withSaved({ images: [{ fileId: 'a\u0000b', mimeType: 'x' }] }), /content\.images\.0\.fileId is invalid/],
  [HISTORY, withSaved({ bodyFormat: 'json', body: '{' }), /body is not JSON\.$/],
  [HISTORY, withSaved({ publishAt: '9999-99-99T99:99:99Z' }), /content\.publishAt is invalid/],
  [POSTS, withField('createdAt', '9999-99-99T99:99:99Z'), /createdAt is invalid/],
  [
    POSTS,
    (text) =>
      text.replace(
        /"bodyFormat":"json","editorMode":"json","body":"[^\n]*?","thumb/,
        `"bodyFormat":"json","editorMode":"json","body":"${nested}","thumb`,
      ),
    /body is JSON with too many values, or nests too deeply/,
  ],
  [
    'groups/00001.jsonl',
    withField('posts', [{ postId: '01hzx3w7gg8hh9jj0kk1mm2nn9', position: 1 }]),
    /is not in this export/,
  ],
  ['categories/00001.jsonl', withField('parent', 'events'), /parent is invalid/],
  ['categories/00001.jsonl', (text) => text.split('\n').slice(1).join('\n'), /categories: the root is missing/],
  [
    'categories/00001.jsonl',
    (text) => text.replace('"parent":"root"', '"parent":"nowhere"'),
    /nowhere, the parent of another, is not/,
  ],
  [
    'categories/00001.jsonl',
    (text) => text.replaceAll('"parent":"root"', '"parent":"late"'),
    /is nested too deeply or in itself/,
  ],
  ['tags/00001.jsonl', withField('label', ''), /label is invalid/],
  ['service/00001.jsonl', withField('serviceId', 'other'), /serviceId differs from the manifest/],
  [
    'service/00001.jsonl',
    withField('configs', { unheardOf: { value: 1, updatedAt: '2026-11-21T04:43:00Z' } }),
    /configs\.unheardOf is unknown/,
  ],
  ['service/00001.jsonl', withField('functions', ['fly']), /functions\.0 is invalid/],
  ['contents/00001.jsonl', withField('commentDefaultPublishStatus', 'maybe'), /commentDefaultPublishStatus is invalid/],
  ['files/00001.jsonl', withField('size', -1), /size is invalid/],
  ['bin/00001.jsonl', withField('deletedAt', null), /deletedAt is invalid/],
  ['bin/00001.jsonl', withField('deletedAt', '9999-99-99T99:99:99Z'), /deletedAt is invalid/],
  ['bin/00001.jsonl', withField('deletedAt', '9999-12-31T23:59:59Z'), /deletedAt is invalid/],
];

test('rejects an invalid record with its position, stores nothing', async () => {
  const target = await testDatabase();
  const folder = await copyOfExport();
  for (const [path, change, message] of wrongRecords) {
    const undo = await edit(folder, path, change);
    await expectRejected(target, folder, message);
    await undo();
  }
  // Importing the unchanged copy proves that each record was rejected for its own fault.
  await importInto(target, folder);
});

let exported: Promise<string> | undefined;

async function sharedExport(): Promise<string> {
  exported ??= (async () => {
    const { database } = await givenWholeService();
    const folder = await mkdtemp(join(tmpdir(), 'kawaraban-shared-export-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await exportService({ database, serviceId: 'news', folder });
    return folder;
  })();
  return exported;
}

async function expectRejected(target: Database, folder: string, message: RegExp): Promise<void> {
  const error = await importInto(target, folder).catch((caught) => caught);
  expect(error, String(message)).toBeInstanceOf(TransferError);
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('\n');
  for (const table of ['services', 'posts', 'tags', 'deletedPosts', 'staticFiles'] as const) {
    expect(await target.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
}

async function copyOfExport(): Promise<string> {
  const copy = join(await temporaryFolder(), 'copy');
  await cp(await sharedExport(), copy, { recursive: true });
  return copy;
}

const damages: readonly [name: string, damage: (folder: string) => Promise<unknown>, message: RegExp][] = [
  ['without a file', (folder) => rm(join(folder, POSTS)), /^posts\/00001\.jsonl is missing\.$/],
  ['with a file cut short', (folder) => truncate(join(folder, POSTS), 100), /damaged: it differs from the manifest/],
  ['with a huge file', (folder) => truncate(join(folder, POSTS), 3e9), /too large/],
  [
    'with a link',
    async (folder) => {
      await rm(join(folder, POSTS));
      await symlink('/etc/hostname', join(folder, POSTS));
    },
    /is not a file in this folder/,
  ],
  [
    'with a folder that is a link',
    async (folder) => {
      const elsewhere = await copyOfExport();
      await rm(join(folder, 'posts'), { recursive: true });
      await symlink(join(elsewhere, 'posts'), join(folder, 'posts'));
    },
    /is not a file in this folder/,
  ],
  [
    'with a broken manifest',
    (folder) => writeFile(join(folder, 'manifest.json'), '{'),
    /manifest\.json is damaged: it is not JSON/,
  ],
  [
    'with the manifest of something else',
    (folder) => writeFile(join(folder, 'manifest.json'), '{"name":"app"}'),
    /does not belong to an exported service/,
  ],
  [
    'with null for a manifest',
    (folder) => writeFile(join(folder, 'manifest.json'), 'null'),
    /does not belong to an exported service/,
  ],
  [
    'with a manifest that is no UTF-8',
    (folder) => writeFile(join(folder, 'manifest.json'), Buffer.from([0xff])),
    /not UTF-8/,
  ],
  [
    'of a later version',
    (folder) => changeManifest(folder, { version: 3 }),
    /says version 3; this Kawaraban reads version 1 and 2/,
  ],
  ['without parts', (folder) => changeManifest(folder, { parts: undefined }), /parts is missing/],
  ['of no service', (folder) => changeManifest(folder, { serviceId: '../x' }), /serviceId is invalid/],
  [
    'with an unknown part',
    (folder) => changeManifest(folder, { parts: [{ name: 'smells', records: 0, files: [] }] }),
    /does not know: smells/,
  ],
  ['with no part at all', (folder) => changeManifest(folder, { parts: [] }), /the root is missing/],
  [
    'with a file elsewhere',
    (folder) =>
      changeManifest(folder, {
        parts: [
          {
            name: 'posts',
            records: 1,
            files: [{ path: '../../secret', records: 1, bytes: 1, sha256: '0'.repeat(64) }],
          },
        ],
      }),
    /contains a file that is not part of an export: \.\.\/\.\.\/secret/,
  ],
  [
    'with sums that are wrong',
    (folder) => changeManifest(folder, { parts: [{ name: 'posts', records: 1, files: [] }] }),
    /do not add up/,
  ],
];

test('imports exports from before posts had a language', async () => {
  const folder = await copyOfExport();
  const withoutLanguage = (text: string) => text.replaceAll(/,"language":"[^"]*"/g, '');
  for (const path of [POSTS, HISTORY]) await edit(folder, path, withoutLanguage);
  const target = await testDatabase();
  await importInto(target, folder);
  const posts = await target.reader.selectFrom('posts').select('language').distinct().execute();
  expect(posts).toEqual([{ language: '' }]);
});

test('imports the last save as the last change of the text from older exports', async () => {
  const copy = await copyOfExport();
  await edit(copy, POSTS, withField('textUpdatedAt', undefined));
  const target = await testDatabase();
  await importInto(target, copy);
  const posts = target.reader.selectFrom('posts').select(['updatedAt', 'textUpdatedAt']).where('slug', '=', 'first');
  const { updatedAt, textUpdatedAt } = await posts.executeTakeFirstOrThrow();
  expect(textUpdatedAt).toBe(updatedAt);
  expect(updatedAt).not.toBeNull();
});

test('rejects damaged exports and path traversal, stores nothing', async () => {
  const target = await testDatabase();
  for (const [, damage, message] of damages) {
    const folder = await copyOfExport();
    await damage(folder);
    await expectRejected(target, folder, message);
  }
});

async function changeManifest(folder: string, change: object): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }));
}

test('aborting an import while storing leaves nothing', async () => {
  const folder = await sharedExport();
  const target = await testDatabase();
  const stop = new AbortController();
  const onProgress = ({ done, total }: { done: number; total: number }) => done > total * 0.8 && stop.abort();
  await expect(importInto(target, folder, { onProgress, signal: stop.signal })).rejects.toThrow('abort');
  expect(await target.reader.selectFrom('services').selectAll().execute()).toEqual([]);
});

test('failed or aborted exports leave nothing, need empty folders', async () => {
  const database = await testDatabase();
  await givenPost({ database });
  const folder = await temporaryFolder();
  await expect(exportService({ database, serviceId: 'nowhere', folder })).rejects.toThrow(
    'The service nowhere does not exist.',
  );
  const signal = AbortSignal.abort();
  await expect(exportService({ database, serviceId: 'news', folder, signal })).rejects.toThrow('abort');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'mine.txt'), 'keep');
  await expect(exportService({ database, serviceId: 'news', folder })).rejects.toThrow('The folder is not empty');
  expect(await readdir(folder)).toEqual(['mine.txt']);
  await expect(exportService({ database, serviceId: 'news', folder: join(folder, 'mine.txt') })).rejects.toThrow(
    'The folder is not writable',
  );
});
