import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenService } from '#testing/given.ts';
import { expectFieldErrors, expectHead, expectHttpError, expectNothing, expectShape } from './expectations.ts';
import {
  CategoryShape,
  ConfigShape,
  ContentPageShape,
  ContentShape,
  ServiceShape,
  ServiceWithConfigsShape,
  UserShape,
} from './shapes.ts';
import { openTestSite } from './test-site.ts';

const defaults = {
  outerSiteUrl: '',
  frontendPostDetailUrlPrefix: '',
  mediaUploadAcceptMimetypesImage: ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'],
  mediaUploadImageSizes: ['1200x1200', '800x800', '400x400', '400x400xs'],
  mediaUploadSizeLimitMBImage: 20,
  mediaUploadAcceptMimetypesFile: [
    'image/png',
    'image/gif',
    'image/jpeg',
    'image/webp',
    'image/avif',
    'application/pdf',
  ],
  mediaUploadSizeLimitMBFile: 20,
  commentDefaultPublishStatus: 'unpublish',
  commentBlockedWords: [],
  commentMaxLinks: 2,
  commentProofOfWork: false,
  siteDescription: '',
  siteLogoUrl: '',
  siteAccentColor: '',
  siteLanguage: 'en',
  siteDarkLogoUrl: '',
  siteFaviconUrl: '',
  siteListLayout: 'text',
  siteFonts: 'system',
  siteHeaderLinks: [],
  siteFooterLinks: [],
  siteFooterText: '',
};

test('GET admin/services lists services by id without settings', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'zebra' });
  const list = expectShape(await (await as('admin')).get('admin/services'), z.array(ServiceShape));
  expect(list.map(({ serviceId }) => serviceId)).toEqual(['news', 'zebra']);
});

test('POST admin/services creates a service with its root category', async () => {
  const { reader, as } = await openTestSite();
  const admin = await as('admin');
  const creation = {
    serviceId: 'gazette',
    label: ' The Gazette ',
    functions: ['post', 'comment'],
    configs: {
      mediaUploadImageSizes: '100x100,50x50xc',
      mediaUploadSizeLimitMBImage: '7',
      outerSiteUrl: 'https://example.com/',
    },
  };
  const made = expectShape(await admin.post('admin/services', creation), ServiceWithConfigsShape);
  expect(made).toMatchObject({
    serviceId: 'gazette',
    label: 'The Gazette',
    functions: ['post', 'comment'],
    configs: {
      ...defaults,
      mediaUploadImageSizes: ['100x100', '50x50xc'],
      mediaUploadSizeLimitMBImage: 7,
      outerSiteUrl: 'https://example.com/',
    },
  });
  const own = expectShape(await admin.get('admin/account/services'), z.array(ServiceShape));
  expect(own.map(({ serviceId }) => serviceId)).toEqual(['gazette', 'news']);
  const [root] = expectShape(await reader.get('categories/gazette', { isList: 1 }), z.array(CategoryShape));
  expect(root).toMatchObject({ slug: 'root', parentPath: '0' });
});

test('creation reports each reason for rejection', async () => {
  const { as } = await openTestSite();
  const admin = await as('admin');
  expectHttpError(
    await admin.post('admin/services', { serviceId: 'news', label: 'News' }),
    400,
    'ServiceId already used',
  );
  expectFieldErrors(await admin.post('admin/services', { label: 'News' }), 'service_id');
  expectFieldErrors(await admin.post('admin/services', { serviceId: 'x' }), 'label');
  expectFieldErrors(await admin.post('admin/services', { serviceId: 'configs', label: 'x' }), 'service_id');
  expectFieldErrors(await admin.post('admin/services', { serviceId: 'A b', label: '  ' }), 'service_id', 'label');
  const functions = await admin.post('admin/services', { serviceId: 'x', label: 'x', functions: ['vote'] });
  expectFieldErrors(functions, 'functions');
});

test('GET admin/services/configs lists every key with a typed default', async () => {
  const { as } = await openTestSite();
  const entry = z.strictObject({ configName: z.string(), configVal: z.unknown() });
  const list = expectShape(await (await as('viewer')).get('admin/services/configs'), z.array(entry));
  expect(Object.fromEntries(list.map(({ configName, configVal }) => [configName, configVal]))).toEqual(defaults);
});

