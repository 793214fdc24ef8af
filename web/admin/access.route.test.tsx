import type { RouteConfigEntry } from '@react-router/dev/routes';
import { within } from '@testing-library/react';
import { matchPath } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { type OpenScreen, openScreen, SITE_CONFIG, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import siteMap from '#web/routes.ts';
import { answerEverything } from './access.fixtures.ts';
import { adminFile } from './files/file.fixtures.ts';
import { postRow } from './posts/post.fixtures.ts';
import { userDetail } from './users/user.fixtures.ts';
import { WEBHOOK_PATH } from './webhooks/webhook.fixtures.ts';

const accounts = {
  viewer: { role: 'viewer', services: [serviceDetail()] },
  editor: { role: 'editor', services: [serviceDetail()] },
  'editor without the service': { role: 'editor', services: [] },
  'admin without the service': { role: 'admin', services: [] },
  admin: { role: 'admin', services: [serviceDetail()] },
} as const;
type Account = keyof typeof accounts;

const openers = {
  everyone: ['viewer', 'editor', 'editor without the service', 'admin without the service', 'admin'],
  membersOfService: ['viewer', 'editor', 'admin'],
  editorsOfService: ['editor', 'admin'],
  admins: ['admin without the service', 'admin'],
  adminsOfService: ['admin'],
} as const satisfies Record<string, readonly Account[]>;

interface Access {
  readonly for: keyof typeof openers;
  readonly at: string;
  readonly en: string;
  readonly ja: string;
}

const { postId, contentId } = postRow();
const POST = `/admin/posts/news/${postId}`;
const USER = 'hanako@example.com – ';

const screens: Readonly<Record<string, Access>> = {
  '': { for: 'everyone', at: '/admin', en: 'Admin Top', ja: 'ダッシュボード' },
  qr: { for: 'everyone', at: '/admin/qr', en: 'QR code generator', ja: 'QRコード作成' },
  services: {
    for: 'admins',
    at: '/admin/services',
    en: 'Services – Service Management',
    ja: 'サービス – サービス管理',
  },
  'services/create': { for: 'admins', at: '/admin/services/create', en: 'Create service', ja: 'サービスを作成' },
  'services/:serviceId/edit': {
    ...{ for: 'adminsOfService', at: '/admin/services/news/edit', en: 'Service Settings', ja: 'サービス設定' },
  },
  users: {
    for: 'admins',
    at: '/admin/users',
    en: 'Admin Users – Admin User Management',
    ja: 'ユーザー – ユーザー管理',
  },
  'users/create': {
    for: 'admins',
    at: '/admin/users/create',
    en: 'Create User – User Management',
    ja: 'ユーザーを作成 – ユーザー管理',
  },
  'users/:username': {
    ...{ for: 'admins', at: `/admin/users/${userDetail().username}` },
    ...{ en: `${USER}Admin User Settings`, ja: `${USER}ユーザー設定` },
  },
  'api-keys': { for: 'admins', at: '/admin/api-keys', en: 'API keys', ja: 'APIキー' },
  'api-keys/create': { for: 'admins', at: '/admin/api-keys/create', en: 'Create API key', ja: 'APIキーを作成' },
  audit: { for: 'admins', at: '/admin/audit', en: 'Audit log', ja: '監査ログ' },
  mails: { for: 'admins', at: '/admin/mails', en: 'Emails', ja: 'メール' },
  'mails/:mailId': { for: 'admins', at: '/admin/mails/01m8mail000000000000000000', en: 'Email', ja: 'メール' },
  'posts/:serviceId': {
    ...{
      for: 'membersOfService',
      at: '/admin/posts/news',
      en: 'Posts in News – Posts Management',
      ja: '「News」の記事 – 記事管理',
    },
  },
  'posts/:serviceId/create': {
    ...{ for: 'editorsOfService', at: '/admin/posts/news/create', en: 'Create post', ja: '記事を作成' },
  },
  'posts/:serviceId/groups': {
    ...{
      for: 'membersOfService',
      at: '/admin/posts/news/groups',
      en: 'Posts Group Management',
      ja: '投稿グループ管理',
    },
  },
  'posts/:serviceId/groups/create': {
    ...{ for: 'editorsOfService', at: '/admin/posts/news/groups/create' },
    ...{ en: 'Create post group', ja: '投稿グループを作成' },
  },
  'posts/:serviceId/groups/:slug': {
    ...{ for: 'membersOfService', at: '/admin/posts/news/groups/weekly', en: 'Weekly', ja: 'Weekly' },
  },
  'posts/:serviceId/groups/:slug/edit': {
    ...{ for: 'editorsOfService', at: '/admin/posts/news/groups/weekly/edit' },
    ...{ en: 'Edit Weekly', ja: '「Weekly」を編集' },
  },
  'posts/:serviceId/bin': { for: 'membersOfService', at: '/admin/posts/news/bin', en: 'Trash', ja: 'ごみ箱' },
  'posts/:serviceId/:postId': { for: 'membersOfService', at: POST, en: 'A tour', ja: 'A tour' },
  'posts/:serviceId/:postId/history': {
    ...{ for: 'membersOfService', at: `${POST}/history`, en: 'History of A tour', ja: '「A tour」の履歴' },
  },
  'posts/:serviceId/:postId/translation': {
    ...{ for: 'membersOfService', at: `${POST}/translation`, en: 'Translation of 町めぐり', ja: '「町めぐり」の翻訳' },
  },
  'posts/:serviceId/:postId/edit': {
    ...{ for: 'editorsOfService', at: `${POST}/edit`, en: 'Edit A tour', ja: '「A tour」を編集' },
  },
  'categories/:serviceId': {
    ...{
      for: 'membersOfService',
      at: '/admin/categories/news',
      en: 'Categories in News – Posts Category Management',
      ja: '「News」のカテゴリー – カテゴリー管理',
    },
  },
  'categories/:serviceId/create': {
    ...{ for: 'editorsOfService', at: '/admin/categories/news/create', en: 'Create category', ja: 'カテゴリーを作成' },
  },
  'categories/:serviceId/:slug/edit': {
    ...{
      for: 'editorsOfService',
      at: '/admin/categories/news/guide/edit',
      en: 'Edit the category Guide',
      ja: 'カテゴリー「Guide」を編集',
    },
  },
  'tags/:serviceId': {
    ...{ for: 'membersOfService', at: '/admin/tags/news', en: 'Tags in News', ja: '「News」のタグ' },
  },
  'settings/:serviceId/content': {
    ...{ for: 'membersOfService', at: '/admin/settings/news/content' },
    ...{
      en: 'Content settings for News – Content list (content IDs)',
      ja: '「News」のコンテンツ設定 – コンテンツ一覧（コンテンツID）',
    },
  },
  'webhooks/:serviceId': {
    ...{ for: 'adminsOfService', at: '/admin/webhooks/news', en: 'Webhooks for News', ja: '「News」のWebhook' },
  },
  'webhooks/:serviceId/create': {
    ...{ for: 'adminsOfService', at: '/admin/webhooks/news/create', en: 'Create webhook', ja: 'Webhookを作成' },
  },
  'webhooks/:serviceId/:webhookId': {
    ...{ for: 'adminsOfService', at: WEBHOOK_PATH },
    ...{ en: 'Site builder – Webhook', ja: 'Site builder – Webhookの詳細' },
  },
  'webhooks/:serviceId/:webhookId/edit': {
    ...{ for: 'adminsOfService', at: `${WEBHOOK_PATH}/edit`, en: 'Edit webhook', ja: 'Webhookを編集' },
  },
  'files/:serviceId': {
    ...{ for: 'membersOfService', at: '/admin/files/news', en: 'Media in News', ja: '「News」のメディア' },
  },
  'files/:serviceId/:fileId': {
    ...{ for: 'membersOfService', at: `/admin/files/news/${adminFile().fileId}`, en: 'crane.png', ja: 'crane.png' },
  },
  'comments/:serviceId': {
    ...{
      for: 'membersOfService',
      at: '/admin/comments/news',
      en: 'Comment list for News – Comments Management',
      ja: '「News」のコメント一覧 – コメント管理',
    },
  },
  'comments/:serviceId/content/:contentId': {
    ...{ for: 'membersOfService', at: `/admin/comments/news/content/${contentId}` },
    ...{ en: `Comments on ${contentId} – Manage Comments`, ja: `「${contentId}」のコメント – コメントの管理` },
  },
};

const routes = routesIn(siteMap, 'admin/console-frame.route.tsx');

function routesIn(entries: readonly RouteConfigEntry[], layout: string): readonly RouteConfigEntry[] {
  return entries.flatMap(({ file, children = [] }) => (file === layout ? children : routesIn(children, layout)));
}

function accessTo({ path = '' }: RouteConfigEntry): Access {
  const access = screens[path];
  if (!access) throw new Error(`No access is declared for /admin/${path}`);
  return access;
}

function moduleOf({ file }: RouteConfigEntry) {
  return import(/* @vite-ignore */ `../${file}`);
}

function open(route: RouteConfigEntry, account: Account, language: 'en' | 'ja' = 'en'): Promise<OpenScreen> {
  const { path = '' } = route;
  const { at } = accessTo(route);
  const config = { post: { ...SITE_CONFIG.post, defaultEditorMode: 'text' as const } };
  return moduleOf(route).then((module) =>
    openScreen(module, { ...accounts[account], at, path, language, config, api: answerEverything }),
  );
}

// Loads all screens up front, which can exceed the timeout of a single test.
beforeAll(() => Promise.all(routes.map(moduleOf)));

test('table covers every screen behind sign-in', () => {
  expect(routes.map(({ path = '' }) => path).toSorted()).toEqual(Object.keys(screens).toSorted());
});

async function outcomeOf(route: RouteConfigEntry): Promise<string> {
  const { at } = accessTo(route);
  const { clientLoader } = await moduleOf(route);
  const params = matchPath(`/admin/${route.path ?? ''}`, at)?.params;
  try {
    await clientLoader({ request: new Request(new URL(at, location.origin)), params });
    return 'opens';
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const isNewDocument = thrown.headers.has('x-remix-reload-document');
    return `${isNewDocument ? 'loads' : 'shows'} ${thrown.headers.get('location')}`;
  }
}

async function outcomesOfAll(): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const route of routes) outcomes[accessTo(route).at] = await outcomeOf(route);
  return outcomes;
}

