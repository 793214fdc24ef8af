import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { descriptionOf } from '#testing/form-fields.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { qrPath } from '../../paths/console.ts';
import * as route from './qr-generator.route.tsx';

const URL_TYPED = 'https://example.com/posts/news/瓦版?x=1';

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, { path: 'qr', at: '/admin/qr', ...options });
}

/** Collects downloads, which the simulated browser does not perform. */
function collectDownloads(): { readonly name: string; readonly file: Blob | undefined }[] {
  const files: Blob[] = [];
  const downloads: { name: string; file: Blob | undefined }[] = [];
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob) - 1}`),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push({ name: this.download, file: files[Number(this.href.slice('blob:'.length))] });
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return downloads;
}

function provideCanvas(): readonly number[][] {
  const rectangles: number[][] = [];
  const context = { fillStyle: '', fillRect: (...rectangle: number[]) => void rectangles.push(rectangle) };
  const png = new Blob(['picture'], { type: 'image/png' });
  const spies = [
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never),
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(png)),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return rectangles;
}

testInLanguages([
  [
    ...(['en', 'QR code generator', 'Enter a URL to see its QR code here.'] as const),
    ...(['URL', 'Starts with http:// or https://'] as const),
    ...(['Size in pixels', '64 to 4096', 'Margin in squares', '0 to 20. 4 works with every camera.'] as const),
  ],
  [
    ...(['ja', 'QRコード作成', 'URLを入力すると、ここにQRコードが表示されます。'] as const),
    ...(['URL', '「http://」または「https://」で始まるURL'] as const),
    ...([
      'サイズ（ピクセル）',
      '64～4096',
      '余白（マス）',
      '0～20。4マスあれば、どのカメラでも読み取れます。',
    ] as const),
  ],
] as const)('asks for a URL, in %s', async ([language, title, empty, url, help, size, pixels, margin, squares]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(main().getByText(empty)).toBeTruthy();
  const fields = [
    main().getByRole('textbox', { name: url }),
    main().getByRole('spinbutton', { name: size }),
    main().getByRole('spinbutton', { name: margin }),
  ];
  expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual(['', '512', '4']);
  expect(fields.map(descriptionOf)).toEqual([help, pixels, squares]);
  expect(main().queryByRole('button')).toBeNull();
});

test.for([
  ['viewer', []],
  ['editor', []],
  ['admin', []],
] as const)('opens for %ss without a service', async ([role, services]) => {
  const { main } = await open({ role, services });
  expect(main().getByRole('textbox', { name: 'URL' })).toBeTruthy();
});

testInLanguages([
  ['en', 'URL', `QR code for ${URL_TYPED}`, ['Download PNG', 'Download SVG', 'Copy image', 'Copy URL']],
  ['ja', 'URL', `${URL_TYPED}のQRコード`, ['PNGをダウンロード', 'SVGをダウンロード', '画像をコピー', 'URLをコピー']],
] as const)('draws the typed URL, in %s', async ([language, label, name, buttons]) => {
  const { main, user, address } = await open({ language });
  await user.type(main().getByRole('textbox', { name: label }), URL_TYPED);
  await main().findByRole('img', { name });
  expect(
    main()
      .getAllByRole('button')
      .map((button: HTMLElement) => button.textContent),
  ).toEqual(buttons);
  expect(main().getByText(URL_TYPED)).toBeTruthy();
  expect(address()).toBe('/admin/qr');
  await user.tab();
  await expect.poll(address).toBe(qrPath(URL_TYPED));
});

test('draws the URL from its fragment', async () => {
  const { main } = await open({ at: qrPath(URL_TYPED) });
  expect(main().getByRole('textbox')).toHaveProperty('value', URL_TYPED);
  await main().findByRole('img', { name: `QR code for ${URL_TYPED}` });
});

test('removes the code of a deleted URL', async () => {
  const { main, user, address } = await open({ at: qrPath(URL_TYPED) });
  await user.clear(main().getByRole('textbox'));
  await user.tab();
  await expect.poll(address).toBe('/admin/qr');
  expect(main().queryByRole('img')).toBeNull();
  expect(main().getByText('Enter a URL to see its QR code here.')).toBeTruthy();
});

testInLanguages([
  [
    ...(['en', 'URL', 'Size in pixels', 'Margin in squares'] as const),
    'Enter a URL that starts with http:// or https://',
    ['Enter a whole number from 64 to 4096', 'Enter a whole number from 0 to 20'],
  ],
  [
    ...(['ja', 'URL', 'サイズ（ピクセル）', '余白（マス）'] as const),
    '「http://」または「https://」で始まるURLを入力してください',
    ['64～4096の整数を入力してください', '0～20の整数を入力してください'],
  ],
] as const)('validates each field, in %s', async ([language, url, size, margin, urlRule, [sizeRule, marginRule]]) => {
  const { main, user } = await open({ language, at: qrPath(URL_TYPED) });
  for (const [role, name, wrong, right, rule] of [
    ['textbox', url, 'example.com', URL_TYPED, urlRule],
    ['spinbutton', size, '63', '64', sizeRule],
    ['spinbutton', size, '4097', '4096', sizeRule],
    ['spinbutton', margin, '1.5', '20', marginRule],
    ['spinbutton', margin, '21', '0', marginRule],
  ] as const) {
    const field = main().getByRole(role, { name });
    await user.clear(field);
    await user.paste(wrong);
    expect(descriptionOf(field), `${name}: ${wrong}`).toContain(rule);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(main().queryByRole('button')).toBeNull();
    await user.clear(field);
    await user.paste(right);
    expect(field.getAttribute('aria-invalid'), `${name}: ${right}`).not.toBe('true');
  }
  await main().findByRole('img');
});

testInLanguages([
  ['en', 'This URL is too long for a QR code.'],
  ['ja', 'URLが長すぎるため、QRコードにできません。'],
] as const)('shows that a URL is too long, in %s', async ([language, tooLong]) => {
  const { main } = await open({ language, at: qrPath(`https://example.com/${'瓦'.repeat(1000)}`) });
  await main().findByText(tooLong);
  expect(main().queryByRole('img')).toBeNull();
  expect(main().queryByRole('button')).toBeNull();
});

