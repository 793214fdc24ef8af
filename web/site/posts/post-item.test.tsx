import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { PostItem } from './post-item.tsx';
import type { PostSummary } from './post-summary.ts';

const picture = { src: '/wide.webp', square: '/square.webp', srcSet: '/wide.webp 800w' };
const post = { slug: 'a', title: 'A', excerpt: '', tags: [], publishedAt: '2026-11-20T00:00:00Z', picture } as unknown;

async function pictureIn(card: 'narrow' | 'wide' | undefined): Promise<string> {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n('en')}>
      <MemoryRouter>
        <PostItem serviceId="news" post={post as PostSummary} heading="h2" card={card} />
      </MemoryRouter>
    </I18nextProvider>,
  );
  return /<img[^>]*>/.exec(html)?.[0] ?? '';
}

test('pictures of cards are whole and as large as their column', async () => {
  expect(await pictureIn(undefined)).toMatch(/src="\/square.webp".*sizes="[^"]*11rem/);
  expect(await pictureIn('narrow')).toMatch(/src="\/wide.webp".*sizes="[^"]*28rem/);
  expect(await pictureIn('wide')).toMatch(/src="\/wide.webp".*sizes="[^"]*46rem/);
});
