import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { givenTwoServices, nameOf, pathFor, type TwoServices } from '#testing/two-services.ts';

const bodies: Readonly<Record<string, (world: TwoServices) => unknown>> = {
  'POST /admin/categories/:serviceId/:slug': () => ({ label: 'Changed' }),
  'POST /admin/categories/:serviceId/:slug/children': () => ({ sortedIds: [] }),
  'POST /admin/tags/:serviceId/:tagId': () => ({ label: 'changed' }),
  'POST /admin/tags/:serviceId/:tagId/merge': ({ theirs }) => ({ into: theirs.otherTagId }),
  'POST /admin/comments/:serviceId/:commentId/status': () => ({ publishStatus: 'unpublish' }),
  'POST /admin/comments/:serviceId/:commentId/replies': () => ({ body: 'Thank you' }),
  'PUT /comments/:serviceId/:contentId/:commentId': () => ({ body: 'Changed' }),
  'PUT /admin/services/:serviceId/content/:contentId': () => ({ commentDefaultPublishStatus: 'unpublish' }),
  'PUT /admin/services/:serviceId/configs/:configKey': () => ({ configVal: 'https://example.com' }),
  'POST /admin/files/:serviceId/:fileId': () => ({ name: 'changed' }),
  'POST /admin/files/:serviceId/:fileId/replacement': () => ({ mimeType: 'image/png', size: 1 }),
  'POST /admin/posts/:serviceId/:idOrSlug': () => ({ title: 'Changed' }),
  'POST /admin/posts/:serviceId/:idOrSlug/status': () => ({ status: 'unpublish' }),
  'PUT /admin/posts/:serviceId/:idOrSlug/working-copy': () => ({ title: 'Changed', baseRevision: 2 }),
  'POST /admin/posts/:serviceId/:idOrSlug/translations': ({ theirs }) => ({
    serviceId: 'other',
    postId: theirs.originalId,
  }),
  'POST /admin/posts/:serviceId/:idOrSlug/translations/create': () => ({ language: 'fr' }),
  'POST /admin/posts/:serviceId/:idOrSlug/translations/reviewed': () => ({ blocks: 'all', revision: 1 }),
  'POST /admin/posts/:serviceId/groups/:slug': () => ({ label: 'Changed' }),
  'POST /admin/webhooks/:serviceId/:webhookId': () => ({ description: 'Changed' }),
  'POST /admin/posts/:serviceId/groups/:slug/post-ids': ({ theirs }) => ({ postId: theirs.postId, isRegister: 0 }),
};

function send(endpoint: Endpoint, world: TwoServices, path: string) {
  const body = bodies[nameOf(endpoint)]?.(world) ?? (endpoint.body && {});
  return world.admin.send(endpoint.method, `/api${path}`, { ...(body !== undefined && { body }) });
}

const ofService = endpoints.filter(
  ({ path, access }) => path.includes(':serviceId') && (access.level === 'public' || access.scope === 'service'),
);
const isRegistering = ({ method, path }: Endpoint) => method === 'PUT' && path.includes('/content/');
const isOfAnyName = ({ path }: Endpoint) =>
  /^([/]admin)?[/](votes|comments)[/]:serviceId([/]content)?[/]:contentId([/]\w+)?$/.test(path);
const isNaming = (endpoint: Endpoint) => /:(?!serviceId|configKey)/.test(endpoint.path) && !isOfAnyName(endpoint);

async function rowsOf({ app: { database } }: TwoServices, serviceId: string): Promise<string[]> {
  const tables = await database.reader.introspection.getTables();
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => /^service_?id$/i.test(name)));
  expect(owned.length).toBeGreaterThan(10);
  const rows = await Promise.all(
    owned.map(async ({ name }) => {
      const found = await sql`select * from ${sql.table(name)} where service_id = ${serviceId}`.execute(
        database.reader,
      );
      return found.rows.map((row) => `${name} ${JSON.stringify(row)}`);
    }),
  );
  return rows.flat().sort();
}

test('every path parameter has content of the other service', async () => {
  const world = await givenTwoServices();
  for (const endpoint of ofService) expect(pathFor(endpoint, world, 'own'), nameOf(endpoint)).not.toContain(':');
});

test('calls never find or change content of another service', async () => {
  const world = await givenTwoServices();
  const before = await rowsOf(world, 'other');
  for (const endpoint of ofService.filter((one) => isNaming(one) && !isRegistering(one))) {
    const path = pathFor(endpoint, world, 'own');
    for (const asked of new Set([path, path.replace(world.theirs.postId, 'their-post')])) {
      const { status, json } = await send(endpoint, world, asked);
      expect([400, 404], `${endpoint.method} ${asked}`).toContain(status);
      expect(json?.message, `${endpoint.method} ${asked}`).not.toBe('Validation Failed');
    }
  }
  expect((await rowsOf(world, 'own')).filter((row) => /their/.test(row))).toEqual([]);
  for (const endpoint of ofService.filter(isRegistering)) {
    expect((await send(endpoint, world, pathFor(endpoint, world, 'own'))).status).toBe(201);
  }
  expect(await rowsOf(world, 'other')).toEqual(before);
});

test('lists never contain content of another service', async () => {
  const world = await givenTwoServices();
  const before = await rowsOf(world, 'other');
  const secrets = new RegExp(['their', ...Object.values(world.theirs)].join('|'));
  for (const endpoint of ofService.filter((one) => !isNaming(one) && !(isOfAnyName(one) && one.method !== 'GET'))) {
    const { status, text } = await send(endpoint, world, pathFor(endpoint, world, 'own'));
    expect(status, nameOf(endpoint)).toBeLessThan(500);
    expect(text, nameOf(endpoint)).not.toMatch(secrets);
  }
  expect(await rowsOf(world, 'other')).toEqual(before);
});

