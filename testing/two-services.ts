import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { translationApi } from '#contract/translations.ts';
import { type TestApp, testApp } from './app.ts';
import type { Finish } from './database.ts';
import { givenService } from './given.ts';
import { givenFile } from './given-file.ts';
import { type GivenUser, givenUser } from './given-user.ts';

export interface TwoServices {
  readonly app: TestApp;
  readonly admin: GivenUser;
  readonly theirs: Readonly<
    Record<
      | 'postId'
      | 'originalId'
      | 'binned'
      | 'tagId'
      | 'otherTagId'
      | 'fileId'
      | 'token'
      | 'commentId'
      | 'binnedComment'
      | 'webhookId'
      | 'deliveryId',
      string
    >
  >;
  readonly theirCategoryId: number;
}

const OTHER = { serviceId: 'other' };
const OWN = { serviceId: 'own' };

export async function givenTwoServices(finish?: Finish): Promise<TwoServices> {
  const app = await testApp(finish && { finish });
  for (const { serviceId } of [OWN, OTHER]) await givenService(app, { serviceId, functions: ['post', 'comment'] });
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['own', 'other'] });
  const category = (slug: string) =>
    admin.call(adminCategoryApi.create, { params: OTHER, body: { slug, label: `${slug} label` } });
  const { id: theirCategoryId } = await category('their-category');
  await category('their-empty-category');
  const fileId = await givenFile(app, { ...OTHER, isUploaded: true });
  const create = (slug: string) =>
    admin.call(adminPostApi.create, {
      params: OTHER,
      body: {
        slug,
        title: `${slug} title`,
        bodyFormat: 'markdown',
        status: 'publish',
        body: 'their text',
        category: 'their-category',
        images: [{ fileId }],
        tags: [{ label: 'their-tag' }, { label: 'their-other-tag' }],
      },
    });
  const { postId, previewToken: token, tags } = await create('their-post');
  const { postId: binned } = await create('their-deleted-post');
  const { postId: originalId } = await create('their-original');
  await admin.call(translationApi.link, {
    params: { ...OTHER, idOrSlug: originalId },
    body: { ...OTHER, postId, language: 'ja', originalId },
  });
  const named = { ...OTHER, idOrSlug: 'their-post' };
  await admin.call(adminPostApi.update, { params: named, body: { title: 'their second title' } });
  await admin.call(adminPostApi.delete, { params: { ...OTHER, idOrSlug: 'their-deleted-post' } });
  const group = { slug: 'their-group', label: 'their group', postIds: [postId] };
  await admin.send('POST', '/api/admin/posts/other/groups', { body: group });
  const copy = { title: 'their typed title', baseRevision: 2 };
  await admin.send('PUT', '/api/admin/posts/other/their-post/working-copy', { body: copy });
  const registered = { commentDefaultPublishStatus: 'publish' };
  await admin.send('PUT', '/api/admin/services/other/content/their-content', { body: registered });
  const comment = async (text: string): Promise<string> =>
    (await admin.send('POST', '/api/comments/other/their-content', { body: { body: text } })).json.commentId;
  const commentId = await comment('their comment');
  const binnedComment = await comment('their deleted comment');
  await admin.send('DELETE', `/api/admin/comments/other/${binnedComment}`);
  const hook = { url: 'https://their.example.com/', description: 'their hook', events: ['comment.posted'] };
  const { webhookId } = (await admin.send('POST', '/api/admin/webhooks/other', { body: hook })).json;
  const { deliveryId } = (await admin.send('POST', `/api/admin/webhooks/other/${webhookId}/test`)).json;
  const idOf = (label: string) => tags.find((tag) => tag.label === label)?.tagId ?? '';
  const tagIds = { tagId: idOf('their-tag'), otherTagId: idOf('their-other-tag') };
  const theirs = {
    postId,
    originalId,
    binned,
    ...tagIds,
    fileId,
    token,
    commentId,
    binnedComment,
    webhookId,
    deliveryId,
  };
  return { app, admin, theirs, theirCategoryId };
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function namesFor({ theirs }: TwoServices): readonly [part: RegExp, value: string][] {
  return [
    [/(?<=[/]groups[/]):slug/, 'their-group'],
    [/(?<=[/]categories[/]:serviceId[/]):slug/, 'their-category'],
    [/(?<=[/]posts[/]:serviceId[/]):slug/, 'their-post'],
    [/(?<=[/]bin[/]):postId/, theirs.binned],
    [/:idOrSlug/, theirs.postId],
    [/:tagId/, theirs.tagId],
    [/:fileId/, theirs.fileId],
    [/:label/, 'their-tag'],
    [/:contentId/, 'their-content'],
    [/:commentId(?=[/]restore)/, theirs.binnedComment],
    [/:commentId/, theirs.commentId],
    [/:webhookId/, theirs.webhookId],
    [/:deliveryId/, theirs.deliveryId],
    [/:revision/, '1'],
    [/:configKey/, 'outerSiteUrl'],
  ];
}

const otherPaths: Readonly<Record<string, string>> = {
  'DELETE /admin/categories/:serviceId/:slug': '/admin/categories/:serviceId/their-empty-category',
};

/** Names content of the other service in every path parameter. */
export function pathFor(endpoint: Endpoint, world: TwoServices, serviceId: string): string {
  const path = namesFor(world).reduce(
    (filled, [part, value]) => filled.replace(part, value),
    otherPaths[nameOf(endpoint)] ?? endpoint.path,
  );
  return path.replace(':serviceId', serviceId);
}