function expectedOfAll(expect: (access: Access) => string): Record<string, string> {
  return Object.fromEntries(Object.values(screens).map((access) => [access.at, expect(access)]));
}

function firstScreen(): RouteConfigEntry {
  const found = routes.find(({ index }) => index);
  if (!found) throw new Error('No first screen');
  return found;
}

test.for(Object.keys(accounts) as Account[])('account opens permitted screens only: %s', async (account) => {
  await open(firstScreen(), account);
  const isOpener = (access: Access) => openers[access.for].some((each) => each === account);
  expect(await outcomesOfAll()).toEqual(
    expectedOfAll((access) => (isOpener(access) ? 'opens' : 'loads /error/forbidden?from=console')),
  );
});

test('visitors are offered no way back to the console', async () => {
  const { api } = await open(firstScreen(), 'viewer');
  api.answer(accountApi.services, () => {
    throw httpError(403);
  });
  expect(await outcomesOfAll()).toEqual(expectedOfAll(() => 'loads /error/forbidden'));
});

test('every screen redirects to sign-in without a session', async () => {
  await open(firstScreen(), 'admin');
  localStorage.clear();
  const signInFor = ({ at }: Access) => (at === '/admin' ? '' : `?${new URLSearchParams({ redirect: at })}`);
  expect(await outcomesOfAll()).toEqual(expectedOfAll((access) => `shows /admin/signin${signInFor(access)}`));
});

