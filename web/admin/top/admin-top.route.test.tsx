import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { type Activity, type ActivityEntry, type Overview, overviewApi } from '#contract/overview.ts';
import { type ScheduledPost, scheduleApi } from '#contract/schedule.ts';
import { ACCOUNT, type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import * as route from './admin-top.route.tsx';

const AT = '2026-11-20T12:00:00Z';
const clock = { lastTickAt: AT, nextTickAt: AT, isLate: false };
const quiet: Overview = { unfinished: [], happened: [], counts: [] };
const diary = serviceDetail({ serviceId: 'diary', label: '日記', functions: ['post'] });

interface Shown {
  readonly overview?: Partial<Overview>;
  readonly next?: ScheduledPost[];
  readonly activity?: Activity;
}

function open(options: Partial<ScreenOptions> = {}, { overview = {}, next = [], activity }: Shown = {}) {
  return openScreen(route, {
    ...{ path: '', at: '/admin' },
    ...options,
    api: (api) => {
      api
        .answer(scheduleApi.list, { items: next, pagerKey: null, pageToken: null, clock })
        .answer(adminCommentApi.waiting, [])
        .answer(overviewApi.read, { ...quiet, ...overview })
        .answer(overviewApi.activity, activity ?? { stretchDays: 1, stretches: [] })
        .answer(accountApi.names, [{ username: 'sharaku', name: 'Sharaku' }]);
      options.api?.(api);
    },
  });
}

function scheduled(postId: string, post: Partial<ScheduledPost> = {}): ScheduledPost {
  return { serviceId: 'news', postId, slug: postId, title: postId, publishAt: AT, effectiveAt: AT, ...post };
}

const region = ({ main }: OpenScreen, name: string) => within(main().getByRole('region', { name }));
const hrefsIn = (place: ReturnType<typeof within>): [text: string, href: string | null][] =>
  place.getAllByRole('link').map((link: HTMLElement) => [link.textContent, link.getAttribute('href')]);

testInLanguages([
  [
    ...(['en', 'Admin Top', 'Hello, Hokusai', 'Your services', 'Scheduled', 'Activity'] as const),
    ['Manage posts', 'Media', 'Manage comments', '2 comments to review(News)', '1 unpublished comment(News)'],
    ['Content settings', 'Published', '1,234', 'Draft', '2', 'Files', '5', 'Comments', '6', 'Votes', '7'],
  ],
  [
    ...(['ja', 'ダッシュボード', 'Hokusaiさん、こんにちは', '担当サービス', '公開予定', 'アクティビティ'] as const),
    ['記事を管理', 'メディア', 'コメントを管理', '確認待ちのコメント2件(News)', '非公開のコメント1件(News)'],
    ['コンテンツ設定', '公開中', '1,234', '下書き', '2', 'ファイル', '5', 'コメント', '6', '評価', '7'],
  ],
] as const)(
  'greets and lists the services, in %s',
  async ([language, title, greeting, heading, nextUp, activity, links, [contents, ...counts]]) => {
    const posts = { published: 1234, draft: 2, reserved: 0, unpublished: 0 };
    const opened = await open(
      { language, api: (api) => api.answer(adminCommentApi.waiting, [{ serviceId: 'news', ...waiting }]) },
      { overview: { counts: [{ serviceId: 'news', posts, files: 5, comments: 6, votes: 7 }] } },
    );
    expect(document.title).toBe(`${title} – Kawaraban`);
    expect(opened.main().getByRole('heading', { level: 1 }).textContent).toBe(greeting);
    const services = region(opened, heading);
    expect(services.getByRole('heading', { level: 3 }).textContent).toBe('News (news)');
    expect(hrefsIn(services)).toEqual([
      [links[0], '/admin/posts/news'],
      [links[1], '/admin/files/news'],
      [links[2], '/admin/comments/news'],
      [links[3], '/admin/comments/news?publishStatus=unconfirm'],
      [links[4], '/admin/comments/news?publishStatus=unpublish'],
      [contents, '/admin/settings/news/content'],
    ]);
    const facts = [...services.getByRole('list').querySelectorAll('dt, dd')].map((each) => each.textContent);
    expect(facts).toEqual(counts);
    for (const name of [nextUp, activity]) expect(opened.main().getByRole('region', { name })).toBeTruthy();
  },
);

const waiting = { publish: 9, unconfirm: 2, unpublish: 1 };

test("shows only links for the service's functions", async () => {
  const none = serviceDetail({ serviceId: 'none', label: 'None', functions: [] });
  const opened = await open({ services: [diary, none] });
  const [first, second] = region(opened, 'Your services').getAllByRole('listitem');
  expect(first?.textContent).toBe('None (none)Nothing here yet');
  expect(hrefsIn(within(second ?? document.body))).toEqual([
    ['Manage posts', '/admin/posts/diary'],
    ['Media', '/admin/files/diary'],
  ]);
});

testInLanguages([
  ['en', 'admin', 'You don’t have any services yet', /Create one to get started/, 'Create service'],
  ['ja', 'admin', '担当サービスはまだありません', /まずサービスを作成してください/, 'サービスを作成'],
  ['en', 'editor', 'You don’t have any services yet', /Ask an admin to give you access to one/, undefined],
  ['en', 'viewer', 'You don’t have any services yet', /Ask an admin to give you access to one/, undefined],
  ['ja', 'viewer', '担当サービスはまだありません', /管理者に割り当てを依頼してください/, undefined],
] as const)('in %s, tells %ss without services what to do', async ([language, role, title, body, create]) => {
  const { main } = await open({ language, role, services: [] });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(body)).toBeTruthy();
  const links = main().queryAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    create === undefined ? [] : [[create, '/admin/services/create']],
  );
  expect(main().queryByRole('region')).toBeNull();
});

