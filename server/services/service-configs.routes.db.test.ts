import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type ConfigName, defaultServiceConfigs } from '#contract/service-configs.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';

const at = (key: string, serviceId = 'news') => `/api/admin/services/${serviceId}/configs/${key}`;
const names = Object.keys(defaultServiceConfigs) as ConfigName[];

async function givenAdmin() {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const put = (key: string, body: unknown) => admin.send('PUT', at(key), { body });
  return { app, admin, put };
}

test('returns the default until a setting is set', async () => {
  const { app, admin, put } = await givenAdmin();
  app.clock.moveTo('2026-11-21T04:44:00Z');
  for (const [index, configName] of names.entries()) {
    const fallback = defaultServiceConfigs[configName];
    const isJson = Array.isArray(fallback);
    const unset = { serviceId: 'news', configName, configVal: fallback, isJson, updatedAt: null };
    const revision = 1 + 2 * index;
    expect((await admin.send('GET', at(configName))).json).toEqual({ ...unset, revision });
    const set = await put(configName, { configVal: fallback });
    expect([set.status, set.json]).toEqual([
      200,
      { ...unset, updatedAt: '2026-11-21T04:44:00Z', revision: revision + 1 },
    ]);
    expect((await admin.send('GET', at(configName))).json).toEqual(set.json);
    const back = await put(configName, { configVal: null });
    expect([back.status, back.json]).toEqual([200, { ...unset, revision: revision + 2 }]);
  }
});

test('returns 404 for unknown settings', async () => {
  const { admin, put } = await givenAdmin();
  for (const key of ['none', 'constructor', '__proto__', 'toString', 'OuterSiteUrl', 'x'.repeat(100), '%E6%9D%B1']) {
    for (const { status, json } of [await admin.send('GET', at(key)), await put(key, { configVal: 'x' })]) {
      expect([status, json], key).toEqual([404, { message: 'Not Found' }]);
    }
  }
});

const webAddress = [
  'example.com',
  'javascript:alert(1)',
  'ftp://example.com',
  'https://',
  `https://e.com/${'x'.repeat(2000)}`,
  'https://e.com/\u0000',
];
const mimeTypes = [
  'png',
  'image/',
  'IMAGE/PNG',
  ['image/png', 'x'],
  'image/png;q=1',
  Array.from({ length: 51 }, (_, i) => `image/x${i}`),
];
const notTexts = [5, true, {}, [['x']]];

const badLinks = [
  ['Contact'],
  ['/about'],
  ['Contact example.com'],
  ['Contact javascript:alert(1)'],
  ['Contact //example.com'],
  ['Contact\nus /about'],
  ['Mail mailto:nobody'],
  Array.from({ length: 11 }, (_, i) => `Link /${i}`),
  ...notTexts,
];
const goodLinks: [unknown, unknown][] = [
  [
    [' お問い合わせ　/contact ', 'A, B and C https://example.com/?a=b,c'],
    ['お問い合わせ　/contact', 'A, B and C https://example.com/?a=b,c'],
  ],
  [['Mail mailto:us@example.com'], ['Mail mailto:us@example.com']],
  ['', []],
];