test('GET admin/services/{id} returns the service with every setting', async () => {
  const { as } = await openTestSite();
  const found = expectShape(await (await as('editor')).get('admin/services/news'), ServiceWithConfigsShape);
  expect(found).toMatchObject({ serviceId: 'news', configs: defaults });
});

test('HEAD admin/services/{id} tells whether an id is taken', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const admin = await as('admin');
  expectHead(await admin.head('admin/services/other'), 200);
  expectHead(await admin.head('admin/services/free'), 404);
});

test('POST admin/services/{id} changes only the sent fields', async () => {
  const { as } = await openTestSite();
  const admin = await as('admin');
  await admin.post('admin/services/news', { functions: 'post,comment', configs: { mediaUploadSizeLimitMBFile: 9 } });
  const changed = expectShape(await admin.post('admin/services/news', { label: 'Other' }), ServiceWithConfigsShape);
  expect(changed).toMatchObject({
    label: 'Other',
    functions: ['post', 'comment'],
    configs: { mediaUploadSizeLimitMBFile: 9 },
  });
  expectHttpError(await admin.post('admin/services/news', { serviceId: 'x' }), 400, 'Field serviceId is not accepted');
  expectHttpError(await admin.post('admin/services/news', {}), 400, 'Data is empty');
});

test('invalid setting is rejected under its own name', async () => {
  const { as } = await openTestSite();
  const admin = await as('admin');
  const rejections: Record<string, unknown> = {
    outerSiteUrl: 'ftp://example.com',
    frontendPostDetailUrlPrefix: 'javascript:alert(1)',
    mediaUploadAcceptMimetypesImage: ['png'],
    mediaUploadImageSizes: 'big',
    mediaUploadSizeLimitMBImage: 201,
    mediaUploadAcceptMimetypesFile: 'pdf',
    mediaUploadSizeLimitMBFile: 0,
    commentDefaultPublishStatus: 'unconfirmed',
  };
  for (const [name, value] of Object.entries(rejections)) {
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expectFieldErrors(await admin.post('admin/services/news', { configs: { [name]: value } }), field);
    expectFieldErrors(await admin.put(`admin/services/news/configs/${name}`, { configVal: value }), field);
  }
});

test('GET admin/services/{id}/configs/{key} returns the setting or its default', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const path = 'admin/services/news/configs';
  const found = expectShape(await editor.get(`${path}/mediaUploadImageSizes`), ConfigShape);
  expect(found).toMatchObject({
    serviceId: 'news',
    configName: 'mediaUploadImageSizes',
    configVal: defaults.mediaUploadImageSizes,
  });
  expect((await editor.get(`${path}/unheardOf`)).status).toBe(404);
  expect((await editor.get(`${path}/constructor`)).status).toBe(404);
});

test('PUT admin/services/{id}/configs/{key} saves one setting', async () => {
  const { as } = await openTestSite();
  const admin = await as('admin');
  const path = 'admin/services/news/configs/mediaUploadSizeLimitMBImage';
  const saved = expectShape(await admin.put(path, { configVal: '12' }), ConfigShape);
  expect(saved).toMatchObject({ configName: 'mediaUploadSizeLimitMBImage', configVal: 12 });
  expect(expectShape(await admin.get(path), ConfigShape)).toEqual(saved);
  expect((await admin.get('admin/services/news')).body.configs.mediaUploadSizeLimitMBImage).toBe(12);
  expect((await admin.put('admin/services/news/configs/unheardOf', { configVal: 1 })).status).toBe(404);
});

test('PUT content id returns 201, 200, then 400 when unchanged', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const path = 'admin/services/news/content/opinions_1';
  const made = await editor.put(path, { commentDefaultPublishStatus: 'publish', contentId: 'ignored' });
  expect([made.status, made.text]).toEqual([201, made.text]);
  expect(ContentShape.parse(made.body)).toMatchObject({
    serviceId: 'news',
    contentId: 'opinions_1',
    commentDefaultPublishStatus: 'publish',
  });
  expectHttpError(await editor.put(path, { commentDefaultPublishStatus: 'publish' }), 400, 'Same value');
  const changed = expectShape(await editor.put(path, { commentDefaultPublishStatus: 'unconfirm' }), ContentShape);
  expect(changed.commentDefaultPublishStatus).toBe('unconfirm');
  expect(expectShape(await editor.get(path), ContentShape)).toEqual(changed);
});

