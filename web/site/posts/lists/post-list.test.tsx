import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { ListLayout } from '#contract/service-configs.ts';
import { createI18n } from '../../../i18n/i18n.ts';
import { SERVICE_LAYOUT } from '../../service/service-context.tsx';
import type { PostSummary } from '../post-summary.ts';
import { PostList } from './post-list.tsx';

const posts = ['a', 'b', 'c'].map(
  (slug): PostSummary => ({
    slug,
    title: slug.toUpperCase(),
    excerpt: '',
    publishedAt: '2026-11-20T00:00:00Z',
    category: undefined,
    tags: [],
    picture: undefined,
  }),
);

async function layoutsOf(listLayout: ListLayout, isFirstPage: boolean): Promise<(string | undefined)[]> {
  const turns = { back: undefined, on: undefined, isFirstPage };
  const element = <PostList serviceId="news" path="/posts/news" posts={posts} turns={turns} />;
  const router = createMemoryRouter([{ path: '/', id: SERVICE_LAYOUT, element, loader: () => null }], {
    hydrationData: { loaderData: { [SERVICE_LAYOUT]: { listLayout } } },
  });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n('en')}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  return [...html.matchAll(/class="post-item post-item-(\w+)"/g)].map(([, layout]) => layout);
}

test('magazine begins with a wide post on its first page only', async () => {
  expect(await layoutsOf('magazine', true)).toEqual(['lead', 'card', 'card']);
  expect(await layoutsOf('magazine', false)).toEqual(['card', 'card', 'card']);
  expect(await layoutsOf('cards', true)).toEqual(['card', 'card', 'card']);
  expect(await layoutsOf('text', true)).toEqual(['row', 'row', 'row']);
});
