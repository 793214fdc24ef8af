import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sharedAmongTests } from '#testing/app.ts';
import { givenTwoServices, nameOf, pathFor } from '#testing/two-services.ts';

const shared = sharedAmongTests(givenTwoServices);

const ID = '01hzx3v9d0q8e7m2k4n6p8r1st';
const notIds = ['x', ID.toUpperCase(), `${ID}0`];
const notSlugs = ['a b', 'a.b', 'x'.repeat(300)];

/** An unknown `serviceId` or `configKey` is not malformed: it returns 403 or 404. */
const malformedParams: Readonly<Record<string, readonly string[]>> = {
  slug: notSlugs,
  idOrSlug: notSlugs,
  label: ['a\0b', 'x'.repeat(129)],
  contentId: ['abc', 'Upper', 'x'.repeat(65), 'a.bcd', 'post/../x', '\0\0\0\0', '東京東京'],
  commentId: notIds,
  deliveryId: notIds,
  fileId: notIds,
  keyId: notIds,
  mailId: notIds,
  postId: notIds,
  tagId: notIds,
  webhookId: notIds,
  revision: ['0', 'x', '99999999999'],
  sessionId: ['mine'],
  provider: ['x'.repeat(33)],
  username: ['x'.repeat(129), 'a\0b'],
};

const malformedQueries: readonly (readonly [name: string, value: string])[] = [
  ['colour', 'red'],
  ['count', '0'],
  ['count', 'x'],
  ['order', 'up'],
  ['sort', 'color'],
  ['status', 'lost'],
  ['pagerKey', 'x'],
  ['pagerKey', '{}'],
  ['pagerKey', '{"postId":"x"}'],
  ['pagerKey', '{"revision":0}'],
  ['pageToken', 'x'],
  ['group', 'a b'],
  ['with', '0'],
];

/** Every other list has pages of up to 50 items. */
const largestPages: Readonly<Record<string, number>> = {
  'GET /admin/posts/:serviceId/bulk/matching': 2500,
  'GET /admin/search': 20,
  'GET /admin/tags/:serviceId': 1000,
};

const DATA_IS_EMPTY = 'Data is empty';