// Runs the same calls in the owning service, to verify that they are otherwise valid.

test('reads content in its own service', async () => {
  const world = await givenTwoServices();
  for (const endpoint of ofService.filter((one) => isNaming(one) && one.method === 'GET')) {
    const { status, text } = await send(endpoint, world, pathFor(endpoint, world, 'other'));
    expect(status, `${nameOf(endpoint)}: ${text}`).toBe(200);
  }
});

test('changes content in its own service', async () => {
  let world = await givenTwoServices();
  for (const endpoint of ofService.filter((one) => isNaming(one) && one.method !== 'GET')) {
    const ask = () => send(endpoint, world, pathFor(endpoint, world, 'other'));
    let answer = await ask();
    if (answer.status >= 400) {
      // An earlier call may have deleted the content.
      world = await givenTwoServices();
      answer = await ask();
    }
    expect([200, 201], `${nameOf(endpoint)}: ${answer.text}`).toContain(answer.status);
  }
});

type Smuggle = readonly [name: string, method: Method, path: string, body?: (world: TwoServices) => unknown];
const post = { title: 'Own', bodyFormat: 'markdown', status: 'publish' };

const smuggles: Smuggle[] = [
  [
    'a tag of a new post',
    'POST',
    '/admin/posts/own',
    ({ theirs: { tagId } }) => ({ ...post, slug: 'a', tags: [{ tagId }] }),
  ],
  ['a tag of a post', 'POST', '/admin/posts/own/own-post', ({ theirs: { tagId } }) => ({ tags: [{ tagId }] })],
  [
    'the category of a new post',
    'POST',
    '/admin/posts/own',
    () => ({ ...post, slug: 'a', category: 'their-category' }),
  ],
  ['the category of a post', 'POST', '/admin/posts/own/own-post', () => ({ category: 'their-category' })],
  ['an image of a post', 'POST', '/admin/posts/own/own-post', ({ theirs: { fileId } }) => ({ images: [{ fileId }] })],
  ['a file of a post', 'POST', '/admin/posts/own/own-post', ({ theirs: { fileId } }) => ({ files: [{ fileId }] })],
  ['a thumbnail', 'POST', '/admin/posts/own/own-post', ({ theirs: { fileId } }) => ({ thumbnail: { fileId } })],
  [
    'a post of a new group',
    'POST',
    '/admin/posts/own/groups',
    ({ theirs: { postId } }) => ({ slug: 'g', label: 'G', postIds: [postId] }),
  ],
  [
    'a post of a group',
    'POST',
    '/admin/posts/own/groups/own-group',
    ({ theirs: { postId } }) => ({ postIds: [postId] }),
  ],
  [
    'a post for a group',
    'POST',
    '/admin/posts/own/groups/own-group/post-ids',
    ({ theirs: { postId } }) => ({ postId, isRegister: 1 }),
  ],
  [
    'one of many posts',
    'POST',
    '/admin/posts/own/bulk',
    ({ theirs: { postId } }) => ({ action: 'delete', postIds: [postId] }),
  ],
  [
    'the parent of a new category',
    'POST',
    '/admin/categories/own',
    () => ({ slug: 'b', label: 'B', parentCategorySlug: 'their-category' }),
  ],
  [
    'the parent of a category',
    'POST',
    '/admin/categories/own/own-category',
    () => ({ parentCategorySlug: 'their-category' }),
  ],
  [
    'a child to put in order',
    'POST',
    '/admin/categories/own/own-category/children',
    ({ theirCategoryId }) => ({ sortedIds: [theirCategoryId] }),
  ],
  ['a tag to merge with', 'POST', '/admin/tags/own/OWN_TAG/merge', ({ theirs: { tagId } }) => ({ into: tagId })],
  ['the category of a list', 'GET', '/posts/own?category=their-category'],
  ['the category of a list of drafts', 'GET', '/admin/posts/own?category=their-category'],
  ['the tag of a list', 'GET', '/posts/own?tag=their-tag'],
  ['the tag of a list of drafts', 'GET', '/admin/posts/own?tag=their-tag'],
];

test('rejects references to content of another service', async () => {
  const world = await givenTwoServices();
  const { admin } = world;
  const created = { ...post, slug: 'own-post', status: 'draft', tags: [{ label: 'own-tag' }] };
  const own = (await admin.send('POST', '/api/admin/posts/own', { body: created })).json;
  await admin.send('POST', '/api/admin/categories/own', { body: { slug: 'own-category', label: 'Own' } });
  await admin.send('POST', '/api/admin/posts/own/groups', { body: { slug: 'own-group', label: 'Own' } });
  const before = [await rowsOf(world, 'own'), await rowsOf(world, 'other')];
  for (const [name, method, path, body] of smuggles) {
    const url = `/api${path.replace('OWN_TAG', own.tags[0].tagId)}`;
    const given = body?.(world);
    const { status, json } = await admin.send(method, url, { ...(given !== undefined && { body: given }) });
    expect([400, 404], `${name}: ${JSON.stringify(json)}`).toContain(status);
    expect([await rowsOf(world, 'own'), await rowsOf(world, 'other')], name).toEqual(before);
  }
});

test("rejects the preview token of another service's post", async () => {
  const { app, admin, theirs } = await givenTwoServices();
  const draft = { ...post, slug: 'their-post', status: 'draft' };
  expect((await admin.send('POST', '/api/admin/posts/own', { body: draft })).status).toBe(200);
  expect((await app.get(`/api/posts/own/their-post?token=${theirs.token}`)).status).toBe(404);
});
