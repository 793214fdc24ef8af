import { afterEach, expect, test, vi } from 'vitest';
import { fetchSuggestions } from './suggestions.tsx';

afterEach(() => vi.unstubAllGlobals());

const title = [{ text: 'Ink', isMatch: true }];
const found = { items: [{ slug: 'about-ink', highlights: { title, text: [] } }], pageToken: null };

function answerWith(...answers: unknown[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URLSearchParams(url.split('?')[1]).get('pageToken') ?? 'first');
    return Response.json(answers.shift() ?? { message: 'Too many requests' }, { status: asked.length > 2 ? 429 : 200 });
  });
  return asked;
}

const suggested = () => fetchSuggestions('news', 'ink', new AbortController().signal);

test('empty first batch triggers one further request', async () => {
  const asked = answerWith({ items: [], pageToken: 'further' }, found);
  expect(await suggested()).toEqual([{ slug: 'about-ink', title }]);
  expect(asked).toEqual(['first', 'further']);
});

test('found posts trigger no further request', async () => {
  const asked = answerWith({ ...found, pageToken: 'further' });
  expect(await suggested()).toHaveLength(1);
  expect(asked).toEqual(['first']);
});

test('stops after two requests', async () => {
  const asked = answerWith({ items: [], pageToken: 'further' }, { items: [], pageToken: 'furthest' });
  expect(await suggested()).toEqual([]);
  expect(asked).toHaveLength(2);
});
