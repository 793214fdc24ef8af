/** What a page says of a vote that was sent by its form and not counted. */
export interface FailedVote {
  readonly contentId: string;
  readonly isTooOften: boolean;
}