testInLanguages([
  ['en', 'Size in pixels', 'Margin in squares', /^PNG: 297 × 297 pixels, /],
  ['ja', 'サイズ（ピクセル）', '余白（マス）', /297 × 297ピクセルになります/],
] as const)('shows the size of the PNG, in %s', async ([language, size, margin, note]) => {
  const { main, user } = await open({ language, at: qrPath('https://example.com/') });
  // 25 modules and a margin of 2 × 4 are 33 per side: 300 pixels leave 9 per module.
  expect((await main().findByRole('img')).getAttribute('viewBox')).toBe('0 0 33 33');
  const pixels = main().getByRole('spinbutton', { name: size });
  await user.clear(pixels);
  await user.paste('300');
  await main().findByText(note);
  const squares = main().getByRole('spinbutton', { name: margin });
  await user.clear(squares);
  await user.paste('2');
  await expect.poll(() => main().getByRole('img').getAttribute('viewBox')).toBe('0 0 29 29');
});

test('downloads an SVG named after the URL', async () => {
  const downloads = collectDownloads();
  const { main, user } = await open({ at: qrPath('https://example.com/posts/news/spring?x=1') });
  await user.click(main().getByRole('button', { name: 'Download SVG' }));
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['qr-example.com-spring.svg']);
  expect(downloads[0]?.file?.type).toBe('image/svg+xml');
  expect(await downloads[0]?.file?.text()).toMatch(/^<svg [^>]*width="512" height="512" viewBox="0 0 37 37"/);
});

test('PNG modules are whole pixels', async () => {
  const downloads = collectDownloads();
  const rectangles = provideCanvas();
  const { main, user } = await open({ at: qrPath('https://example.com/') });
  await user.click(main().getByRole('button', { name: 'Download PNG' }));
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['qr-example.com.png']);
  expect(downloads[0]?.file?.type).toBe('image/png');
  // White background, then the top edge of the first finder pattern: 7 modules at 15 pixels, 4 modules from the edge.
  expect(rectangles.slice(0, 2)).toEqual([
    [0, 0, 495, 495],
    [60, 60, 105, 15],
  ]);
});

testInLanguages([
  ['en', 'Download PNG', 'The image couldn’t be created.'],
  ['ja', 'PNGをダウンロード', '画像を作成できませんでした。'],
] as const)('reports a browser without canvas, in %s', async ([language, name, problem]) => {
  const { main, user } = await open({ language, at: qrPath(URL_TYPED) });
  await user.click(main().getByRole('button', { name }));
  await screen.findByText(problem);
});

testInLanguages([
  ['en', 'Copy image', 'Copied'],
  ['ja', '画像をコピー', 'コピーしました'],
] as const)('copies the image, in %s', async ([language, name, copied]) => {
  provideCanvas();
  const { main, user } = await open({ language, at: qrPath(URL_TYPED) });
  await user.click(main().getByRole('button', { name }));
  await screen.findByText(copied);
  const [item] = await navigator.clipboard.read();
  expect(item?.types).toEqual(['image/png']);
});

testInLanguages([
  ['en', 'Copy image', 'The image couldn’t be copied. Download it instead.'],
  ['ja', '画像をコピー', '画像をコピーできませんでした。ダウンロードしてください。'],
] as const)('reports a clipboard that rejects images, in %s', async ([language, name, problem]) => {
  provideCanvas();
  const { main, user } = await open({ language, at: qrPath(URL_TYPED) });
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(main().getByRole('button', { name }));
  await screen.findByText(problem);
});

testInLanguages([
  ['en', 'Copy URL', 'Copied'],
  ['ja', 'URLをコピー', 'コピーしました'],
] as const)('copies the URL, in %s', async ([language, name, copied]) => {
  const { main, user } = await open({ language, at: qrPath(URL_TYPED) });
  await user.click(main().getByRole('button', { name }));
  expect((await screen.findByText(copied)).closest('[role=status]')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(URL_TYPED);
});
