export const SERIES = ['posts', 'comments', 'votes'] as const;
export type Series = (typeof SERIES)[number];
