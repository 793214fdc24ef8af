import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { descriptionOf, field, fillIn } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { configDefaults } from './service.fixtures.ts';
import * as route from './service-create.route.tsx';

const created = serviceDetail({ serviceId: 'gazette', label: '官報' });

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'services/create',
    at: '/admin/services/create',
    role: 'admin',
    ...options,
    api: (api) => {
      api.answer(adminServiceApi.configDefaults, configDefaults);
      api.answer(adminServiceApi.exists, () => {
        throw httpError(404);
      });
      api.answer(adminServiceApi.create, created);
      options.api?.(api);
    },
  });
}

testInLanguages([
  [
    'en',
    'Create service',
    'Service ID',
    'Image sizes',
    'Default: 1200x1200, 800x800, 400x400, 400x400xs.',
    'square cropped from the center, 400 wide',
    'Create',
    'Cancel',
  ],
  [
    'ja',
    'サービスを作成',
    'サービスID',
    '画像サイズ',
    '既定値：1200x1200, 800x800, 400x400, 400x400xs',
    '中央を幅400の正方形に切り抜き',
    '作成',
    'キャンセル',
  ],
] as const)(
  'starts with the defaults, in %s',
  async ([language, title, id, sizes, standard, square, submit, cancel]) => {
    const { main } = await open({ language });
    expect(document.title).toBe(`${title} – Kawaraban`);
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(field(id)).toHaveProperty('readOnly', false);
    expect(field(sizes).value).toBe('1200x1200, 800x800, 400x400, 400x400xs');
    expect(descriptionOf(field(sizes))).toContain(standard);
    expect(main().getByText(square, { exact: false }).textContent).toContain('400x400xs');
    expect(main().getByRole('button', { name: submit })).toBeTruthy();
    expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe('/admin/services');
  },
);

test("uses the installation's defaults", async () => {
  const configVal = 9;
  await open({
    api: (api) =>
      api.answer(adminServiceApi.configDefaults, [{ configName: 'mediaUploadSizeLimitMBImage', configVal }]),
  });
  expect(field('Max. image size (MB)').value).toBe('9');
  expect(descriptionOf(field('Max. image size (MB)'))).toBe('A whole number from 1 to 200. Default: 9.');
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminServiceApi.configDefaults, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/services/create');
});

testInLanguages([
  ['en', 'Service ID', 'Label', 'Comments', 'Status of new comments', 'Create', 'Create completed'],
  ['ja', 'サービスID', '名前', 'コメント', '新しいコメントの状態', '作成', '作成しました'],
] as const)('creates a service and returns to the list, in %s', async (words) => {
  const [language, id, label, comments, status, submit, done] = words;
  const { user, api, address } = await open({ language });
  await fillIn(user, field(id), 'gazette');
  await fillIn(user, field(label), ' 官報 ');
  await user.click(field(comments));
  await user.selectOptions(field(status), 'publish');
  await user.click(screen.getByRole('button', { name: submit }));
  await screen.findByText(done);
  await expect.poll(address).toBe('/admin/services');
  expect(api.sent(adminServiceApi.create)).toEqual([
    {
      body: {
        serviceId: 'gazette',
        label: '官報',
        functions: ['post', 'comment'],
        configs: { ...defaultServiceConfigs, commentDefaultPublishStatus: 'publish' },
      },
    },
  ]);
});