const bad: Record<ConfigName, readonly unknown[]> = {
  outerSiteUrl: [...webAddress, ...notTexts, ['https://example.com']],
  frontendPostDetailUrlPrefix: [...webAddress, ...notTexts, ['https://example.com']],
  mediaUploadAcceptMimetypesImage: [...mimeTypes, ...notTexts, 'application/pdf', 'image/heic', 'image/svg+xml'],
  mediaUploadImageSizes: ['100', '0x100', '100x0', '100x100xS', '100x100xss', '100000x1', ['100x100', ''], ...notTexts],
  mediaUploadSizeLimitMBImage: [0, -1, 201, 1.5, '0', '201', '1.5', '1e2', ' ', 'five', [5], {}, true],
  mediaUploadAcceptMimetypesFile: [...mimeTypes, ...notTexts, 'image/heic'],
  mediaUploadSizeLimitMBFile: [0, -1, 2049, 1.5, '0', '2049', '1.5', '0x10', ' ', 'five', [5], {}, true],
  commentDefaultPublishStatus: ['', 'unconfirmed', 'PUBLISH', ['publish'], ...notTexts],
  commentBlockedWords: [
    [' '],
    ['x'.repeat(101)],
    ['a\u0000'],
    Array.from({ length: 201 }, (_, i) => `word${i}`),
    ['twice', ' twice'],
    ...notTexts,
  ],
  commentMaxLinks: [-1, 21, 1.5, '-1', '21', '1.5', 'two', ' ', [2], {}, true],
  commentProofOfWork: ['', 'yes', 'True', 0, 1, [true], {}],
  siteDescription: ['x'.repeat(301), 'a\u0000', ...notTexts],
  siteLogoUrl: [
    ...webAddress,
    ...notTexts,
    '//example.com/logo.png',
    '/\\example.com/logo.png',
    '/media/a logo.png',
    'media/logo.png',
    'data:image/png;base64,AA==',
    `/${'x'.repeat(2000)}`,
  ],
  siteAccentColor: ['red', '#fff', '#12345', '#1234567', '#12345g', '123456', 'rgb(0, 0, 0)', ...notTexts],
  siteLanguage: ['', 'fr', 'EN', 'en-US', ...notTexts],
  siteDarkLogoUrl: ['javascript:alert(1)', '//example.com/logo.svg', ...notTexts],
  siteFaviconUrl: ['data:image/png;base64,AA', 'favicon.ico', ...notTexts],
  siteListLayout: ['', 'grid', ...notTexts],
  siteFonts: ['', 'mincho', ...notTexts],
  siteHeaderLinks: badLinks,
  siteFooterLinks: badLinks,
  siteFooterText: ['x'.repeat(301), ...notTexts],
};

const fields: Record<ConfigName, string> = {
  outerSiteUrl: 'outer_site_url',
  frontendPostDetailUrlPrefix: 'frontend_post_detail_url_prefix',
  mediaUploadAcceptMimetypesImage: 'media_upload_accept_mimetypes_image',
  mediaUploadImageSizes: 'media_upload_image_sizes',
  mediaUploadSizeLimitMBImage: 'media_upload_size_limit_m_b_image',
  mediaUploadAcceptMimetypesFile: 'media_upload_accept_mimetypes_file',
  mediaUploadSizeLimitMBFile: 'media_upload_size_limit_m_b_file',
  commentDefaultPublishStatus: 'comment_default_publish_status',
  commentBlockedWords: 'comment_blocked_words',
  commentMaxLinks: 'comment_max_links',
  commentProofOfWork: 'comment_proof_of_work',
  siteDescription: 'site_description',
  siteLogoUrl: 'site_logo_url',
  siteAccentColor: 'site_accent_color',
  siteLanguage: 'site_language',
  siteDarkLogoUrl: 'site_dark_logo_url',
  siteFaviconUrl: 'site_favicon_url',
  siteListLayout: 'site_list_layout',
  siteFonts: 'site_fonts',
  siteHeaderLinks: 'site_header_links',
  siteFooterLinks: 'site_footer_links',
  siteFooterText: 'site_footer_text',
};

test('rejects invalid values alike in form and single endpoint', async () => {
  const { admin, put } = await givenAdmin();
  for (const name of names) {
    for (const value of bad[name]) {
      const form = { configs: { [name]: value } };
      const creation = { serviceId: 'gazette', label: 'The Gazette', ...form };
      const answers = [
        await put(name, { configVal: value }),
        await admin.send('POST', '/api/admin/services/news', { body: form }),
        await admin.send('POST', '/api/admin/services', { body: creation }),
      ];
      for (const { status, json } of answers) {
        expect([status, json.message], `${name} ${JSON.stringify(value)}`).toEqual([400, 'Validation Failed']);
        expect(new Set(json.errors.map(({ field }: { field: string }) => field))).toEqual(new Set([fields[name]]));
        for (const { message } of json.errors)
          expect(['InvalidInput', 'empty values not allowed', 'duplicated']).toContain(message);
      }
    }
    expect((await admin.send('GET', at(name))).json.updatedAt, name).toBe(null);
  }
});

