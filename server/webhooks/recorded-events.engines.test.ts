import { expect, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { bulkPostApi } from '#contract/bulk-posts.ts';
import { deletedPostApi } from '#contract/post-history.ts';
import { translationApi } from '#contract/translations.ts';
import { type WebhookEventType, WebhookPayload, webhookApi } from '#contract/webhooks.ts';
import { tick } from '#server/publishing/schedule/ticker.ts';
import { givenPost } from '#testing/given.ts';
import { setUpWebhooks } from '#testing/webhook-setup.ts';

async function setUpListening(events?: WebhookEventType[]) {
  const setup = await setUpWebhooks();
  const { app, admin, params } = setup;
  await setup.create(events && { events });
  let after = '';
  const recordedEvents = async () => {
    const rows = await app.database.reader
      .selectFrom('webhookEvents')
      .selectAll()
      .where('eventId', '>', after)
      .orderBy('eventId')
      .execute();
    after = rows.at(-1)?.eventId ?? after;
    return rows.map(({ payload }) => WebhookPayload.parse(JSON.parse(payload)));
  };
  const types = async () => (await recordedEvents()).map(({ type }) => type);
  const update = (postId: string, body: object) =>
    admin.call(adminPostApi.update, { params: { ...params, idOrSlug: postId }, body });
  const log = app.app.log;
  return { ...setup, recordedEvents, types, update, tick: () => tick({ ...app, log }) };
}

test('records public changes of a post, nothing of drafts', async () => {
  const { app, admin, params, recordedEvents, types, update } = await setUpListening();
  const body = { slug: 'a-post', title: 'A draft', bodyFormat: 'markdown', body: 'Text', status: 'draft' } as const;
  const { postId, contentId } = await admin.call(adminPostApi.create, { params, body });
  await update(postId, { title: 'A title' });
  expect(await recordedEvents()).toEqual([]);
  await update(postId, { status: 'publish' });
  const post = {
    postId,
    contentId,
    slug: 'a-post',
    title: 'A title',
    status: 'published',
    path: '/posts/news/a-post',
    isHiddenInList: false,
    categorySlug: null,
    publishAt: '2026-11-21T04:43:00Z',
    updatedAt: '2026-11-21T04:43:00Z',
  };
  expect(await recordedEvents()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-z]{26}$/),
      type: 'post.published',
      serviceId: 'news',
      post,
      createdAt: '2026-11-21T04:43:00Z',
    },
  ]);
  await update(postId, { slug: 'other-slug', title: 'Other' });
  expect(await recordedEvents()).toMatchObject([
    { type: 'post.updated', post: { slug: 'other-slug', formerSlug: 'a-post', title: 'Other' } },
  ]);
  await update(postId, { title: 'Other' });
  expect(await types()).toEqual([]);
  await update(postId, { tags: [{ label: 'ink' }] });
  expect(await types()).toEqual(['post.updated']);
  await update(postId, { tags: [{ label: 'ink' }] });
  expect(await types()).toEqual([]);
  await update(postId, { title: 'A secret title', status: 'unpublish' });
  expect(await recordedEvents()).toMatchObject([
    { type: 'post.unpublished', post: { title: 'Other', status: 'unpublished' } },
  ]);
  await update(postId, { title: 'Still secret' });
  expect(await recordedEvents()).toEqual([]);
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: postId } });
  const [deleted] = await recordedEvents();
  expect(deleted).toMatchObject({ type: 'post.deleted', post: { postId, status: 'deleted' } });
  expect(deleted?.post).not.toHaveProperty('title');
  const draft = await givenPost(app, { status: 'draft' });
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: draft.postId } });
  expect(await recordedEvents()).toEqual([]);
});

test('records a scheduled publication once, even when late', async () => {
  const { app, admin, params, recordedEvents, types, update, tick } = await setUpListening();
  const due = { status: 'published', publishAt: new Date('2026-11-21T04:47:00Z') } as const;
  const [first, second, third, fourth] = await Promise.all([
    givenPost(app, due),
    givenPost(app, due),
    givenPost(app, due),
    givenPost(app, due),
  ]);
  expect(await recordedEvents()).toEqual([]);
  app.clock.moveTo('2026-11-21T05:33:00Z');
  await update(first.postId, { title: 'Edited' });
  expect(await types()).toEqual(['post.published', 'post.updated']);
  await update(second.postId, { status: 'unpublish' });
  expect(await types()).toEqual(['post.published', 'post.unpublished']);
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: third.postId } });
  expect(await types()).toEqual(['post.published', 'post.deleted']);
  await tick();
  await tick();
  expect(await recordedEvents()).toMatchObject([
    { type: 'post.published', post: { postId: fourth.postId, status: 'published' } },
  ]);
});

