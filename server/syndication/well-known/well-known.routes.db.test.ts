import { expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { toSecurityTxt } from './well-known.routes.ts';

test('robots.txt excludes console and search, names the sitemap', async () => {
  const app = await testApp();
  const { status, headers, text } = await app.get('/robots.txt', { host: 'news.example' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /posts/*/search$',
    'Disallow: /posts/*/search?',
    '',
    'Sitemap: http://news.example/sitemap.xml',
    '',
  ]);
  expect((await app.get('/robots.txt', { host: 'user@evil' })).status).toBe(400);
});

test('llms.txt lists services with their latest posts', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const site = { ...config.site, description: { en: 'News of the bridge', ja: '' } };
  const app = await testApp({ config: { ...config, site } });
  await givenService(app, { serviceId: 'news', label: 'News' });
  await givenService(app, { serviceId: 'talk', functions: ['comment'] });
  await givenPost(app, { slug: 'first', title: 'A [link](x)\nand <b>', description: 'Two\nlines' });
  await givenPost(app, { slug: 'draft', status: 'draft' });
  for (let day = 1; day <= 20; day += 1) {
    await givenPost(app, { slug: `day-${day}`, title: '瓦版', publishAt: new Date(Date.UTC(2026, 9, day)) });
  }
  const { status, headers, text } = await app.get('/llms.txt', { host: 'news.example' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.split('\n').slice(0, 12)).toEqual([
    '# Kawaraban',
    '',
    '> News of the bridge',
    '',
    expect.stringContaining('http://news.example/api/docs'),
    '',
    '## News',
    '',
    '- [News](http://news.example/posts/news)',
    '- [RSS](http://news.example/posts/news/rss.xml): The newest posts with full text',
    '- [API](http://news.example/api/posts/news): All posts as JSON, newest first',
    String.raw`- [A \[link\](x) and \<b\>](http://news.example/posts/news/first): Two lines`,
  ]);
  expect(text).not.toMatch(/talk|draft|day-1\)/);
  expect(text.match(/^- /gm)).toHaveLength(23);
});

test('security.txt names the contact', async () => {
  const config = await loadConfig({ PUBLIC_URL: 'https://news.example' }, '/nonexistent');
  const site = { ...config.site, contactUrl: 'mailto:security@news.example' };
  const app = await testApp({ config: { ...config, site } });
  const { status, headers, text } = await app.get('/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(
    [
      'Contact: mailto:security@news.example',
      'Expires: 2027-05-01T00:00:00Z',
      'Preferred-Languages: en, ja',
      'Canonical: https://news.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
  expect(await app.get('/security.txt')).toMatchObject({
    status: 301,
    headers: { location: '/.well-known/security.txt' },
  });
});

test('returns 404 for security.txt without a contact', async () => {
  const app = await testApp();
  expect((await app.get('/.well-known/security.txt')).status).toBe(404);
});

test('security.txt is valid five to twelve months', () => {
  const expiresAt = (now: string) => {
    const text = toSecurityTxt({
      origin: 'https://news.example',
      contactUrl: 'mailto:a@b.example',
      now: new Date(now),
    });
    return Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  };
  const DAY_MS = 86_400_000;
  for (let month = 1; month <= 12; month += 1) {
    for (const day of ['01T00:00:00Z', '28T23:59:59Z']) {
      const now = `2026-${String(month).padStart(2, '0')}-${day}`;
      const days = (expiresAt(now) - Date.parse(now)) / DAY_MS;
      expect([now, days > 150 && days < 365]).toEqual([now, true]);
    }
  }
  expect(expiresAt('2026-11-01T00:00:00Z')).toBe(expiresAt('2026-11-30T23:59:59Z'));
});