test('sends settings of enabled functions only', async () => {
  const { user, api } = await open();
  await fillIn(user, field('Service ID'), 'bare');
  await fillIn(user, field('Label'), 'Bare');
  await fillIn(user, field('Image sizes'), 'wrong');
  await user.click(field('Posts'));
  expect(screen.queryByRole('group', { name: 'Post settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('Create completed');
  expect(api.sent(adminServiceApi.create)[0]?.body).toEqual({
    ...{ serviceId: 'bare', label: 'Bare', functions: [] },
    configs: {
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
    },
  });
});

testInLanguages([
  ['en', 'Service ID', 'Create', 'Input required', 'Posts'],
  ['ja', 'サービスID', '作成', '入力してください', '記事'],
] as const)('requires ID and label, in %s', async ([language, id, submit, required, posts]) => {
  const { user, api, main } = await open({ language });
  await user.click(field(posts));
  await user.click(screen.getByRole('button', { name: submit }));
  expect(await main().findAllByText(required)).toHaveLength(2);
  expect(document.activeElement).toBe(field(id));
  expect(field(id).getAttribute('aria-invalid')).toBe('true');
  expect(api.sent(adminServiceApi.create)).toEqual([]);
});

const urlError = 'Enter a full URL that starts with http:// or https://';
const fieldErrors = [
  [
    'of the site',
    [
      'Service ID',
      'create',
      'Use only lowercase letters, digits and hyphens. A few words such as “create” are reserved.',
    ],
    ['Label', 'x'.repeat(201), 'Use no more than 200 characters'],
    ['Description', 'x'.repeat(301), 'Use no more than 300 characters'],
    [
      ...(['Logo', 'logo.png'] as const),
      'Enter a URL that starts with http:// or https://, or a path that starts with a single slash',
    ],
    ['Accent color', 'yellow', 'Enter a color such as #b3312c'],
  ],
  [
    'for addresses of posts',
    ['External site URL', 'example.com', urlError],
    ['Post URL (without the slug)', 'ftp://example.com', urlError],
  ],
  [
    'for media',
    [
      ...(['Accepted image types', 'image/heic'] as const),
      'Use only image/png, image/gif, image/jpeg, image/webp and image/avif, separated by commas',
    ],
    ['Image sizes', '800', 'Use sizes such as 800x800 or 400x400xs, separated by commas'],
    ['Max. image size (MB)', '201', 'Enter a whole number from 1 to 200'],
    [
      ...(['Accepted file types', 'image/tiff'] as const),
      'Use types such as application/pdf, separated by commas. Image types can be PNG, GIF, JPEG, WebP, AVIF, SVG, BMP and ICO.',
    ],
    ['Max. file size (MB)', '2049', 'Enter a whole number from 1 to 2048'],
  ],
  [
    'for comments',
    ['Status of new comments', '', 'Select an option'],
    ['Blocked words', 'x'.repeat(101), 'Enter no more than 200 lines of up to 100 characters'],
    ['Max. links per comment', '21', 'Enter a whole number from 0 to 20'],
  ],
] as const;

test.for(fieldErrors)('validates the fields %s', async ([group, ...fields]) => {
  const { user, api } = await open();
  fireEvent.change(field('Service ID'), { target: { value: 'gazette' } });
  fireEvent.change(field('Label'), { target: { value: 'Gazette' } });
  if (group === 'for comments') await user.click(field('Comments'));
  for (const [label, wrong] of fields) fireEvent.change(field(label), { target: { value: wrong } });
  await user.click(screen.getByRole('button', { name: 'Create' }));
  for (const [label, wrong, fieldError] of fields) {
    const input = field(label);
    expect(input.getAttribute('aria-invalid'), label).toBe('true');
    expect(descriptionOf(input)).toContain(fieldError);
    expect(input.value).toBe(wrong);
  }
  expect(document.activeElement).toBe(field(fields[0][0]));
  expect(api.sent(adminServiceApi.create)).toEqual([]);
});

test('focuses the first field with an error', async () => {
  const { user } = await open();
  await fillIn(user, field('Service ID'), 'gazette');
  await fillIn(user, field('Label'), 'Gazette');
  await fillIn(user, field('Max. file size (MB)'), '0');
  await fillIn(user, field('Image sizes'), '800');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(document.activeElement).toBe(field('Image sizes'));
});

testInLanguages([
  ['en', 'Service ID', 'Label', 'This service ID is already in use'],
  ['ja', 'サービスID', '名前', 'このサービスIDはすでに使われています'],
] as const)('reports a taken ID on blur, in %s', async ([language, id, label, taken]) => {
  const { user, api } = await open({ language });
  api.answer(adminServiceApi.exists, null);
  await fillIn(user, field(id), 'news');
  await user.click(field(label));
  await screen.findByText(taken);
  expect(api.sent(adminServiceApi.exists)).toEqual([{ params: { serviceId: 'news' } }]);
  await fillIn(user, field(id), 'newer');
  expect(screen.queryByText(taken)).toBeNull();
});

test('does not check an invalid ID', async () => {
  const { user, api } = await open();
  await fillIn(user, field('Service ID'), 'Gazette!');
  await user.click(field('Label'));
  await screen.findByText(/^Use only lowercase letters/);
  expect(api.sent(adminServiceApi.exists)).toEqual([]);
});

test('reports an ID taken in the meantime', async () => {
  const { user, api, address } = await open();
  api.answer(adminServiceApi.create, () => {
    throw httpError(409, { message: messages.serviceIdTaken });
  });
  await fillIn(user, field('Service ID'), 'news');
  await fillIn(user, field('Label'), 'Another');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expect.poll(() => descriptionOf(field('Service ID'))).toContain('This service ID is already in use');
  expect(document.activeElement).toBe(field('Service ID'));
  expect(field('Label').value).toBe('Another');
  expect(address()).toBe('/admin/services/create');
});

test('shows server errors at their fields', async () => {
  const { user, api, main } = await open();
  api.answer(adminServiceApi.create, () => {
    const errors = [
      { field: 'media_upload_size_limit_m_b_image', message: 'InvalidInput' },
      { field: 'label', message: 'Already in use' },
    ];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  await fillIn(user, field('Service ID'), 'refused');
  await fillIn(user, field('Label'), 'Refused');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect((await main().findByText('Correct inputs with error')).closest('[role=alert]')).toBeTruthy();
  expect(descriptionOf(field('Label'))).toContain('Already in use');
  expect(descriptionOf(field('Max. image size (MB)'))).toContain('Invalid input');
  expect(document.activeElement).toBe(field('Label'));
  expect(field('Service ID').value).toBe('refused');
});

test.for([
  [0, 'Create failed. The server can’t be reached. Your changes are still here.'],
  [500, 'Error occurred'],
  [400, 'You’ve reached the maximum number of services'],
] as const)('keeps the input after a %s response', async ([status, text]) => {
  const { user, api, main } = await open();
  api.answer(adminServiceApi.create, () => {
    throw httpError(status, status === 400 ? { message: messages.tooManyServices } : {});
  });
  await fillIn(user, field('Service ID'), 'kept');
  await fillIn(user, field('Label'), 'Kept');
  await user.keyboard('{Control>}s{/Control}');
  expect((await main().findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(document.querySelector('.toast')).toBeNull();
  expect(field('Label').value).toBe('Kept');
});

test('covers the page while creating the service', async () => {
  const pending = Promise.withResolvers<typeof created>();
  const { user, api } = await open();
  api.answer(adminServiceApi.create, () => pending.promise);
  await fillIn(user, field('Service ID'), 'gazette');
  await fillIn(user, field('Label'), '官報');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  const overlay = await screen.findByText('Loading');
  expect(overlay.closest('[role=status]')).toBeTruthy();
  pending.resolve(created);
  await screen.findByText('Create completed');
  await expect.poll(() => screen.queryByText('Loading')).toBeNull();
});

test('shows the future URL of the service', async () => {
  const { user, main } = await open();
  await fillIn(user, field('Service ID'), 'gazette');
  expect(main().getByText(`${location.origin}/posts/gazette`).parentElement?.textContent).toBe(
    `URL for readers: ${location.origin}/posts/gazette`,
  );
  await fillIn(user, field('Service ID'), 'create');
  expect(main().queryByText(/^URL for readers:/)).toBeNull();
});

test('offers common types and the defaults', async () => {
  const { user } = await open();
  const types = 'Accepted image types';
  const chips = within(screen.getByRole('group', { name: `Common types for ${types}` }));
  await user.click(chips.getByRole('checkbox', { name: 'WEBP' }));
  await user.click(chips.getByRole('checkbox', { name: 'PNG' }));
  expect(field(types).value).toBe('image/gif, image/jpeg, image/avif');
  await user.click(screen.getByRole('button', { name: `Reset ${types} to default` }));
  expect(field(types).value).toBe('image/png, image/gif, image/jpeg, image/webp, image/avif');
  expect(document.activeElement).toBe(field(types));
  expect(screen.queryByRole('button', { name: /^Reset to default/ })).toBeNull();
});

test('explains the typed image sizes', async () => {
  const { user } = await open();
  await fillIn(user, field('Image sizes'), '800x600, 20x10xc, 800x600, wrong');
  const sizes = within(screen.getByRole('list', { name: 'Resulting images' }));
  expect(sizes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '800x600 whole image, up to 800 wide and 600 high',
    '20x10xc cropped from the center to 20 by 10',
  ]);
});

testInLanguages([
  ['en', 'Description', '6 of 300', 'Accent color', 'On a light background', 'Logo', 'Logo on a dark background'],
  ['ja', '説明', '6 / 300', 'アクセントカラー', '明るい背景', 'ロゴ', '暗い背景でのロゴ'],
] as const)('previews the public appearance, in %s', async (words) => {
  const [language, description, length, accent, onLight, logo, logoOnDark] = words;
  const { user } = await open({ language });
  await fillIn(user, field(description), '街のニュース');
  expect(descriptionOf(field(description))).toContain(length);
  await fillIn(user, field(accent), '#FFEE00');
  const shown = screen.getByText(onLight).style.color;
  expect(shown).not.toBe('');
  expect(shown).not.toMatch(/#ffee00|255, 238, 0/i);
  expect(screen.getAllByText(/(4\.[5-9]|[5-9]\.\d|1\d\.\d):1/)).toHaveLength(2);
  await fillIn(user, field(logo), '/favicon.svg');
  expect(screen.getByRole('img', { name: logoOnDark }).getAttribute('src')).toBe('/favicon.svg');
  await fillIn(user, field(logo), 'favicon.svg');
  expect(screen.queryByRole('img', { name: logoOnDark })).toBeNull();
});

test('asks before leaving unsaved input', async () => {
  const { user, address } = await open();
  await fillIn(user, field('Label'), 'Half a thought');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(address()).toBe('/admin/services/create');
  expect(field('Label').value).toBe('Half a thought');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const again = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(again.getByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe('/admin/services');
});

test('click on Cancel precedes the ID check', async () => {
  const { user } = await open();
  await fillIn(user, field('Service ID'), 'Foo!');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => field('Service ID').getAttribute('aria-invalid')).toBe('true');
});

test('restores unsaved input and discards it on request', async () => {
  const before = await open();
  await fillIn(before.user, field('Label'), 'Half a thought');
  cleanup();
  const { user } = await open();
  expect((await screen.findByText(/^Unsaved changes restored from/)).closest('[role=status]')).toBeTruthy();
  expect(field('Label').value).toBe('Half a thought');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field('Label').value).toBe('');
  expect(screen.queryByText(/^Unsaved changes restored from/)).toBeNull();
});
