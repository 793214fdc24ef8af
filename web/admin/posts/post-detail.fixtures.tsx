import { screen, within } from '@testing-library/react';
import { accountApi } from '#contract/account.ts';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { type PostCache, postCacheApi, publishedCopyApi } from '#contract/publishing.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { adminPost, writer } from './post.fixtures.ts';
import * as route from './post-detail.route.tsx';

export const DETAIL_PATH = `/admin/posts/news/${adminPost().postId}`;

export interface DetailOptions extends Partial<Omit<ScreenOptions, 'at'>> {
  readonly post?: Partial<AdminPost>;
}

export function staticFile(file: Partial<PostCache> = {}): PostCache {
  const path = 'posts/news/tour.json';
  return {
    path,
    url: `/media/${path}`,
    uploadedAt: null,
    state: 'none',
    attempts: 0,
    error: null,
    nextTryAt: null,
    ...file,
  };
}

export function openDetail({ post, ...options }: DetailOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/:postId',
    at: DETAIL_PATH,
    ...options,
    api: (api) => {
      api
        .answer(adminPostApi.find, adminPost(post))
        .answer(postCacheApi.find, staticFile())
        .answer(publishedCopyApi.check, { copies: [] })
        .answer(adminCommentApi.counts, { publish: 0, unpublish: 0, unconfirm: 0, deleted: 0 })
        .answer(accountApi.names, [writer]);
      options.api?.(api);
    },
  });
}

export function fact({ main }: OpenScreen, name: string): HTMLElement | undefined {
  const term = main()
    .getAllByRole('term')
    .find(({ textContent }) => textContent === name);
  return (term?.nextElementSibling ?? undefined) as HTMLElement | undefined;
}

export async function dialogOf(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }));
}
