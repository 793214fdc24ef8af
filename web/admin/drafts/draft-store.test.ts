import { expect, test } from 'vitest';
import { createDraftStore, draftKey, type LargeStorage, replacedDraftKey } from './draft-store.ts';

const LARGE = 'long'.repeat(150_000);

test('drafts are separate per account, form and tab', async () => {
  const { store } = givenStore();
  const key = draftKey('ada', 'service.news', 'one');
  expect(await store.write(key, { label: '瓦版' })).toBe(true);
  expect((await store.read(key))?.values).toEqual({ label: '瓦版' });
  expect(await store.read(draftKey('bob', 'service.news', 'one'))).toBeUndefined();
  expect(await store.read(draftKey('ada', 'service.news', 'two'))).toBeUndefined();
  store.delete(key);
  expect(await store.read(key)).toBeUndefined();
});

test('lists drafts of all tabs of a form, newest first', async () => {
  const { store } = givenStore();
  const write = (key: string, now: number, isReplaced = false) => store.write(key, key, { now, isReplaced });
  await write(draftKey('ada', 'post.new', 'one'), 1);
  await write(draftKey('ada', 'post.new', 'two'), 3);
  await write(replacedDraftKey('ada', 'post.new'), 2, true);
  await write(draftKey('ada', 'post.new.body', 'one'), 4);
  await write('kawaraban.draft.ada.post.new', 0);
  const entries = store.list('ada', 'post.new');
  expect(entries.map(({ savedAt, isReplaced }) => [savedAt, isReplaced])).toEqual([
    [3, false],
    [2, true],
    [1, false],
    [0, false],
  ]);
  expect([entries[0]?.tab, entries[3]?.tab]).toEqual(['two', '']);
});

test('reads drafts that browsers hold already', async () => {
  const { store, local, large } = givenStore();
  local.setItem('kawaraban.draft.ada.x~aside-1-2', '{"savedAt":1,"isAside":true,"values":{"title":"Replaced"}}');
  local.setItem('kawaraban.draft.ada.x~one', '{"savedAt":2,"isLarge":true}');
  await large.write('kawaraban.draft.ada.x~one', '{"title":"Large"}');
  expect(store.list('ada', 'x')).toMatchObject([
    { tab: 'one', savedAt: 2, isReplaced: false },
    { tab: 'aside-1-2', savedAt: 1, isReplaced: true },
  ]);
  expect(await store.read('kawaraban.draft.ada.x~aside-1-2')).toEqual({ savedAt: 1, values: { title: 'Replaced' } });
  expect(await store.read('kawaraban.draft.ada.x~one')).toEqual({ savedAt: 2, values: { title: 'Large' } });
});

test('treats an unreadable draft as missing', async () => {
  const { store, local } = givenStore();
  local.setItem('kawaraban.draft.ada.x~', '{');
  expect(await store.read('kawaraban.draft.ada.x~')).toBeUndefined();
});

test('stores large drafts in large storage without evicting others', async () => {
  const { store, local } = givenStore({ maxLength: 600_000, maxItems: 3 });
  await store.write('kawaraban.draft.ada.small', 'short', { now: 1 });
  expect(await store.write('kawaraban.draft.ada.large', LARGE, { now: 2 })).toBe(true);
  expect(await store.read('kawaraban.draft.ada.large')).toEqual({ savedAt: 2, values: LARGE });
  expect(local.getItem('kawaraban.draft.ada.large')?.length).toBeLessThan(100);
  expect((await store.read('kawaraban.draft.ada.small'))?.values).toBe('short');

  await store.write('kawaraban.draft.ada.large', 'short again', { now: 3 });
  expect((await store.read('kawaraban.draft.ada.large'))?.values).toBe('short again');
  store.delete('kawaraban.draft.ada.large');
  expect(await store.read('kawaraban.draft.ada.large')).toBeUndefined();
});

test('slow large write does not overwrite a newer small one', async () => {
  const { store } = givenStore();
  const slow = store.write('kawaraban.draft.ada.x', LARGE, { now: 1 });
  await store.write('kawaraban.draft.ada.x', 'newer', { now: 2 });
  await slow;
  expect((await store.read('kawaraban.draft.ada.x'))?.values).toBe('newer');
});

test('evicts older drafts and reports overflow without large storage', async () => {
  const local = givenStorage({ maxLength: 100, maxItems: 2 });
  const store = createDraftStore(() => ({ local, large: undefined }));
  for (const [now, name] of ['a', 'b', 'c'].entries()) {
    expect(await store.write(`kawaraban.draft.ada.${name}`, name, { now })).toBe(true);
  }
  expect(await store.read('kawaraban.draft.ada.a')).toBeUndefined();
  expect((await store.read('kawaraban.draft.ada.c'))?.values).toBe('c');
  expect(await store.write('kawaraban.draft.ada.c', 'long'.repeat(100))).toBe(false);
});

test('moves a draft with its time in either storage', async () => {
  const { store } = givenStore();
  await store.write('kawaraban.draft.ada.x~one', LARGE, { now: 7 });
  await store.move('kawaraban.draft.ada.x~one', 'kawaraban.draft.ada.x~two');
  expect(await store.read('kawaraban.draft.ada.x~one')).toBeUndefined();
  expect(await store.read('kawaraban.draft.ada.x~two')).toEqual({ savedAt: 7, values: LARGE });
});

test('deletes drafts after thirty days and nothing else', async () => {
  const { store, local, large } = givenStore();
  const day = 24 * 60 * 60 * 1000;
  await store.write('kawaraban.draft.ada.old', LARGE, { now: 0 });
  await store.write('kawaraban.draft.ada.new', 2, { now: 2 * day });
  local.setItem('other', 'stays');
  store.deleteExpired(31 * day);
  expect(await store.read('kawaraban.draft.ada.old')).toBeUndefined();
  expect(await large.keys()).toEqual([]);
  expect(await store.read('kawaraban.draft.ada.new')).toEqual({ savedAt: 2 * day, values: 2 });
  expect(local.getItem('other')).toBe('stays');
});

test('keeps the newest fifty drafts', async () => {
  const { store, local } = givenStore();
  for (let at = 1; at <= 55; at += 1) await store.write(`kawaraban.draft.ada.${at}`, at, { now: at });
  store.deleteExpired(55);
  expect(local.length).toBe(50);
  expect(await store.read('kawaraban.draft.ada.5')).toBeUndefined();
  expect((await store.read('kawaraban.draft.ada.6'))?.values).toBe(6);
});

test('works without any browser storage', async () => {
  const store = createDraftStore(() => ({ local: undefined, large: undefined }));
  expect(await store.write('kawaraban.draft.ada.x', 1)).toBe(false);
  store.deleteExpired();
  store.delete('kawaraban.draft.ada.x');
  expect(await store.read('kawaraban.draft.ada.x')).toBeUndefined();
  expect(store.list('ada', 'x')).toEqual([]);
});

function givenStore(limits: { maxLength?: number; maxItems?: number } = {}) {
  const local = givenStorage(limits);
  const large = givenLargeStorage();
  return { store: createDraftStore(() => ({ local, large })), local, large };
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

function givenLargeStorage(): LargeStorage {
  const texts = new Map<string, string>();
  return {
    read: async (key) => texts.get(key),
    write: async (key, text) => void texts.set(key, text),
    delete: async (key) => void texts.delete(key),
    keys: async () => [...texts.keys()],
  };
}
