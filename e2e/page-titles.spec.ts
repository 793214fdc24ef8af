import { givenAccount } from './account-page.ts';
import { expect, test } from './fixtures.ts';
import { callAs } from './posts-page.ts';

const USER = '/admin/users/';

const TITLES = [
  ['/', 'Top', 'トップ'],
  ['/services', 'Site top', 'サイトトップ'],
  ['/about', 'About', 'このサイトについて'],
  ['/signup/verify?username=a&code=123456', 'Email Verification', 'メールアドレスの確認'],
  ['/admin/signin', 'Admin Sign In', '管理画面にサインイン'],
  ['/user', 'User Top', 'マイページ'],
  ['/settings', 'Settings', '設定'],
  ['/admin', 'Admin Top', 'ダッシュボード'],
  ['/admin/services', 'Services', 'サービス'],
  ['/admin/services', 'Service Management', 'サービス管理'],
  ['/admin/services/news/edit', 'Service Settings', 'サービス設定'],
  ['/admin/users', 'Admin Users', 'ユーザー'],
  ['/admin/users', 'Admin User Management', 'ユーザー管理'],
  ['/admin/users/create', 'Create User', 'ユーザーを作成'],
  ['/admin/users/create', 'User Management', 'ユーザー管理'],
  ['/admin/users/admin', 'Admin User Settings', 'ユーザー設定'],
  [USER, 'Edit User', 'ユーザーを編集'],
  ['/admin/posts/news', 'Posts Management', '記事管理'],
  ['/admin/posts/news/groups', 'Posts Group Management', '投稿グループ管理'],
  ['/admin/categories/news', 'Posts Category Management', 'カテゴリー管理'],
  ['/admin/comments/news', 'Comments Management', 'コメント管理'],
  ['/admin/comments/news', 'Comment list', 'コメント一覧'],
  ['/admin/comments/news/content/what-kawaraban-is', 'Manage Comments', 'コメントの管理'],
  ['/admin/settings/news/content', 'Content list (content IDs)', 'コンテンツ一覧（コンテンツID）'],
] as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  test.describe(`in ${locale}`, locale === 'ja-JP' ? { tag: '@extended' } : {}, () => {
    test.use({ locale });

    test('every title of the specification belongs to a page', async ({ page, request, product, signIn }) => {
      expect(new Set(TITLES.map(([, title]) => title)).size).toBe(24);
      const { email } = await givenAccount(request, product);
      const expectTitle = async ([at, en, ja]: (typeof TITLES)[number]) => {
        await page.goto(at === USER ? `${at}${await usernameOf(page, email)}` : at);
        await expect.poll(() => partsOf(page), at).toContain(locale === 'en-US' ? en : ja);
      };
      for (const title of TITLES.filter((each) => !needsSession(each))) await expectTitle(title);
      await signIn(page);
      for (const title of TITLES.filter(needsSession)) await expectTitle(title);
    });
  });
}

function needsSession([at]: (typeof TITLES)[number]): boolean {
  return at !== '/admin/signin' && /^\/(?:admin|user|settings)/.test(at);
}

/** Omits the names of items: `Posts` and `Posts Management` for `Posts in News – Posts Management – Kawaraban`. */
async function partsOf(page: Parameters<typeof callAs>[0]): Promise<string[]> {
  const parts = (await page.title()).split(' – ');
  return parts.map((part) => part.replace(/ (?:of|in|for) [^–]*$/, '').replace(/^「.*」の/, ''));
}

async function usernameOf(page: Parameters<typeof callAs>[0], email: string): Promise<string> {
  const { items } = (await callAs(page, 'GET', `/admin/accounts?email=${encodeURIComponent(email)}`)) as {
    items: { username: string; email: string }[];
  };
  return items.find((user) => user.email === email)?.username ?? '';
}
