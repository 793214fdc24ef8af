export interface VoteResult {
  /** 'like', 'dislike', or 'none' after a withdrawal. */
  readonly result: string;
  readonly contentId: string;
  readonly isSmall: boolean;
}

/** Query parameters that stay after a vote; `said` only for votes on comments. */
const STAYING = ['comments', 'order'];
const STAYING_WITHIN = [...STAYING, 'said'];

export function placeOfVotes(address: string, { result, contentId, isSmall }: VoteResult): string {
  const { pathname, searchParams } = new URL(address);
  const staying = isSmall ? STAYING_WITHIN : STAYING;
  const query = new URLSearchParams([...searchParams].filter(([name]) => staying.includes(name)));
  query.set('voted', result);
  if (isSmall) query.set('on', contentId);
  return `${pathname}?${query}#${votesId(contentId, isSmall)}`;
}

export function voteResultAt(query: URLSearchParams, contentId: string, isSmall: boolean): string | undefined {
  const isMeant = isSmall ? query.get('on') === contentId : !query.has('on');
  return isMeant ? (query.get('voted') ?? undefined) : undefined;
}

export function votesId(contentId: string, isSmall: boolean): string {
  return isSmall ? `votes-${contentId}` : 'votes';
}

export interface FailedVote {
  readonly contentId: string;
  readonly isTooOften: boolean;
}
