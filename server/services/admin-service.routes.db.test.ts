import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { categoryApi } from '#contract/categories.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { RESERVED_SERVICE_IDS } from '#contract/services.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const creation = { serviceId: 'gazette', label: 'The Gazette' };

test('returns 403 for unknown ids as for foreign ones', async () => {
  const { admin } = await appWithAdmin();
  for (const serviceId of ['NEWS', 'news%20', '%00', 'constructor', '__proto__', 'x'.repeat(500)]) {
    const { status, json } = await admin.send('GET', `/api/admin/services/${serviceId}`);
    expect([status, json], serviceId).toEqual([403, { message: 'Forbidden' }]);
  }
});

async function appWithAdmin(serviceIds: readonly string[] = ['news']) {
  const app = await testApp();
  for (const serviceId of serviceIds) await givenService(app, { serviceId });
  const admin = await givenUser(app, { role: 'admin', serviceIds: [...serviceIds] });
  return { app, admin };
}

const params = (serviceId: string) => ({ params: { serviceId } });

const required = 'Input required';
const invalid = 'InvalidInput';
const empty = 'empty values not allowed';
const duplicated = 'duplicated';

const badCreations: [unknown, [field: string, message: string][]][] = [
  [
    { serviceId: '', label: '' },
    [
      ['service_id', invalid],
      ['label', empty],
    ],
  ],
  [
    { serviceId: 'a_b', label: ' \u3000\n' },
    [
      ['service_id', invalid],
      ['label', empty],
    ],
  ],
  [
    { serviceId: 'News', label: 'x'.repeat(201) },
    [
      ['service_id', invalid],
      ['label', invalid],
    ],
  ],
  [
    { serviceId: 'a'.repeat(129), label: 'a\u0000' },
    [
      ['service_id', invalid],
      ['label', invalid],
    ],
  ],
  [
    { serviceId: 5, label: ['x'] },
    [
      ['service_id', invalid],
      ['label', invalid],
    ],
  ],
  [{ ...creation, functions: ['post', 'blog'] }, [['functions', invalid]]],
  [{ ...creation, functions: ['post', 'post'] }, [['functions', duplicated]]],
  [{ ...creation, functions: { post: true } }, [['functions', invalid]]],
  [{ ...creation, configs: 'x' }, [['configs', invalid]]],
  [{ ...creation, configs: [] }, [['configs', invalid]]],
  [[], [['body', invalid]]],
  [
    null,
    [
      ['service_id', required],
      ['label', required],
    ],
  ],
  ['"text"', [['body', invalid]]],
];

test('rejects an invalid creation with field errors', async () => {
  const { admin } = await appWithAdmin();
  for (const [body, errors] of badCreations) {
    const name = JSON.stringify(body);
    const { status, json } = await admin.send('POST', '/api/admin/services', { body });
    expect([status, json.message], name).toEqual([400, 'Validation Failed']);
    for (const [field, message] of errors) {
      expect(json.errors, name).toContainEqual(expect.objectContaining({ field, message }));
    }
    const fields = new Set(json.errors.map(({ field }: { field: string }) => field));
    expect(fields, name).toEqual(new Set(errors.map(([field]) => field)));
  }
});

const badConfigs: [field: string, key: string, value: unknown, message: string][] = [
  ['outer_site_url', 'outerSiteUrl', 'example.com', invalid],
  ['frontend_post_detail_url_prefix', 'frontendPostDetailUrlPrefix', 'javascript:alert(1)', invalid],
  ['media_upload_accept_mimetypes_image', 'mediaUploadAcceptMimetypesImage', 'image/png,pdf', invalid],
  ['media_upload_accept_mimetypes_image', 'mediaUploadAcceptMimetypesImage', 'image/png, image/png', duplicated],
  ['media_upload_image_sizes', 'mediaUploadImageSizes', ['100x100', '100'], invalid],
  ['media_upload_size_limit_m_b_image', 'mediaUploadSizeLimitMBImage', '', empty],
  ['media_upload_size_limit_m_b_image', 'mediaUploadSizeLimitMBImage', 201, invalid],
  ['media_upload_accept_mimetypes_file', 'mediaUploadAcceptMimetypesFile', [{}], invalid],
  ['media_upload_size_limit_m_b_file', 'mediaUploadSizeLimitMBFile', '2049', invalid],
  ['comment_default_publish_status', 'commentDefaultPublishStatus', 'unconfirmed', invalid],
  ['comment_blocked_words', 'commentBlockedWords', ['x', 'x'], duplicated],
  ['comment_max_links', 'commentMaxLinks', 21, invalid],
  ['comment_proof_of_work', 'commentProofOfWork', 'maybe', invalid],
  ['site_description', 'siteDescription', 'x'.repeat(301), invalid],
  ['site_logo_url', 'siteLogoUrl', '//example.com/logo.png', invalid],
  ['site_accent_color', 'siteAccentColor', 'red', invalid],
];

