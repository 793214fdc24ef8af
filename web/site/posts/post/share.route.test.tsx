import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, vi } from 'vitest';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { createI18n } from '../../../i18n/i18n.ts';
import { Share } from './share.tsx';

const shared = { url: 'https://example.com/posts/news/a', title: '瓦版とは' };
const SHARE = { en: 'Share', ja: '共有' };
const COPY = { en: 'Copy link', ja: 'リンクをコピー' };

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'share');
});

async function openShare(language: 'en' | 'ja') {
  render(
    <I18nextProvider i18n={await createI18n(language)}>
      <Share shared={shared} />
    </I18nextProvider>,
  );
  return [...document.querySelectorAll('.share :is(a, button)')].map(({ textContent }) => textContent);
}

testInLanguages(['en', 'ja'])('share button comes first where the browser can share', async (language) => {
  const share = vi.fn(async () => {});
  Object.assign(navigator, { share });
  const offered = await openShare(language);
  expect(offered[0]).toBe(SHARE[language]);
  expect(offered.slice(1, -2)).toEqual(
    language === 'ja' ? ['X', 'はてなブックマーク', 'LINE', 'Bluesky'] : ['X', 'Bluesky'],
  );
  await userEvent.click(screen.getByRole('button', { name: SHARE[language] }));
  expect(share).toHaveBeenCalledExactlyOnceWith(shared);
});

testInLanguages(['en', 'ja'])('other browsers offer links and a copy button only', async (language) => {
  const offered = await openShare(language);
  expect(offered[0]).toBe('X');
  expect(offered.at(-1)).toBe(COPY[language]);
  expect(screen.queryByRole('button', { name: SHARE[language] })).toBeNull();
});