test('greets an account without a name by email', async () => {
  const { main } = await open({
    api: (api) => api.answer(accountApi.read, { ...ACCOUNT, kind: 'admin', name: '', username: crypto.randomUUID() }),
  });
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Hello, hokusai@example.com');
});

testInLanguages([
  ['en', 'Pick up where you left off', 'You’re all caught up.', 'Nothing scheduled yet.', 'No activity yet.'],
  [
    'ja',
    '作業の続き',
    '作業中の記事はありません。',
    '公開を予約した記事が、ここに表示されます。',
    'まだ更新はありません。',
  ],
] as const)('shows notices for an empty dashboard, in %s', async ([language, name, unfinished, next, happened]) => {
  const opened = await open({ language });
  expect(region(opened, name).getByText(new RegExp(`^${unfinished}`))).toBeTruthy();
  for (const text of [next, happened]) expect(opened.main().getByText(new RegExp(`^${text}`))).toBeTruthy();
});

testInLanguages([
  ['en', 'Scheduled', 'More posts are scheduled after these.', 'Nov 20, 2026, '],
  ['ja', '公開予定', 'このほかにも予約した記事があります。', '2026年11月20日'],
] as const)('lists scheduled posts, in %s', async ([language, name, more, time]) => {
  const next = [scheduled('near'), scheduled('far', { serviceId: 'diary', title: '瓦版' })];
  const pagerKey = { effectiveAt: AT, postId: '01m8000000000000000000000p' };
  const opened = await open({
    ...{ language, services: [serviceDetail(), diary] },
    api: (api) => api.answer(scheduleApi.list, { items: next, pagerKey, pageToken: 'token', clock }),
  });
  const nextUp = region(opened, name);
  expect(hrefsIn(nextUp)).toEqual([
    ['near', '/admin/posts/news/near'],
    ['瓦版', '/admin/posts/diary/far'],
  ]);
  const [near, far] = nextUp.getAllByRole('listitem');
  expect(near?.textContent).toMatch(new RegExp(`^${time}.+nearNews$`));
  expect(far?.textContent).toMatch(/瓦版日記$/);
  expect(nextUp.getByText(more)).toBeTruthy();
  expect(opened.api.sent(scheduleApi.list)).toMatchObject([{ query: { count: 5 } }]);
});