test('records bulk changes, undo, bin and imports', async () => {
  const { app, admin, params, recordedEvents, types } = await setUpListening();
  const posts = await Promise.all([givenPost(app, { status: 'draft' }), givenPost(app, { status: 'draft' })]);
  const postIds = posts.map(({ postId }) => postId);
  const { undoId } = await admin.call(bulkPostApi.change, { params, body: { action: 'publish', postIds } });
  expect(await types()).toEqual(['post.published', 'post.published']);
  await admin.call(bulkPostApi.undo, { params, body: { undoId: String(undoId) } });
  expect(await types()).toEqual(['post.unpublished', 'post.unpublished']);
  await admin.call(bulkPostApi.change, { params, body: { action: 'publish', postIds } });
  await types();
  const removed = await admin.call(bulkPostApi.change, { params, body: { action: 'delete', postIds } });
  expect(await types()).toEqual(['post.deleted', 'post.deleted']);
  await admin.call(bulkPostApi.undo, { params, body: { undoId: String(removed.undoId) } });
  expect(await types()).toEqual(['post.published', 'post.published']);
  const [postId = ''] = postIds;
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: postId } });
  await types();
  await admin.call(deletedPostApi.restore, { params: { ...params, postId }, body: {} });
  expect(await recordedEvents()).toMatchObject([{ type: 'post.published', post: { postId } }]);
});

test('records visible comments by id only', async () => {
  const { app, admin, params, recordedEvents } = await setUpListening();
  const say = (contentId: string, body: string) =>
    app.send('POST', `/api/comments/news/${contentId}`, { body: { body, profiles: { nickname: 'Hanako' } } });
  const { commentId: held } = (await say('a-content', 'Held until somebody has looked')).json;
  expect(await recordedEvents()).toEqual([]);
  const one = { ...params, commentId: held };
  await admin.call(adminCommentApi.changeStatus, { params: one, body: { publishStatus: 'publish' } });
  expect(await recordedEvents()).toMatchObject([{ type: 'comment.posted', comment: { commentId: held } }]);
  await admin.call(adminCommentApi.delete, { params: one });
  expect(await recordedEvents()).toEqual([]);
  const shown = { configName: 'commentDefaultPublishStatus', configVal: '"publish"' };
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({ ...params, ...shown, updatedAt: '2026-11-21T04:43:00Z' })
    .execute();
  const { commentId, contentId, createdAt } = (await say('a-content', 'Well said')).json;
  expect(await recordedEvents()).toEqual([
    {
      id: expect.any(String),
      type: 'comment.posted',
      serviceId: 'news',
      createdAt: '2026-11-21T04:43:00Z',
      comment: { commentId, contentId, createdAt },
    },
  ]);
});

test('records nothing without subscription or on rollback', async () => {
  const { app, admin, params, recordedEvents, create } = await setUpListening(['post.deleted']);
  await givenPost(app, { serviceId: 'blog' });
  const { postId } = await givenPost(app);
  expect(await recordedEvents()).toEqual([]);
  const { webhookId } = await create({ events: ['post.updated'], isEnabled: false });
  await admin.call(adminPostApi.update, { params: { ...params, idOrSlug: postId }, body: { title: 'Other' } });
  expect(await recordedEvents()).toEqual([]);
  await admin.call(webhookApi.update, { params: { ...params, webhookId }, body: { isEnabled: true } });
  await app.database.writer
    .transaction()
    .execute(async (trx) => {
      const { moveToBin } = await import('#server/post-history/bin/move-to-bin.ts');
      await moveToBin(trx, { clock: app.clock, serviceId: 'news', postId, actor: 'tester' });
      throw new Error('taken back');
    })
    .catch(() => {});
  expect(await recordedEvents()).toEqual([]);
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: postId } });
  expect(await recordedEvents()).toMatchObject([{ type: 'post.deleted' }]);
});

test('events name the visible translations of a post', async () => {
  const { app, admin, params, recordedEvents, update } = await setUpListening();
  const { postId: ink } = await givenPost(app, { slug: 'ink', language: 'en' });
  const { postId: sumi } = await givenPost(app, { slug: 'sumi', language: 'ja' });
  await recordedEvents();
  const named = { params: { ...params, idOrSlug: ink } };
  await admin.call(translationApi.link, { ...named, body: { ...params, postId: sumi } });
  const toInk = { translations: [{ language: 'en', serviceId: 'news', path: '/posts/news/ink' }] };
  const toSumi = { translations: [{ language: 'ja', serviceId: 'news', path: '/posts/news/sumi' }] };
  expect(await recordedEvents()).toMatchObject([
    { type: 'post.updated', post: { slug: 'ink', ...toSumi } },
    { type: 'post.updated', post: { slug: 'sumi', ...toInk } },
  ]);
  await update(sumi, { status: 'unpublish' });
  expect(await recordedEvents()).toMatchObject([{ type: 'post.unpublished', post: { slug: 'sumi', ...toInk } }]);
  await admin.call(translationApi.unlink, named);
  const [event] = await recordedEvents();
  expect(event).toMatchObject({ type: 'post.updated', post: { slug: 'ink' } });
  expect(event?.post).not.toHaveProperty('translations');
});
