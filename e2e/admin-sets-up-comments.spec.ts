import { expect, ownBaseURL, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

test.use({ locale: 'en-US', baseURL: ownBaseURL });

test('comment with a blocked word waits for moderation', async ({ page, signIn }) => {
  await signIn(page);
  const { postId } = await givenPost(page, { slug: 'commented', title: 'Commented', body: 'x', status: 'publish' });
  await callAs(page, 'POST', '/admin/services/news', {
    functions: ['post', 'comment'],
    configs: { commentDefaultPublishStatus: 'publish', commentBlockedWords: ['casino', 'now, or never'] },
  });
  const held = await callAs(page, 'POST', `/comments/news/${postId}`, { body: 'Now, or never!' });
  expect(held).toMatchObject({ publishStatus: 'unconfirm' });

  await goInConsole(page, `/admin/posts/news/${postId}`);
  await expect(page.getByRole('link', { name: '1 unconfirmed' })).toHaveAttribute(
    'href',
    `/admin/comments/news/content/${postId}?publishStatus=unconfirm`,
  );
  await goInConsole(page, '/admin');
  const news = page.locator('.service-box').filter({ hasText: '(news)' });
  await news.getByRole('link', { name: '1 comment to review' }).click();
  await expect(page).toHaveURL('/admin/comments/news?publishStatus=unconfirm');
  await expect(page.getByRole('main')).toContainText('Now, or never!');
});
