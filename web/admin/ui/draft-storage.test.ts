import { expect, test } from 'vitest';
import { draftKey, dropDraft, dropOldDrafts, readDraft, writeDraft } from './draft-storage.ts';

test('a draft is kept for its account and form alone', () => {
  const storage = givenStorage();
  const key = draftKey('ada', 'service.news');
  writeDraft(key, { label: '瓦版' }, storage);
  expect(readDraft(key, storage)?.values).toEqual({ label: '瓦版' });
  expect(readDraft(draftKey('bob', 'service.news'), storage)).toBeUndefined();
  dropDraft(key, storage);
  expect(readDraft(key, storage)).toBeUndefined();
});

test('a draft that cannot be read is none', () => {
  const storage = givenStorage();
  storage.setItem('kawaraban.draft.ada.x', '{');
  expect(readDraft('kawaraban.draft.ada.x', storage)).toBeUndefined();
});

test('a draft that does not fit takes the older one away, which is no longer true', () => {
  const storage = givenStorage({ maxLength: 100 });
  writeDraft('kawaraban.draft.ada.x', 'short', storage);
  writeDraft('kawaraban.draft.ada.x', 'long'.repeat(100), storage);
  expect(readDraft('kawaraban.draft.ada.x', storage)).toBeUndefined();
});

test('drafts go after thirty days, and nothing else does', () => {
  const storage = givenStorage();
  const day = 24 * 60 * 60 * 1000;
  writeDraft('kawaraban.draft.ada.old', 1, storage, 0);
  writeDraft('kawaraban.draft.ada.new', 2, storage, 2 * day);
  storage.setItem('other', 'stays');
  dropOldDrafts(storage, 31 * day);
  expect(readDraft('kawaraban.draft.ada.old', storage)).toBeUndefined();
  expect(readDraft('kawaraban.draft.ada.new', storage)).toEqual({ savedAt: 2 * day, values: 2 });
  expect(storage.getItem('other')).toBe('stays');
});

test('twenty drafts are kept, the newest', () => {
  const storage = givenStorage();
  for (let at = 1; at <= 25; at += 1) writeDraft(`kawaraban.draft.ada.${at}`, at, storage, at);
  dropOldDrafts(storage, 25);
  expect(storage.length).toBe(20);
  expect(readDraft('kawaraban.draft.ada.5', storage)).toBeUndefined();
  expect(readDraft('kawaraban.draft.ada.6', storage)?.values).toBe(6);
});

test('the oldest drafts make room for a new one', () => {
  const storage = givenStorage({ maxItems: 2 });
  for (const [at, name] of ['a', 'b', 'c'].entries()) writeDraft(`kawaraban.draft.ada.${name}`, name, storage, at);
  expect(readDraft('kawaraban.draft.ada.a', storage)).toBeUndefined();
  expect(readDraft('kawaraban.draft.ada.c', storage)?.values).toBe('c');
});

test('a browser that keeps nothing is no error', () => {
  writeDraft('kawaraban.draft.ada.x', 1, undefined);
  dropOldDrafts(undefined);
  dropDraft('kawaraban.draft.ada.x', undefined);
  expect(readDraft('kawaraban.draft.ada.x', undefined)).toBeUndefined();
});

/** A browser's storage, which refuses what is too long or too much. */
function givenStorage({ maxLength = 10_000, maxItems = 100 } = {}): Storage {
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
