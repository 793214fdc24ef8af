/** What is shown over time, each on a scale of its own. */
export const SERIES = ['posts', 'comments', 'votes'] as const;
export type Series = (typeof SERIES)[number];
