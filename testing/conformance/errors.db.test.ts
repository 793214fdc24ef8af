import { expect, test } from 'vitest';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { clientOf } from './client.ts';
import { expectFieldErrors, expectHttpError } from './expectations.ts';
import { openTestSite } from './test-site.ts';

test('missing or bad token returns 401, missing permission 403', async () => {
  const { app, as, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  const path = 'admin/posts/news';
  const request = async (authorization: string) => reader.send(path, { headers: { authorization } });
  const cases = [
    [await reader.get(path), 'Authorization Required'],
    [await request('Basic abc'), 'Invalid Cognito JWT header'],
    [await request('Bearer'), 'Invalid Cognito JWT header'],
    [await request('Bearer a b'), 'Invalid Cognito JWT header'],
    [await request('Bearer a.b.c'), 'Invalid Cognito Authentication Token'],
  ] as const;
  for (const [reply, error] of cases) {
    expectHttpError(reply, 401, 'Required to auth');
    expect(reply.body).toMatchObject({ error, description: expect.any(String) });
  }
  expectHttpError(await (await as('normal')).get(path), 403, 'Forbidden');
  expectHttpError(await (await as('viewer', [])).get(path), 403, 'Forbidden');
});

test('checks run in order: token, role, service, fields, resource', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const broken = { title: '' };
  expect((await clientOf(app.port).post('admin/posts/other/nothing', broken)).status).toBe(401);
  const viewer = await as('viewer');
  const editor = await as('editor');
  expect((await viewer.post('admin/posts/other/nothing', broken)).status).toBe(403);
  expect((await editor.post('admin/posts/other/nothing', broken)).status).toBe(403);
  expectFieldErrors(await editor.post('admin/posts/news/nothing', broken), 'title');
  expectHttpError(await editor.post('admin/posts/news/nothing', { title: 'x' }), 404, 'Not Found');
});

test('id token grants the same access as access token', async () => {
  const { app } = await openTestSite();
  const { idToken } = await givenUser(app, { role: 'viewer' });
  expect((await clientOf(app.port, idToken).get('admin/account/services')).status).toBe(200);
});

test('unsupported media type returns 415, oversized body 413', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const xml = await editor.send('admin/posts/news', {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: '<a/>',
  });
  expectHttpError(xml, 415, 'Unsupported Media Type');
  const form = await editor.send('admin/posts/news', { method: 'POST', body: new URLSearchParams({ title: 'x' }) });
  expectHttpError(form, 415, 'Unsupported Media Type');
  const admin = await as('admin');
  expectHttpError(await admin.post('admin/services', { label: 'x'.repeat(2_000_000) }), 413, 'Payload Too Large');
});

test('several field errors are reported, all with known messages', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const reply = await editor.post('admin/posts/news', { slug: '', title: '', bodyFormat: 5, status: 'publish' });
  expectFieldErrors(reply, 'body_format', 'slug', 'title');
  const known = [
    'empty values not allowed',
    'Input required',
    'Already in use',
    'duplicated',
    'InvalidInput',
    'Same value',
  ];
  for (const { message } of reply.body.errors) expect(known).toContain(message);
});

test('nested errors name the wrong field', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const admin = await as('admin');
  const create = (overrides: object) =>
    editor.post('admin/posts/news', { slug: 'x', title: 'x', bodyFormat: 'markdown', status: 'publish', ...overrides });
  expectFieldErrors(await create({ links: [{ id: 1, url: 'nowhere' }] }), 'url');
  expectFieldErrors(await create({ images: [{ fileId: 'x', mimeType: 'image/png' }] }), 'file_id');
  expectFieldErrors(await create({ tags: [{ label: 5 }] }), 'tags');
  const configs = { mediaUploadSizeLimitMBImage: 'many' };
  expectFieldErrors(await admin.post('admin/services/news', { configs }), 'media_upload_size_limit_m_b_image');
});

test('text that databases reject never causes a server error', async () => {
  const { as, reader } = await openTestSite();
  const editor = await as('editor');
  for (const text of ['a\u0000b', '\ud800', '\udc00x']) {
    const created = await editor.post('admin/posts/news', {
      slug: 'x',
      title: text,
      bodyFormat: 'markdown',
      status: 'publish',
    });
    expectFieldErrors(created, 'title');
    expect((await reader.send(`tags/news/${text === 'a\u0000b' ? 'a%00b' : '%ED%A0%80'}`, {})).status).toBeLessThan(
      500,
    );
  }
});
