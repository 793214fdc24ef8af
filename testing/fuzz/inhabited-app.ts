import { type TestApp, testApp } from '#testing/app.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import type { Known } from './valid-values.ts';

export type Caller = 'admin' | 'editor' | 'nobody';

export interface InhabitedApp {
  readonly app: TestApp;
  /** Current tokens per role. Accounts that signed out or were deleted are replaced. */
  tokens(): Promise<Readonly<Record<Caller, string | undefined>>>;
  readonly known: Known;
}

/** Contains one item of every kind, so that requests do not all end with 404. */
export async function inhabitedApp(): Promise<InhabitedApp> {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin', username: 'admin' });
  const send = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const { status, json, text } = await admin.send(method, `/api/admin/${path}`, { body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const events = await send('categories/news', { slug: 'events', label: 'Events' });
  const tokyo = await send('categories/news', { slug: 'tokyo', label: 'Tokyo', parentCategorySlug: 'events' });
  const post = { title: 'A note', bodyFormat: 'markdown', body: '*x*', status: 'publish', tags: [{ label: 'one' }] };
  const note = await send('posts/news', { ...post, slug: 'old-note', category: 'tokyo' });
  await send('posts/news/old-note', { slug: 'note', title: 'Another title' });
  const draft = { ...post, slug: 'draft', status: 'unpublish', bodyFormat: 'json', body: '{"a":[1]}' };
  const { postId: draftId, previewToken } = await send('posts/news', draft);
  const { postId: binnedId } = await send('posts/news', { ...post, slug: 'binned', tags: [{ label: 'two' }] });
  await admin.send('DELETE', '/api/admin/posts/news/binned');
  await send('posts/news/groups', { slug: 'picks', label: 'Picks', postIds: [note.postId] });
  await send('services/news/content/opinions', { commentDefaultPublishStatus: 'publish' }, 'PUT');
  await send('services/news', { functions: ['post', 'comment'], configs: { commentBlockedWords: ['casino'] } });
  const commentIds = await givenThread(app, admin);
  const { keyId } = await givenApiKey(app, { may: 'read', serviceIds: ['news'] });
  const [tag, otherTag] = (await app.get('/api/tags/news')).json.items;
  const brokenPagerKey = '{"serviceId":"\\u0000"}';
  const pagerKey = JSON.stringify({ postId: note.postId, serviceId: 'news', statusPublishAt: note.statusPublishAt });
  const fileIds = [
    await givenFile(app),
    await givenFile(app, { fileType: 'file' }),
    await givenFile(app, { name: 'stage.png', isUploaded: true, columns: { width: 9, height: 9, digest: 'd' } }),
    await givenFile(app, { isUploaded: true, status: 'removed' }),
  ];
  await send('posts/news/note', { images: [{ fileId: fileIds[2] }] });
  const filePagerKey = JSON.stringify({ fileId: fileIds[2], serviceId: 'news', place: '1' });
  const threadPagerKey = JSON.stringify({ commentId: commentIds[0], contentId: 'opinions' });
  const posts = [note.postId, draftId, binnedId];
  const tagIds = [tag.tagId, otherTag.tagId];
  return {
    app,
    tokens: tokensOf(app, admin),
    known: {
      serviceId: ['news'],
      serviceIds: ['news'],
      idOrSlug: ['note', 'draft', ...posts],
      slug: ['note', 'old-note', 'draft', 'binned', 'picks', ...fresh],
      groupsslug: ['picks'],
      group: ['picks'],
      categoriesslug: ['root', 'events', 'tokyo'],
      category: ['events', 'tokyo', 'nothing'],
      parentCategorySlug: ['root', 'events', 'tokyo'],
      postId: posts,
      postIds: posts,
      tagId: tagIds,
      into: tagIds,
      label: ['one', 'two', '新着'],
      tag: ['one', 'nothing'],
      sortedIds: [events.id, tokyo.id],
      id: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      fileId: fileIds,
      fileType: ['image', 'file'],
      mimeType: ['image/png', 'application/pdf'],
      type: ['image', 'file', 'image/png', ''],
      revision: [1, 2, 3, '1', '2', '3'],
      with: [1, 2, '1', '2'],
      token: [previewToken, note.previewToken],
      username: ['editor', 'admin', 'nobody-here'],
      usernames: ['editor', 'admin,editor'],
      email: ['editor@example.com', 'new@example.com'],
      contentId: ['opinions', ...commentIds],
      contentIds: ['opinions', commentIds.join(',')],
      commentId: commentIds,
      commentIds,
      publishStatus: ['publish', 'unpublish', 'unconfirm', ''],
      action: ['publish', 'unpublish', 'unconfirm', 'delete', 'restore'],
      q: ['said', 'Ｓａｉｄ', '%', '_', "'"],
      untilTime: ['2026-11-21T05:00:00Z', ''],
      sinceTime: ['2026-11-01T00:00:00Z', ''],
      configKey: [
        'commentBlockedWords',
        'commentMaxLinks',
        'mediaUploadImageSizes',
        'outerSiteUrl',
        'mediaUploadSizeLimitMBImage',
      ],
      keyId: [keyId],
      status: ['publish', 'unpublish', 'reserve', 'draft'],
      publishAt: ['2026-11-21T05:07:00Z', '2027-01-01T00:00:00+09:00', ''],
      since: ['2026-11-01T00:00:00Z'],
      until: ['2026-12-01T00:00:00Z'],
      url: ['https://example.com/'],
      filters: [
        '{"attribute":"title","compare":"contains","value":"note"}',
        '{"attribute":"body","compare":"contains","value":"%_\\\\"}',
        '{"attribute":"slug","compare":"eq","value":"\\ud800"}',
      ],
      pagerKey: [pagerKey, filePagerKey, '{"createdAt":"2026-11-21T04:43:00Z"}', threadPagerKey, brokenPagerKey],
      pageToken: ['', ...[pagerKey, brokenPagerKey].map((key) => Buffer.from(key).toString('base64'))],
      body: ['*x*', '<b onclick="x()">y', '{"a":1}', '1e999', '{"__proto__":{"a":1}}', nestedList(5000)],
    },
  };
}

async function givenThread(app: TestApp, admin: GivenUser): Promise<string[]> {
  const ids: string[] = [];
  for (const body of ['Said first.', 'Said with https://example.com/ in it.', 'Said at the casino.', 'Said in vain.']) {
    const { status, json, text } = await admin.send('POST', '/api/comments/news/opinions', { body: { body } });
    if (status !== 200) throw new Error(`comments: ${status} ${text}`);
    ids.push(json.commentId);
  }
  const [first, second, , last] = ids;
  await admin.send('POST', `/api/admin/comments/news/${second}/status`, { body: { publishStatus: 'unpublish' } });
  await admin.send('DELETE', `/api/admin/comments/news/${last}`);
  for (const contentId of ['opinions', first])
    await app.send('POST', `/api/votes/news/${contentId}`, { body: { type: 'like' } });
  return ids;
}

function tokensOf(app: TestApp, first: GivenUser): InhabitedApp['tokens'] {
  const users: Partial<Record<Caller, GivenUser>> = { admin: first };
  const tokenOf = async (role: 'admin' | 'editor') => {
    const user = users[role];
    const isGood = user && (await user.send('GET', '/api/admin/services/news')).status === 200;
    const current = isGood ? user : await givenUser(app, { role, ...(!user && { username: role }) });
    users[role] = current;
    return current.accessToken;
  };
  return async () => ({ admin: await tokenOf('admin'), editor: await tokenOf('editor'), nobody: undefined });
}

function nestedList(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

const fresh = ['new', 'newer', 'newest', 'fresh', 'other', 'more', 'last'];
