import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { RESERVED_POST_SLUGS } from '#contract/slugs.ts';
import { readersAllowList } from '#server/rendering/allow-list.ts';
import accountEn from '../web/i18n/account/en.json' with { type: 'json' };
import accountJa from '../web/i18n/account/ja.json' with { type: 'json' };
import commentsEn from '../web/i18n/comments/en.json' with { type: 'json' };
import commentsJa from '../web/i18n/comments/ja.json' with { type: 'json' };
import consoleEn from '../web/i18n/console/en.json' with { type: 'json' };
import consoleJa from '../web/i18n/console/ja.json' with { type: 'json' };
import en from '../web/i18n/en.json' with { type: 'json' };
import ja from '../web/i18n/ja.json' with { type: 'json' };
import routes from '../web/routes.ts';
import { testApp } from './app.ts';

test('every endpoint of the contract is implemented', async () => {
  const { app } = await testApp();
  for (const { method, path } of endpoints) {
    expect(app.hasRoute({ method, url: `/api${path}` }), `${method} ${path}`).toBe(true);
  }
});

test('endpoints with a service id check access to the service', () => {
  const guarded = endpoints.flatMap(({ method, path, access }) =>
    access.level === 'public' ? [] : [{ name: `${method} ${path}`, path, scope: access.scope }],
  );
  const unscoped = guarded.filter(({ path, scope }) => path.includes(':serviceId') && scope === 'any');
  // Checking whether an id is taken must also work for services without access.
  expect(unscoped.map(({ name }) => name)).toEqual(['HEAD /admin/services/:serviceId']);
  expect(guarded.filter(({ path, scope }) => scope === 'service' && !path.includes(':serviceId'))).toEqual([]);
});

function addressesOf(screens: readonly RouteConfigEntry[], above = ''): string[] {
  return screens.flatMap(({ path, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [here, ...addressesOf(children, here)];
  });
}

test('literal paths next to posts are reserved slugs', () => {
  const addresses = [...endpoints.map(({ path }) => path), ...addressesOf(routes)];
  const words = addresses.flatMap((path) => /^\/(?:admin\/)?posts\/:serviceId\/(\w[^/]*)/.exec(path)?.[1] ?? []);
  expect(words).toContain('categories');
  expect(words).toContain('groups');
  expect(words.filter((word) => !RESERVED_POST_SLUGS.has(word))).toEqual([]);
});

/** These files hold addresses with parameters (`/posts/:serviceId`), which match pages and do not link to them. */
const FILES_WITH_PATTERNS = ['web/routes.ts', 'web/admin/ui/page-title.tsx'];

test('web/paths and the contract hold every literal address of a page', async () => {
  const folders = new Set(addressesOf(routes).map((address) => address.split('/')[1]));
  const names = [...folders].filter((name) => name !== undefined && /^\w/.test(name)).join('|');
  expect(names).toContain('admin');
  const literal = new RegExp(String.raw`(?<!\/\*\*.*)(["'\x60])/(?:${names})(?=["'\x60/?#])`);
  const home = /(?:(?:to|href|action|path)=\{?|(?:navigate|redirect|redirectDocument)\(\s*)["'`]\/["'`]/;
  const found: string[] = [];
  for await (const file of glob('web/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') })) {
    if (/^web\/paths\/|\.(?:test|fixtures)\.tsx?$/.test(file) || FILES_WITH_PATTERNS.includes(file)) continue;
    const source = await readFile(join(import.meta.dirname, '..', file), 'utf8');
    if (source.split('\n').some((line) => literal.test(line)) || home.test(source)) found.push(file);
  }
  expect(found).toEqual([]);
});

const catalogues = [
  ['site', en, ja],
  ['account', accountEn, accountJa],
  ['comments', commentsEn, commentsJa],
  ['console', consoleEn, consoleJa],
] as const;

test.for(catalogues)('catalogues of the %s have equal keys, no empty text', ([, inEnglish, inJapanese]) => {
  const english = textsOf(inEnglish);
  const japanese = textsOf(inJapanese);
  expect([...japanese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  const empty = [...english, ...japanese].filter(([, text]) => text.trim() === '');
  expect(empty).toEqual([]);
});

test.for(catalogues)('catalogues of the %s use equal placeholders', ([, inEnglish, inJapanese]) => {
  const japanese = textsOf(inJapanese);
  for (const [key, text] of textsOf(inEnglish)) expect(valuesIn(japanese.get(key) ?? ''), key).toEqual(valuesIn(text));
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

test.for([
  ['en', consoleEn],
  ['ja', consoleJa],
] as const)("the editor's help names the attributes that links keep, in %s", ([, { posts }]) => {
  const kept = readersAllowList.attributes?.a?.map((attribute) => String([attribute].flat()[0])) ?? [];
  const names = kept.filter((name) => !name.startsWith('data')).map((name) => (name === 'className' ? 'class' : name));
  expect(names).toContain('class');
  for (const { help } of [posts.modes.rawHtml, posts.modes.text]) {
    for (const name of [...names, 'title']) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
  }
});
