import type { MadePost } from './posts-page.ts';

/** Who may open a screen, whichever service it is of. */
export type Opener = 'anybody' | 'session' | 'service' | 'editor' | 'admin' | 'adminOfService';

export interface ConsoleRoute {
  readonly path: string;
  readonly for: Opener;
  /** What the browser's tab says before the site's name. */
  readonly title: { readonly en: string; readonly ja: string };
}

export interface RouteParts {
  readonly post: MadePost;
  readonly postTitle: string;
  readonly category: string;
  readonly group: string;
  readonly groupLabel: string;
}

/** Every screen of the console, for things that are there. */
export function consoleRoutes({ post: { postId }, postTitle, category, group, groupLabel }: RouteParts) {
  const same = (title: string) => ({ en: title, ja: title });
  const routes: ConsoleRoute[] = [
    { path: '/admin', for: 'session', title: { en: 'Admin Top', ja: '管理トップ' } },
    { path: '/admin/qr', for: 'session', title: { en: 'QR code generator', ja: 'QR コード作成' } },
    { path: '/admin/services', for: 'admin', title: { en: 'Services', ja: 'サービス' } },
    { path: '/admin/services/create', for: 'admin', title: { en: 'Create Service', ja: 'サービスを作成' } },
    { path: '/admin/services/news/edit', for: 'adminOfService', title: { en: 'Service Settings', ja: 'サービス設定' } },
    { path: '/admin/users', for: 'admin', title: { en: 'Admin Users', ja: '管理ユーザー' } },
    { path: '/admin/users/create', for: 'admin', title: { en: 'Create User', ja: 'ユーザーを作成' } },
    { path: '/admin/users/admin', for: 'admin', title: { en: 'Admin User Settings', ja: '管理ユーザー設定' } },
    { path: '/admin/api-keys', for: 'admin', title: { en: 'API Keys', ja: 'API キー' } },
    { path: '/admin/audit', for: 'admin', title: { en: 'Audit Log', ja: '監査ログ' } },
    { path: '/admin/mails', for: 'admin', title: { en: 'Mails', ja: 'メール' } },
    { path: '/admin/posts/news', for: 'service', title: { en: 'Posts of Kawaraban', ja: '「Kawaraban」の記事' } },
    { path: '/admin/posts/news/create', for: 'editor', title: { en: 'Create Post', ja: '記事を作成' } },
    { path: '/admin/posts/news/bin', for: 'service', title: { en: 'Bin', ja: 'ごみ箱' } },
    { path: `/admin/posts/news/${postId}`, for: 'service', title: same(postTitle) },
    {
      ...{ path: `/admin/posts/news/${postId}/edit`, for: 'editor' },
      title: { en: `Edit ${postTitle}`, ja: `「${postTitle}」を編集` },
    },
    {
      ...{ path: `/admin/posts/news/${postId}/history`, for: 'service' },
      title: { en: `History of ${postTitle}`, ja: `「${postTitle}」の履歴` },
    },
    {
      ...{ path: '/admin/posts/news/groups', for: 'service' },
      title: { en: 'Posts Group Management', ja: '記事グループ管理' },
    },
    {
      ...{ path: '/admin/posts/news/groups/create', for: 'editor' },
      title: { en: 'Create Post Group', ja: '記事グループを作成' },
    },
    { path: `/admin/posts/news/groups/${group}`, for: 'service', title: same(groupLabel) },
    {
      ...{ path: `/admin/posts/news/groups/${group}/edit`, for: 'editor' },
      title: { en: `Edit ${groupLabel}`, ja: `「${groupLabel}」を編集` },
    },
    {
      ...{ path: '/admin/categories/news', for: 'service' },
      title: { en: 'Categories of Kawaraban', ja: '「Kawaraban」のカテゴリー' },
    },
    {
      ...{ path: '/admin/categories/news/create', for: 'editor' },
      title: { en: 'Create Category', ja: 'カテゴリーを作成' },
    },
    { path: `/admin/categories/news/${category}/edit`, for: 'editor', title: { en: 'Edit', ja: '編集' } },
    { path: '/admin/tags/news', for: 'service', title: { en: 'Tags of Kawaraban', ja: '「Kawaraban」のタグ' } },
    { path: '/admin/files/news', for: 'service', title: { en: 'Media of Kawaraban', ja: '「Kawaraban」のメディア' } },
    {
      ...{ path: '/admin/comments/news', for: 'service' },
      title: { en: 'Comments on Kawaraban', ja: '「Kawaraban」のコメント' },
    },
    {
      ...{ path: '/admin/comments/news/content/what-kawaraban-is', for: 'service' },
      title: { en: 'Comments on', ja: 'のコメント' },
    },
    {
      ...{ path: '/admin/webhooks/news', for: 'adminOfService' },
      title: { en: 'Webhooks of Kawaraban', ja: '「Kawaraban」の Webhook' },
    },
    {
      ...{ path: '/admin/webhooks/news/create', for: 'adminOfService' },
      title: { en: 'Create Webhook', ja: 'Webhook を作成' },
    },
    {
      ...{ path: '/admin/settings/news/content', for: 'service' },
      title: { en: 'Content settings of Kawaraban', ja: '「Kawaraban」のコンテンツ設定' },
    },
  ] as ConsoleRoute[];
  return routes;
}
