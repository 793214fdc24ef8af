import type { VoteType } from '#contract/votes.ts';

/** How many have voted so about one content. */
export type VoteNumbers = Readonly<Record<VoteType, number>>;

export const NO_VOTES: VoteNumbers = { like: 0, dislike: 0 };

/** What the API counts, of which there is nothing where nobody has voted. */
export function toNumbers(rows: readonly { readonly voteType: VoteType; readonly voteCount: number }[]): VoteNumbers {
  return { ...NO_VOTES, ...Object.fromEntries(rows.map(({ voteType, voteCount }) => [voteType, voteCount])) };
}

/** The numbers as they will be once somebody's vote has become another, or none. */
export function withVote(numbers: VoteNumbers, before: VoteType | undefined, after: VoteType | undefined): VoteNumbers {
  const by = (type: VoteType) => Number(after === type) - Number(before === type);
  return {
    like: Math.max(0, numbers.like + by('like')),
    dislike: Math.max(0, numbers.dislike + by('dislike')),
  };
}