const tabbed = routes.filter((route) => /^\/admin\/(?:posts|categories)\//.test(accessTo(route).at));

test.for(tabbed.map((route) => [accessTo(route).at, route] as const))(
  'page has the tabs of posts: %s',
  async ([, route]) => {
    const { main } = await open(route, 'editor');
    const tabs = within(main().getByRole('navigation', { name: 'Posts' })).getAllByRole('link');
    expect(tabs.slice(0, 4).map((tab) => tab.textContent)).toEqual([
      'Posts',
      'Create new',
      'Categories',
      'Post groups',
    ]);
  },
);

const changing = {
  en: /^(?:Create|New|Edit|Delete|Rename|Merge|Move|Upload|Restore|Publish|Unpublish|Add|Remove|Save(?! \d)|Approve)(?: |$)/,
  ja: /^(?:新規作成|作成|編集|削除(?!済み)|アップロード|公開する|非公開にする|追加|保存)|(?:を作成|の作成|を編集|を削除)$/,
};

function changesOffered(language: 'en' | 'ja'): string[] {
  const pressed = document.querySelectorAll('main :is(button, [role=button], a:not(.sort-link))');
  const names = [...pressed].map((each) => (each.getAttribute('aria-label') ?? each.textContent).trim());
  return names.filter((name) => changing[language].test(name));
}

const both = routes.flatMap((route) => [
  ['en', accessTo(route).at, route] as const,
  ['ja', accessTo(route).at, route] as const,
]);

testInLanguages(both)('opens in %s, without changes for viewers: %s', async ([language, at, route]) => {
  const access = accessTo(route);
  const [account] = openers[access.for];
  const { main, address } = await open(route, account, language);
  expect(document.title).toBe(`${access[language]} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).not.toBe('');
  expect(address()).toBe(at);
  if (account === 'viewer' && at !== '/admin/qr') expect(changesOffered(language)).toEqual([]);
});

const offering = routes.filter((route) => accessTo(route).for === 'membersOfService');

test.for(offering.map((route) => [accessTo(route).at, route] as const))(
  'editors can make changes: %s',
  async ([, route]) => {
    await open(route, 'editor');
    expect(changesOffered('en')).not.toEqual([]);
  },
);