test('rejects an invalid setting with its field', async () => {
  const { admin } = await appWithAdmin();
  for (const [field, key, value, message] of badConfigs) {
    const configs = { [key]: value };
    const created = await admin.send('POST', '/api/admin/services', { body: { ...creation, configs } });
    const updated = await admin.send('POST', '/api/admin/services/news', { body: { configs } });
    for (const { status, json } of [created, updated]) {
      const rejection = { message: 'Validation Failed', errors: [expect.objectContaining({ field, message })] };
      expect({ status, json }, JSON.stringify(configs)).toEqual({ status: 400, json: rejection });
    }
  }
});

test('reports a thousand invalid list items once', async () => {
  const { admin } = await appWithAdmin();
  const body = { configs: { mediaUploadImageSizes: Array.from({ length: 100_000 }, () => 'x') } };
  const { status, text } = await admin.send('POST', '/api/admin/services/news', { body });
  expect(status).toBe(400);
  expect(text.length).toBeLessThan(500);
});

test('lists all services by id without settings', async () => {
  const { app, admin } = await appWithAdmin(['b', 'a']);
  await givenService(app, { serviceId: 'a-1', label: 'Third', functions: ['comment'] });
  const services = await admin.call(adminServiceApi.list, {});
  expect(services.map(({ serviceId }) => serviceId)).toEqual(['a', 'a-1', 'b']);
  expect(services[1]).toEqual({
    serviceId: 'a-1',
    label: 'Third',
    revision: 1,
    functions: ['comment'],
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
  });
});

test('defaults contain every setting in its type', async () => {
  const { admin } = await appWithAdmin();
  const defaults = await admin.call(adminServiceApi.configDefaults, {});
  expect(Object.fromEntries(defaults.map(({ configName, configVal }) => [configName, configVal]))).toEqual({
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
  });
});

test('creates a service with settings, root category and access', async () => {
  const { app, admin } = await appWithAdmin();
  const configs = { mediaUploadImageSizes: '100x100, 200x200xs', mediaUploadSizeLimitMBFile: '50' };
  const created = await admin.call(adminServiceApi.create, {
    body: { serviceId: 'gazette', label: ' The Gazette\n', functions: ['post', 'comment'], configs },
  });
  expect(created).toEqual({
    serviceId: 'gazette',
    label: 'The Gazette',
    revision: 1,
    functions: ['post', 'comment'],
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
    configs: {
      ...defaultServiceConfigs,
      mediaUploadImageSizes: ['100x100', '200x200xs'],
      mediaUploadSizeLimitMBFile: 50,
    },
  });
  expect(await admin.call(adminServiceApi.find, params('gazette'))).toEqual(created);
  const mine = await admin.call(accountApi.services, {});
  expect(mine.map(({ serviceId }) => serviceId)).toEqual(['gazette', 'news']);
  const root = await app.call(categoryApi.find, { params: { serviceId: 'gazette', slug: 'root' } });
  expect(root).toMatchObject({ slug: 'root', serviceId: 'gazette' });
});

test('other admins need access first', async () => {
  const { app, admin } = await appWithAdmin();
  const other = await givenUser(app, { role: 'admin', serviceIds: ['news'] });
  await admin.call(adminServiceApi.create, { body: creation });
  expect((await other.send('GET', '/api/admin/services/gazette')).status).toBe(403);
  expect((await other.send('HEAD', '/api/admin/services/gazette')).status).toBe(200);
});

