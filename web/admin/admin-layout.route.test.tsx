import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createRoutesStub, Link, useParams } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { openScreen } from '#testing/console-screen.tsx';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { createI18n } from '../i18n/i18n.ts';
import { requireSession } from '../session/guards.ts';
import * as layout from './admin-layout.route.tsx';
import { PageTitle } from './ui/page-title.tsx';

const named = {
  default: function NamedScreen() {
    const { name = '' } = useParams();
    return (
      <>
        <PageTitle title={name} />
        <Link to="/admin/qr/second">{name}</Link>
      </>
    );
  },
  clientLoader: async ({ request }: { request: Request }) => {
    await requireSession(request);
    return null;
  },
};

testInLanguages([
  ['en', 'Notifications'],
  ['ja', '通知'],
] as const)('labels notices and excludes search engines, in %s', async ([language, notices]) => {
  await openScreen(named, { path: 'qr/:name', at: '/admin/qr/first', language });
  expect(screen.getByRole('region', { name: notices })).toBeTruthy();
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});

test('focuses the heading after navigation', async () => {
  const { user, main } = await openScreen(named, { path: 'qr/:name', at: '/admin/qr/first' });
  await user.click(main().getByRole('link', { name: 'first' }));
  const heading = await main().findByRole('heading', { level: 1, name: 'second' });
  await expect.poll(() => document.activeElement).toBe(heading);
  expect(document.title).toBe('second – Kawaraban');
});

test('loads the configuration once', () => {
  expect(layout.shouldRevalidate()).toBe(false);
});

testInLanguages([
  ['en', 'Couldn’t load this screen', 'Server error', 'Try again', 'Dashboard'],
  ['ja', 'この画面を表示できませんでした', 'サーバーエラー', 'もう一度試す', 'ダッシュボード'],
] as const)('reports a console that failed to load, in %s', async ([language, heading, reason, again, top]) => {
  onTestFinished(cleanup);
  const error = new ApiError(0, { message: '' });
  const Failed = () => <layout.ErrorBoundary error={error} params={{}} />;
  const Stub = createRoutesStub([{ path: '/admin/users', Component: Failed }]);
  render(
    <I18nextProvider i18n={await createI18n(language, { withConsole: true })}>
      <Stub initialEntries={['/admin/users?accounts=all']} />
    </I18nextProvider>,
  );
  const main = within(await screen.findByRole('main'));
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main.getByRole('alert').textContent).toBe(reason);
  expect(main.getByRole('link', { name: again }).getAttribute('href')).toBe('/admin/users?accounts=all');
  expect(main.getByRole('link', { name: top }).getAttribute('href')).toBe('/admin');
});
