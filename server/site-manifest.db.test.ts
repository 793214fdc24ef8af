import { access } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { loadConfig } from './config.ts';

const publicDir = join(import.meta.dirname, '..', 'web', 'public');

async function appCalled(siteName: string, description = { en: '', ja: '' }) {
  const config = await loadConfig({}, '/nonexistent');
  return testApp({ config: { ...config, site: { ...config.site, siteName, description } } });
}

test('manifest has the site name and the localized description', async () => {
  const app = await appCalled('かわら版', { en: 'News of the town', ja: '街のニュース' });
  const { status, headers, text } = await app.get('/site.webmanifest', { 'accept-language': 'ja,en;q=0.5' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'public, max-age=3600',
    vary: expect.stringMatching(/accept-language/i),
  });
  expect(JSON.parse(text)).toMatchObject({
    name: 'かわら版',
    description: '街のニュース',
    lang: 'ja',
    dir: 'ltr',
    start_url: '/',
    background_color: '#faf7f1',
    theme_color: '#faf7f1',
  });
  const english = JSON.parse((await app.get('/site.webmanifest')).text);
  expect(english).toMatchObject({ lang: 'en', description: 'News of the town' });
});

test('manifest icons exist in the stated size', async () => {
  const { icons } = JSON.parse((await (await appCalled('Site')).get('/site.webmanifest')).text);
  for (const { src, sizes, type } of icons) {
    const path = join(publicDir, src);
    await access(path);
    if (type !== 'image/png') continue;
    const { width, height, format } = await sharp(path).metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
  }
});

test('HEAD returns the headers of GET', async () => {
  const app = await appCalled('Site');
  const whole = await app.get('/site.webmanifest');
  const { status, text, headers } = await app.send('HEAD', '/site.webmanifest');
  expect({ status, text }).toEqual({ status: 200, text: '' });
  expect(String(headers['content-length'])).toBe(String(whole.headers['content-length']));
});