test('applies defaults for missing values, ignores unknown keys', async () => {
  const { admin } = await appWithAdmin();
  const { status, json } = await admin.send('POST', '/api/admin/services', {
    body: { ...creation, functions: null, configs: { outerSiteUrl: null, colour: 'red' }, serviceIdInput: 'gazette' },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({ functions: [], configs: defaultServiceConfigs });
  expect(json).not.toHaveProperty('serviceIdInput');
});

test('accepts functions separated by commas', async () => {
  const { admin } = await appWithAdmin();
  const { json } = await admin.send('POST', '/api/admin/services', {
    body: { ...creation, functions: 'post, comment' },
  });
  expect(json.functions).toEqual(['post', 'comment']);
});

test('rejects a taken id with its field, changes nothing', async () => {
  const { app, admin } = await appWithAdmin();
  await givenService(app, { serviceId: 'gazette', label: 'First' });
  const { status, json } = await admin.send('POST', '/api/admin/services', { body: creation });
  expect(status).toBe(400);
  expect(json).toEqual({
    message: 'ServiceId already used',
    errors: [{ field: 'service_id', message: 'Already in use' }],
  });
  expect(await admin.call(accountApi.services, {})).toHaveLength(1);
});

test('one of eight concurrent creations gets the id', async () => {
  const { app } = await appWithAdmin();
  const admins = await Promise.all([1, 2, 3, 4].map(() => givenUser(app, { role: 'admin', serviceIds: [] })));
  const answers = await Promise.all(
    [...admins, ...admins].map((admin, index) =>
      admin.send('POST', '/api/admin/services', { body: { ...creation, label: `By ${index}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  const winner = answers.findIndex(({ status }) => status === 200);
  for (const { status, json } of answers) if (status === 400) expect(json.message).toBe('ServiceId already used');
  const counts = await Promise.all(admins.map(async (one) => (await one.call(accountApi.services, {})).length));
  expect(counts.map((count, index) => [index, count])).toEqual(
    [0, 1, 2, 3].map((index) => [index, index === winner % 4 ? 1 : 0]),
  );
});

test('concurrent creations of different ids all succeed', async () => {
  const { admin } = await appWithAdmin([]);
  const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `site-${number}`);
  await Promise.all(ids.map((serviceId) => admin.call(adminServiceApi.create, { body: { serviceId, label: 'A' } })));
  expect((await admin.call(accountApi.services, {})).map(({ serviceId }) => serviceId)).toEqual(ids);
});

test('rejects reserved ids and never reports them free', async () => {
  const { admin } = await appWithAdmin();
  for (const serviceId of [...RESERVED_SERVICE_IDS, '-', '---']) {
    const { status, json } = await admin.send('POST', '/api/admin/services', { body: { ...creation, serviceId } });
    expect([status, json.errors], serviceId).toEqual([400, [{ field: 'service_id', message: invalid }]]);
    expect((await admin.send('HEAD', `/api/admin/services/${serviceId}`)).status, serviceId).toBe(200);
  }
});

test('accepts JavaScript names, numbers, long and short ids', async () => {
  const { admin } = await appWithAdmin();
  for (const serviceId of ['constructor', 'valueof', '0', 'a'.repeat(128), 'admin', 'null', '-a']) {
    expect((await admin.send('HEAD', `/api/admin/services/${serviceId}`)).status, serviceId).toBe(404);
    await admin.call(adminServiceApi.create, { body: { serviceId, label: 'A' } });
    expect((await admin.send('HEAD', `/api/admin/services/${serviceId}`)).status, serviceId).toBe(200);
    expect(await admin.call(adminServiceApi.find, params(serviceId))).toMatchObject({ serviceId });
  }
});

test('HEAD has no body and rejects invalid ids', async () => {
  const { admin } = await appWithAdmin();
  const found = await admin.send('HEAD', '/api/admin/services/news');
  expect(found).toMatchObject({ status: 200, text: '' });
  expect(await admin.send('HEAD', '/api/admin/services/none')).toMatchObject({ status: 404, text: '' });
  for (const id of ['NEWS', 'a_b', '%00', '%E3%81%82', 'x'.repeat(129)]) {
    expect((await admin.send('HEAD', `/api/admin/services/${id}`)).status, id).toBe(400);
  }
});

test('update changes only the fields sent', async () => {
  const { app, admin } = await appWithAdmin([]);
  const configs = { outerSiteUrl: 'https://example.com', mediaUploadSizeLimitMBImage: 7 };
  await admin.call(adminServiceApi.create, { body: { ...creation, functions: ['post'], configs } });
  const update = (body: object) => admin.send('POST', '/api/admin/services/gazette', { body });

  app.clock.moveTo('2026-11-21T04:50:00Z');
  const { status, json: labelled } = await update({ label: '  瓦版  ' });
  expect(status).toBe(200);
  expect(labelled).toMatchObject({ label: '瓦版', functions: ['post'], updatedAt: '2026-11-21T04:50:00Z' });
  expect(labelled.configs).toEqual({ ...defaultServiceConfigs, ...configs });

  const { json: emptied } = await update({ functions: [] });
  expect(emptied).toMatchObject({ label: '瓦版', functions: [] });

  const { json: set } = await update({ configs: { mediaUploadSizeLimitMBImage: '8', mediaUploadImageSizes: '' } });
  expect(set.configs).toEqual({
    ...defaultServiceConfigs,
    outerSiteUrl: 'https://example.com',
    mediaUploadSizeLimitMBImage: 8,
    mediaUploadImageSizes: [],
  });
  expect(await admin.call(adminServiceApi.find, params('gazette'))).toEqual(set);
});

test('null resets a setting to its default', async () => {
  const { admin } = await appWithAdmin();
  const set = (configs: object) => admin.send('POST', '/api/admin/services/news', { body: { configs } });
  await set({ mediaUploadSizeLimitMBImage: 8, outerSiteUrl: 'https://example.com' });
  const { json } = await set({ mediaUploadSizeLimitMBImage: null });
  expect(json.configs).toEqual({ ...defaultServiceConfigs, outerSiteUrl: 'https://example.com' });
});

test('saving an unchanged form changes nothing', async () => {
  const { app, admin } = await appWithAdmin();
  const { configs, label, functions } = await admin.call(adminServiceApi.find, params('news'));
  const asForm = Object.fromEntries(Object.entries(configs).map(([key, value]) => [key, String(value)]));
  const send = () => admin.send('POST', '/api/admin/services/news', { body: { label, functions, configs: asForm } });
  const first = await send();
  expect(first.status).toBe(200);
  expect(first.json.configs).toEqual(defaultServiceConfigs);
  const revision = await revisionOf(app, 'news');
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const second = await send();
  expect(second).toMatchObject({ status: 200, json: first.json });
  expect(await revisionOf(app, 'news')).toBe(revision);
});

test('change invalidates caches of its service only', async () => {
  const { app, admin } = await appWithAdmin(['news', 'other']);
  const revisions = async () => [await revisionOf(app, 'news'), await revisionOf(app, 'other')];
  const configs = { outerSiteUrl: 'https://example.com' };
  for (const body of [{ label: 'Other' }, { functions: ['comment'] }, { configs }]) {
    const [news, other] = await revisions();
    await admin.send('POST', '/api/admin/services/news', { body });
    expect(await revisions(), JSON.stringify(body)).toEqual([Number(news) + 1, other]);
  }
});

async function revisionOf({ database }: TestApp, serviceId: string): Promise<number> {
  const { revision } = await database.writer
    .selectFrom('services')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  return revision;
}

const emptyInputs = [{}, null, undefined, { label: null }, { functions: null }, { configs: null }, { configs: {} }];

const badUpdates: [body: unknown, rejection: object][] = [
  ...['serviceId', 'createdAt', 'configs2', 'constructor', 'x'.repeat(1000), '', '瓦版'].map(
    (key): [unknown, object] => [
      { label: 'x', [key]: 'news' },
      { message: `Field ${key.slice(0, 100)} is not accepted` },
    ],
  ),
  ...[...emptyInputs, { configs: { outerSite: 'https://example.com' } }].map((body): [unknown, object] => [
    body,
    { message: 'Data is empty' },
  ]),
  [{ label: '' }, { message: 'Validation Failed', errors: [{ field: 'label', message: empty }] }],
  [{ functions: ['blog'] }, { message: 'Validation Failed', errors: [{ field: 'functions', message: invalid }] }],
];

test('rejects empty, unknown and invalid updates without changes', async () => {
  const { admin } = await appWithAdmin();
  const before = await admin.call(adminServiceApi.find, params('news'));
  for (const [body, rejection] of badUpdates) {
    const { status, json } = await admin.send('POST', '/api/admin/services/news', { body });
    expect({ status, json }, JSON.stringify(body)).toEqual({ status: 400, json: rejection });
  }
  expect(await admin.call(adminServiceApi.find, params('news'))).toEqual(before);
});

test('concurrent changes of the same settings all succeed', async () => {
  const { admin } = await appWithAdmin();
  const forwards = Object.entries(defaultServiceConfigs);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const entries = index % 2 === 0 ? forwards : forwards.toReversed();
      const configs = { ...Object.fromEntries(entries), mediaUploadSizeLimitMBImage: index + 1 };
      return admin.send('POST', '/api/admin/services/news', { body: { configs } });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('concurrent changes of different settings are all kept', async () => {
  const { admin } = await appWithAdmin();
  const changes = [
    { label: 'Other' },
    { functions: ['comment'] },
    { configs: { mediaUploadSizeLimitMBImage: 9 } },
    { configs: { outerSiteUrl: 'https://example.com' } },
  ];
  await Promise.all(changes.map((body) => admin.send('POST', '/api/admin/services/news', { body })));
  expect(await admin.call(adminServiceApi.find, params('news'))).toMatchObject({
    label: 'Other',
    functions: ['comment'],
    configs: { mediaUploadSizeLimitMBImage: 9, outerSiteUrl: 'https://example.com' },
  });
});

test('ignores trailing slashes and percent-encoding', async () => {
  const { admin } = await appWithAdmin();
  expect((await admin.send('GET', '/api/admin/services/')).json).toHaveLength(1);
  const names = Object.keys(defaultServiceConfigs).length;
  expect((await admin.send('GET', '/api/admin/services/configs/')).json).toHaveLength(names);
  expect((await admin.send('GET', '/api/admin/services/%63onfigs')).json).toHaveLength(names);
  expect((await admin.send('GET', '/api/admin/services/%6eews/')).json.serviceId).toBe('news');
});
