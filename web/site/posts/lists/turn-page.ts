import type { Order } from '#contract/paging.ts';

/** A page as the API answers it. */
interface AnsweredPage {
  readonly items: readonly unknown[];
  readonly pageToken: string | null;
  readonly startToken?: string | undefined;
}

/** The queries that lead from a page of a list to those beside it. */
export interface PageTurns {
  readonly back: string | undefined;
  readonly on: string | undefined;
  readonly isFirstPage: boolean;
}

interface TurnedPage<Page> {
  /** Its items in the order of the list, however they were read. */
  readonly page: Page;
  readonly turns: PageTurns;
}

const OPPOSITE: Readonly<Record<Order, Order>> = { asc: 'desc', desc: 'asc' };

/**
 * The page that an address asks for: what follows a place in the list (`pageToken`), or what stands before it
 * (`before`), which is read backwards. Either costs the same at any depth.
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
  // So near to its beginning, the list is shown from there.
  const pageToken = before === '' ? (searchParams.get('pageToken') ?? '') : '';
  const page = await read({ pageToken, order });
  const back = toQuery('before', page.startToken);
  return { page, turns: { back, on: toQuery('pageToken', page.pageToken), isFirstPage: pageToken === '' } };
}

/** A page that was read backwards; where the API says it ends, it begins. */
function turnedOver<Page extends AnsweredPage>(page: Page): TurnedPage<Page> {
  const back = toQuery('before', page.pageToken);
  const on = toQuery('pageToken', page.startToken);
  return { page: { ...page, items: page.items.toReversed() }, turns: { back, on, isFirstPage: false } };
}

function toQuery(name: string, token: string | null | undefined): string | undefined {
  return token === null || token === undefined ? undefined : `?${new URLSearchParams({ [name]: token })}`;
}
