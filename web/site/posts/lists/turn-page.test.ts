import { expect, test } from 'vitest';
import type { Order } from '#contract/paging.ts';
import { loadListPage } from './turn-page.ts';

const ITEMS = Array.from({ length: 25 }, (_, index) => index);
const PAGE = 10;

function listOf(all: readonly number[]) {
  const reads: Order[] = [];
  const read = async ({ pageToken, order }: { pageToken: string; order: Order }) => {
    reads.push(order);
    const inOrder = order === 'asc' ? all : all.toReversed();
    const isAfter = (item: number) => (order === 'asc' ? item > Number(pageToken) : item < Number(pageToken));
    const following = pageToken === '' ? inOrder : inOrder.filter(isAfter);
    const items = following.slice(0, PAGE);
    return {
      items,
      pageToken: following.length > PAGE ? String(items.at(-1)) : null,
      ...(pageToken !== '' && items[0] !== undefined && { startToken: String(items[0]) }),
    };
  };
  const go = async (query = '') => {
    const { page, turns } = await loadListPage(`http://localhost/list${query}`, 'asc', read);
    return { items: page.items, ...turns };
  };
  return { reads, go };
}

const firstTen = ITEMS.slice(0, 10);
const secondTen = ITEMS.slice(10, 20);

test('paging forward and back gives the same pages', async () => {
  const { go } = listOf(ITEMS);
  const first = await go();
  expect(first).toMatchObject({ items: firstTen, isFirstPage: true, back: undefined });
  const second = await go(first.on);
  expect(second).toMatchObject({ items: secondTen, isFirstPage: false });
  const third = await go(second.on);
  expect(third).toMatchObject({ items: ITEMS.slice(20), isFirstPage: false, on: undefined });
  const secondAgain = await go(third.back);
  expect(secondAgain).toMatchObject({ items: secondTen, isFirstPage: false, on: second.on });
  expect(await go(secondAgain.back)).toEqual(first);
});

test('incomplete page before the start becomes the first page', async () => {
  const { go } = listOf(ITEMS);
  const first = await go();
  expect(await go('?before=4')).toEqual(first);
  expect(await go('?before=0')).toEqual(first);
  expect((await go('?before=11')).items).toEqual(ITEMS.slice(1, 11));
});

test('page costs one request, two when going back to start', async () => {
  const { go, reads } = listOf(ITEMS);
  await go('?pageToken=9');
  expect(reads.splice(0)).toEqual(['asc']);
  await go('?before=20');
  expect(reads.splice(0)).toEqual(['desc']);
  await go('?before=10');
  expect(reads).toEqual(['desc', 'asc']);
});

test('page after the end links to the start only', async () => {
  const { go } = listOf(ITEMS);
  expect(await go('?pageToken=24')).toEqual({ items: [], back: undefined, on: undefined, isFirstPage: false });
  expect(await listOf([]).go()).toEqual({ items: [], back: undefined, on: undefined, isFirstPage: true });
});

test('`before` overrides `pageToken`', async () => {
  const { go } = listOf(ITEMS);
  expect((await go('?pageToken=1&before=21')).items).toEqual(ITEMS.slice(11, 21));
});
