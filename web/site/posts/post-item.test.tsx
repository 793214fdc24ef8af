import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Language } from '#contract/site-config.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { PostItem } from './post-item.tsx';
import type { PostSummary } from './post-summary.ts';

const picture = { src: '/wide.webp', square: '/square.webp', srcSet: '/wide.webp 800w' };
const post = { slug: 'a', title: 'A', excerpt: '', tags: [], publishedAt: '2026-11-20T00:00:00Z', picture } as unknown;

async function shown(props: Partial<ComponentProps<typeof PostItem>>, language: Language = 'en'): Promise<string> {
  return renderToStaticMarkup(
    <I18nextProvider i18n={await createI18n(language)}>
      <MemoryRouter>
        <PostItem serviceId="news" post={post as PostSummary} heading="h2" {...props} />
      </MemoryRouter>
    </I18nextProvider>,
  );
}

const factsIn = (html: string) => /<time[^>]*>[^<]*<\/time>(.*?)<\/p>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');

test('pictures are as large as their column, all in one ratio', async () => {
  const pictureIn = async (layout: 'row' | 'story' | 'card' | 'lead') =>
    /<img[^>]*>/.exec(await shown({ layout }))?.[0] ?? '';
  expect(await pictureIn('row')).toMatch(/src="\/square.webp".*sizes="[^"]*11rem.*width="16" height="9"/);
  expect(await pictureIn('story')).toMatch(/src="\/wide.webp".*sizes="[^"]*25rem.*width="16" height="9"/);
  expect(await pictureIn('card')).toMatch(/src="\/wide.webp".*sizes="[^"]*28rem.*width="16" height="9"/);
  expect(await pictureIn('lead')).toMatch(/src="\/wide.webp".*sizes="[^"]*56rem.*width="16" height="9"/);
});

test('title and excerpt have the chosen language', async () => {
  const html = await shown({ post: { ...(post as PostSummary), language: 'zh-Hant', excerpt: 'Paper' } });
  expect(html.match(/ lang="[^"]*"/g)).toEqual([' lang="zh-Hant"', ' lang="zh-Hant"']);
});

test('facts name up to three authors and the reading time', async () => {
  const of = (facts: Partial<PostSummary>) => ({ post: { ...(post as PostSummary), ...facts } });
  expect(factsIn(await shown(of({ authors: ['Hana', 'Ken'], readingSeconds: 61 })))).toBe('By Hana, Ken2 min read');
  expect(factsIn(await shown(of({ authors: ['山田花子', '鈴木健'], readingSeconds: 61 }), 'ja'))).toBe(
    '著者 山田花子、鈴木健約2分で読めます',
  );
  expect(factsIn(await shown(of({ authors: ['A', 'B', 'C', 'D', 'E'], readingSeconds: 5 })))).toBe('By A, B, C +2');
  expect(factsIn(await shown(of({})))).toBe('');
});
