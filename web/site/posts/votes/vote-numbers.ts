import type { VoteType } from '#contract/votes.ts';

export type VoteNumbers = Readonly<Record<VoteType, number>>;

export const NO_VOTES: VoteNumbers = { like: 0, dislike: 0 };

/** The API omits vote types without votes. */
export function toNumbers(rows: readonly { readonly voteType: VoteType; readonly voteCount: number }[]): VoteNumbers {
  return { ...NO_VOTES, ...Object.fromEntries(rows.map(({ voteType, voteCount }) => [voteType, voteCount])) };
}

export function withVote(numbers: VoteNumbers, before: VoteType | undefined, after: VoteType | undefined): VoteNumbers {
  const by = (type: VoteType) => Number(after === type) - Number(before === type);
  return {
    like: Math.max(0, numbers.like + by('like')),
    dislike: Math.max(0, numbers.dislike + by('dislike')),
  };
}
