import { expect, test } from 'vitest';
import { mailLinkOf, sharePlaces } from './share.tsx';

const shared = { url: 'https://example.com/posts/news/a-b', title: '瓦版 & more: 100 % + "a"' };

test.each(['en', 'ja'] as const)('share links for %s contain URL and full title', (language) => {
  for (const { hrefOf } of sharePlaces[language]) {
    const { protocol, searchParams } = new URL(hrefOf(shared));
    expect(protocol).toBe('https:');
    const given = [...searchParams.values()].join(' ');
    expect(given).toContain(shared.url);
    if (!hrefOf(shared).includes('line.me')) expect(given).toContain(shared.title);
  }
});

test('mail link encodes spaces as %20', () => {
  const href = mailLinkOf(shared);
  expect(href).not.toContain('+');
  expect(Object.fromEntries(new URL(href).searchParams)).toEqual({ subject: shared.title, body: shared.url });
});