test('shows no hint when the schedule is complete', async () => {
  const opened = await open({}, { next: [scheduled('near')] });
  expect(region(opened, 'Scheduled').queryByText(/More posts are scheduled/)).toBeNull();
});

testInLanguages([
  [...(['en', 'admin', 'delayed since November 20, 2026 at', 'Check the server log for details.'] as const)],
  [...(['en', 'editor', 'delayed since November 20, 2026 at', 'Please tell an admin.'] as const)],
  [...(['ja', 'admin', '遅れ始めた日時： 2026年11月20日', '原因はサーバーのログをご確認ください。'] as const)],
] as const)('in %s, warns %ss of a late scheduler', async ([language, role, since, hint]) => {
  const late = { ...clock, isLate: true, lateSince: AT };
  const { main } = await open({
    ...{ language, role },
    api: (api) => api.answer(scheduleApi.list, { items: [], pagerKey: null, pageToken: null, clock: late }),
  });
  const notice = main()
    .getAllByRole('status')
    .find(({ classList }) => classList.contains('notice'));
  expect(notice?.textContent).toContain(since);
  expect(notice?.textContent).toContain(hint);
});

testInLanguages([
  ['en', 'low', 'The server’s disk is almost full: 143 MB left', 'Free up space on the server.'],
  ['en', 'full', 'The server’s disk is full', 'Nothing can be saved until'],
  ['en', 'read-only', 'The server can’t write to its disk', 'Check the server log for details.'],
  ['ja', 'low', 'サーバーのディスクの空き容量が残りわずかです（残り143 MB）', 'サーバーの空き容量を増やしてください。'],
  ['ja', 'full', 'サーバーのディスクに空き容量がありません', '自動的に保存できるようになります。'],
  ['ja', 'io-error', 'サーバーのディスクに書き込めません', '原因はサーバーのログをご確認ください。'],
] as const)('in %s, warns of a %s disk', async ([language, kind, title, body]) => {
  const { main } = await open({ language, role: 'admin' }, { overview: { storage: { kind, freeBytes: 150_000_000 } } });
  const notice = main().getByText(title).closest('[role=status]');
  expect(notice?.textContent).toContain(body);
});

test('shows no warning while the scheduler is on time', async () => {
  const { main } = await open({ role: 'admin' });
  expect(main().queryByText(/Scheduled publishing/)).toBeNull();
});

testInLanguages([
  ['en', 'Pick up where you left off', 'Draft', 'Untitled', 'Unsaved changes'],
  ['ja', '作業の続き', '下書き', '無題', '未保存の変更あり'],
] as const)('lists unfinished posts and drafts, in %s', async ([language, name, draft, untitled, copy]) => {
  const at = { serviceId: 'news', at: AT };
  const opened = await open(
    { language },
    {
      overview: {
        unfinished: [
          { ...at, postId: 'a', title: 'It waits', kind: 'draft' },
          { ...at, postId: 'b', title: '', kind: 'working-copy' },
        ],
      },
    },
  );
  const unfinished = region(opened, name);
  expect(hrefsIn(unfinished)).toEqual([
    ['It waits', '/admin/posts/news/a/edit'],
    [untitled, '/admin/posts/news/b/edit'],
  ]);
  const texts = unfinished.getAllByRole('listitem').map((item) => item.textContent);
  expect(texts[0]).toMatch(new RegExp(`It waits${draft}$`));
  expect(texts[1]).toMatch(new RegExp(`${copy}$`));
});

