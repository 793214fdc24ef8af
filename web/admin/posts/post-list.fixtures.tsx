import { within } from '@testing-library/react';
import { accountApi } from '#contract/account.ts';
import { type AdminPostRow, adminPostApi } from '#contract/admin-posts.ts';
import { categoryApi } from '#contract/categories.ts';
import { tagApi } from '#contract/tags.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { categories, pageOf, postRow, tagNamed, writer } from './post.fixtures.ts';
import * as route from './post-list.route.tsx';

export interface ListOptions extends Partial<Omit<ScreenOptions, 'at'>> {
  readonly posts?: AdminPostRow[];
  readonly search?: string;
}

export function openList({ search = '', posts = [postRow()], ...options }: ListOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId',
    at: `/admin/posts/news${search}`,
    ...options,
    api: (api) => {
      api
        .answer(adminPostApi.list, pageOf(posts))
        .answer(categoryApi.list, categories)
        .answer(tagApi.list, pageOf([tagNamed('edo'), tagNamed('walks')]))
        .answer(accountApi.names, [writer]);
      options.api?.(api);
    },
  });
}

export function titlesIn({ main }: OpenScreen): (string | null | undefined)[] {
  return main()
    .getAllByRole('rowheader')
    .map((header) => header.querySelector('.post-name')?.textContent);
}

export function rowOf({ main }: OpenScreen, title: string) {
  return within(main().getByRole('row', { name: new RegExp(title) }));
}
