import { expect, test } from 'vitest';
import { givenUser } from '#testing/given-user.ts';
import { addCategory, addGroup, openTestSite, writePost } from './test-site.ts';

const EMPTY = [undefined, null, false, '', '0', 0, [], {}];

test('empty values of any type update nothing', async () => {
  const { app, as } = await openTestSite();
  const admin = await as('admin');
  const { username } = await givenUser(app);
  const { postId } = await writePost(admin);
  await addGroup(admin, 'picks');
  await addCategory(admin, 'guide');
  for (const path of [
    `admin/users/${username}`,
    `admin/posts/news/${postId}`,
    'admin/posts/news/groups/picks',
    'admin/posts/news/groups/picks/post-ids',
    'admin/categories/news/guide',
    'admin/categories/news/root/children',
  ]) {
    for (const body of EMPTY) {
      const { status, body: response } = await admin.post(path, body);
      expect([status, typeof response.message], `${path}: ${JSON.stringify(body)}`).toEqual([400, 'string']);
    }
  }
});