const on = { serviceId: 'news', at: AT, postId: 'a', title: 'It' };
const happened: ActivityEntry[] = [
  { kind: 'created', ...on, by: 'sharaku', times: 1 },
  { kind: 'saved', ...on, by: 'sharaku', times: 3 },
  { kind: 'published', ...on, by: 'sharaku', times: 1 },
  { kind: 'reserved', ...on, by: 'sharaku', times: 1 },
  { kind: 'unpublished', ...on, by: 'sharaku', times: 1 },
  { kind: 'restored', ...on, by: 'sharaku', times: 1 },
  { kind: 'deleted', ...on, postId: null, by: 'sharaku', times: 1 },
  { kind: 'went-live', ...on },
  { kind: 'commented', ...on, contentId: 'it-0', times: 1, excerpt: 'Well said' },
  { kind: 'commented', ...on, at: '2026-11-19T12:00:00Z', contentId: 'it-0', times: 2, excerpt: 'Indeed' },
];

testInLanguages([
  [
    ...(['en', 'Recent activity'] as const),
    ['Sharaku created It', 'Sharaku saved It3 times', 'Sharaku published It', 'Sharaku scheduled It'],
    [
      'Sharaku unpublished It',
      'Sharaku restored an earlier version of It',
      'Sharaku moved It to the trash',
      'It was published as scheduled',
    ],
    ['New comment on ItWell said', '2 new comments on ItIndeed'],
  ],
  [
    ...(['ja', '最近の更新'] as const),
    ['Sharakuが「It」を作成しました', 'Sharakuが「It」を保存しました3回', 'Sharakuが「It」を公開しました'],
    [
      'Sharakuが「It」の公開を予約しました',
      'Sharakuが「It」を非公開にしました',
      'Sharakuが「It」を以前の版に戻しました',
    ],
    ['Sharakuが「It」をごみ箱に移動しました', '「It」が予約どおり公開されました'],
    ['「It」に1件のコメントがありましたWell said', '「It」に2件のコメントがありましたIndeed'],
  ],
] as const)('lists recent activity, in %s', async ([language, name, ...sentences]) => {
  const opened = await open({ language }, { overview: { happened } });
  const list = region(opened, name);
  await list.findAllByText(/^Sharaku/);
  const listed = list.getAllByRole('listitem').map((item) => item.querySelector('.next-up-post')?.textContent);
  expect(listed).toEqual(sentences.flat());
  const hrefs = hrefsIn(list).map(([, href]) => href);
  expect(hrefs).toEqual([
    ...Array.from({ length: 6 }, () => '/admin/posts/news/a'),
    ...['/admin/posts/news/bin', '/admin/posts/news/a'],
    ...['/admin/comments/news/content/it-0', '/admin/comments/news/content/it-0'],
  ]);
});

testInLanguages([
  ['en', 'Recent activity', 'Markdown import published It'],
  ['ja', '最近の更新', 'インポート機能が「It」を公開しました'],
] as const)('names the Markdown import as an author, in %s', async ([language, name, sentence]) => {
  const opened = await open(
    { language, api: (api) => api.answer(accountApi.names, []) },
    { overview: { happened: [{ kind: 'published', ...on, by: 'import', times: 1 }] } },
  );
  expect(region(opened, name).getByRole('listitem').querySelector('.next-up-post')?.textContent).toBe(sentence);
});

const captionOf = (figure: HTMLElement) => figure.querySelector('figcaption')?.textContent;
const period = (from: string, posts: number) => ({ from, posts, comments: 1, votes: 0 });
const month: Activity = { stretchDays: 1, stretches: [period('2026-11-01', 2), period('2026-11-02', 1000)] };
const year: Activity = { stretchDays: 7, stretches: [period('2026-11-01', 5)] };

