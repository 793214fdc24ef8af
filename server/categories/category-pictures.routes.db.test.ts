import { expect, test } from 'vitest';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { categoryApi } from '#contract/categories.ts';
import { postApi } from '#contract/posts.ts';
import { testApp } from '#testing/app.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUser } from '#testing/given-user.ts';

const params = { serviceId: 'news', slug: 'coast' };
const size = { width: 1200, height: 800 };

async function openTestSite() {
  const app = await testApp();
  const pictureId = await givenFile(app, { name: 'sea.png', isUploaded: true, columns: size });
  const editor = await givenUser(app);
  const create = (body: object = {}) =>
    editor.send('POST', '/api/admin/categories/news', { body: { slug: 'coast', label: 'Coast', pictureId, ...body } });
  const change = (body: object) => editor.send('POST', '/api/admin/categories/news/coast', { body });
  const pictureOfPage = async () => {
    const { meta } = await app.call(postApi.list, { params: { serviceId: 'news' }, query: { category: 'coast' } });
    return meta?.category?.picture;
  };
  const fileKey = { serviceId: 'news', fileId: pictureId };
  const usesOf = async () => (await editor.call(adminFileApi.listUses, { params: fileKey })).items;
  return { app, editor, pictureId, fileKey, create, change, pictureOfPage, usesOf };
}

test('category shows its picture to readers and is a use of the file', async () => {
  const { app, editor, pictureId, fileKey, create, change, pictureOfPage, usesOf } = await openTestSite();
  expect((await create()).json).toMatchObject({ slug: 'coast', pictureId });
  expect(await editor.call(adminCategoryApi.find, { params })).toMatchObject({ pictureId });
  const shown = { fileId: pictureId, mimeType: 'image/png', name: 'sea.png', ...size };
  expect(await pictureOfPage()).toMatchObject(shown);
  for (const query of [{}, { apiVer: '2' as const }]) {
    expect((await app.call(categoryApi.find, { params, query })).picture).toMatchObject(shown);
  }
  expect(await usesOf()).toMatchObject([{ slug: 'coast', title: 'Coast', status: null, places: ['category'] }]);
  expect(await editor.call(adminFileApi.find, { params: fileKey })).toMatchObject({
    status: 'published',
    isUsed: true,
  });

  expect((await change({ label: 'Shore' })).json).toMatchObject({ label: 'Shore', pictureId });
  await editor.send('DELETE', `/api/admin/files/news/${pictureId}`);
  expect(await pictureOfPage()).toMatchObject(shown);
  await editor.send('DELETE', `/api/admin/files/news/${pictureId}?isForced=1`);
  expect(await pictureOfPage()).toBeUndefined();
});

test.for(['', null])('%j removes the picture', async (none) => {
  const { create, change, pictureOfPage, usesOf } = await openTestSite();
  await create();
  expect((await change({ pictureId: none })).json.pictureId).toBeNull();
  expect([await pictureOfPage(), await usesOf()]).toEqual([undefined, []]);
});

test('deleted category uses no file', async () => {
  const { editor, create, usesOf } = await openTestSite();
  await create();
  await editor.call(adminCategoryApi.delete, { params });
  expect(await usesOf()).toEqual([]);
});

test('other files than uploaded images of the service are rejected', async () => {
  const { app, create, change } = await openTestSite();
  const others = [
    await givenFile(app, { fileType: 'file', isUploaded: true }),
    await givenFile(app),
    await givenFile(app, { serviceId: 'other', isUploaded: true }),
    await givenFile(app, { isUploaded: true, columns: { isWithdrawn: 1 } }),
    '01hzx3w7gg8hh9jj0kk1mm2nn3',
    'x',
  ];
  const errors = [{ field: 'picture_id', message: 'InvalidInput' }];
  for (const pictureId of others) {
    const { status, json } = await create({ pictureId });
    expect([status, json.errors], pictureId).toEqual([400, errors]);
  }
  await create({ pictureId: null });
  expect((await change({ pictureId: others[0] })).json.errors).toEqual(errors);
});