const good: Record<ConfigName, readonly [given: unknown, stored: unknown][]> = {
  outerSiteUrl: [
    [' https://example.com ', 'https://example.com'],
    ['', ''],
  ],
  frontendPostDetailUrlPrefix: [
    ['http://localhost:8080/posts/', 'http://localhost:8080/posts/'],
    ['', ''],
  ],
  mediaUploadAcceptMimetypesImage: [
    ['image/png, image/webp', ['image/png', 'image/webp']],
    ['', []],
    [[], []],
  ],
  mediaUploadImageSizes: [
    ['1x1,99999x99999xc', ['1x1', '99999x99999xc']],
    [['400x400'], ['400x400']],
  ],
  mediaUploadSizeLimitMBImage: [
    ['1', 1],
    [200, 200],
  ],
  mediaUploadAcceptMimetypesFile: [
    ['text/plain', ['text/plain']],
    [['application/vnd.x'], ['application/vnd.x']],
    ['image/svg+xml', ['image/svg+xml']],
  ],
  mediaUploadSizeLimitMBFile: [
    [1, 1],
    ['2048', 2048],
  ],
  commentDefaultPublishStatus: [
    ['publish', 'publish'],
    ['unconfirm', 'unconfirm'],
    ['unpublish', 'unpublish'],
  ],
  commentBlockedWords: [
    ['casino, 当選おめでとう', ['casino', '当選おめでとう']],
    [
      [' A, b ', 'x'.repeat(100)],
      ['A, b', 'x'.repeat(100)],
    ],
    ['', []],
  ],
  commentMaxLinks: [
    [0, 0],
    ['20', 20],
  ],
  commentProofOfWork: [
    ['true', true],
    [false, false],
    [true, true],
  ],
  siteDescription: [
    ['あ'.repeat(300), 'あ'.repeat(300)],
    [' Every Friday.\n', 'Every Friday.'],
    ['', ''],
  ],
  siteLogoUrl: [
    ['https://example.com/logo.svg', 'https://example.com/logo.svg'],
    [' /media/news/images/a/raw.png ', '/media/news/images/a/raw.png'],
    ['', ''],
  ],
  siteAccentColor: [
    [' #B3312C ', '#b3312c'],
    ['', ''],
  ],
  siteLanguage: [
    ['en', 'en'],
    ['ja', 'ja'],
  ],
  siteDarkLogoUrl: [['/media/dark.svg', '/media/dark.svg']],
  siteFaviconUrl: [['https://example.com/icon.png', 'https://example.com/icon.png']],
  siteListLayout: [['magazine', 'magazine']],
  siteFonts: [['serif', 'serif']],
  siteHeaderLinks: goodLinks,
  siteFooterLinks: goodLinks,
  siteFooterText: [[' © 2026\nHarbour ', '© 2026\nHarbour']],
};

test('accepts boundary values', async () => {
  const { admin, put } = await givenAdmin();
  for (const name of names) {
    for (const [configVal, stored] of good[name]) {
      const { status, json } = await put(name, { configVal });
      expect([status, json.configVal], `${name} ${JSON.stringify(configVal)}`).toEqual([200, stored]);
    }
  }
  const { configs } = await admin.call(adminServiceApi.find, { params: { serviceId: 'news' } });
  expect(configs).toEqual(Object.fromEntries(names.map((name) => [name, good[name].at(-1)?.[1]])));
});

test('rejects repeated values', async () => {
  const { put } = await givenAdmin();
  expect((await put('mediaUploadImageSizes', { configVal: '100x100,100x100' })).json.errors).toEqual([
    { field: 'media_upload_image_sizes', message: 'duplicated' },
  ]);
});

test('only a changed setting invalidates caches', async () => {
  const { app, put } = await givenAdmin();
  const revision = async () => {
    const query = app.database.reader.selectFrom('services').select('revision').where('serviceId', '=', 'news');
    return (await query.executeTakeFirstOrThrow()).revision;
  };
  const before = await revision();
  await put('outerSiteUrl', { configVal: 'https://example.com' });
  const after = await revision();
  expect(after).toBeGreaterThan(before);
  await put('outerSiteUrl', { configVal: 'https://example.com' });
  expect(await revision()).toBe(after);
});