const required: Readonly<Record<string, string>> = {
  'GET /admin/account/names': 'usernames',
  'GET /admin/categories/:serviceId/slug': 'slug',
  'GET /admin/posts/:serviceId/groups/slug': 'slug',
  'GET /admin/posts/:serviceId/slug': 'slug',
  'GET /admin/posts/:serviceId/slug/proposal': 'by',
  'GET /posts/:serviceId/search': 'q',
  'GET /votes/:serviceId/own': 'content_ids',
  'POST /account/recovery-codes': 'code',
  'POST /admin/api-keys': 'label,may,service_ids',
  'POST /admin/categories/:serviceId': 'label,slug',
  'POST /admin/categories/:serviceId/:slug': DATA_IS_EMPTY,
  'POST /admin/categories/:serviceId/:slug/children': 'sorted_ids',
  'POST /admin/comments/:serviceId/:commentId/replies': 'body',
  'POST /admin/comments/:serviceId/:commentId/status': 'publish_status',
  'POST /admin/comments/:serviceId/bulk': 'action,comment_ids',
  'POST /admin/files/:serviceId': 'file_type,mime_type,name,size',
  'POST /admin/files/:serviceId/:fileId': DATA_IS_EMPTY,
  'POST /admin/files/:serviceId/:fileId/replacement': 'mime_type,size',
  'POST /admin/posts/:serviceId': 'body_format,slug,status,title',
  'POST /admin/posts/:serviceId/:idOrSlug': DATA_IS_EMPTY,
  'POST /admin/posts/:serviceId/:idOrSlug/status': 'status',
  'POST /admin/posts/:serviceId/:idOrSlug/translations': 'post_id,service_id',
  'POST /admin/posts/:serviceId/:idOrSlug/translations/create': 'language',
  'POST /admin/posts/:serviceId/:idOrSlug/translations/reviewed': 'blocks,revision',
  'POST /admin/posts/:serviceId/bulk': 'action,post_ids',
  'POST /admin/posts/:serviceId/bulk/undo': 'undo_id',
  'POST /admin/posts/:serviceId/groups': 'label,slug',
  'POST /admin/posts/:serviceId/groups/:slug': DATA_IS_EMPTY,
  'POST /admin/posts/:serviceId/groups/:slug/post-ids': DATA_IS_EMPTY,
  'POST /admin/posts/:serviceId/preview': 'body,body_format',
  'POST /admin/posts/:serviceId/preview/conversion': 'body,from,to',
  'POST /admin/posts/:serviceId/preview/review': 'body,body_format',
  'POST /admin/services': 'label,service_id',
  'POST /admin/services/:serviceId': DATA_IS_EMPTY,
  'POST /admin/tags/:serviceId': 'label',
  'POST /admin/tags/:serviceId/:tagId': 'label',
  'POST /admin/tags/:serviceId/:tagId/merge': 'into',
  'POST /admin/users': 'email,role',
  'POST /admin/users/:username': DATA_IS_EMPTY,
  'POST /admin/users/:username/enabled': 'enabled',
  'POST /admin/webhooks/:serviceId': 'events,url',
  'POST /admin/webhooks/:serviceId/:webhookId': DATA_IS_EMPTY,
  'POST /comments/:serviceId/:contentId': 'body',
  'PUT /account/identities/:provider': 'code',
  'PUT /account/photo': 'bytes,content_type',
  'PUT /admin/comments/:serviceId/notice': 'is_wanted',
  'PUT /admin/posts/:serviceId/:idOrSlug/working-copy': 'base_revision',
  'PUT /admin/services/:serviceId/configs/:configKey': 'config_val',
  'PUT /admin/services/:serviceId/content/:contentId': 'comment_default_publish_status',
  'PUT /comments/:serviceId/:contentId/:commentId': 'body',
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const params: Readonly<Record<string, string>> = { provider: 'acme', username: 'somebody', sessionId: ID };

async function send(endpoint: Endpoint, { path = endpoint.path, query = '', body = '{}', type = 'application/json' }) {
  const world = shared();
  const filled = pathFor({ ...endpoint, path }, world, 'other');
  const url = `/api${filled.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ID)}${query}`;
  const request = { body, headers: { 'content-type': type } };
  const { status, json } = await world.admin.send(endpoint.method, url, endpoint.body && request);
  return { status, message: json?.message, errors: (json?.errors ?? []) as { field: string; message: string }[] };
}

test('every endpoint rejects malformed path parameters by name', async () => {
  for (const endpoint of endpoints) {
    for (const name of Object.keys(endpoint.params?.shape ?? {})) {
      for (const value of malformedParams[name] ?? []) {
        const path = endpoint.path.replace(`:${name}`, encodeURIComponent(value));
        const { status, errors } = await send(endpoint, { path });
        const error = { field: snakeCase(name), message: 'InvalidInput' };
        expect([status, errors], `${nameOf(endpoint)} ${name}=${value}`).toEqual([
          400,
          expect.arrayContaining([expect.objectContaining(error)]),
        ]);
      }
    }
  }
});

test('every endpoint rejects unknown and malformed query parameters by name', async () => {
  for (const endpoint of endpoints.filter(({ method }) => method !== 'HEAD')) {
    const names = Object.keys(endpoint.query?.shape ?? {});
    const texts = names.flatMap((name) => [[name, 'a\0b'] as const, [name, 'x'.repeat(4100)] as const]);
    const tooMany = ['count', String((largestPages[nameOf(endpoint)] ?? 50) + 1)] as const;
    const known = [...malformedQueries, tooMany].filter(([name]) => name === 'colour' || names.includes(name));
    for (const [name, value] of [...known, ...texts]) {
      const q = names.includes('q') && name !== 'q' ? '&q=a' : '';
      const query = `?${name}=${encodeURIComponent(value)}${q}`;
      const { status, errors } = await send(endpoint, { query });
      const fields = errors.map(({ field }) => field);
      expect([status, fields], `${nameOf(endpoint)} ${query}`).toEqual([
        400,
        expect.arrayContaining([snakeCase(name)]),
      ]);
    }
  }
});

test('every endpoint reports each missing field', async () => {
  const rejects = endpoints.filter(({ query, body }) =>
    [query, body].some((one) => one?.safeParse({}).success === false),
  );
  expect(rejects.map(nameOf).filter((name) => !(name in required))).toEqual([]);
  for (const endpoint of endpoints.filter((one) => nameOf(one) in required)) {
    for (const body of ['', 'null', '{}']) {
      const { status, message, errors } = await send(endpoint, { body });
      const fields = errors.map(({ field }) => field).toSorted();
      expect([status, fields.join() || message], nameOf(endpoint)).toEqual([400, required[nameOf(endpoint)]]);
      const missing = expect.objectContaining({ message: 'Input required' });
      expect(errors, nameOf(endpoint)).toEqual(fields.map(() => missing));
    }
  }
});

test.for([
  [400, 'application/json', '{'],
  [400, 'application/json', '{"title":}'],
  [400, 'application/json', '{"__proto__":{"isAdmin":true}}'],
  [400, 'application/json', '[]'],
  [400, 'application/json', '"x"'],
  [400, 'application/json', '1'],
  [415, 'text/plain', '{}'],
  [415, 'application/x-www-form-urlencoded', 'title=x'],
] as const)('every endpoint with a body returns %i for %s %s', async ([expected, type, body]) => {
  for (const endpoint of endpoints.filter((one) => one.body)) {
    const { status, message } = await send(endpoint, { type, body });
    expect([status, message], nameOf(endpoint)).toEqual([expected, expect.any(String)]);
  }
});
