import { expect, test } from 'vitest';
import { type PostReviewInput, postReviewApi } from '#contract/publishing.ts';
import { testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const REVIEW = '/api/admin/posts/news/preview/review';
const words = { body: 'Words.', bodyFormat: 'markdown' };

test('invalid review request returns 400', async () => {
  const { editor } = await givenEditor();
  for (const body of [{}, { ...words, bodyFormat: 'none' }, { ...words, images: 'x' }, { ...words, body: 1 }]) {
    expect((await editor.send('POST', REVIEW, { body })).status).toBe(400);
  }
});

test('flawless post has no findings', async () => {
  const { review } = await givenEditor();
  const body = '## One\n\n### Two\n\n[There](/posts/news/there) and [here](#one), [elsewhere](https://example.org/x)';
  expect(await review({ body, description: 'About it' })).toEqual({ findings: [], more: 0 });
});

test('reports missing description, alt texts and skipped headings in order', async () => {
  const { review } = await givenEditor();
  const body = '# Top\n\n#### Deep\n\n![](https://example.org/a.png) ![said](https://example.org/b.png)';
  expect((await review({ body, description: '  ' })).findings).toEqual([
    { kind: 'noDescription' },
    { kind: 'imageWithoutAlt', name: 'https://example.org/a.png' },
    { kind: 'headingSkipped', text: 'Deep', from: 1, to: 4 },
  ]);
  const html = '<h3>First</h3><img src="https://example.org/?a=1&amp;b=2">';
  expect((await review({ body: html, bodyFormat: 'html', description: 'x' })).findings).toEqual([
    { kind: 'imageWithoutAlt', name: 'https://example.org/?a=1&b=2' },
    { kind: 'headingSkipped', text: 'First', from: 1, to: 3 },
  ]);
});

test('reports broken links and links to unpublished posts', async () => {
  const { app, review } = await givenEditor();
  await givenPost(app, { slug: 'draft', status: 'draft' });
  await givenPost(app, { serviceId: 'other', slug: 'secret', status: 'draft' });
  await givenPost(app, { serviceId: 'other', slug: 'open' });
  await givenCategory(app, { serviceId: 'news', slug: 'print' });
  const hrefs = [
    ...['/posts/news/draft', '/posts/news/none', '/posts/news/mine', '/posts/none', '/posts/other/secret'],
    ...['/posts/other/open', '/posts/news/categories/print', '/posts/news/categories/none', '/posts/news/tags/none'],
    ...['/posts/news/groups/none', '#nowhere', '/media/news/docs/01jd0000000000000000000000.pdf', '/posts/news/draft'],
  ];
  const body = hrefs.map((href, index) => `[link ${index}](${href})`).join('\n\n');
  const { findings } = await review({ body, description: 'x', slug: 'mine' });
  expect(findings.map((finding) => (finding.kind === 'brokenLink' ? [finding.address, finding.why] : finding))).toEqual(
    [
      ['/posts/news/draft', 'notPublished'],
      ['/posts/news/none', 'missing'],
      ['/posts/none', 'missing'],
      ['/posts/other/secret', 'missing'],
      ['/posts/news/categories/none', 'missing'],
      ['/posts/news/tags/none', 'missing'],
      ['/posts/news/groups/none', 'missing'],
      ['#nowhere', 'noSuchPlace'],
      ['/media/news/docs/01jd0000000000000000000000.pdf', 'missing'],
    ],
  );
});

test('reports the first fifty findings and counts the rest', async () => {
  const { review } = await givenEditor();
  const body = Array.from({ length: 70 }, (_, index) => `[${index}](/posts/news/none-${index})`).join('\n\n');
  const { findings, more } = await review({ body, description: 'x' });
  expect([findings.length, more]).toEqual([50, 20]);
});

test('JSON body is not checked, too complex body returns 400', async () => {
  const { review, editor } = await givenEditor();
  expect((await review({ body: '{"href": "/posts/news/none"}', bodyFormat: 'json' })).findings).toEqual([
    { kind: 'noDescription' },
  ]);
  const nested = { body: '> '.repeat(5_000), bodyFormat: 'markdown' };
  expect((await editor.send('POST', REVIEW, { body: nested })).status).toBe(400);
});

async function givenEditor() {
  const app = await testApp();
  await givenPost(app, { slug: 'there' });
  const editor = await givenUser(app);
  const review = (post: Partial<PostReviewInput>) =>
    editor.call(postReviewApi.review, {
      params: { serviceId: 'news' },
      body: { body: '', bodyFormat: 'markdown', ...post },
    });
  return { app, editor, review };
}
