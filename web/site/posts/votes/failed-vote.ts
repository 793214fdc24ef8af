export interface FailedVote {
  readonly contentId: string;
  readonly isTooOften: boolean;
}