testInLanguages([
  [
    ...(['en', 'Activity', 'Posts published: 1,002 in total.', 'Show as table', '365 days', 'Week'] as const),
    ['Day', 'Posts published', 'Comments', 'Votes'],
    ['Posts published1,002Peak: 1,000', 'Comments2Peak: 1', 'Votes0Peak: 0'],
    ['Nov 2, 2026', 'Nov 1, 2026'],
    /^Nov 1\s–\s7, 2026$/,
  ],
  [
    ...(['ja', 'アクティビティ', '公開した記事：合計1,002件。', '表で表示', '365日', '週'] as const),
    ['日付', '公開した記事', 'コメント', '評価'],
    ['公開した記事1,002最多1,000件', 'コメント2最多1件', '評価0最多0件'],
    ['2026年11月2日', '2026年11月1日'],
    /^2026\D11\D0?1.*～.*7/,
  ],
] as const)(
  'shows the activity chart and table, in %s',
  async ([language, name, label, asTable, span, week, columns, captions, days, firstWeek]) => {
    const opened = await open({
      language,
      api: (api) => api.answer(overviewApi.activity, ({ query }) => (query.days === '365' ? year : month)),
    });
    const { user, api } = opened;
    const activity = region(opened, name);
    await activity.findByRole('img', { name: new RegExp(`^${label}`) });
    expect(activity.getAllByRole('figure').map(captionOf)).toEqual(captions);
    await user.click(activity.getByText(asTable));
    expect(activity.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(columns);
    const rows = activity.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(days);
    expect(
      within(rows[0] ?? document.body)
        .getAllByRole('cell')
        .map((each) => each.textContent),
    ).toEqual([...['1,000', '1', '0']]);
    await user.click(activity.getByRole('radio', { name: span }));
    await activity.findByRole('columnheader', { name: week });
    expect(activity.getByRole('rowheader').textContent).toMatch(firstWeek);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(api.sent(overviewApi.activity)).toMatchObject([
      { params: { serviceId: 'news' }, query: { days: '30', timeZone } },
      { params: { serviceId: 'news' }, query: { days: '365', timeZone } },
    ]);
  },
);

test('shows the activity of another service', async () => {
  const opened = await open({ services: [serviceDetail(), diary] }, { activity: month });
  const activity = region(opened, 'Activity');
  await opened.user.selectOptions(activity.getByRole('combobox', { name: 'Service' }), '日記');
  await expect.poll(() => opened.api.sent(overviewApi.activity)).toHaveLength(2);
  expect(opened.api.sent(overviewApi.activity).at(-1)).toMatchObject({ params: { serviceId: 'diary' } });
});

test('shows a notice when there was no activity', async () => {
  const opened = await open(
    {},
    { activity: { stretchDays: 1, stretches: [{ ...period('2026-11-01', 0), comments: 0 }] } },
  );
  await region(opened, 'Activity').findByText('No posts, comments or votes in this period.');
});

test('reloads the activity after a failure', async () => {
  const opened = await open({
    api: (api) =>
      api.answer(overviewApi.activity, () => {
        throw httpError(500);
      }),
  });
  const activity = region(opened, 'Activity');
  expect((await activity.findByRole('alert')).textContent).toContain('Activity couldn’t be loaded.');
  opened.api.answer(overviewApi.activity, month);
  await opened.user.click(activity.getByRole('button', { name: 'Try again' }));
  await activity.findByRole('img', { name: /^Posts published/ });
  expect(activity.queryByRole('alert')).toBeNull();
});

test('shows the loading state inside the frame', async () => {
  const pending = Promise.withResolvers<Overview>();
  await open({ isLoading: true, api: (api) => api.answer(overviewApi.read, () => pending.promise) });
  expect((await within(await screen.findByRole('main')).findByRole('status')).textContent).toBe('Loading');
  pending.resolve(quiet);
  await screen.findByRole('heading', { level: 1, name: 'Hello, Hokusai' });
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await open({
    api: (api) =>
      api.answer(overviewApi.read, () => {
        throw httpError(500);
      }),
  });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin');
});

test('redirects to the forbidden page without console access', async () => {
  const { address } = await open({
    api: (api) =>
      api.answer(accountApi.services, () => {
        throw httpError(403);
      }),
  });
  expect(address()).toBe('/error/forbidden');
});
