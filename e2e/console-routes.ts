import type { MadePost } from './posts-page.ts';

interface ConsoleRoute {
  readonly path: string;
  /** Document title without the site's name. */
  readonly title: { readonly en: string; readonly ja: string };
}

interface RouteParts {
  readonly post: MadePost;
  readonly postTitle: string;
  readonly category: string;
  readonly group: string;
  readonly groupLabel: string;
}

export function consoleRoutes({ post: { postId }, postTitle, category, group, groupLabel }: RouteParts) {
  const same = (title: string) => ({ en: title, ja: title });
  const routes: ConsoleRoute[] = [
    { path: '/admin', title: { en: 'Admin Top', ja: 'ダッシュボード' } },
    { path: '/admin/qr', title: { en: 'QR code generator', ja: 'QRコード作成' } },
    { path: '/admin/services', title: { en: 'Services – Service Management', ja: 'サービス – サービス管理' } },
    { path: '/admin/services/create', title: { en: 'Create service', ja: 'サービスを作成' } },
    { path: '/admin/services/news/edit', title: { en: 'Service Settings', ja: 'サービス設定' } },
    {
      path: '/admin/users',
      title: { en: 'Admin Users – Admin User Management', ja: 'ユーザー – ユーザー管理' },
    },
    {
      path: '/admin/users/create',
      title: { en: 'Create User – User Management', ja: 'ユーザーを作成 – ユーザー管理' },
    },
    { path: '/admin/users/admin', title: { en: 'Admin User Settings', ja: 'ユーザー設定' } },
    { path: '/admin/api-keys', title: { en: 'API keys', ja: 'APIキー' } },
    { path: '/admin/audit', title: { en: 'Audit log', ja: '監査ログ' } },
    { path: '/admin/mails', title: { en: 'Emails', ja: 'メール' } },
    {
      path: '/admin/posts/news',
      title: { en: 'Posts in Kawaraban – Posts Management', ja: '「Kawaraban」の記事 – 記事管理' },
    },
    { path: '/admin/posts/news/create', title: { en: 'Create post', ja: '記事を作成' } },
    { path: '/admin/posts/news/bin', title: { en: 'Trash', ja: 'ごみ箱' } },
    { path: `/admin/posts/news/${postId}`, title: same(postTitle) },
    {
      path: `/admin/posts/news/${postId}/edit`,
      title: { en: `Edit ${postTitle}`, ja: `「${postTitle}」を編集` },
    },
    {
      path: `/admin/posts/news/${postId}/history`,
      title: { en: `History of ${postTitle}`, ja: `「${postTitle}」の履歴` },
    },
    {
      path: '/admin/posts/news/groups',
      title: { en: 'Posts Group Management', ja: '投稿グループ管理' },
    },
    {
      path: '/admin/posts/news/groups/create',
      title: { en: 'Create post group', ja: '投稿グループを作成' },
    },
    { path: `/admin/posts/news/groups/${group}`, title: same(groupLabel) },
    {
      path: `/admin/posts/news/groups/${group}/edit`,
      title: { en: `Edit ${groupLabel}`, ja: `「${groupLabel}」を編集` },
    },
    {
      path: '/admin/categories/news',
      title: {
        en: 'Categories in Kawaraban – Posts Category Management',
        ja: '「Kawaraban」のカテゴリー – カテゴリー管理',
      },
    },
    {
      path: '/admin/categories/news/create',
      title: { en: 'Create category', ja: 'カテゴリーを作成' },
    },
    { path: `/admin/categories/news/${category}/edit`, title: { en: 'Edit', ja: '編集' } },
    { path: '/admin/tags/news', title: { en: 'Tags in Kawaraban', ja: '「Kawaraban」のタグ' } },
    { path: '/admin/files/news', title: { en: 'Media in Kawaraban', ja: '「Kawaraban」のメディア' } },
    {
      path: '/admin/comments/news',
      title: {
        en: 'Comment list for Kawaraban – Comments Management',
        ja: '「Kawaraban」のコメント一覧 – コメント管理',
      },
    },
    {
      path: '/admin/comments/news/content/what-kawaraban-is',
      title: { en: 'Manage Comments', ja: 'コメントの管理' },
    },
    {
      path: '/admin/webhooks/news',
      title: { en: 'Webhooks for Kawaraban', ja: '「Kawaraban」のWebhook' },
    },
    {
      path: '/admin/webhooks/news/create',
      title: { en: 'Create webhook', ja: 'Webhookを作成' },
    },
    {
      path: '/admin/settings/news/content',
      title: {
        en: 'Content settings for Kawaraban – Content list (content IDs)',
        ja: '「Kawaraban」のコンテンツ設定 – コンテンツ一覧（コンテンツID）',
      },
    },
  ];
  return routes;
}
