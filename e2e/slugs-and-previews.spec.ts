import { ADMIN, expect, ownBaseURL, test, tierOf } from './fixtures.ts';
import { callAs, field, givenPost } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

/** What somebody sees who speaks the language. */
const words = {
  'en-US': {
    draft: 'This is a draft. Only those who have this link can read it.',
    previewLink: 'Preview link',
    newLink: 'Make a new link',
    done: 'The post has a new preview link',
    preview: 'Preview',
    title: 'Title',
    slug: 'Slug',
    auto: 'Auto',
    fromTitle: 'From the title',
    notOfTitle: 'The title cannot be spelt in a slug, so the date was taken',
  },
  'ja-JP': {
    draft: 'これは下書きです。このリンクを知っている人だけが読めます。',
    previewLink: 'プレビューリンク',
    newLink: '新しいリンクを作る',
    done: '新しいプレビューリンクを作りました',
    preview: 'プレビュー',
    title: 'タイトル',
    slug: 'スラッグ',
    auto: '自動入力',
    fromTitle: 'タイトルから',
    notOfTitle: 'タイトルからはスラッグを作れないため、日付を使いました',
  },
} as const;

test('a post that gets another slug is found under the old one, by people and by programs', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'old-name', title: 'Renamed', status: 'publish' });
  await callAs(page, 'POST', `/admin/posts/news/${postId}`, { slug: 'new-name' });

  const asked = await request.get('/posts/news/old-name?from=mail', { maxRedirects: 0 });
  expect([asked.status(), asked.headers().location]).toEqual([301, '/posts/news/new-name?from=mail']);
  expect(asked.headers()['cache-control']).toBe('no-cache');
  await page.goto('/posts/news/old-name');
  await expect(page).toHaveURL(/\/posts\/news\/new-name$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed');
  const called = await request.get('/api/posts/news/old-name');
  expect([called.url(), (await called.json()).postId]).toEqual([expect.stringMatching(/new-name$/), postId]);

  await givenPost(page, { slug: 'old-name', title: 'Another', status: 'publish' });
  await page.goto('/posts/news/old-name');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another');
});

for (const locale of ['en-US', 'ja-JP'] as const) {
  const said = words[locale];

  test.describe(locale, tierOf(locale), () => {
    test.use({ locale });

    test('a preview link opens a draft for whoever has it, tells nobody else, and is taken back', async ({
      page,
      context,
      signIn,
      expectNothingFromAxe,
    }) => {
      await signIn(page);
      const { postId } = await givenPost(page, {
        slug: 'secret',
        title: 'Secret',
        body: '[out](https://example.com/)',
      });
      await page.goto(`/admin/posts/news/${postId}`);
      await expect(page.getByText(said.previewLink, { exact: true })).toBeVisible();
      await expectNothingFromAxe(page);
      const link = page.getByRole('link', { name: said.preview, exact: true });
      const address = await link.getAttribute('href');

      const visitor = await context.newPage();
      const answer = await visitor.goto(address ?? '');
      expect(answer?.headers()).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      await expect(visitor.getByRole('note')).toHaveText(said.draft);
      await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expectNothingFromAxe(visitor);

      await page.getByRole('button', { name: said.newLink }).click();
      await page.getByRole('dialog').getByRole('button', { name: said.newLink }).click();
      await expect(page.getByText(said.done)).toBeVisible();
      await expect(link).not.toHaveAttribute('href', address ?? '');
      expect((await visitor.goto(address ?? ''))?.status()).toBe(404);
      expect((await visitor.goto((await link.getAttribute('href')) ?? ''))?.status()).toBe(200);
    });

    test('a title that no slug can spell gets the day', async ({ page, signIn }) => {
      await signIn(page, ADMIN, '/admin/posts/news/create');
      await field(page, said.title).fill('瓦版について');
      await page.getByRole('button', { name: said.auto }).click();
      await page.getByRole('menuitem', { name: said.fromTitle }).click();
      await expect(field(page, said.slug)).toHaveValue(/^\d{6}[a-z]?$/);
      await expect(page.getByText(said.notOfTitle)).toBeVisible();
    });
  });
}
