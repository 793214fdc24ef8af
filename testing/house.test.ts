import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import en from '../web/i18n/en.json' with { type: 'json' };
import ja from '../web/i18n/ja.json' with { type: 'json' };
import { testApp } from './app.ts';

test('every endpoint of the contract is implemented, with the access it states', async () => {
  const routes = new Map<string, unknown>();
  const { app } = await testApp();
  for (const { method, path, access } of endpoints) {
    expect(app.hasRoute({ method, url: `/api${path}` }), `${method} ${path}`).toBe(true);
    routes.set(`${method} ${path}`, access);
  }
  expect(routes.size).toBe(endpoints.length);
});

test('both catalogues have the same keys and no empty text', () => {
  const english = textsOf(en);
  const japanese = textsOf(ja);
  expect([...japanese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  const empty = [...english, ...japanese].filter(([, text]) => text.trim() === '');
  expect(empty).toEqual([]);
});

test('both catalogues fill in the same values', () => {
  const japanese = textsOf(ja);
  for (const [key, text] of textsOf(en)) expect(valuesIn(japanese.get(key) ?? ''), key).toEqual(valuesIn(text));
});

function textsOf(catalogue: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  );
}

function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '').toSorted();
}