test('content ids are listed by id, paged, and deleted once', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  for (const key of ['third-id', 'first-id', 'second-id']) {
    await editor.put(`admin/services/news/content/${key}`, { commentDefaultPublishStatus: 'unpublish' });
  }
  const idsOf = ({ items }: z.output<typeof ContentPageShape>) => items.map(({ contentId }) => contentId);
  const first = expectShape(await editor.get('admin/services/news/content', { count: 2 }), ContentPageShape);
  expect(idsOf(first)).toEqual(['first-id', 'second-id']);
  const { pageToken } = first;
  const rest = expectShape(await editor.get('admin/services/news/content', { count: 2, pageToken }), ContentPageShape);
  expect([idsOf(rest), rest.pagerKey, rest.pageToken]).toEqual([['third-id'], null, null]);
  expectNothing(await editor.delete('admin/services/news/content/third-id'));
  expectHttpError(await editor.delete('admin/services/news/content/third-id'), 400, 'Target already deleted');
  expect((await editor.get('admin/services/news/content/third-id')).status).toBe(404);
});

test('content id and default status are validated', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const put = (key: string, body: unknown = { commentDefaultPublishStatus: 'publish' }) =>
    editor.put(`admin/services/news/content/${key}`, body);
  for (const key of ['abc', 'x'.repeat(65), 'Abcd', 'a.bcd']) expect((await put(key)).status, key).toBe(400);
  expect((await put('x'.repeat(64))).status).toBe(201);
  expectFieldErrors(await put('abcd', { commentDefaultPublishStatus: 'maybe' }), 'comment_default_publish_status');
  expect((await put('abcd', {})).status).toBe(400);
});

test("GET admin/account/services lists the caller's services by id", async () => {
  const { as } = await openTestSite();
  const editor = await as('editor', ['zebra', 'apple']);
  const list = expectShape(await editor.get('admin/account/services'), z.array(ServiceShape));
  expect(list.map(({ serviceId }) => serviceId)).toEqual(['apple', 'zebra']);
  expect(expectShape(await (await as('viewer', [])).get('admin/account/services'), z.array(ServiceShape))).toEqual([]);
});

test('GET admin/users lists accounts; a single one has its services', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const admin = await as('admin');
  await as('editor');
  const list = expectShape(await admin.get('admin/users'), z.array(UserShape));
  expect(list.map(({ role }) => role).toSorted()).toEqual(['admin', 'editor']);
  const username = list.find(({ role }) => role === 'editor')?.username;
  const shape = UserShape.extend({ acceptServiceIds: z.array(z.string()) });
  expect(expectShape(await admin.get(`admin/users/${username}`), shape).acceptServiceIds).toEqual(['news']);
  expectHttpError(await admin.get('admin/users/nobody-here'), 404, 'User does not exist');
});

test('POST admin/users/{username} sets a role or all services', async () => {
  const { as } = await openTestSite();
  const admin = await as('admin');
  const editor = await as('editor');
  const users = expectShape(await admin.get('admin/users'), z.array(UserShape));
  const usernameOf = (role: string) => users.find((user) => user.role === role)?.username;
  const path = `admin/users/${usernameOf('editor')}`;
  const updated = z.strictObject({
    message: z.literal('Update success'),
    revision: z.int(),
    notesRevision: z.int(),
  });
  expectShape(await admin.post(path, { serviceIds: [] }), updated);
  expect((await editor.get('admin/account/services')).body).toEqual([]);
  expectShape(await admin.post(path, { role: 'viewer' }), updated);
  expect((await admin.get(path)).body).toMatchObject({ role: 'viewer', acceptServiceIds: [] });
  expectHttpError(await admin.post(path, {}), 400, 'Data is empty');
  expectFieldErrors(await admin.post(path, { role: 'king' }), 'role');
  expect((await admin.post(path, { serviceIds: ['A b'] })).body.errors).toBeDefined();
  expect((await admin.post(`admin/users/${usernameOf('admin')}`, { role: 'viewer' })).status).toBe(400);
});
