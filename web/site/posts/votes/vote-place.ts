/** What the address of a page says of the vote that has led to it. */
export interface SaidVote {
  /** `like`, `dislike`, or `none` where one was taken back. */
  readonly said: string;
  readonly contentId: string;
  /** Whether it was about something within the page. */
  readonly isSmall: boolean;
}

/** Which comments a page shows, which is as before; one’s own that the list does not hold is shown by its id. */
const STAYING = ['comments', 'order'];
const STAYING_WITHIN = [...STAYING, 'said'];

/** Where a form leads back to: the same page, which then says what was voted. */
export function placeOfVotes(address: string, { said, contentId, isSmall }: SaidVote): string {
  const { pathname, searchParams } = new URL(address);
  const staying = isSmall ? STAYING_WITHIN : STAYING;
  const query = new URLSearchParams([...searchParams].filter(([name]) => staying.includes(name)));
  query.set('voted', said);
  if (isSmall) query.set('on', contentId);
  return `${pathname}?${query}#${votesId(contentId, isSmall)}`;
}

/** What the address says of one content, if it does. */
export function saidAt(query: URLSearchParams, contentId: string, isSmall: boolean): string | undefined {
  const isMeant = isSmall ? query.get('on') === contentId : !query.has('on');
  return isMeant ? (query.get('voted') ?? undefined) : undefined;
}

/** Under which the buttons are found in the page. */
export function votesId(contentId: string, isSmall: boolean): string {
  return isSmall ? `votes-${contentId}` : 'votes';
}
