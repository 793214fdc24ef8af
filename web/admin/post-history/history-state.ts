export type HistoryState =
  | { readonly kind: 'list'; readonly pageToken: string | undefined }
  | { readonly kind: 'revision'; readonly revision: number }
  /** Comparison of two revisions; without `after` with the current one. */
  | { readonly kind: 'compare'; readonly before: number; readonly after: number | undefined };

export function readHistoryState(query: URLSearchParams): HistoryState {
  const revision = numberIn(query, 'look');
  if (revision !== undefined) return { kind: 'revision', revision };
  const before = numberIn(query, 'before');
  if (before !== undefined) return { kind: 'compare', before, after: numberIn(query, 'after') };
  return { kind: 'list', pageToken: query.get('pageToken') ?? undefined };
}

export const revisionSearch = (revision: number) => `?look=${revision}`;

export const compareSearch = (before: number, after?: number) =>
  `?before=${before}${after === undefined ? '' : `&after=${after}`}`;

export function inOrder(one: number, other: number): [before: number, after: number] {
  return one < other ? [one, other] : [other, one];
}

const MAX_REVISION = 2_147_483_647;

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? '';
  const number = Number(value);
  return /^[1-9]\d*$/.test(value) && number <= MAX_REVISION ? number : undefined;
}
