// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import type { PostData } from './load-post.server.ts';
import { Prose } from './prose.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function showProse(bodyHtml: string, language: 'en' | 'ja' = 'en') {
  const post = { bodyHtml, bodyFormat: 'markdown', language } as PostData;
  return render(
    <I18nextProvider i18n={await createI18n(language)}>
      <MemoryRouter>
        <Prose post={post} />
      </MemoryRouter>
    </I18nextProvider>,
  );
}

test.for([
  ['en', 'Copy'],
  ['ja', 'コピー'],
] as const)('code has a copy button outside of its text, in %s', async ([language, name]) => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await showProse('<pre><code>npm ci\nnpm start</code></pre>', language);
  fireEvent.click(screen.getByRole('button', { name }));
  expect(written).toHaveBeenCalledWith('npm ci\nnpm start');
});

test('large pictures without a link open enlarged, by mouse and keyboard', async () => {
  const picture = '<img src="/a.webp" srcset="/a.webp 400w, /b.webp 1200w" alt="A bridge" width="800" height="600">';
  const small = '<img src="/icon.png" alt="Icon" width="16" height="16">';
  await showProse(`<p>${picture}${small}<a href="/full">${picture}</a></p>`);
  const [enlarge, ...others] = screen.getAllByRole('button');
  expect(others).toEqual([]);
  expect(enlarge?.getAttribute('aria-label')).toBe('Enlarge image: A bridge');
  for (const open of [
    () => fireEvent.click(enlarge as Element),
    () => fireEvent.keyDown(enlarge as Element, { key: 'Enter' }),
  ]) {
    open();
    const dialog = screen.getByRole('dialog', { name: 'A bridge' });
    expect(dialog.querySelector('img')?.getAttribute('srcset')).toContain('/b.webp 1200w');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});
