import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';

test('count timestamps change with public comments only', async () => {
  const app = await testApp();
  const { contentId } = await givenComment(app);
  const editor = await givenUser(app);
  const age = async () => (await app.get('/api/comments/news/counts')).json.items[0].updatedAt;
  expect(await age()).toBe('2026-11-21T04:43:00Z');
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const { commentId } = await givenComment(app, { publishStatus: 'unconfirm' });
  const path = `/api/admin/comments/news/${commentId}`;
  const change = (publishStatus: string) => editor.send('POST', `${path}/status`, { body: { publishStatus } });
  expect(await change('unpublish')).toMatchObject({ status: 200 });
  expect(await editor.send('DELETE', path)).toMatchObject({ status: 200 });
  expect(await editor.send('POST', `${path}/restore`)).toMatchObject({ status: 200 });
  const sent = await app.send('POST', `/api/comments/news/${contentId}`, { body: { body: 'Not shown at once' } });
  expect(sent).toMatchObject({ status: 200, json: { publishStatus: 'unpublish' } });
  expect(await age()).toBe('2026-11-21T04:43:00Z');
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(await change('publish')).toMatchObject({ status: 200 });
  expect(await age()).toBe('2026-11-21T05:10:00Z');
});
