// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, expect, vi } from 'vitest';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { SiteFrame } from './site-frame.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

testInLanguages([
  ['en', 'Loading', 'This is taking longer than expected.', 'Reload this page', 'Keep waiting'],
  ['ja', '読み込み中', '読み込みに時間がかかっています。', 'このページを再読み込み', 'このまま待つ'],
])('loading indicator offers to reload after its limit, in %s', async ([language, loading, late, reload, goOn]) => {
  const page = (
    <SiteFrame>
      <Link to="/slow" />
    </SiteFrame>
  );
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '/slow', loader: () => new Promise(() => {}) },
  ]);
  const { container } = render(
    <I18nextProvider i18n={await createI18n(language)}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  const indicator = () => container.querySelector('.loading')?.textContent;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(within(screen.getByRole('main')).getByRole('link'));
  expect(indicator()).toBe('');
  act(() => vi.advanceTimersByTime(1000));
  expect(indicator()).toBe(loading);
  act(() => vi.advanceTimersByTime(30_000));
  expect(indicator()).toBe(`${late}${reload}${goOn}`);
  fireEvent.click(screen.getByRole('button', { name: goOn }));
  expect(indicator()).toBe('');
});
