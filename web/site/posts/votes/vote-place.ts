export interface VoteResult {
  /** 'like', 'dislike', or 'none' after a withdrawal. */
  readonly result: string;
  readonly contentId: string;
  readonly isSmall: boolean;
}

const KEPT_PARAMETERS = ['comments', 'order'];
const KEPT_PARAMETERS_OF_COMMENT = [...KEPT_PARAMETERS, 'comment'];

export function placeOfVotes(address: string, { result, contentId, isSmall }: VoteResult): string {
  const { pathname, searchParams } = new URL(address);
  const kept = isSmall ? KEPT_PARAMETERS_OF_COMMENT : KEPT_PARAMETERS;
  const query = new URLSearchParams([...searchParams].filter(([name]) => kept.includes(name)));
  query.set('voted', result);
  if (isSmall) query.set('on', contentId);
  return `${pathname}?${query}#${votesId(contentId, isSmall)}`;
}

export function voteResultAt(query: URLSearchParams, contentId: string, isSmall: boolean): string | undefined {
  const isForThisVote = isSmall ? query.get('on') === contentId : !query.has('on');
  return isForThisVote ? (query.get('voted') ?? undefined) : undefined;
}

export function votesId(contentId: string, isSmall: boolean): string {
  return isSmall ? `votes-${contentId}` : 'votes';
}

export interface FailedVote {
  readonly contentId: string;
  readonly isTooOften: boolean;
}
