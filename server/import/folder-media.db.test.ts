import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { postApi } from '#contract/posts.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { givenService } from '#testing/given.ts';
import { keysOf, mediaApp } from '#testing/media-app.ts';
import { jpegPicture, pictures } from '#testing/pictures.ts';
import { temporaryFolder } from '#testing/product.ts';
import { type ImportFolderOptions, importMarkdownFolder } from './import-markdown-folder.ts';

async function given(files: Record<string, string | Uint8Array>) {
  const app = await mediaApp();
  await givenService(app, { serviceId: 'news' });
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const { database, clock, tools: media } = app;
  const run = (options: Partial<ImportFolderOptions> = {}) =>
    importMarkdownFolder({ database, clock, content: defaultBounds, folder, serviceId: 'news', media, ...options });
  const listFiles = () => database.reader.selectFrom('files').selectAll().orderBy('name').execute();
  const bodyOf = async (slug: string) => (await app.call(postApi.find, { params: { serviceId: 'news', slug } })).body;
  return { app, run, listFiles, bodyOf };
}

const png = Buffer.from(pictures.png, 'base64');
const pdf = '%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

test('takes pictures and files into the media library', async () => {
  const { app, run, listFiles, bodyOf } = await given({
    'posts/a.md': '---\ntitle: A\n---\n\n![x](./img/x.png "t") [doc](/files/d.pdf#page=2)\n\n<img src="../y%20y.jpg">',
    'posts/b.md': '---\ntitle: B\n---\n\n![same](../copy.png) [b](a.md#x) [gone](gone.png)',
    'posts/img/x.png': png,
    'copy.png': png,
    'y y.jpg': await jpegPicture(),
    'files/d.pdf': pdf,
  });
  const report = await run();
  expect(report.files).toMatchObject([{ mediaFiles: 3 }, { mediaFiles: 1, postLinks: 1, unresolvedLinks: 1 }]);
  const stored = await listFiles();
  expect(stored.map(({ name, status, fileType, width }) => [name, status, fileType, width])).toEqual([
    ['d.pdf', 'published', 'file', null],
    ['x.png', 'published', 'image', 3],
    ['y y.jpg', 'published', 'image', 60],
  ]);
  const [document, picture, photo] = stored.map(({ fileId }) => fileId);
  expect(await bodyOf('a')).toBe(
    `![x](/media/news/images/${picture}/raw.png "t") [doc](/media/news/docs/${document}.pdf#page=2)\n\n<img src="/media/news/images/${photo}/raw.jpg">`,
  );
  expect(await bodyOf('b')).toBe(
    `![same](/media/news/images/${picture}/raw.png) [b](/posts/news/a#x) [gone](gone.png)`,
  );
  expect(await keysOf(app.storage)).toHaveLength(3);
});

test('importing again changes nothing and stores nothing twice', async () => {
  const { run, listFiles } = await given({ 'a.md': '---\ntitle: A\n---\n\n![x](x.png)', 'x.png': png });
  await run();
  expect((await run()).counts).toMatchObject({ unchanged: 1, updated: 0 });
  expect(await listFiles()).toHaveLength(1);
});

test('names files that uploads would reject, with their line', async () => {
  const { run, listFiles, bodyOf } = await given({
    'a.md': '---\ntitle: A\n---\n\n![x](x.svg)\n\n![y](y.png) [z](../outside.png) [h](.hidden.png)',
    'x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'y.png': 'no picture',
    '.hidden.png': png,
  });
  const [file] = (await run()).files;
  expect(file?.notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^line 5: x\.svg was not imported: \S/),
      expect.stringMatching(/^line 7: y\.png was not imported: \S/),
    ]),
  );
  expect(await listFiles()).toEqual([]);
  expect(await bodyOf('a')).toContain('![x](x.svg)');
});

test('a dry run stores no file', async () => {
  const { app, run, listFiles } = await given({ 'a.md': '---\ntitle: A\n---\n\n![x](x.png)', 'x.png': png });
  const media = { ...app.tools, storage: undefined };
  expect((await run({ isDryRun: true, media })).files).toMatchObject([{ status: 'imported', mediaFiles: 1 }]);
  expect(await listFiles()).toEqual([]);
  expect(await keysOf(app.storage)).toEqual([]);
});
