import type { Order } from '#contract/paging.ts';

interface AnsweredPage {
  readonly items: readonly unknown[];
  readonly pageToken: string | null;
  readonly startToken?: string | undefined;
}

interface TokenQuery {
  readonly pageToken: string;
  readonly order: Order;
}

type ReadPage<Page> = (query: TokenQuery) => Promise<Page>;

export interface PageTurns {
  readonly back: string | undefined;
  readonly on: string | undefined;
  readonly isFirstPage: boolean;
}

const OPPOSITE: Readonly<Record<Order, Order>> = { asc: 'desc', desc: 'asc' };

export async function loadListPage<Page extends AnsweredPage>(url: string, order: Order, read: ReadPage<Page>) {
  const { searchParams } = new URL(url);
  const tokens = { before: searchParams.get('before') ?? '', pageToken: searchParams.get('pageToken') ?? '' };
  const { page, back, on, isFirstPage } = await readAdjacentPage(tokens, order, read);
  const turns: PageTurns = { back: toQuery('before', back), on: toQuery('pageToken', on), isFirstPage };
  return { page, turns };
}

/**
 * Loads the page after `pageToken`, or before `before`, by reading in reverse order. Keyset pagination, so the cost
 * does not depend on the depth.
 */
export async function readAdjacentPage<Page extends AnsweredPage>(
  { before, pageToken }: { readonly before: string; readonly pageToken: string },
  order: Order,
  read: ReadPage<Page>,
): Promise<PageTurns & { readonly page: Page }> {
  if (before !== '') {
    const page = await read({ pageToken: before, order: OPPOSITE[order] });
    const { pageToken: back, startToken: on } = page;
    if (back !== null) return { page: { ...page, items: page.items.toReversed() }, back, on, isFirstPage: false };
  }
  // Less than a full page precedes `before`: shows the first page instead.
  const from = before === '' ? pageToken : '';
  const page = await read({ pageToken: from, order });
  return { page, back: page.startToken, on: page.pageToken ?? undefined, isFirstPage: from === '' };
}

function toQuery(name: string, token: string | undefined): string | undefined {
  return token === undefined ? undefined : `?${new URLSearchParams({ [name]: token })}`;
}
