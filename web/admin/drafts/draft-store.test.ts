import { expect, test } from 'vitest';
import {
  asideTab,
  type DraftStores,
  draftKey,
  dropDraft,
  dropOldDrafts,
  listDrafts,
  moveDraft,
  readDraft,
  writeDraft,
} from './draft-store.ts';
import type { LargeDrafts } from './large-drafts.ts';

const LARGE = 'long'.repeat(150_000);

test('drafts are separate per account, form and tab', async () => {
  const stores = givenStores();
  const key = draftKey('ada', 'service.news', 'one');
  expect(await writeDraft(key, { label: '瓦版' }, { stores })).toBe(true);
  expect((await readDraft(key, stores))?.values).toEqual({ label: '瓦版' });
  expect(await readDraft(draftKey('bob', 'service.news', 'one'), stores)).toBeUndefined();
  expect(await readDraft(draftKey('ada', 'service.news', 'two'), stores)).toBeUndefined();
  dropDraft(key, stores);
  expect(await readDraft(key, stores)).toBeUndefined();
});

test('lists drafts of all tabs of a form, newest first', async () => {
  const stores = givenStores();
  const write = (key: string, now: number, isAside = false) => writeDraft(key, key, { stores, now, isAside });
  await write(draftKey('ada', 'post.new', 'one'), 1);
  await write(draftKey('ada', 'post.new', 'two'), 3);
  await write(draftKey('ada', 'post.new', asideTab()), 2, true);
  await write(draftKey('ada', 'post.new.body', 'one'), 4);
  await write('kawaraban.draft.ada.post.new', 0);
  const entries = listDrafts('ada', 'post.new', stores);
  expect(entries.map(({ savedAt, isAside }) => [savedAt, isAside])).toEqual([
    [3, false],
    [2, true],
    [1, false],
    [0, false],
  ]);
  expect([entries[0]?.tab, entries[3]?.tab]).toEqual(['two', '']);
});

test('treats an unreadable draft as missing', async () => {
  const stores = givenStores();
  stores.local.setItem('kawaraban.draft.ada.x~', '{');
  expect(await readDraft('kawaraban.draft.ada.x~', stores)).toBeUndefined();
});

test('stores large drafts in large storage without evicting others', async () => {
  const stores = givenStores({ maxLength: 600_000, maxItems: 3 });
  await writeDraft('kawaraban.draft.ada.small', 'short', { stores, now: 1 });
  expect(await writeDraft('kawaraban.draft.ada.large', LARGE, { stores, now: 2 })).toBe(true);
  expect(await readDraft('kawaraban.draft.ada.large', stores)).toEqual({ savedAt: 2, values: LARGE });
  expect(stores.local.getItem('kawaraban.draft.ada.large')?.length).toBeLessThan(100);
  expect((await readDraft('kawaraban.draft.ada.small', stores))?.values).toBe('short');

  await writeDraft('kawaraban.draft.ada.large', 'short again', { stores, now: 3 });
  expect((await readDraft('kawaraban.draft.ada.large', stores))?.values).toBe('short again');
  dropDraft('kawaraban.draft.ada.large', stores);
  expect(await readDraft('kawaraban.draft.ada.large', stores)).toBeUndefined();
});

test('slow large write does not overwrite a newer small one', async () => {
  const stores = givenStores();
  const slow = writeDraft('kawaraban.draft.ada.x', LARGE, { stores, now: 1 });
  await writeDraft('kawaraban.draft.ada.x', 'newer', { stores, now: 2 });
  await slow;
  expect((await readDraft('kawaraban.draft.ada.x', stores))?.values).toBe('newer');
});

test('evicts older drafts and reports overflow without large storage', async () => {
  const stores = { ...givenStores({ maxLength: 100, maxItems: 2 }), large: undefined };
  for (const [now, name] of ['a', 'b', 'c'].entries()) {
    expect(await writeDraft(`kawaraban.draft.ada.${name}`, name, { stores, now })).toBe(true);
  }
  expect(await readDraft('kawaraban.draft.ada.a', stores)).toBeUndefined();
  expect((await readDraft('kawaraban.draft.ada.c', stores))?.values).toBe('c');
  expect(await writeDraft('kawaraban.draft.ada.c', 'long'.repeat(100), { stores })).toBe(false);
});

test('moves a draft with its time, whatever its storage', async () => {
  const stores = givenStores();
  await writeDraft('kawaraban.draft.ada.x~one', LARGE, { stores, now: 7 });
  await moveDraft('kawaraban.draft.ada.x~one', 'kawaraban.draft.ada.x~two', stores);
  expect(await readDraft('kawaraban.draft.ada.x~one', stores)).toBeUndefined();
  expect(await readDraft('kawaraban.draft.ada.x~two', stores)).toEqual({ savedAt: 7, values: LARGE });
});

test('deletes drafts after thirty days and nothing else', async () => {
  const stores = givenStores();
  const day = 24 * 60 * 60 * 1000;
  await writeDraft('kawaraban.draft.ada.old', LARGE, { stores, now: 0 });
  await writeDraft('kawaraban.draft.ada.new', 2, { stores, now: 2 * day });
  stores.local.setItem('other', 'stays');
  dropOldDrafts(stores, 31 * day);
  expect(await readDraft('kawaraban.draft.ada.old', stores)).toBeUndefined();
  expect(await stores.large.keys()).toEqual([]);
  expect(await readDraft('kawaraban.draft.ada.new', stores)).toEqual({ savedAt: 2 * day, values: 2 });
  expect(stores.local.getItem('other')).toBe('stays');
});

test('keeps the newest fifty drafts', async () => {
  const stores = givenStores();
  for (let at = 1; at <= 55; at += 1) await writeDraft(`kawaraban.draft.ada.${at}`, at, { stores, now: at });
  dropOldDrafts(stores, 55);
  expect(stores.local.length).toBe(50);
  expect(await readDraft('kawaraban.draft.ada.5', stores)).toBeUndefined();
  expect((await readDraft('kawaraban.draft.ada.6', stores))?.values).toBe(6);
});

test('works without any browser storage', async () => {
  const stores: DraftStores = { local: undefined, large: undefined };
  expect(await writeDraft('kawaraban.draft.ada.x', 1, { stores })).toBe(false);
  dropOldDrafts(stores);
  dropDraft('kawaraban.draft.ada.x', stores);
  expect(await readDraft('kawaraban.draft.ada.x', stores)).toBeUndefined();
  expect(listDrafts('ada', 'x', stores)).toEqual([]);
});

function givenStores(limits: { maxLength?: number; maxItems?: number } = {}) {
  return { local: givenStorage(limits), large: givenLargeDrafts() };
}

function givenStorage({ maxLength = 1_000_000, maxItems = 100 } = {}): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > maxLength || (items.size >= maxItems && !items.has(key)))
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

function givenLargeDrafts(): LargeDrafts {
  const texts = new Map<string, string>();
  return {
    read: async (key) => texts.get(key),
    write: async (key, text) => void texts.set(key, text),
    drop: async (key) => void texts.delete(key),
    keys: async () => [...texts.keys()],
  };
}
