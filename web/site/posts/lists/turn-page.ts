import type { Order } from '#contract/paging.ts';

interface AnsweredPage {
  readonly items: readonly unknown[];
  readonly pageToken: string | null;
  readonly startToken?: string | undefined;
}

export interface PageTurns {
  readonly back: string | undefined;
  readonly on: string | undefined;
  readonly isFirstPage: boolean;
}

interface TurnedPage<Page> {
  readonly page: Page;
  readonly turns: PageTurns;
}

const OPPOSITE: Readonly<Record<Order, Order>> = { asc: 'desc', desc: 'asc' };

/**
 * Loads the page after `pageToken`, or before `before`, by reading in reverse order. Keyset pagination, so the cost
 * does not depend on the depth.
 */
export async function turnTo<Page extends AnsweredPage>(
  url: string,
  order: Order,
  read: (query: { readonly pageToken: string; readonly order: Order }) => Promise<Page>,
): Promise<TurnedPage<Page>> {
  const { searchParams } = new URL(url);
  const before = searchParams.get('before') ?? '';
  if (before !== '') {
    const page = await read({ pageToken: before, order: OPPOSITE[order] });
    if (page.pageToken !== null) return turnedOver(page);
  }
  // Less than a full page precedes `before`: shows the first page instead.
  const pageToken = before === '' ? (searchParams.get('pageToken') ?? '') : '';
  const page = await read({ pageToken, order });
  const back = toQuery('before', page.startToken);
  return { page, turns: { back, on: toQuery('pageToken', page.pageToken), isFirstPage: pageToken === '' } };
}

function turnedOver<Page extends AnsweredPage>(page: Page): TurnedPage<Page> {
  const back = toQuery('before', page.pageToken);
  const on = toQuery('pageToken', page.startToken);
  return { page: { ...page, items: page.items.toReversed() }, turns: { back, on, isFirstPage: false } };
}

function toQuery(name: string, token: string | null | undefined): string | undefined {
  return token === null || token === undefined ? undefined : `?${new URLSearchParams({ [name]: token })}`;
}
